"""What each viewer sees of the table, and what `audit` would notice."""

import pytest

from comptoir.engine.model.game import REFEREE
from comptoir.games.osaka import game
from comptoir.games.osaka.data import Phase
from comptoir.games.osaka.view import LotView, view
from game_kit import lift

from .builder import RED, cards, deal, kind_of, positions, table


def test_a_seat_sees_the_table():
    t, box = table(
        turn=2,
        market="R5 B3:1 R2",
        farm="G5 G2:3",
        discard="2Y3",
        ships="R3 B1",
        hands={2: "R5 2B2"},
        goods={0: "R5 2R2"},
        insured={0: "R2"},
        tokens={0: "RG"},
    )

    seen = view(t, box, 2)

    assert (2, "turn", 2, 2) == (seen.viewer, seen.phase, seen.turn, seen.mover)
    assert [("red-5", None), ("blue-3", 1), ("red-2", None)] == [
        (slot.card, slot.pawn) for slot in seen.market
    ]
    assert [("green-5", None), ("green-2", 3)] == [(s.card, s.pawn) for s in seen.farm]
    assert ("wave_1", "oshima") == (seen.ships["red"], seen.ships["blue"])
    assert ({"yellow-3": 2}, None, None) == (seen.discard, seen.pile_cards, seen.kept)
    own, first = seen.seats[2], seen.seats[0]
    assert ({"red-5": 1, "blue-2": 2}, 9, 3) == (own.hand, own.coins, own.cards)
    assert (7, {"red": "edo"}, True) == (own.price, own.sails, own.pawn)
    lot = LotView(goods=[5, 2, 2], insured=[2], price=6, points=4, at_risk=True)
    assert {"red": lot} == first.lots
    assert (1, 0, False) == (
        first.tokens["red"],
        first.tokens["blue"],
        seen.seats[3].pawn,
    )


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_others_see_only_how_many_cards_a_hand_has(viewer):
    """OSA-3.7"""
    t, box = table(hands={0: "R5", 1: "2B2", 2: "Y3", 3: "G5 G2"})

    seats = view(t, box, viewer).seats

    assert [1, 2, 1, 2] == [seat.cards for seat in seats]
    assert [s == viewer for s in range(4)] == [seat.hand is not None for seat in seats]
    assert [s == viewer for s in range(4)] == [seat.coins is not None for seat in seats]


def test_open_notes_show_what_was_publicly_seen():
    """OSA-3.7"""
    t, box = table(options={"open_notes": True}, hands={1: "2B2"}, pile="R5")

    seen = view(t, box, 0)

    assert ({"blue-2": 2}, 4) == (seen.seats[1].hand, seen.seats[1].coins)
    assert (9, None, None) == (seen.kept["red-3"], seen.pile_cards, seen.unseen)


def test_only_the_referee_sees_hands_pile_and_unseen_points():
    """OSA-3.7, OSA-5.3"""
    t, box = deal()

    seen = view(t, box, REFEREE)

    assert sum(t.pile) == sum(seen.pile_cards.values()) == seen.pile
    assert None not in [seat.hand for seat in seen.seats]
    assert ({}, {}, None) == (seen.unseen, seen.kept, seen.viewer)


def test_points_are_shown_when_the_game_is_over():
    """OSA-7.2"""
    *_, (t, box) = positions(3, 1)

    seen = view(t, box, None)

    assert (t.points[:3], None, None) == (
        [seat.points for seat in seen.seats],
        seen.turn,
        seen.mover,
    )


def broken(change):
    t, box = table(
        market="R5 B3:1", hands={0: "R2"}, goods={1: "B5"}, insured={1: "B5"}
    )
    change(t)
    return game.audit(t, box)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lift("pile", 0), "12 red-2 cards, not 11"),
        (lift("hand", 0, 0), "12 red-2 cards, not 11"),
        (lift("market", 0, by=-1), "10 red-3 cards, not 9"),
        (lift("discard", 0, by=-1), "discard: -1, not 0 to 32767"),
        (lift("insured", 1, kind_of("B5")), "insured blue-5 that seat 1 lacks"),
        (lift("insured", 1, kind_of("B5"), by=-2), "insured blue-5 that seat 1 lacks"),
        (lift("market_pawn", 0, by=2), "2 pawns of seat 1"),
        (lift("market_pawn", 4), "a gap in the market"),
        (lift("market_cards"), "a gap in the market"),
        (lift("market_cards", by=9), "market_cards: 11, not 0 to 8"),
        (lift("farm_pawn", 1), "a gap in the farm"),
        (lift("farm_cards", by=4), "farm_cards: 4, not 0 to 3"),
        (lift("ship", RED, by=6), "ship: 6, not 0 to 5"),
        (lift("ship", RED, by=5), "a ship in Edo without a payday"),
        (lift("due"), "a price is open and nobody pays"),
        (lift("symbols"), "symbols are left over"),
        (lift("cover"), "a card insures nothing"),
        (lift("bought", 1), "ships are due to move"),
        (lift("stack", 0), "cards kept are in no pile"),
        (lift("stack", 0), "more cards kept than points"),
        (lift("sold", 0), "tokens are due"),
        (lift("passes", by=4), "all passed and play goes on"),
    ],
)
def test_audit_notices_what_is_wrong(change, message):
    assert message in broken(change)


def test_audit_finds_nothing_wrong_with_a_lawful_table():
    assert [] == broken(lift("due", by=0))


def test_the_builder_puts_cards_where_they_are_said_to_be():
    t, _ = table(market="R2", pile="Y3", hands={0: "B2"}, discard="G5")

    assert (cards("Y3"), cards("B2"), cards("G5")) == (t.pile, t.hand[0], t.discard)
    assert (Phase.TURN, 104) == (t.phase, t.stack[3])
