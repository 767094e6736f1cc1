"""`imagine` deals anew what a seat cannot know, and keeps what it knows."""

import pytest

from game_kit import CHANCE, everyone

from .builder import KIT, act, cards, sample, table

imagined = KIT.imagined
DEALT_ANEW = {"pile", "unseen"}
VARIANTS = [None, {"open_notes": True}, {"cards": [3, 2, 1], "tokens": 40}]


@pytest.fixture(scope="module", params=VARIANTS, ids=str)
def tables(request):
    return sample(every=13, options=request.param)


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
