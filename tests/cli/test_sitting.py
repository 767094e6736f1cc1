"""What the terminal says and reads, without a process of its own."""

import contextlib
import re

import pytest
from rich.cells import cell_len

from comptoir import Match, bots
from comptoir.cli.common import flags
from comptoir.cli.common.terminal import Terminal, choices, seating
from comptoir.cli.terminal.sitting import Sitting
from comptoir.engine.text import narration
from comptoir.engine.text.words import Words, catalogue


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
        ("en", "why pass", "pass is allowed now: leave this auction."),
        ("en", "why", "Type the move too"),
        ("en", "b", "“b” may be: bid 3–15, board."),
        ("en", "bid", "“bid” may be: bid 3–15."),
        ("en", "2", "type the whole move, such as “bid 3”"),
        ("en", "9", "There is no number 9 in the list: 1 to 2."),
        ("en", "9" * 5000, "is no move and no command"),
        ("en", "zork", "“zork” is no move and no command"),
        ("en", "rules bat-3.3", "BAT-3.3 A bid is at least 1 bill"),
        ("en", "rules 99", "no rule 99: expected BAT-1.1 to BAT-9.6"),
        ("en", "rules", "  3 Auction"),
        ("en", "he", "take back your last move"),
        ("fr", "pourquoi miser 40", "Vous ne pouvez pas miser 40"),
        ("fr", "REGLES 3.3", "BAT-3.3 Une enchère vaut au moins 1"),
        ("fr", "why bid 40", "Vous ne pouvez pas miser 40"),
        ("fr", "journal", "Anna reçoit 10 cartes : 4 françaises"),
        ("fr", "aide", "pourquoi COUP"),
        ("fr", "poser a", "La vente aux enchères d’abord"),
        ("fr", "plateau", "votre main"),
        ("en", "hint", "% of"),
        ("fr", "conseil", "Il s’attend à : Anna"),
    ],
)
def test_commands_answer_in_both_languages(lang, typed, answer):
    """Typed here without a process: what the terminal reads and answers."""
    said = Table(lang).type(typed)

    assert answer in said
    assert all(cell_len(line) <= 80 for line in said.splitlines())


@pytest.mark.parametrize(
    ("players", "seat", "expected"),
    [
        ([], None, (0, [None, "house", "house"])),
        (["A", "B (random)", "C (house)"], None, (0, [None, "random", "house"])),
        (["A (house)", "B", "C"], None, (1, ["house", None, "house"])),
        (["A", "B (random)", "C (house)"], 3, (2, ["house", "random", None])),
        (["A (house)", "B (house)", "C (house)"], None, (0, [None, "house", "house"])),
    ],
)
def test_a_record_tells_who_sits_where(players, seat, expected):
    """Bots stay, the first person is you, and other people are replaced by the house."""
    again = seating.seating_again(3, players, seat)

    assert expected == (again.seat, again.bots)


def test_names_in_a_record_are_fit_to_print():
    """A record from elsewhere cannot steer the terminal by its names."""
    names, _ = seating.read_players(3, ["\x1b[31mEve", " ", "x" * 99])

    assert ["?[31mEve", "Bruno", "x" * 20] == names


def test_the_language_follows_the_environment(monkeypatch):
    """LC_ALL before LC_MESSAGES before LANG; English where we do not know better."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert "en" == flags.usual_language()
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert "fr" == flags.usual_language()
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "en" == flags.usual_language()


def test_runs_of_events_are_told_in_one_sentence():
    """Ten cards dealt, a packet shown, a bid paid: one sentence each."""
    match = Match("batavia", 4, 5)
    words = match.game.words("en", names=["Anna", "Bruno", "Chloé", "Daan"])
    told = list(narration.paragraphs(narration.parts(match, -1, 0, hide=True), words))

    assert 2 == len(told)
    assert told[0].startswith("Anna is dealt 10 cards: 4\u00a0French, 1\u00a0Danish")
    assert "Bruno is dealt 10 cards. Chloé is dealt 10 cards." in told[0]
    assert "6 cards join the packet: 1\u00a0Danish, 4\u00a0Swedish" in told[1]


def test_every_listed_move_is_read_back():
    """Texts in both languages, the record's own and letters name the same action."""
    match = Match("batavia", 4, 5)
    for lang in ("en", "fr"):
        words = match.game.words(lang, flags.WORDS)
        reader = choices.Reader(words, match.game.actions)
        for action in match.game.actions:
            assert action == reader.read(words.action(action), [])
            assert action == reader.read(str(action), [])
        assert "lay danish" == str(
            reader.read_move(words.say("action.lay", company="D"), [])
        )


def test_both_catalogues_say_the_same_things():
    """Equal keys, and every message is one that ICU understands."""
    arguments = {"number": 1, "most": 1, "count": 1, "moves": 1, "games": 1}
    for folder in (flags.WORDS, bots.WORDS):
        english, french = (catalogue(folder, lang) for lang in ("en", "fr"))
        assert list(english) == list(french)
        for lang in ("en", "fr"):
            words = Words(lang, folder)
            for key in english:
                names = re.findall(r"\{(\w+)\b", catalogue(folder, lang)[key])
                assert words.say(key, **{n: arguments.get(n, n) for n in names})


def test_a_bot_that_fails_does_not_stop_the_table(tmp_path, capsys):
    """The house moves in its place, and the player is told."""
    (tmp_path / "broken.py").write_text("def bot(seat):\n    return 1 / 0\n")
    match = Match("batavia", 4, 5)
    seats = seating.new_seating(4, bots=f"{tmp_path / 'broken.py'}:bot")
    words = match.game.words("en", flags.WORDS, names=seats.names)
    Sitting(match, seats, words, Terminal())._bots_move()
    said = " ".join(capsys.readouterr().out.split())

    assert match.moves
    assert "failed (ZeroDivisionError: division by zero): the house bot moves" in said


def test_a_record_cannot_name_a_bot_that_runs_code():
    """Only our own bots come back to a resumed game; anyone else is a name."""
    names, kinds = seating.read_players(3, ["Eve (evil.py:bot)", "Bo (search:50)"])

    assert ["Eve (evil.py:bot)", "Bo", "Chloé"] == names
    assert [None, "search:50", None] == kinds


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
