"""BOR-1, the components: the file, its facts, and files of other cards."""

import copy
from collections import Counter

import pytest

from comptoir.engine.errors import BadSetup
from comptoir.games.borneo import game
from comptoir.games.borneo.components import FILE, own_components
from comptoir.games.borneo.components import faults as faults_of
from comptoir.games.borneo.data import COMPANY_NAMES, RANKS, SPICE_NAMES, UPPER
from comptoir.games.borneo.view import view

from .builder import deal, tally

SPICES = SPICE_NAMES[:-1]


def faults(cards):
    return [str(fault) for fault in faults_of(cards)]


@pytest.fixture
def cards():
    return copy.deepcopy(own_components())


def test_three_to_five_may_play():
    """BOR-1.1"""
    assert [3, 4, 5] == list(game.seats)
    for seats in (2, 6):
        with pytest.raises(BadSetup, match="3 to 5 seats"):
            game.check_seats(seats)


def test_sixty_shipments_have_a_spice_and_four_flags(cards):
    """BOR-1.2"""
    shipments = cards["shipments"]

    assert 60 == len(shipments)
    assert set(SPICE_NAMES) == {card["spice"] for card in shipments}
    assert {1, 2} == {card["units"] for card in shipments}
    assert {UPPER} == {len(card["upper"]) for card in shipments}
    assert set(COMPANY_NAMES) == {card["lower"] for card in shipments}


def test_fourteen_harbours_two_marked_5_and_four_3_4(cards):
    """BOR-1.3"""
    harbours = cards["harbours"]

    assert {"all": 8, "3/4": 4, "5": 2} == Counter(h["players"] for h in harbours)
    assert all(h["monopoly"] > 0 and h["limit"] > 0 for h in harbours)


def test_sixteen_missions_in_five_classes_four_marked_5(cards):
    """BOR-1.4"""
    missions = cards["missions"]

    assert {"all": 12, "5": 4} == Counter(mission["players"] for mission in missions)
    assert 5 == len({mission["value"] for mission in missions})


def test_four_companies_have_columns_of_five_ranks():
    """BOR-1.5"""
    t, _ = deal()

    assert (4, 5) == (len(COMPANY_NAMES), RANKS)
    assert [[-1] * 5] * 4 == t.column


def test_the_reconstruction_treats_companies_and_spices_alike(cards):
    """BOR-1.7"""
    shipments = cards["shipments"]
    upper = Counter(name for card in shipments for name in card["upper"])
    goods = Counter((card["spice"], card["units"]) for card in shipments)

    assert dict.fromkeys(COMPANY_NAMES, 45) == upper
    assert dict.fromkeys(COMPANY_NAMES, 15) == Counter(c["lower"] for c in shipments)
    assert {(10, 3)} == {(goods[s, 1], goods[s, 2]) for s in SPICES}
    assert (8, 0) == (goods["crate", 1], goods["crate", 2])


def test_each_spice_is_found_under_every_companys_flags(cards):
    """BOR-1.7"""
    for company in COMPANY_NAMES:
        led = [c["spice"] for c in cards["shipments"] if c["upper"].count(company) > 1]
        assert set(SPICE_NAMES) == set(led)


def test_a_mission_pays_clearly_more_than_the_cards_it_takes(cards):
    """BOR-1.7"""
    missions = cards["missions"]
    for mission in missions:
        asked = sum(mission.get(spice, 0) for spice in SPICES)
        assert mission["value"] >= asked + 2
    for few in (True, False):
        asked = Counter()
        for mission in missions:
            if not few or mission["players"] == "all":
                asked.update({s: mission.get(s, 0) for s in SPICES})
        assert max(asked.values()) - min(asked.values()) <= 1


def test_the_file_says_what_it_is():
    """BOR-1.7"""
    assert "RECONSTRUCTION" in FILE.read_text(encoding="utf-8")
    assert "reconstruction" == own_components()["source"]


def test_views_say_whether_the_cards_are_a_reconstruction(cards):
    """BOR-1.7"""
    cards["shipments"][0]["units"] = 2
    t, box = deal()
    assert view(t, box, 0).reconstruction
    t, box = deal(options={"components": cards})

    assert not view(t, box, 0).reconstruction
    assert "reconstructed" != game.read_journal(t.journal)[0].name


def test_other_cards_are_played_as_they_are_written(cards):
    """BOR-1.7, BOR-1.2, BOR-1.3, BOR-1.4"""
    cards["shipments"][16] = {
        "spice": "nutmeg",
        "units": 2,
        "upper": ["red", "green", "red"],
        "lower": "blue",
    }
    cards["harbours"][0] |= {"spice": "crate", "monopoly": 9, "limit": 10}
    cards["missions"][0] = {"value": 12, "players": "all", "cloves": 9}
    cards["missions"][14]["value"] = 4
    _, box = deal(options={"components": cards})

    assert (3, 2, [2, 3, 2, 0]) == (box.spice[16], box.units[16], box.flag[16])
    assert (tally(0, 0, 2, 1), tally(1, 0, 2, 1)) == (box.upper[16], box.flag_count[16])
    assert (4, 9, 10) == (box.harbour_spice[0], box.monopoly[0], box.limit[0])
    assert (12, [0, 0, 9, 0]) == (box.mission_value[0], box.need[0])


def test_uneven_cards_are_their_owners_business(cards):
    """BOR-1.7"""
    for card in cards["shipments"]:
        card |= {"spice": "crate", "units": 2, "upper": ["red"] * 3, "lower": "red"}
    cards["harbours"][3]["spice"] = "crate"
    del cards["source"]

    assert [] == faults(cards)


def spoil(cards, where, number, **fields):
    cards[where][number - 1] |= fields


WRONG = [
    ("shipments", 17, {"spice": "sugar"}, "shipment 17, spice: expected one of pepper"),
    ("shipments", 1, {"units": 3}, "shipment 1, units: expected one of 1, 2, got 3"),
    (
        "shipments",
        2,
        {"units": 1.0},
        "shipment 2, units: expected one of 1, 2, got 1.0",
    ),
    ("shipments", 2, {"units": True}, "shipment 2, units: expected one of 1, 2"),
    ("shipments", 3, {"upper": ["red"] * 4}, "shipment 3, upper: expected 3 of blue"),
    ("shipments", 3, {"upper": "red"}, "shipment 3, upper: expected 3 of blue"),
    (
        "shipments",
        4,
        {"upper": ["red", "red", "pink"]},
        "shipment 4, upper: expected 3",
    ),
    ("shipments", 60, {"lower": "pink"}, "shipment 60, lower: expected one of blue"),
    ("shipments", 5, {"colour": 1}, "shipment 5: no field 'colour'; expected one of"),
    ("harbours", 1, {"spice": "tea"}, "harbour 1, spice: expected one of pepper"),
    ("harbours", 2, {"monopoly": 0}, "harbour 2, monopoly: expected 1 to 31, got 0"),
    ("harbours", 2, {"monopoly": 32}, "harbour 2, monopoly: expected 1 to 31, got 32"),
    ("harbours", 3, {"limit": 11}, "harbour 3, limit: expected 1 to 10, got 11"),
    ("harbours", 3, {"limit": 2.5}, "harbour 3, limit: expected 1 to 10, got 2.5"),
    ("missions", 1, {"value": 0}, "mission 1, value: expected 1 to 99, got 0"),
    ("missions", 2, {"pepper": -1}, "mission 2, pepper: expected 0 to 9, got -1"),
    ("missions", 2, {"crate": 1}, "mission 2: no field 'crate'; expected one of"),
]


@pytest.mark.parametrize(("where", "number", "fields", "line"), WRONG)
def test_each_fault_is_one_line_with_card_field_and_what_is_allowed(
    cards, where, number, fields, line
):
    """BOR-1.7"""
    spoil(cards, where, number, **fields)

    assert 1 == sum(found.startswith(line) for found in faults(cards))


def test_all_faults_are_told_at_once(cards):
    """BOR-1.7"""
    spoil(cards, "shipments", 1, spice="sugar", units=0)
    spoil(cards, "harbours", 14, limit=0)
    del cards["missions"][3]["value"]
    cards["missions"][7] = {"value": 7, "players": "all"}
    cards["missions"][8] = 5
    cards["unknown"] = 1
    cards["source"] = 7

    assert [
        "the file: no field 'unknown'; expected one of harbours, missions, shipments, source",
        "source: expected a text, got 7",
        f"shipment 1, spice: expected one of {', '.join(SPICE_NAMES)}, got 'sugar'",
        "shipment 1, units: expected one of 1, 2, got 0",
        "harbour 14, limit: expected 1 to 10, got 0",
        "mission 4, value: missing; expected 1 to 99",
        f"mission 8: missing; expected 1 of {', '.join(SPICE_NAMES)}",
        "mission 9: expected fields in braces, got 5",
        "missions: expected 5 different values, got 6",
    ] == faults(cards)


@pytest.mark.parametrize(
    ("where", "count"), [("shipments", 60), ("harbours", 14), ("missions", 16)]
)
def test_the_numbers_of_cards_are_those_of_the_box(cards, where, count):
    """BOR-1.2, BOR-1.3, BOR-1.4"""
    last = cards[where].pop()
    assert f"{where}: expected {count}, got {count - 1}" in faults(cards)
    cards[where] += [last, last]
    assert f"{where}: expected {count}, got {count + 1}" in faults(cards)
    cards[where] = "x" * 99
    (line,) = faults(cards)

    assert line.startswith(f"{where}: expected a list of {count}, got 'xxx")
    assert line.endswith("…")


def test_marks_are_counted(cards):
    """BOR-1.3, BOR-1.4"""
    spoil(cards, "harbours", 1, players="5")
    spoil(cards, "harbours", 9, players="all")
    spoil(cards, "missions", 1, players="5")

    assert [
        "harbours: expected 2 with players = '5', got 3",
        "harbours: expected 4 with players = '3/4', got 3",
        "missions: expected 4 with players = '5', got 5",
    ] == faults(cards)


def test_missions_are_not_marked_for_three_and_four(cards):
    """BOR-1.4"""
    spoil(cards, "missions", 1, players="3/4")

    assert ["mission 1, players: expected one of all, 5, got '3/4'"] == faults(cards)


def test_a_table_with_faulty_cards_is_not_set_up(cards):
    """BOR-1.7"""
    spoil(cards, "shipments", 1, spice="sugar", units=0)

    with pytest.raises(BadSetup) as error:
        game.read_options({"components": cards})

    lines = str(error.value).splitlines()
    assert 2 == len(lines)
    assert all(line.startswith("components: shipment 1, ") for line in lines)
