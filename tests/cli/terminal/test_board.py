"""The board on the screen: inside its columns, and nobody else's cards."""

import pytest
from rich.cells import cell_len

from comptoir import Match, bots
from comptoir.cli.common import flags


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_board_fits_eighty_columns_at_any_moment(count):
    """Long names, wide letters, many bills, a far pirate line: nothing is pushed out."""
    match = Match("batavia", count, 13, {"pirate_line": 110, "bills": 20})
    names = ["Maximilian-Alexander", "長" * 20, "Chloé", "W" * 20, "Elin"]
    dice = bots.new_dice("13")
    while not match.over:
        seat = match.actors[0]
        bots.move(match, seat, bots.simple.random, dice)
        if len(match.moves) % 15 and not match.over:
            continue
        for lang in ("en", "fr"):
            words = match.game.words(lang, flags.WORDS, names=names)
            for view in (match.view(), match.view(seat), match.referee_view()):
                lines = match.game.board(view, words).plain.splitlines()
                assert max(map(cell_len, lines)) <= 80, match.record().token


def test_the_board_shows_no_hand_but_your_own():
    """A spectator sees how many cards there are, a seat its own, the referee all."""
    match = Match("batavia", 3, 13)
    words = match.game.words("en", flags.WORDS, names=["Anna", "Bruno", "Chloé"])
    shown = [
        match.game.board(view, words).plain
        for view in (match.view(), match.view(1), match.referee_view())
    ]

    assert [0, 1, 3] == [text.count("hand") for text in shown]
