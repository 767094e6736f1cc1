"""`comptoir play`, driven as people drive it: by typing."""

import re

import pytest
from rich.cells import cell_len

from comptoir import Match, Record, bots, replay
from comptoir.cli.common import flags
from comptoir.cli.terminal import scores, seating

ONES = "1\n" * 250


def too_wide(text):
    """The lines beyond 80 columns, but for shell commands, which stay in one piece."""
    lines = text.splitlines()
    return [s for s in lines if cell_len(s) > 80 and not s.startswith("  comptoir ")]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_game_played_by_number(lang, run, last):
    """Typing 1 to the end gives scores, a winner, the proof and a record that replays."""
    done = run("play", "batavia", "--seed", 3, "--lang", lang, typed=ONES)
    match = replay(Record.load(last))
    names = seating.read_players(4, match.players)[0]
    words = match.game.words(lang, flags.WORDS, names=names)

    assert (0, "") == (done.returncode, done.stderr)
    assert match.over
    assert scores.verdict(match, words) in done.stdout
    assert scores.score_table(match, words).plain in done.stdout
    assert done.stdout.count(match.commitment) == 2
    assert words.say("terminal.seed", seed="3").replace("\u00a0", " ") in done.stdout
    assert str(last) in done.stdout
    assert [] == too_wide(done.stdout)
    assert "\x1b" not in done.stdout


def test_a_whole_game_in_a_terminal_by_its_words(sit, last, moves_of):
    """In French, at a terminal, every listed text is understood as it stands."""
    table = sit("play", "batavia", "--seats", 3, "--seed", 4, "--lang", "fr")
    screen = table.read()
    count = 0
    while moves := moves_of(screen):
        screen = table.type(moves[count * 7 % len(moves)])
        count += 1
        assert "n’est ni un coup" not in screen

    assert count > 10
    assert "rang" in screen
    assert [] == too_wide(table.seen)
    table.type("quitter", until=None)
    assert 0 == table.wait()
    assert replay(Record.load(last)).over


def test_where_the_gold_came_from_adds_up():
    """The sources listed make the final scores, to the last piece of gold."""
    match = Match("batavia", 5, 6)
    dice = bots.new_dice("6")
    while not match.over:
        seat = match.actors[0]
        bots.move(match, seat, bots.simple.house, dice)
    words = match.game.words("en", flags.WORDS)
    by_source = scores.account(match, words).values()

    assert match.scores == [sum(column) for column in zip(*by_source, strict=True)]


def test_a_refused_move_changes_nothing(run, last):
    """The refusal names the rule; the game stands where it stood."""
    done = run("play", "--seed", 5, "--lang", "en", typed="bid 2\nlay F\nquit\n")
    match = replay(Record.load(last))

    assert "You cannot bid 2: the last bid is 2. (BAT-3.3)" in done.stdout
    assert "First the auction: bid or pass. (BAT-3.4)" in done.stdout
    assert [2, 3] == [move.seat for move in match.moves]


def test_undo_takes_back_until_something_is_learned(sit):
    """A laid card comes back; nothing to take back is said in a sentence."""
    table = sit("play", "--seed", 7, "--lang", "en")
    table.read()
    table.type("pass")
    assert "Another player has moved since" in table.type("undo")
    laid = table.type("lay F")
    back = table.type("undo")

    assert re.search(r"your hand +2 +· +4 ", laid)
    assert "Undone: lay French." in back
    assert re.search(r"your hand +2 +· +5 ", back)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chess", "no game 'chess': expected one of batavia"),
        ("--seats 9", "expected 3 to 5 seats for batavia, got 9"),
        ("--seats many", "--seats 'many': expected a whole number"),
        ("--seat 5", "no seat 5 at a table of 4: expected 1 to 4"),
        ("--bots deep", "no bot 'deep': expected one of random, house"),
        ("--lang de", "no language 'de': expected en or fr"),
        ("--name (bot)", "name '(bot)': expected 1 to 20 characters without brackets"),
        ("--option line=3", "no option 'line': expected one of quick_start"),
        ("--option pirate_line=far", "option pirate_line: expected int"),
        ("--option pirate_line", "option 'pirate_line': expected NAME=VALUE"),
        ("--seed é", "expected a whole number, or 1 to 128 letters"),
        ("--resume x.json --seats 4", "--resume takes seats, seed and options"),
    ],
)
def test_a_wrong_setting_ends_in_one_sentence(arguments, sentence, run):
    """Exit 2, one line that says what is allowed, no traceback."""
    done = run("play", *arguments.split())

    assert (2, "") == (done.returncode, done.stdout)
    assert 1 == done.stderr.count("\n")
    assert sentence in done.stderr


def test_colour_is_only_on_top(sit):
    """The same screen in colour and, with NO_COLOR, without a single escape code."""
    colourful = sit("play", "--seed", 12)
    plain = sit("play", "--seed", 12, NO_COLOR="1")

    assert colourful.read() == plain.read()
    assert "\x1b[" in colourful.raw
    assert "\x1b" not in plain.raw


def test_options_and_bots_reach_the_table(run, last):
    """What the command line sets is in the record."""
    done = run(
        *["play", "batavia", "--seats", "5", "--bots", "house,random"],
        *["--name", "Zoé", "--seat", "5"],
        *["--option", "pirate_line=30", "--option", "open_bills=true"],
        *["--option", "exchange=[2,4,6,8,10]"],
        typed="quit\n",
    )
    record = Record.load(last)

    assert 0 == done.returncode
    assert "Zoé" == record.players[4]
    assert ["(house)", "(random)"] == [p.split()[1] for p in record.players[:2]]
    assert 30 == record.options["pirate_line"]
    assert [2, 4, 6, 8, 10] == record.options["exchange"]
    assert "pirates at 30" in done.stdout


def test_odd_bytes_are_no_end(process):
    """What is no text is answered like any other nonsense."""
    done = process("play", typed=b"\xff\xfe\x00\nquit\n", encoding=None)

    assert (0, b"") == (done.returncode, done.stderr)
    assert b"is neither a move nor a command" in done.stdout
