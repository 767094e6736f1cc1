"""What a learner sees: every number in its place, and nothing that is hidden."""

import pytest

from comptoir.games.osaka.data import HEIGHT, Phase
from game_kit import counted, flat, round_from

from .builder import KIT, positions, sample, table

stretches = KIT.stretches


@pytest.fixture(scope="module")
def tables():
    return sample(every=17)


def test_the_table_is_seen_as_it_is(tables):
    for t, box in tables:
        see = stretches(t, box, 1)
        assert [int(t.phase == phase) for phase in Phase] == see["phase, one-hot"]
        assert [t.seats] == see["seats at the table"]
        assert [t.turns] == see["turns over"]
        assert [t.due] == see["coins still to pay"]
        assert [t.cover + 1] == see["colour to insure: 1 + colour"]
        assert [t.symbols] == see["symbols left"]
        assert [sum(t.pile)] == see["cards in the pile"]
        assert [box.tokens] == see["tokens that end the game"]
        assert t.ship == see["ships, by colour"]
        assert [kind + 1 for kind in t.market] == see["market: 1 + kind"]
        assert [kind + 1 for kind in t.farm] == see["farm: 1 + kind"]
        assert t.discard == see["discard pile, by kind"]


def test_seats_are_counted_from_the_own_one(tables):
    for t, box in tables:
        for seat in range(t.seats):
            see = stretches(t, box, seat)
            who = [counted(seat, t, other) for other in (t.turn, t.mover, t.first)]
            assert who == see["who acts, whose turn it is, first player: 1 + seat"]
            for name in ("market", "farm"):
                pawns = [counted(seat, t, p) for p in getattr(t, f"{name}_pawn")]
                assert pawns == see[f"{name}: 1 + seat of the pawn"]
            hands = [sum(hand) for hand in t.hand]
            assert round_from(seat, t, hands) == see["seats: cards in hand"]
            heights = [-(-stack // HEIGHT) for stack in t.stack]
            name = "seats: height of the points, in fives"
            assert round_from(seat, t, heights) == see[name]
            for name, rows, none in (
                ("seats: tokens, by colour", t.tokens, [0] * 4),
                ("seats: goods, by kind", t.goods, [0] * 12),
                ("seats: insured goods, by kind", t.insured, [0] * 12),
            ):
                assert flat(round_from(seat, t, rows, none)) == see[name]


@pytest.mark.parametrize("notes", [False, True])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_hands_of_others_are_zero_unless_notes_are_open(seat, notes):
    """OSA-3.7"""
    hands = {0: "R5", 1: "2B2", 2: "Y3", 3: "G5 G2"}
    t, box = table(options={"open_notes": notes}, hands=hands)

    see = stretches(t, box, seat)["seats: hand, where seen, by kind"]

    rows = t.hand if notes else [t.hand[s] if s == seat else [0] * 12 for s in range(4)]
    assert flat(round_from(seat, t, rows)) == see


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_points_of_others_are_zero_unless_they_are_open(seat):
    """OSA-7.2"""
    points = dict(enumerate([3, 12, 4, 6]))
    closed, box = table(points=points)
    opened, open_box = table(options={"open_points": True}, points=points)

    name = "seats: points, where seen"

    assert [points[seat], 0, 0, 0] == stretches(closed, box, seat)[name]
    assert (
        round_from(seat, opened, opened.points)
        == stretches(opened, open_box, seat)[name]
    )


def test_all_points_are_seen_when_the_game_is_over():
    """OSA-7.2"""
    *_, (t, box) = positions(3, 1)

    see = stretches(t, box, 2)["seats: points, where seen"]

    assert round_from(2, t, t.points) == see
