"""BOR-9, Blackbeard's secrets."""

import pytest

from comptoir.engine.rules.table import NOBODY
from comptoir.games.borneo.data import Ending, Phase, Place
from comptoir.games.borneo.scoring import points_of
from comptoir.games.borneo.turn import end_game
from game_kit import happened

from .builder import act, deal, may, positions, table

FACES = {
    1: "pepper BBBB",
    2: "pepper-2 BBBB",
    3: "cloves BBBB",
    4: "crate BBBB",
    5: "nutmeg BBBB",
    6: "nutmeg-2 BBBB",
    7: "crate BBBB",
}
ASKED = {1: {"value": 8, "pepper": 1, "cinnamon": 2}}


def cove(store, missions=None, blackbeard=True, **more):
    return table(
        options={"blackbeard": blackbeard},
        missions=missions or ASKED,
        faces=FACES,
        stores={0: store},
        ports={4: ("cloves", 6, 4)},
        **more,
    )


@pytest.mark.parametrize(
    ("store", "offered"),
    [
        ("1 2", True),  # a ×2 card stands for two
        ("1 6", True),
        ("1 3 5", False),  # one card, and only one
        ("2", False),
        ("1 3 4", True),
        ("1 h4 4", True),
        ("3 4", False),
    ],
)
def test_one_card_may_stand_for_a_spice_it_is_not(store, offered):
    """BOR-9.1"""
    t, _ = cove(store)

    assert offered == (t.phase == Phase.MISSION)
    assert Phase.COMPANIES == cove(store, blackbeard=False)[0].phase


def test_no_payment_leads_into_a_dead_end():
    """BOR-9.1, BOR-4.2"""
    t, box = cove("1 2")
    act(t, box, "mission 1")
    # Paid as pepper, the ×2 card could no longer stand for two cinnamon.
    assert ["trade cinnamon", "pay 1"] == may(t, box)
    act(t, box, "trade cinnamon")
    assert ["pay 2"] == may(t, box)
    events = act(t, box, "pay 2")
    assert [(0, "2", "pepper-2", "cinnamon")] == happened(events, "traded")
    assert ["pay 1"] == may(t, box)
    act(t, box, "pay 1")

    assert (Phase.COMPANIES, Place.STORE) == (t.phase, t.mission_place[0])


def test_a_harbour_may_stand_for_another_spice_too():
    """BOR-9.1"""
    t, box = cove("1 h4 4")
    act(t, box, "mission 1")
    assert ["trade cinnamon", "pay 1", "pay 4"] == may(t, box)
    act(t, box, "trade cinnamon")
    # Neither the crate nor the pepper that is needed itself.
    assert ["pay h4"] == may(t, box)
    act(t, box, "pay h4", "pay 4", "pay 1")

    assert Phase.COMPANIES == t.phase


def test_crates_need_no_pirates():
    """BOR-9.1"""
    t, box = cove("1 3 4 7")
    act(t, box, "mission 1", "trade cinnamon")

    assert ["pay 1", "pay 3"] == may(t, box)


def test_a_harbour_may_be_paid_as_itself_where_pirates_could_help():
    """BOR-9.1, BOR-4.2"""
    t, box = cove("1 h4", missions={1: {"value": 5, "pepper": 1, "cloves": 1}})
    act(t, box, "mission 1")

    assert ["pay 1", "pay h4"] == may(t, box)


def test_who_trades_takes_the_ship_from_its_cove_or_from_another():
    """BOR-9.1"""
    for holder in (NOBODY, 2):
        t, box = cove("1 2")
        t.pirate = holder
        act(t, box, "mission 1", "trade cinnamon", "pay 2")

        assert 0 == t.pirate


def test_honest_payments_leave_the_ship_where_it_is():
    """BOR-9.1"""
    t, box = cove("1 3", missions={1: {"value": 5, "pepper": 1, "cloves": 1}})
    act(t, box, "mission 1", "pay 1", "pay 3")

    assert NOBODY == t.pirate


def test_who_has_the_ship_may_not_trade():
    """BOR-9.2"""
    t, box = cove("1 2 3", missions=ASKED | {2: {"value": 4, "cloves": 1}})
    assert ["pass", "mission 1", "mission 2"] == may(t, box)
    t.pirate = 0

    assert ["pass", "mission 2"] == may(t, box)
    act(t, box, "mission 2")
    assert ["pay 3"] == may(t, box)


def test_there_is_no_trading_in_the_final_round():
    """BOR-9.2, BOR-8.1"""
    t, box = cove("1 2")
    t.mover = 3
    end_game(t, box, Ending.HARBOURS)

    assert Phase.OVER == t.phase


def test_the_ship_costs_two_points_at_the_end():
    """BOR-9.3"""
    t, box = cove("1 2")
    act(t, box, "mission 1", "trade cinnamon", "pay 2", "pay 1")

    assert 8 - 2 == points_of(t, box, 0)
    t.pirate = 1
    assert 8 == points_of(t, box, 0)


def test_without_the_option_the_ship_never_leaves_its_cove():
    """BOR-9.1"""
    for t, _ in positions(4, 1):
        assert NOBODY == t.pirate
    assert any(t.pirate != NOBODY for t, _ in positions(4, 1, {"blackbeard": True}))
    assert NOBODY == deal(3, {"blackbeard": True})[0].pirate
