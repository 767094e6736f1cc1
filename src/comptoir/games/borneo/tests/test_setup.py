"""BOR-2, setting up, and BOR-3.1, the order of a turn."""

import pytest

from comptoir.engine.model.seed import chance_key
from comptoir.games.borneo import game
from comptoir.games.borneo.data import CARDS, Phase, Place
from game_kit import happened

from .builder import act, deal, hand, may, table


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_is_dealt_three_shipments_and_the_rest_is_the_pile(seats):
    """BOR-2.1, BOR-1.1"""
    t, _ = deal(seats)

    assert [3] * seats == t.hand_cards[:seats]
    assert CARDS - 3 * seats == t.pile_cards == t.place.count(Place.PILE)


@pytest.mark.parametrize(
    ("seats", "pile", "out"),
    [(3, 9, {12, 13}), (4, 9, {12, 13}), (5, 7, {8, 9, 10, 11})],
)
def test_harbours_marked_for_other_numbers_of_players_are_taken_out(seats, pile, out):
    """BOR-2.2"""
    t, _ = deal(seats)

    away = {h for h, place in enumerate(t.harbour_place) if place == Place.DISCARD}
    assert (pile, out) == (t.harbour_place.count(Place.PILE), away)
    assert 3 == t.harbour_place.count(Place.HARBOUR)
    assert all(t.harbour_place[h] == Place.HARBOUR for h in t.harbour)


@pytest.mark.parametrize(("seats", "count"), [(3, 12), (4, 12), (5, 16)])
def test_missions_marked_five_are_for_five_and_all_lie_open(seats, count):
    """BOR-2.4"""
    t, box = deal(seats)

    assert count == t.mission_place.count(Place.HARBOUR) == sum(box.mission_in)
    assert 16 - count == t.mission_place.count(Place.DISCARD)


def test_the_first_player_and_the_harbours_are_drawn_by_lot():
    """BOR-2.2, BOR-2.3"""
    tables = [deal(5, stream=n)[0] for n in range(60)]

    assert set(range(5)) == {t.first for t in tables}
    assert 10 == len({harbour for t in tables for harbour in t.harbour})


@pytest.mark.parametrize(
    ("seats", "options", "order"),
    [
        (3, {}, [0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0]),
        (3, {"three_player_variant": False}, [0, 1, 2, 2, 1, 0, 0, 1, 2]),
        (4, {}, [0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3]),
        (5, {}, [0, 1, 2, 3, 4, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4]),
    ],
)
def test_merchants_are_placed_clockwise_and_back_and_clockwise(seats, options, order):
    """BOR-2.3, BOR-1.6"""
    t, box = deal(seats, options)
    placed = []
    while t.phase == Phase.PLACING:
        placed.append((t.turn - t.first) % seats)
        act(t, box, may(t, box)[len(placed) % len(may(t, box))])

    assert order == placed
    assert (t.first, t.first, 1) == (t.turn, t.mover, t.turns)


def test_a_merchant_goes_to_the_highest_free_rank():
    """BOR-2.3, BOR-5.2"""
    t, box = deal(5)
    events = [act(t, box, "place red")[0] for _ in range(5)]

    assert [1, 2, 3, 4, 5] == [event.args["rank"] for event in events]
    assert ["place blue", "place yellow", "place green"] == may(t, box)


def test_the_variant_gives_four_merchants_to_three_players_only():
    """BOR-1.6"""
    counts = [deal(seats)[1].merchants for seats in (3, 4, 5)]

    assert [4, 3, 3] == counts
    assert 3 == deal(3, {"three_player_variant": False})[1].merchants


def test_the_phases_of_a_turn_come_in_order():
    """BOR-3.1"""
    t, box = table(
        missions={1: {"value": 4, "pepper": 1}},
        faces={1: "pepper BBBB", 2: "nutmeg RRRR"},
        stores={0: "1"},
        hands={0: "2 3"},
    )
    phases = [t.phase]
    for move in ("pass", "pass", "harbour 1", "load 2"):
        act(t, box, move)
        phases.append(t.phase)

    expected = [Phase.MISSION, Phase.COMPANIES, Phase.HARBOUR, Phase.LOADING]
    assert [*expected, Phase.COMPANIES] == phases
    assert (1, 1, 2) == (t.turn, t.mover, t.turns)


def test_only_one_mission_and_one_action_in_the_companies():
    """BOR-3.1, BOR-4.1, BOR-5.1"""
    t, box = table(
        missions={1: {"value": 4, "pepper": 1}, 2: {"value": 5, "pepper": 1}},
        faces={1: "pepper BBBB", 2: "pepper BBBB"},
        stores={0: "1 2"},
    )
    act(t, box, "mission 1", "pay 1")
    assert Phase.COMPANIES == t.phase
    act(t, box, "move blue-1", "place green")

    assert Phase.HARBOUR == t.phase


def test_who_can_pay_no_mission_is_not_asked():
    """BOR-3.1"""
    t, _ = table(missions={1: {"value": 4, "pepper": 1}})

    assert Phase.COMPANIES == t.phase


def test_the_same_key_deals_the_same_and_another_stream_another():
    """BOR-2.1"""
    one, other = deal(4)[0], deal(4, stream=1)[0]

    assert one.hand == deal(4)[0].hand
    assert one.hand != other.hand
    assert chance_key("borneo")[0] == one.key


def test_the_opening_names_the_reconstruction_and_hides_the_hands():
    """BOR-1.7, BOR-1.8, BOR-2.1"""
    t, _ = deal(3)
    events = game.read_journal(t.journal)
    assert "reconstructed" == events[0].name
    dealt = [event for event in events if event.name == "dealt"]
    assert 9 == len(dealt)
    assert {} == dealt[0].seen_by(1).args
    assert 2 == len(dealt[0].seen_by(0).args)
    assert 3 == len(happened(events, "harbour_up"))
    assert 3 == len(hand(t, 0).split())
