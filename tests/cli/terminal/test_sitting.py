"""Output and input of the terminal, in this process."""

import contextlib

import pytest
from rich.cells import cell_len

from comptoir import Match
from comptoir.cli.common import flags
from comptoir.cli.common.terminal import Terminal
from comptoir.cli.terminal import seating
from comptoir.cli.terminal.sitting import Sitting


class Table:
    """A sitting whose lines are typed here and whose screen is a text."""

    def __init__(self, lang):
        match = Match("batavia", 4, 5)
        seats = seating.new_seating(4)
        words = match.game.words(lang, flags.WORDS, names=seats.names)
        self.sitting = Sitting(match, seats, words, Terminal())
        self.sitting._bots_move()

    def type(self, line):
        """Type a line, then leave, and return all that was said."""
        lines = iter([line])
        self.sitting.terminal.ask = lambda: next(lines)
        console = self.sitting.terminal.console
        with console.capture() as said, contextlib.suppress(StopIteration):
            self.sitting._listen()
        return said.get()


@pytest.mark.parametrize(
    ("lang", "typed", "answer"),
    [
        ("en", "why bid 40", "You cannot bid 40: you have 15 bills. (BAT-3.3)"),
        ("en", "why pass", "pass is allowed: leave this auction."),
        ("en", "why", "Type “why” followed by a move"),
        ("en", "b", "“b” could mean: bid 3–15, board."),
        ("en", "bid", "“bid” could mean: bid 3–15."),
        ("en", "2", "type the whole move, for example “bid 3”"),
        ("en", "9", "There is no number 9 in the list: 1 to 2."),
        ("en", "9" * 5000, "is neither a move nor a command"),
        ("en", "zork", "“zork” is neither a move nor a command"),
        ("en", "rules bat-3.3", "BAT-3.3 A bid is at least 1 bill"),
        ("en", "rules 99", "there is no rule 99: expected BAT-1.1 to BAT-9.6"),
        ("en", "rules", "  3 Auction"),
        ("en", "he", "undo your last move"),
        ("fr", "pourquoi miser 40", "Vous ne pouvez pas miser 40"),
        ("fr", "REGLES 3.3", "BAT-3.3 Une enchère vaut au moins 1"),
        ("fr", "why bid 40", "Vous ne pouvez pas miser 40"),
        ("fr", "journal", "Anna reçoit 10 cartes : 4 françaises"),
        ("fr", "aide", "pourquoi COUP"),
        ("fr", "poser a", "La vente aux enchères d’abord"),
        ("fr", "plateau", "votre main"),
        ("en", "hint", "% chance of winning, "),
        ("fr", "conseil", "% de chances de gagner, "),
    ],
)
def test_commands_answer_in_both_languages(lang, typed, answer):
    """Typed here without a process: what the terminal reads and answers."""
    said = Table(lang).type(typed)

    assert answer in said
    assert all(cell_len(line) <= 80 for line in said.splitlines())


def test_a_bot_that_fails_does_not_stop_the_table(tmp_path, capsys):
    """The house moves in its place, and the player is told."""
    (tmp_path / "broken.py").write_text("def bot(seat):\n    return 1 / 0\n")
    match = Match("batavia", 4, 5)
    seats = seating.new_seating(4, bots=f"{tmp_path / 'broken.py'}:bot")
    words = match.game.words("en", flags.WORDS, names=seats.names)
    Sitting(match, seats, words, Terminal())._bots_move()
    said = " ".join(capsys.readouterr().out.split())

    assert match.moves
    assert "failed (ZeroDivisionError: division by zero). The house bot moves" in said
