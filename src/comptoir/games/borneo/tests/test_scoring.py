"""BOR-8.2 and BOR-8.3, points and ranks."""

from comptoir.games.borneo import game
from comptoir.games.borneo.data import Ending, Place
from comptoir.games.borneo.scoring import count_missions, points_of, standing
from comptoir.games.borneo.turn import end_game
from game_kit import happened

from .builder import table


def ranks(t, box):
    points, listed = [0] * t.seats, [0] * t.seats
    ending = standing(t, box, points, listed)
    return points, listed, ending


def test_cards_and_harbours_are_a_point_each_and_missions_their_value():
    """BOR-8.2"""
    t, box = table(
        faces={1: "pepper-2 BBBB"},
        stores={0: "1 2 h4", 1: "3"},
        missions={5: {"value": 9, "nutmeg": 9}},
    )
    t.mission_place[4] = Place.STORE + 1

    assert [3, 10, 0, 0] == [points_of(t, box, seat) for seat in range(4)]


def test_cards_in_hand_and_at_harbours_count_nothing():
    """BOR-8.2"""
    t, box = table(hands={0: "1 2 3"}, rows={1: "4 5"}, missions={})

    assert [0] * 4 == ranks(t, box)[0]


def test_most_points_win():
    """BOR-8.3"""
    t, box = table(stores={0: "1", 1: "2 3", 3: "4 5 6"}, missions={})

    assert ([1, 2, 0, 3], [3, 2, 4, 1], 0) == ranks(t, box)


def test_among_equals_more_missions_win_then_all_share():
    """BOR-8.3"""
    t, box = table(
        stores={0: "1 2 3 4", 1: "5 6", 2: "7 8", 3: "9"},
        missions={n: {"value": 2 if n < 3 else 3, "nutmeg": 9} for n in (1, 2, 3)},
    )
    t.mission_place[0] = Place.STORE + 1
    t.mission_place[1] = Place.STORE + 2
    t.mission_place[2] = Place.STORE + 3

    assert ([4, 4, 4, 4], [4, 1, 1, 1], 0) == ranks(t, box)
    assert [0, 1, 1, 1] == [count_missions(t, seat) for seat in range(4)]


def test_the_end_tells_where_points_came_from():
    """BOR-8.2, BOR-9.3"""
    t, box = table(stores={0: "1 2"}, missions={}, options={"blackbeard": True})
    t.pirate = 0
    end_game(t, box, Ending.SHIPMENTS)
    events = game.read_journal(t.journal)

    assert (0, 2) == happened(events, "scored_cards")[0]
    assert (0, 0) == happened(events, "scored_missions")[0]
    assert [(0, -2)] == happened(events, "lost_points")
    assert ([0, 0, 0, 0], Ending.SHIPMENTS) == (ranks(t, box)[0], ranks(t, box)[2])
