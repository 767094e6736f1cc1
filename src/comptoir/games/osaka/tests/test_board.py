"""The board in a terminal: eighty columns, and letters beside colours."""

import pytest
from rich.cells import cell_len

from comptoir.engine.model.game import REFEREE
from comptoir.engine.text.words import LANGUAGES
from comptoir.games.osaka import game
from comptoir.games.osaka.data import CARD_NAMES
from comptoir.games.osaka.view import view

from .builder import sample, table

NAMES = ["Maximilienne-Antoinette", "大阪の商人たちの一人", "Cy", "Dee"]


def drawn(t, box, viewer=0, language="en", names=()):
    words = game.words(language, names=names)
    return game.board(view(t, box, viewer), words).plain.split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [None, {"open_notes": True, "open_points": True}])
def test_no_line_is_wider_than_80_columns(language, options):
    for t, box in sample(every=15, options=options):
        for viewer in (None, REFEREE, 0, 1):
            for line in drawn(t, box, viewer, language, NAMES):
                assert cell_len(line) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_big_lots_and_hands_fit_too(language):
    lots = "11R2 9R3 7R5 11B2 9B3 7B5 6Y2 4Y3 2Y5 G2 G3 G5"
    t, box = table(
        2,
        market="G2 Y2 Y3:1 G3 Y5",
        goods={0: lots},
        insured={0: "5R2 4R3 3R5 2B2 2B3"},
        hands={0: "5G2 5G3 3G5 3Y2 3Y3 3Y5"},
        ships="R3 B3 Y3 G1",
    )

    lines = drawn(t, box, 0, language)

    assert max(map(cell_len, lines)) <= 80
    assert any("4×5 3×5* 5×3 4×3* 6×2 5×2*" in line for line in lines)


def test_the_board_says_what_lies_where():
    t, box = table(
        market="R5 B3:1",
        farm="G2:0",
        ships="R2 B4 Y4",
        hands={0: "R5 2Y2"},
        goods={1: "R5 R2"},
        insured={1: "R2"},
        tokens={1: "RG"},
        discard="2G5",
    )

    text = "\n".join(drawn(t, box, names=["Ada", "Bo", "Cy", "Dee"]))

    for part in (
        "turn 1, Ada",
        "Market   R5  B3[2]",
        "Farm     G2[1]",
        "price 5 (you have 9)  R › wave 1",
        "R 5 2* 6×2→3",
        "your hand         R5 2×Y2 = 9",
        "discard pile      2×G5",
        "2/8",
    ):
        assert part in text
    ships = text.split("\n")[3]
    assert "G            ·            R" == ships[:27]
    assert ("B Y", 52) == (ships[52:55], ships.index("B Y"))


def test_goods_in_danger_are_marked():
    t, box = table(ships="R3", goods={1: "R5", 2: "R5"}, insured={2: "R5"})

    lines = [line for line in drawn(t, box) if "5×1→1" in line]

    assert [True, False] == ["≈" in line for line in lines]


def test_others_show_how_high_their_points_lie():
    """OSA-7.2"""
    t, box = table(pile="", hands={0: "R2"})

    lines = drawn(t, box)

    assert "≤ 110 cards" in next(line for line in lines if "Seat 4" in line)
    assert next(line for line in lines if "Seat 2" in line).endswith("  0")


def test_a_table_without_cards_is_drawn():
    t, box = table(market="", farm="", pile="", hands={0: "R2"})

    assert "Market   empty" in "\n".join(drawn(t, box))


def test_every_card_has_letters():
    for language in LANGUAGES:
        words = game.words(language)
        letters = {words.say(f"letter.{name}") for name in CARD_NAMES}
        assert len(CARD_NAMES) == len(letters)
