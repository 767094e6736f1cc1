"""OSA-6, market and farm."""

import pytest

from comptoir.games.osaka.data import MARKET
from comptoir.games.osaka.market import refill
from game_kit import happened

from .builder import act, cards, deal, may, positions, row_of, table


def test_the_farm_moves_then_two_cards_and_three_come_from_the_pile():
    """OSA-6.1"""
    t, _ = table(market="", farm="R2 B3 G5", pile="9Y3")
    refill(t)

    assert ("R2 B3 G5 Y3 Y3", "Y3 Y3 Y3") == (row_of(t, "market"), row_of(t, "farm"))
    assert cards("4Y3") == t.pile


def test_pawns_move_with_their_cards():
    """OSA-6.1"""
    t, _ = table(market="Y5:3", farm="R2:2 B3 G5:0")
    refill(t)

    assert "Y5:3 R2:2 B3 G5:0" == " ".join(row_of(t, "market").split()[:4])
    assert [-1] * 3 == t.farm_pawn


def test_a_purchase_is_followed_by_a_refill():
    """OSA-6.1"""
    t, box = table(market="R2", farm="B3 G5", pile="9Y3", hands={0: "R2"})
    act(t, box, "buy", "pay red-2")

    assert ("B3 G5 Y3 Y3", "Y3 Y3 Y3") == (row_of(t, "market"), row_of(t, "farm"))


def test_a_coin_is_followed_by_none():
    """OSA-6.1"""
    t, box = table(market="R2 Y2", farm="B3 G5")
    act(t, box, "coin red-2")

    assert ("Y2", "B3 G5") == (row_of(t, "market"), row_of(t, "farm"))


def test_an_empty_pile_is_made_anew_of_the_discarded_cards_in_the_middle_of_a_draw():
    """OSA-6.2"""
    t, _ = table(market="", farm="", pile="Y3", discard="4B2")
    refill(t)

    assert ("Y3 B2", "B2 B2 B2") == (row_of(t, "market"), row_of(t, "farm"))
    assert (0, 0) == (sum(t.pile), sum(t.discard))


def test_the_pile_is_shuffled_as_soon_as_it_is_empty():
    """OSA-6.2"""
    t, box = table(market="R2", farm="", pile="5Y3", discard="4B2", hands={0: "R5"})
    events = act(t, box, "buy", "pay red-5")

    assert (cards("4B2 R5"), cards("")) == (t.pile, t.discard)
    assert [(None, 5)] == happened(events, "shuffled")


def test_what_cannot_be_dealt_is_not_dealt():
    """OSA-6.2"""
    t, _ = table(market="", farm="", pile="Y3", discard="2B2")
    refill(t)

    assert ("Y3 B2", "B2") == (row_of(t, "market"), row_of(t, "farm"))


def test_a_pile_that_ran_out_is_made_anew_when_there_are_discarded_cards():
    """OSA-6.2"""
    t, box = table(2, market="B2 B3", farm="", pile="", hands={0: "R5"})
    act(t, box, "buy", "pay red-5")

    assert ("R5", "") == (row_of(t, "market"), row_of(t, "farm"))


def old_rules(t, box):
    """The same table under version 1 of the rules."""
    box.rules = 1
    return t, box


def test_a_card_paid_when_both_piles_are_empty_makes_a_new_pile_at_once():
    """OSA-6.2"""
    arranged = {"market": "B2 B3", "farm": "", "pile": "", "hands": {0: "R2 R5"}}
    t, box = table(2, **arranged)
    events = act(t, box, "buy", "pay red-2")

    assert (cards("R2"), cards("")) == (t.pile, t.discard)
    assert [(None, 1)] == happened(events, "shuffled")

    t, box = old_rules(*table(2, **arranged))
    act(t, box, "buy", "pay red-2")
    assert (cards(""), cards("R2")) == (t.pile, t.discard)


def test_the_rest_of_a_lot_makes_a_new_pile_at_once():
    """OSA-6.2, OSA-5.3  Under version 1 of the rules it lies there until a card is needed."""
    arranged = {
        "market": "R2", "farm": "B3", "pile": "", "ships": "R4",
        "hands": {0: "B2"}, "goods": {1: "3R2"},
    }  # fmt: skip
    t, box = table(2, **arranged)
    act(t, box, "buy", "pay blue-2")

    assert (cards("R2"), cards("")) == (t.pile, t.discard)

    t, box = old_rules(*table(2, **arranged))
    act(t, box, "buy", "pay blue-2")
    assert (cards(""), cards("R2")) == (t.pile, t.discard)


def test_the_goods_of_a_wreck_make_a_new_pile_together():
    """OSA-6.2, OSA-5.8"""
    t, box = table(
        2, market="R2", farm="B3", pile="", ships="R4 G3", hands={0: "B2"},
        goods={1: "G2 2G5"},
    )  # fmt: skip
    events = act(t, box, "buy", "pay blue-2")

    assert (None, 3) == happened(events, "shuffled")[-1]
    assert (cards("G2 2G5"), cards("")) == (t.pile, t.discard)


def test_unseen_points_are_known_by_counting_once_the_pile_has_run_out():
    """OSA-6.2, OSA-5.3"""
    t, box = table(
        market="R2", farm="", pile="5Y3 G3", ships="R4", discard="B2", hands={0: "B2"},
        tokens={0: "RRRR"},
    )  # fmt: skip
    act(t, box, "buy", "pay blue-2")

    assert (cards(""), 2) == (t.unseen, t.stack[0])
    assert cards("2B2") == t.pile


def test_a_dry_table_goes_on_and_ends():
    """OSA-6.2, OSA-3.8"""
    t, box = table(2, market="B2 B3", farm="R2", pile="", hands={0: "R2"})
    moves = 0
    while may(t, box):
        act(t, box, may(t, box)[-1])
        moves += 1

    assert moves < 60


def test_reserved_cards_let_the_market_exceed_five():
    """OSA-6.3"""
    t, box = table(market="R2 Y5:1 Y3:2 Y2:3", farm="B3 G5 G2", hands={0: "R2"})
    act(t, box, "buy", "pay red-2")

    assert (8, MARKET) == (t.market_cards, 8)
    assert "Y5:1 Y3:2 Y2:3 B3 G5 G2" == " ".join(row_of(t, "market").split()[:6])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_market_never_outgrows_its_row(seats):
    """OSA-6.3"""
    longest = max(
        t.market_cards for seed in range(6) for t, _ in positions(seats, seed)
    )

    assert 5 < longest <= 4 + seats


def test_a_draw_takes_any_card_of_the_pile():
    """OSA-6.1"""
    drawn = {deal(2, stream=stream)[0].market[0] for stream in range(200)}

    assert set(range(12)) == drawn
