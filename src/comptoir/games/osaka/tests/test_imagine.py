"""What a seat cannot know is dealt anew; what it knows stays as it is."""

import msgspec
import pytest

from comptoir.engine.rules.rng import dice_word
from comptoir.engine.rules.table import copy
from comptoir.games.osaka import game
from comptoir.games.osaka.data import ACTIONS
from comptoir.games.osaka.house import house
from comptoir.games.osaka.imagine import imagine
from comptoir.games.osaka.observe import OBSERVATION, observe
from comptoir.games.osaka.rules import legal
from comptoir.games.osaka.view import view

from .builder import act, cards, deal, sample, table

CHANCE = {"key", "stream", "counter", "block", "used"}
DEALT_ANEW = {"pile", "unseen"}
VARIANTS = [None, {"open_notes": True}, {"cards": [3, 2, 1], "tokens": 40}]


@pytest.fixture(scope="module", params=VARIANTS, ids=str)
def tables(request):
    return sample(every=13, options=request.param)


def dice(number):
    return [number + 1, 2, 3, 4]


def imagined(t, box, seat, number=0):
    other = copy(t)
    imagine(other, box, seat, dice(number))
    return other


def everyone(tables):
    return [(t, box, seat) for t, box in tables for seat in range(t.seats)]


def known(t):
    """Return every fact that all know, in a form that can be compared."""
    facts = {k: v for k, v in vars(t).items() if k not in CHANCE | DEALT_ANEW}
    together = [a + b for a, b in zip(t.pile, t.unseen, strict=True)]
    return facts, together, sum(t.pile)


def test_all_that_a_seat_knows_stays_as_it_is(tables):
    """OSA-3.7, OSA-5.3"""
    for t, box, seat in everyone(tables):
        assert known(t) == known(imagined(t, box, seat))


def test_hands_were_seen_and_stay(tables):
    """OSA-2.2, OSA-3.7"""
    for t, box, seat in everyone(tables):
        assert t.hand == imagined(t, box, seat).hand


def test_an_imagined_table_is_lawful(tables):
    for t, box, seat in everyone(tables):
        assert [] == game.audit(imagined(t, box, seat), box)


def test_to_imagine_from_an_imagined_table_is_to_imagine_from_the_real_one(tables):
    for t, box, seat in everyone(tables):
        twice = imagined(imagined(t, box, seat, 2), box, seat, 1)
        assert imagined(t, box, seat, 1) == twice


def test_what_is_imagined_does_not_follow_the_chance_of_the_table(tables):
    for t, box, seat in everyone(tables):
        other = copy(t)
        other.key, other.block = [9] * 8, [7] * 16
        other.stream, other.counter, other.used = 5, 77, 3
        assert imagined(t, box, seat) == imagined(other, box, seat)


def test_the_imagined_chance_comes_from_the_dice():
    t, box = deal()

    other, same_dice = imagined(t, box, 0), dice(0)

    assert [dice_word(same_dice) for _ in range(8)] == other.key
    assert (0, [0] * 16, True) == (other.stream, other.block, other.key != t.key)


def seen(t, box, seat):
    """Return all that a seat gets to see, to the byte, and what the house would do."""
    moves, out = [0] * len(ACTIONS), [0] * OBSERVATION
    count = legal(t, box, seat, moves)
    observe(t, box, seat, out)
    choice = house(t, box, seat, moves, count) if count else None
    return msgspec.json.encode(view(t, box, seat)), moves[:count], out, choice


def test_a_seat_sees_the_same_of_every_table_it_may_imagine(tables):
    """OSA-3.7, OSA-7.2"""
    for t, box, seat in everyone(tables):
        for number in (1, 2):
            assert seen(t, box, seat) == seen(imagined(t, box, seat, number), box, seat)


def after_unseen_points():
    t, box = table(
        market="R2",
        ships="R4",
        pile="4Y3 4G5 3B2",
        hands={0: "B5"},
        tokens={0: "RRRRR"},
        goods={0: "R2"},
    )
    act(t, box, "buy", "pay blue-5")
    assert 1 == sum(t.unseen)
    return t, box


def test_points_kept_unseen_may_be_any_card_of_the_pile():
    """OSA-5.3"""
    t, box = after_unseen_points()
    together = [a + b for a, b in zip(t.pile, t.unseen, strict=True)]

    points = [tuple(imagined(t, box, 0, n).unseen) for n in range(200)]

    left = {kind for kind, count in enumerate(together) if count}
    assert left == {row.index(1) for row in points}
    for kind in left:
        share = sum(row[kind] for row in points) / len(points)
        assert abs(share - together[kind] / sum(together)) < 0.15


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_nobody_has_seen_them_not_even_their_owner(seat):
    """OSA-5.3"""
    t, box = after_unseen_points()

    assert imagined(t, box, 0) == imagined(t, box, seat)


def test_points_kept_from_a_lot_were_seen():
    """OSA-5.3"""
    t, box = table(market="R2", ships="R4", hands={0: "B5"})
    act(t, box, "buy", "pay blue-5")

    other = imagined(t, box, 1)

    assert (cards("R2"), t.pile) == (other.kept, other.pile)


def test_once_the_pile_has_run_out_nothing_is_left_to_imagine():
    """OSA-6.2"""
    t, box = table(
        market="R2", farm="", pile="5Y3 G3", ships="R4", discard="B2", hands={0: "B2"},
        tokens={0: "RRRR"},
    )  # fmt: skip
    act(t, box, "buy", "pay blue-2")

    other = imagined(t, box, 1)

    assert (t.pile, t.kept, t.unseen) == (other.pile, other.kept, other.unseen)
