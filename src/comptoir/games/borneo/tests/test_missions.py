"""BOR-4, completing a mission."""

import pytest

from comptoir.engine.model.game import REFEREE
from comptoir.games.borneo.data import Phase, Place
from comptoir.games.borneo.view import view
from game_kit import happened

from .builder import act, lying, may, store, table

FACES = {
    1: "pepper BBBB",
    2: "pepper-2 BBBB",
    3: "cloves BBBB",
    4: "crate BBBB",
    5: "crate BBBB",
    6: "nutmeg BBBB",
    7: "pepper-2 BBBB",
    8: "crate-2 BBBB",
}
TWO_PEPPER_ONE_CLOVES = {"value": 5, "pepper": 2, "cloves": 1}


def shop(store, hands=None, missions=None, turn=0, **more):
    return table(
        missions=missions or {3: TWO_PEPPER_ONE_CLOVES},
        faces=FACES,
        stores={turn: store},
        hands=hands or {turn: "20"},
        turn=turn,
        ports={4: ("cloves", 6, 4), 5: ("crate", 6, 4)},
        **more,
    )


@pytest.mark.parametrize(
    ("store", "hand", "offered"),
    [
        ("1 2 3", "20", True),
        ("2 3", "20", True),  # a ×2 card is two
        ("1 3", "20", False),
        ("1 3 4", "20", True),  # a crate is any spice
        ("4 5", "20", False),
        ("3 4 5", "20", True),
        ("3 8", "20", True),  # a crate ×2 is two crates
        ("2 h4", "20", True),  # a harbour pays
        ("2 h5", "20", True),  # and a crate of a harbour too
        ("2 6", "3", False),  # the hand does not
        ("1 6 3", "20", False),
    ],
)
def test_a_mission_can_be_chosen_if_the_warehouse_covers_it(store, hand, offered):
    """BOR-4.1, BOR-4.2"""
    t, box = shop(store, {0: hand})
    for viewer, seen in ((0, offered), (1, False), (None, False), (REFEREE, False)):
        seats = view(t, box, viewer).seats
        assert ["3"] * seen == [m.mission for seat in seats for m in seat.payable]

    assert offered == (t.phase == Phase.MISSION)


def test_any_open_mission_or_none():
    """BOR-4.1"""
    missions = {
        1: {"value": 4, "pepper": 1},
        2: {"value": 9, "nutmeg": 5},
        9: {"value": 4, "cloves": 1},
    }
    t, box = shop("1 3", missions=missions)

    assert ["pass", "mission 1", "mission 9"] == may(t, box)


def test_the_tile_is_taken_and_everyone_saw_which():
    """BOR-4.1, BOR-1.8"""
    t, box = shop("2 3")
    events = act(t, box, "mission 3", "pay 2", "pay 3")

    assert Place.STORE + 0 == t.mission_place[2]
    assert [(0, "3", 5)] == happened(events, "completed")
    assert all(event == event.seen_by(None) for event in events)
    assert 2 == t.mission_cost[2]


def test_each_card_paid_lessens_what_is_missing():
    """BOR-4.2"""
    t, box = shop("1 2 3 4 6 7")
    act(t, box, "mission 3")
    assert ["pay 1", "pay 2", "pay 3", "pay 4", "pay 7"] == may(t, box)
    act(t, box, "pay 2")

    assert ["pay 3", "pay 4"] == may(t, box)


def test_the_card_that_covers_the_rest_is_the_last():
    """BOR-4.2"""
    t, box = shop("2 3 4 5")
    act(t, box, "mission 3", "pay 4", "pay 5")
    assert Phase.PAYING == t.phase
    act(t, box, "pay 3")

    assert (Phase.COMPANIES, "2") == (t.phase, store(t, 0))


def test_crates_stand_for_whatever_is_missing_in_the_end():
    """BOR-4.2"""
    t, box = shop("1 3 4")
    act(t, box, "mission 3", "pay 4")
    assert ["pay 1", "pay 3"] == may(t, box)
    act(t, box, "pay 3", "pay 1")

    assert Phase.COMPANIES == t.phase


def test_excess_is_lost():
    """BOR-4.2"""
    t, box = shop("1 2 3")
    act(t, box, "mission 3", "pay 1", "pay 2", "pay 3")

    assert [0] * 5 == t.stock[0]


def test_a_crate_of_two_covers_two():
    """BOR-4.2"""
    t, box = shop("3 8")
    act(t, box, "mission 3", "pay 8", "pay 3")

    assert Phase.COMPANIES == t.phase


def test_shipments_are_discarded_and_harbours_leave_the_game():
    """BOR-4.3"""
    t, box = shop("2 h4")
    events = act(t, box, "mission 3", "pay 2", "pay h4")

    assert "2" == lying(t, Place.DISCARD)
    assert Place.DISCARD == t.harbour_place[3]
    assert [(0, "2", "pepper-2"), (0, "h4", "cloves")] == happened(events, "paid")


def test_a_completed_mission_is_gone_for_the_others():
    """BOR-4.1"""
    t, box = shop("2 3")
    act(t, box, "mission 3", "pay 2", "pay 3")

    assert Place.HARBOUR not in t.mission_place
