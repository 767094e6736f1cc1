"""What a learner sees: every number in its place, and nothing that is hidden."""

from operator import mul

import pytest

from comptoir.engine.rules.table import NOBODY
from comptoir.games.osaka.data import EDO, HEIGHT, Phase
from comptoir.games.osaka.market import price_for
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
def test_hands_and_points_are_known_to_who_remembers(seat):
    """OSA-3.7, OSA-7.2: all hands, points and cards kept, open notes or not."""
    hands = {0: "R5", 1: "2B2", 2: "Y3", 3: "G5 G2"}
    t, box = table(hands=hands, points=dict(enumerate([3, 12, 4, 6])))
    t.kept[2] = 3

    see = stretches(t, box, seat)

    hand = "seats: hand, as it was seen, by kind"
    assert flat(round_from(seat, t, t.hand)) == see[hand]
    assert round_from(seat, t, t.points) == see["seats: points, as sales told"]
    assert t.kept == see["kept as points, as seen, by kind"]


def test_what_a_purchase_would_cost_and_bring(tables):
    """Equal to what buying brings: the price, the lots, the ships."""
    for t, box in tables:
        for seat in range(t.seats):
            see = stretches(t, box, seat)
            coins = [sum(map(mul, hand, box.value)) for hand in t.hand]
            assert round_from(seat, t, coins) == see["seats: coins in hand"]
            prices = [price_for(t, box, other) for other in range(4)]
            assert round_from(seat, t, prices) == see["seats: price of a purchase"]
            now, then = ([points(t, box, s, b) for s in range(4)] for b in (0, 1))
            none = [0] * 4
            lots = "seats: points of the lot{}, by colour"
            assert flat(round_from(seat, t, now, none)) == see[lots.format("")]
            assert (
                flat(round_from(seat, t, then, none))
                == see[lots.format(" with a purchase")]
            )
            bought = [kind // 3 for kind in offered(t, seat)]
            spaces = [
                min(t.ship[colour] + min(bought.count(colour), 2), EDO)
                for colour in range(4)
            ]
            assert spaces == see["ships after an own purchase, by colour"]


def offered(t, seat):
    """The kinds of the market's cards that nobody else has reserved."""
    market = zip(t.market, t.market_pawn, strict=True)
    return [kind for kind, pawn in market if kind >= 0 and pawn in (NOBODY, seat)]


def points(t, box, seat, buying):
    """The points of a seat's lots, by colour, after buying or not."""
    found = []
    for colour in range(4):
        lot = [kind for kind in range(12) for _ in range(t.goods[seat][kind])]
        lot += offered(t, seat) * buying
        lot = [box.value[kind] for kind in lot if kind // 3 == colour]
        price = max(lot, default=0) + t.tokens[seat][colour]
        found.append(-(-price * len(lot) // 5))
    return found
