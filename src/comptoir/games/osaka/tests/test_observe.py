"""What a learner sees: every number in its place, and nothing that is hidden."""

import pytest

from comptoir.games.osaka.data import HEIGHT, Phase
from game_kit import counted, flat, round_from

from .builder import KIT, sample, table

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


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_hands_are_known_to_who_saw_every_card_taken(seat):
    """OSA-3.7"""
    t, box = table(hands={0: "R5", 1: "2B2", 2: "Y3", 3: "G5 G2"})

    see = stretches(t, box, seat)["seats: hand, as takings told, by kind"]

    assert flat(round_from(seat, t, t.hand)) == see


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_points_are_known_to_who_saw_every_sale(seat):
    """OSA-7.2"""
    t, box = table(points=dict(enumerate([3, 12, 4, 6])))

    see = stretches(t, box, seat)["seats: points, as sales told"]

    assert round_from(seat, t, t.points) == see
