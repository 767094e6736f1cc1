"""Every reason for a refusal: its key, its number, and its words in both languages."""

from comptoir.games.borneo.data import Ending, Place
from comptoir.games.borneo.turn import end_game
from game_kit import explain_tests

from .builder import KIT, act, deal, match_at, table

FACES = {
    1: "pepper BBBB",
    2: "pepper-2 BBBY",
    3: "cloves GGGG",
    4: "crate GGGG",
    5: "nutmeg BBRR",
    6: "pepper GGGG",
    7: "crate BBBB",
}
ASKED = {
    1: {"value": 8, "pepper": 1, "cinnamon": 2},
    4: {"value": 4, "pepper": 1},
    5: {"value": 9, "nutmeg": 4},
}


def placing():
    t, box = deal(5)
    for _ in range(5):
        act(t, box, "place red")
    return t, box


def mission(**more):
    t, box = table(
        missions=ASKED, faces=FACES, stores={0: "1 2 3"}, hands={0: "5"}, **more
    )
    t.mission_place[8] = Place.STORE + 2
    return t, box


def paying():
    t, box = mission()
    act(t, box, "mission 4")
    return t, box


def cove(trade=True, store="1 2 4"):
    t, box = table(
        options={"blackbeard": True},
        missions={1: ASKED[1]},
        faces=FACES,
        stores={0: store},
        hands={0: "5"},
    )
    act(t, box, "mission 1")
    if trade:
        act(t, box, "trade cinnamon")
    return t, box


def open_cove():
    return cove(trade=False, store="1 2")


def bare_cove():
    return cove(store="1 2")


def traded():
    t, box = cove()
    act(t, box, "pay 2")
    return t, box


def with_ship():
    t, box = table(
        options={"blackbeard": True},
        missions={4: ASKED[4]},
        faces=FACES,
        stores={0: "1"},
    )
    t.pirate = 0
    act(t, box, "mission 4")
    return t, box


def last_round():
    t, box = table(
        options={"blackbeard": True},
        missions={4: ASKED[4]},
        faces=FACES,
        stores={1: "1"},
    )
    end_game(t, box, Ending.HARBOURS)
    act(t, box, "mission 4")
    return t, box


def no_contraband():
    t, box = table(
        options={"blackbeard": True},
        missions={1: {"value": 9, "pepper": 1, "cloves": 1}},
        faces=FACES,
        stores={0: "1 3"},
    )
    act(t, box, "mission 1")
    return t, box


def companies(hands=None):
    return table(
        turn=3,
        columns="0123/3012/013/2",
        faces=FACES,
        hands=hands or {3: "1 3", 0: "5 6"},
    )


def one_card():
    return companies({3: "1"})


def no_flag():
    return companies({3: "3 6"})


def moving():
    t, box = table(5, columns="01234/01234/0123/4")
    act(t, box, "move blue-1")
    return t, box


def targets():
    t, box = table(turn=3, columns="0132/0123/0123/", faces=FACES, hands={3: "1 3"})
    t.column[0] = [3, 0, 1, 3, 2]
    t.column[1] = [0, 1, 2, -1, -1]
    act(t, box, "fight blue-4")
    return t, box


def attack():
    t, box = companies({3: "1 2 3", 0: "5 6"})
    act(t, box, "fight blue-4", "target blue-1")
    return t, box


def defence():
    t, box = attack()
    act(t, box, "lay 1", "done")
    return t, box


def retreat():
    t, box = defence()
    act(t, box, "done")
    return t, box


def reward():
    t, box = companies({3: "2 3 8", 0: "1 5 6"})
    act(t, box, "fight blue-4", "target blue-1", "lay 2", "done", "lay 1")
    return t, box


def harbour():
    t, box = table(hands={0: "1 3"})
    act(t, box, "pass")
    return t, box


def loading():
    t, box = harbour()
    act(t, box, "harbour 2")
    return t, box


def picking():
    t, box = table(
        faces=FACES, ports={1: ("nutmeg", 30, 2)}, rows={1: "1"}, hands={0: "5 6"}
    )
    act(t, box, "pass", "harbour 1", "load 5")
    return t, box


def monopoly():
    t, box = table(
        faces=FACES, ports={1: ("nutmeg", 1, 9)}, rows={1: "1"}, hands={0: "5 6"}
    )
    act(t, box, "pass", "harbour 1", "load 5")
    return t, box


def peaceful():
    return one_card()


def discarding():
    t, box = table(hands={0: "1 2 3 4 5 6"})
    act(t, box, "pass", "harbour 1", "load 1")
    return t, box


BLUE_4 = {"post": "blue-4", "company": "blue"}
CASES = [
    (placing, "load 1", "place_first", "BOR-2.3", {"may": "place"}),
    (placing, "place red", "full", "BOR-5.2", {"company": "red"}),
    (mission, "load 1", "mission_or_pass", "BOR-3.1", {"may": "pass_mission"}),
    (mission, "mission 5", "too_dear", "BOR-4.1", {"mission": "5", "short": 4}),
    (mission, "mission 9", "mission_gone", "BOR-4.1", {"mission": "9", "seat": 2}),
    (mission, "mission 2", "mission_not_in", "BOR-2.4", {"mission": "2"}),
    (paying, "pass", "pay_first", "BOR-4.2", {"may": "pay"}),
    (paying, "pay 5", "pay_from_hand", "BOR-4.1", {"card": "5"}),
    (paying, "pay 9", "not_in_store", "BOR-4.1", {"card": "9"}),
    (paying, "pay h1", "not_in_store", "BOR-4.1", {"card": "h1"}),
    (paying, "pay 3", "lessens_nothing", "BOR-4.2", {"card": "3"}),
    (paying, "trade pepper", "no_pirates", "BOR-9.1", {}),
    (open_cove, "pay 2", "dead_end", "BOR-4.2", {"card": "2"}),
    (open_cove, "trade nutmeg", "not_missing", "BOR-4.2", {"spice": "nutmeg"}),
    (cove, "pay 4", "no_need_of_pirates", "BOR-9.1", {"card": "4"}),
    (bare_cove, "pay 1", "dead_end", "BOR-4.2", {"card": "1"}),
    (cove, "trade pepper", "traded", "BOR-9.1", {}),
    (traded, "trade pepper", "traded", "BOR-9.1", {}),
    (with_ship, "trade pepper", "has_ship", "BOR-9.2", {}),
    (last_round, "trade pepper", "no_last_trade", "BOR-9.2", {}),
    (no_contraband, "trade pepper", "no_contraband", "BOR-9.1", {"spice": "pepper"}),
    (companies, "load 1", "companies_now", "BOR-3.1", {"may": "pass_move_fight"}),
    (companies, "move blue-1", "not_yours", "BOR-5.1", {"post": "blue-1"}),
    (companies, "fight blue-3", "not_yours", "BOR-5.3",
     {"post": "blue-3", "company": "blue"}),
    (companies, "fight yellow-1", "no_target", "BOR-5.3",
     {"post": "yellow-1", "company": "yellow"}),
    (one_card, "fight blue-4", "last_card", "BOR-5.5", {}),
    (no_flag, "fight blue-4", "no_flag", "BOR-5.3", BLUE_4),
    (moving, "stay", "choose_company", "BOR-5.1", {"may": "place"}),
    (moving, "place yellow", "full", "BOR-5.2", {"company": "yellow"}),
    (moving, "place blue", "same_company", "BOR-5.1", {"company": "blue"}),
    (targets, "pass", "choose_target", "BOR-5.3", {"may": "target"}),
    (targets, "target blue-5", "not_above", "BOR-5.3", {"post": "blue-5"}),
    (targets, "target red-1", "not_above", "BOR-5.3", {"post": "red-1"}),
    (targets, "target blue-1", "own_merchant", "BOR-5.3", {"post": "blue-1"}),
    (attack, "pass", "lay_or_done", "BOR-5.3", {"may": "lay"}),
    (attack, "done", "lay_one", "BOR-5.3", {}),
    (attack, "lay 9", "not_in_hand", "BOR-5.3", {"card": "9", "company": "blue"}),
    (attack, "lay 3", "not_its_flag", "BOR-5.3", {"card": "3", "company": "blue"}),
    (defence, "pass", "defend_or_done", "BOR-5.4", {"may": "lay_done"}),
    (defence, "lay 6", "not_its_flag", "BOR-5.4", {"card": "6", "company": "blue"}),
    (retreat, "pass", "choose_retreat", "BOR-5.7", {"may": "place_stay"}),
    (retreat, "place blue", "stay_there", "BOR-5.7", {"company": "blue"}),
    (reward, "done", "keep_or_pass", "BOR-5.8", {"may": "pass_take"}),
    (reward, "take 5", "not_laid", "BOR-5.8", {"card": "5"}),
    (harbour, "load 1", "harbour_first", "BOR-6.1", {"may": "harbour"}),
    (loading, "pass", "load_now", "BOR-6.1", {"may": "load"}),
    (loading, "load 9", "not_in_hand", "BOR-6.1", {"card": "9"}),
    (picking, "pass", "take_now", "BOR-6.6", {"may": "take"}),
    (picking, "take 9", "not_there", "BOR-6.6", {"card": "9", "slot": 1}),
    (monopoly, "pass", "take_now", "BOR-6.5", {"may": "take"}),
    (monopoly, "take 9", "not_there", "BOR-6.5", {"card": "9", "slot": 1}),
    (peaceful, "load 1", "companies_now", "BOR-3.1", {"may": "pass_move"}),
    (discarding, "pass", "discard_now", "BOR-7.1", {"may": "discard"}),
    (discarding, "discard 1", "not_in_hand", "BOR-7.1", {"card": "1"}),
]  # fmt: skip


PROMPTS = [
    (mission, ("mission", {"may": "pass_mission"})),
    (paying, ("paying", {"mission": "4", "missing": 1, "may": "pay"})),
    (
        cove,
        ("trading", {"mission": "1", "missing": 3, "spice": "cinnamon", "may": "pay"}),
    ),
    (last_round, ("paying", {"mission": "4", "missing": 1, "may": "pay"})),
    (attack, ("attack", {"company": "blue", "may": "lay"})),
    (
        defence,
        (
            "defence",
            {
                "company": "blue",
                "seat": 3,
                "flags": 4,
                "bonus": 2,
                "most": 1,
                "may": "lay_done",
            },
        ),
    ),
    (loading, ("loading", {"slot": 2, "may": "load"})),
]
(
    test_a_refusal_names_its_reason_and_its_number,
    test_every_sentence_of_the_catalogue_is_said_somewhere,
    test_the_table_says_what_it_asks_for,
) = explain_tests(KIT, CASES, PROMPTS, start=".")  # "red 1 is not above …"


def test_the_last_mission_is_asked_for_as_such():
    """BOR-8.1"""
    t, box = table(missions={4: ASKED[4]}, faces=FACES, stores={1: "1"})
    end_game(t, box, Ending.HARBOURS)

    assert ("last_mission", {"may": "pass_mission"}) == match_at(t, box).prompt(1)


def test_a_table_that_is_over_asks_nothing():
    t, box = table(missions={})
    end_game(t, box, Ending.HARBOURS)

    assert ("over", {"may": ""}) == match_at(t, box).prompt(0)
