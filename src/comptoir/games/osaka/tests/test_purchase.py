"""OSA-3.2 and OSA-3.3, buying and paying."""

import pytest

from comptoir.games.osaka.data import Phase
from game_kit import happened

from .builder import act, cards, may, row_of, table


def test_all_cards_not_reserved_by_others_are_bought():
    """OSA-3.2"""
    t, box = table(market="R2 B3:1 G2:0 Y2", farm="", pile="9R3", hands={0: "2R5"})
    events = act(t, box, "buy", "pay red-5", "pay red-5")

    assert cards("R2 G2 Y2") == t.goods[0]
    assert [(0, "red-2"), (0, "green-2"), (0, "yellow-2")] == happened(events, "bought")
    assert "B3:1" == row_of(t, "market").split()[0]


def test_a_purchase_brings_the_pawn_back():
    """OSA-3.2, OSA-3.6"""
    t, box = table(market="R2:0 B3:1", hands={0: "R5"})
    act(t, box, "buy", "pay red-5")

    assert ([1], 1) == ([pawn for pawn in t.market_pawn if pawn >= 0], t.turn)


def test_what_was_bought_lies_with_the_goods_from_before():
    """OSA-3.2, OSA-3.7"""
    t, box = table(market="R2", hands={0: "R5"}, goods={0: "R2 B5"}, insured={0: "B5"})
    act(t, box, "buy", "pay red-5")

    assert (cards("2R2 B5"), cards("B5")) == (t.goods[0], t.insured[0])


@pytest.mark.parametrize(
    ("hand", "offered"),
    [("2R5", True), ("R5 R3", False), ("4R2", False), ("5R2", True)],
)
def test_buying_is_offered_only_if_the_hand_can_pay(hand, offered):
    """OSA-3.3"""
    t, box = table(market="B5 G5 Y5:2", hands={0: hand})

    assert offered == ("buy" in may(t, box))


def test_nothing_is_bought_where_nothing_is_open():
    """OSA-3.3"""
    t, box = table(market="R5:1", farm="B2", pile="", hands={0: "7G5"})

    assert "buy" not in may(t, box)


def test_cards_are_paid_one_after_another_until_the_price_is_reached():
    """OSA-3.3"""
    t, box = table(market="B5 G3", hands={0: "2R3 Y2 Y5"})
    events = act(t, box, "buy", "pay red-3", "pay yellow-2")
    assert (Phase.PAYING, 3, 0) == (t.phase, t.due, t.turn)
    assert ["pay red-3", "pay yellow-5"] == may(t, box)
    act(t, box, "pay red-3")

    assert [(0, 8, 2)] == happened(events, "buys")
    assert (Phase.TURN, 1, 0) == (t.phase, t.turn, t.due)
    assert (cards("Y5"), cards("2R3 Y2")) == (t.hand[0], t.discard)


def test_no_change_is_given():
    """OSA-3.3"""
    t, box = table(market="B2", hands={0: "R5 R2"})
    act(t, box, "buy", "pay red-5")

    assert (cards("R2"), cards("R5"), 0) == (t.hand[0], t.discard, t.due)


def test_the_payer_chooses_the_colours():
    """OSA-3.3"""
    t, box = table(market="B2", hands={0: "R2 G2 Y3"})
    act(t, box, "buy")

    assert ["pay red-2", "pay yellow-3", "pay green-2"] == may(t, box)


def test_all_see_what_is_paid():
    """OSA-3.3"""
    t, box = table(market="B2", hands={0: "R2"})
    events = act(t, box, "buy", "pay red-2")

    assert all(event == event.seen_by(None) for event in events)


def test_the_market_is_refilled_before_the_ships_move():
    """OSA-6.1, OSA-4.1"""
    t, box = table(market="B2", farm="3Y2", hands={0: "R2"})
    events = [event.name for event in act(t, box, "buy", "pay red-2")]

    expected = ["buys", "paid", "bought", "ripened", *["shown"] * 2, *["grown"] * 3]
    assert [*expected, "sailed"] == events


def test_cards_just_paid_may_be_shuffled_into_the_new_pile():
    """OSA-3.3, OSA-6.2"""
    t, box = table(market="B2", farm="", pile="Y3", hands={0: "R2"})
    events = act(t, box, "buy", "pay red-2")

    assert "Y3 R2" == row_of(t, "market")
    assert [(None, 1)] == happened(events, "shuffled")
