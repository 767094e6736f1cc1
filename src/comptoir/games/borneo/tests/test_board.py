"""The board in a terminal: eighty columns, and letters beside colours."""

import pytest
from rich.cells import cell_len

from comptoir.engine.model.game import REFEREE
from comptoir.engine.text.words import LANGUAGES
from comptoir.games.borneo import game
from comptoir.games.borneo.board import aside
from comptoir.games.borneo.data import ACTIONS, Place
from comptoir.games.borneo.view import view

from .builder import act, sample, table

NAMES = ["Maximilienne-Antoinette", "婆羅洲の商人たちの一人", "Cy", "Dee", "Eve"]
FACES = {
    1: "pepper BBYR",
    2: "nutmeg-2 GGGB",
    3: "crate RRRY",
    4: "cloves BBYY",
    5: "pepper YYYY",
    8: "cloves BYYY",
    9: "crate BBBB",
}


def drawn(t, box, viewer=0, language="en", names=()):
    words = game.words(language, names=names)
    return game.board(view(t, box, viewer), words).plain.split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_80_columns(language):
    for t, box in sample(every=15, options={"blackbeard": True}):
        for viewer in (None, REFEREE, 0, 1):
            for line in drawn(t, box, viewer, language, NAMES):
                assert cell_len(line) <= 80


def a_table(**more):
    settings = {
        "columns": "0123/0123/0123/",
        "faces": FACES,
        "ports": {1: ("cloves", 7, 5), 5: ("pepper", 7, 5)},
        "missions": {2: {"value": 7, "nutmeg": 3, "pepper": 1}},
        "hands": {0: "1 2", 1: "20 21"},
        "rows": {1: "3 4"},
        "stores": {0: "5 h5"},
        "discard": "6 7",
    } | more
    t, box = table(**settings)
    t.mission_place[4] = Place.STORE + 1
    t.mission_place[5] = Place.STORE + 1
    box.mission_value[4] = box.mission_value[5] = 9
    return t, box


def test_the_board_says_what_lies_where():
    """BOR-1.7, BOR-6.1"""
    text = "\n".join(drawn(*a_table(), names=["Ada", "Bo", "Cy", "Dee"]))

    for part in (
        "turn 1, Ada",
        "pile 49 · discard 2 · harbours 8",
        "reconstructed cards (BOR-1.7)",
        "  1            1 Ada           1 Ada           1 Ada           ·",
        "Harbour 1      h1 cloves     B 2  Y 2  R 3  G ·  monopoly 7 · cards 2 of 5",
        "               3 ★ RRR   4 clo BBY/Y",
        "Missions       2 pep+3nut→7",
        "▸1 Ada (you)           2       2      2    ·    ·    ·    ·   ·",
        " 2 Bo                  2      18      ·    ·    ·    ·    ·   2×9",
        "your hand      1 pep BBY/R   2 nut×2 GGG/B",
        "your warehouse 5 pep   h5 pep",
    ):
        assert part in text


def test_other_cards_are_named_as_the_owners():
    """BOR-1.7"""
    t, box = a_table()
    box.reconstruction = 0

    assert "cards from the owner’s file" in "\n".join(drawn(t, box))


def test_hands_of_others_stay_hidden_and_the_referee_sees_all():
    """BOR-1.8"""
    t, box = a_table()

    assert "your hand" not in "\n".join(drawn(t, box, None))
    text = "\n".join(drawn(t, box, REFEREE))
    for part in ("hand: Seat 1", "hand: Seat 2", "store: Seat 1", "in the pile"):
        assert part in text


def test_fights_payments_and_distributions_are_drawn():
    """BOR-5.3, BOR-4.2, BOR-6.6"""
    t, box = a_table(
        turn=1, hands={1: "1 8 20", 0: "2 21"}, stores={}, columns="0213/0123/0123/"
    )
    act(t, box, "fight blue-3", "target blue-1", "lay 1")
    lines = drawn(t, box)
    assert "Fight, blue: rank 3 against 1   1 pep BBY/R" in lines
    act(t, box, "done")
    assert any("Fight" in line for line in drawn(t, box))

    t, box = a_table(stores={0: "5 9 2"}, hands={0: "1 8"})
    act(t, box, "mission 2", "pay 9")
    assert "To pay: pep+3nut − 1★" in drawn(t, box)

    t, box = a_table(
        hands={0: "1 2"}, ports={1: ("cloves", 9, 3)}, columns="0123/1230/2301/"
    )
    act(t, box, "pass", "harbour 1", "load 1")
    assert any("Harbour 1      being shared out: R B Y" in x for x in drawn(t, box))


def test_a_fight_shows_the_defence_and_an_open_target():
    """BOR-5.3, BOR-5.4"""
    t, box = a_table(turn=3, hands={3: "1 8 20", 0: "2 21 22"}, stores={})
    act(t, box, "fight blue-4")
    assert any("rank 4 against ?" in line for line in drawn(t, box))
    act(t, box, "target blue-1", "lay 1", "lay 8", "lay 2")

    assert any("– 2 nut×2 GGG/B" in line for line in drawn(t, box))


def test_an_empty_table_and_the_end_are_drawn():
    """BOR-8.1"""
    t, box = table(missions={}, harbour_pile=False, ports={1: ("crate", 1, 1)})
    assert "Missions       none" in drawn(t, box)
    act(t, box, "pass", "harbour 1", "load 60")

    text = "\n".join(drawn(t, box))
    assert "the game is over" in text


def test_the_title_says_when_merchants_are_placed():
    """BOR-2.3"""
    t, box = table()
    t.phase = 0

    assert "placing merchants" in drawn(t, box)[0]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("target blue-2", "Seat 2"),
        ("harbour 1", "h1 cloves     B 2  Y 2  R 3  G ·  monopoly 7 · cards 2 of 5"),
        ("move blue-1", ""),
        ("done", ""),
    ],
)
def test_the_list_of_moves_says_what_the_board_shows(action, said):
    """BOR-5.3, BOR-6.1"""
    t, box = a_table()

    assert said == aside(view(t, box, 0), game.words("en"), ACTIONS.read(action))


def test_the_pirate_ship_is_somewhere():
    """BOR-9.1"""
    t, box = a_table(options={"blackbeard": True})
    assert "Pirate ship: in its cove" in drawn(t, box)
    t.pirate = 2

    assert "Pirate ship: Seat 3" in drawn(t, box)
    assert not any("Pirate" in line for line in drawn(*a_table()))
