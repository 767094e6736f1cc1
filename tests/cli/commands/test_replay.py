"""`comptoir replay`: a record as text, step by step, and as JSON."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from rich.cells import cell_len

from command import COMMAND, call
from comptoir import Match, Record, bots, replay

DOCS = Path(__file__).parents[3] / "docs" / "records.md"
NAMES = ["Anna", "Bruno (house)", "Chloé (house)", "Daan (house)"]


@pytest.fixture(scope="module")
def finished():
    """A game among house bots, from the deal to the end."""
    match = Match("batavia", 4, 21, players=NAMES)
    dice = bots.new_dice("21")
    while not match.over:
        seat = match.actors[0]
        bots.move(match, seat, bots.simple.house, dice)
    return match


@pytest.fixture
def file(finished, tmp_path):
    path = tmp_path / "game.json"
    finished.record().save(path)
    return path


@pytest.fixture(scope="module")
def told_as_json(finished):
    """The finished game as `--json` prints it."""
    return lines(call("replay", finished.record().token, "--json"))


def lines(done):
    assert (0, "") == (done.returncode, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("lang", "won"), [("en", "wins with"), ("fr", "gagne avec")])
def test_every_move_is_told_in_order(lang, won, run, file, finished):
    """Without a terminal: one numbered paragraph a move, then the scores."""
    done = run("replay", file, "--lang", lang)
    numbers = re.findall(r"^ {,3}(\d+)  ", done.stdout, re.MULTILINE)

    assert (0, "") == (done.returncode, done.stderr)
    assert list(map(str, range(len(finished.moves) + 1))) == numbers
    assert won in done.stdout
    assert finished.commitment in done.stdout
    assert all(cell_len(line) <= 80 for line in done.stdout.splitlines())
    assert "\x1b" not in done.stdout


def test_a_token_is_as_good_as_a_file(run, file, finished):
    """One word holds the whole game; a cut one is refused in a sentence."""
    token = finished.record().token
    told = run("replay", token)
    cut = run("replay", token[:300])

    assert run("replay", file).stdout == told.stdout
    assert (2, "") == (cut.returncode, cut.stdout)
    assert "comptoir: the token is damaged or not whole\n" == cut.stderr


def test_json_shows_the_whole_table_after_every_move(told_as_json, finished):
    """The deal, a line a move, the end; all cards are somewhere, always."""
    deal, *moves, end = told_as_json

    expected = finished.record()
    assert 0 == deal["move"]
    for key in ("game", "rules", "seats", "seed", "commitment", "options", "players"):
        assert getattr(expected, key) == deal[key]
    assert expected.moves == [f"{line['seat']} {line['action']}" for line in moves]
    assert [m.action.number for m in finished.moves] == [m["number"] for m in moves]
    for line in (deal, *moves):
        assert [110] == list(cards(line["table"])), line["move"]
    assert end == {
        "over": True,
        "moves": len(finished.moves),
        "scores": finished.scores,
        "ranks": finished.ranks,
        "winners": finished.winners,
        "ending": "arrival",
    }


def cards(table):
    """Count all cards on a table, by the names of its view."""
    piles = [table["packet"], table["pile_cards"], table["discard"]]
    for seat in table["seats"]:
        piles += [seat["hand"], seat["laid"]]
    yield sum(sum(pile.values()) for pile in piles)


def test_json_names_chance_and_what_was_hidden(told_as_json):
    """Die, cards and tiles turned up can be checked against the tables."""
    told = told_as_json[:-1]
    events = [(line, event) for line in told for event in line["events"]]
    names = {event["name"] for _, event in events}

    assert names >= {"dealt", "rolled", "shown", "drew", "turned", "raided", "took"}
    for line, event in events:
        if event["name"] in ("dealt", "drew", "shown"):
            assert event["args"]["company"]
        if event["name"] == "rolled":
            assert 1 <= event["args"]["die"] <= 6
        if event["name"] == "turned":
            stall = line["table"]["stalls"][event["args"]["space"] - 1]
            assert stall["company"]
            assert not stall["hidden"]


def test_json_by_a_seats_eyes_hides_the_rest(run, file):
    """No seed, no hand but its own, no card it did not see."""
    deal, *moves, _ = lines(run("replay", file, "--json", "--seat", 2))

    assert 1 == deal["viewer"]
    assert "seed" not in deal
    for line in (deal, *moves[:40]):
        hands = [seat["hand"] is not None for seat in line["table"]["seats"]]
        assert [False, True, False, False] == hands
        for event in line["events"]:
            if event["name"].partition(".")[0] in ("dealt", "drew"):
                own = event["seat"] == 1
                assert own is ("company" in event["args"])
                assert own is not event["name"].endswith(".hidden")


def test_one_move_can_be_asked_for(run, file, finished, told_as_json):
    """`--move K` is that line of the JSON, or that move with its board."""
    one = run("replay", file, "--json", "--move", 7)
    shown = run("replay", file, "--move", 7, "--lang", "en")

    assert [told_as_json[7]] == lines(one)
    assert f"Move 7 of {len(finished.moves)}: " in shown.stdout
    assert "hand: Chloé" in shown.stdout


def test_stepping_through_in_a_terminal(sit, file, finished):
    """Next, previous, a number, the end and out again; each with its board."""
    last = len(finished.moves)
    table = sit("replay", file, "--lang", "fr")
    assert f"Coup 0 sur {last} : la donne" in table.read()
    assert f"Coup 1 sur {last} : " in table.type("")
    assert f"Coup 2 sur {last} : " in table.type("n")
    assert f"Coup 1 sur {last} : " in table.type("p")
    assert f"Coup 30 sur {last} : " in table.type("30")
    assert f"« p », un numéro de 0 à {last}" in table.type("9999")
    assert "gagne avec" in table.type("fin")
    table.type("q", until=None)
    assert 0 == table.wait()
    assert all(cell_len(line) <= 80 for line in table.seen.splitlines())


def test_stepping_with_a_seats_eyes(sit, file):
    """A seat sees its own hand and nobody else's."""
    screen = sit("replay", file, "--lang", "en", "--seat", 2, "--move", 9).read()

    assert "your hand" in screen
    assert "hand: " not in screen


def test_an_unfinished_game_says_so(run, tmp_path):
    """A game broken off has no winner yet."""
    match = Match("batavia", 3, 5)
    match.play(match.actors[0], "pass")
    match.record().save(tmp_path / "short.json")
    told = run("replay", tmp_path / "short.json", "--lang", "en")

    assert "The game is not over: 1 move so far." in told.stdout
    assert not lines(run("replay", tmp_path / "short.json", "--json"))[-1]["over"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seat", "5"], "no seat 5 at a table of 4: expected 1 to 4"),
        (["--move", "9999"], "no move 9999: expected 0 to "),
        (["--move", "x"], "--move 'x': expected a whole number"),
    ],
)
def test_a_wrong_wish_ends_in_one_sentence(arguments, sentence, run, file):
    done = run("replay", file, *arguments)

    assert (2, "") == (done.returncode, done.stdout)
    assert 1 == done.stderr.count("\n")
    assert sentence in done.stderr


def test_a_reader_that_has_enough_ends_quietly(environment, file):
    """`comptoir replay FILE --json | head -1` leaves no traceback."""
    done = subprocess.run(
        ["bash", "-c", f"{COMMAND} replay {file} --json | head -1"],
        env=environment,
        capture_output=True,
        check=False,
    )

    assert 0 == json.loads(done.stdout)["move"]
    assert b"" == done.stderr


def test_the_documented_record_is_real(run, tmp_path):
    """The file in docs/records.md replays, and gives the lines printed there."""
    text = DOCS.read_text(encoding="utf-8")
    record = re.search(r"```json\n(.+?)```", text, re.DOTALL)[1]
    printed = re.search(r"```jsonl\n(.+?)```", text, re.DOTALL)[1].splitlines()
    (tmp_path / "docs.json").write_text(record, encoding="utf-8")
    told = lines(run("replay", tmp_path / "docs.json", "--json"))

    assert len(printed) == len(told)
    for excerpt, line in zip(printed, told, strict=True):
        shown = json.loads(re.sub(r"\{…\}|\[…\]", "null", excerpt))
        assert list(shown) == list(line)
        for key, value in shown.items():
            assert value is None or value == line[key]
    assert 5 == len(replay(Record.load(tmp_path / "docs.json")).moves)
