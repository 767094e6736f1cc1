"""OSA-7, winning."""

import pytest

from comptoir.games.osaka.scoring import standing
from game_kit import happened

from .builder import act, match_at, table


def ranks(points, tokens=("", "", "", ""), **more):
    t, box = table(
        points=dict(enumerate(points)), tokens=dict(enumerate(tokens)), **more
    )
    found, order = [0] * 4, [0] * 4
    assert t.ending == standing(t, box, found, order)
    assert list(points) == found
    return order


def test_most_points_win():
    """OSA-7.1"""
    assert [3, 1, 4, 2] == ranks([5, 9, 2, 7])


def test_more_tokens_win_among_equals():
    """OSA-7.1"""
    assert [2, 1, 4, 3] == ranks([5, 5, 2, 5], ["RR", "BGG", "RRRRRRR", "Y"])


def test_those_still_equal_share_the_victory():
    """OSA-7.1"""
    assert [1, 1, 3, 4] == ranks([5, 5, 5, 4], ["RR", "BG", "Y", "RRRR"])


def test_hand_and_goods_count_nothing():
    """OSA-7.1"""
    more = {"hands": {0: "7R5"}, "goods": {0: "7B5"}}

    assert [1, 1, 1, 1] == ranks([3, 3, 3, 3], **more)


def test_the_match_names_the_winner():
    """OSA-7.1"""
    t, box = table(
        market="R2",
        ships="R4",
        hands={0: "R2"},
        tokens={0: "GGGGGGG"},
        points={2: 3},
    )
    events = act(t, box, "buy", "pay red-2")
    match = match_at(t, box)

    assert ([2], "delivered", [1, 0, 3, 0]) == (
        match.winners,
        match.ending,
        match.scores,
    )
    assert [(None, "delivered")] == happened(events, "ended")


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_points_are_shown_to_their_owner_alone(viewer):
    """OSA-7.2"""
    t, box = table(points={0: 3, 1: 12})

    seen = [seat.points for seat in match_at(t, box).view(viewer).seats]

    assert [p if s == viewer else None for s, p in enumerate([3, 12, 0, 0])] == seen


def test_others_see_the_height_of_a_pile_not_a_number():
    """OSA-7.2"""
    t, box = table(pile="", hands={0: "R2"})
    seen = []
    for stack in (0, 1, 5, 6, 10, 11):
        t.stack[1] = stack
        seat = match_at(t, box).view(0).seats[1]
        seen.append((seat.height, seat.points_at_most))

    assert [(0, 0), (1, 5), (1, 5), (2, 10), (2, 10), (3, 15)] == seen


def test_an_option_opens_the_points():
    """OSA-7.2"""
    t, box = table(options={"open_points": True}, points={0: 3, 1: 12})

    assert [3, 12, 0, 0] == [s.points for s in match_at(t, box).view(None).seats]
