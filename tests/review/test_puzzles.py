"""Puzzles: those shipped, how they are found, and that novices miss what searches find."""

import re

import msgspec
import pytest

import server_kit as kit
from command import call
from comptoir import bots, games
from comptoir.bots import Seat, find, new_dice
from comptoir.engine.errors import BadSetup
from comptoir.review import puzzles
from comptoir.review.puzzles import THEMES, Miner, load, shipped
from review_kit import warm

SAMPLE = 4  # puzzles of a game that are checked closely


def some(game, count=SAMPLE):
    """Return puzzles from all over the file."""
    listed = shipped(game.name)
    return listed[:: max(1, len(listed) // count)][:count]


def test_every_game_has_puzzles_of_all_its_own(game):
    listed = shipped(game.name)
    assert len(listed) == 100
    assert len({puzzle.record for puzzle in listed}) == len(listed)
    for puzzle in listed:
        assert puzzle.chance - puzzle.others >= puzzles.GAP - 1e-9
        assert set(puzzle.themes) <= set(THEMES)


def test_a_puzzle_is_a_question_that_its_seat_can_answer(game):
    """Its answer is legal, and a search from the seat's knowledge finds it."""
    warm(game)
    miner, same = Miner(game), 0
    for puzzle in some(game):
        match = puzzle.match()
        legal = [action.ref for action in match.legal(puzzle.seat)]
        assert puzzle.best in legal
        assert len(legal) >= puzzles.LEAST
        found = miner.answer(match, puzzle.seat, 1200, "other-dice")
        other = puzzle.match()
        other.position = other.imagine(puzzle.seat, bots.new_dice("dealt anew"))
        assert other.view(puzzle.seat) == match.view(puzzle.seat)
        assert found == miner.answer(other, puzzle.seat, 1200, "other-dice")
        same += found.best.ref == puzzle.best
    assert same >= SAMPLE - 1


@pytest.mark.nightly
def test_deep_searches_agree_and_novices_do_not(game):
    """Of all that ship: 95 of 100 with other dice; `novice` finds far fewer than a search."""
    warm(game)
    listed, miner, found = shipped(game.name), Miner(game), {}
    same = sum(
        miner.answer(one.match(), one.seat, 10_000, "night").best.ref == one.best
        for one in listed
    )
    assert same >= 0.95 * len(listed)
    for name in ("novice", "master:300"):
        bot = bots.find(name)
        solved = [one.solved_by(bot, f"{name}-{n}") for n, one in enumerate(listed)]
        found[name] = sum(solved)
    assert found["master:300"] > 1.25 * found["novice"], found


def test_each_puzzle_explains_its_answer(game):
    """By the consequences in which it differs from the next best, and by what follows."""
    listed = shipped(game.name)
    for puzzle in listed:
        assert puzzle.second is not None
        assert puzzle.second != puzzle.best
        assert 900 < puzzle.rating < 2100
    explained = sum(bool(puzzle.reasons) for puzzle in listed)
    assert explained >= 0.7 * len(listed)
    assert sum(bool(puzzle.line) for puzzle in listed) >= 0.95 * len(listed)


def test_they_are_mined_appended_and_checked(tmp_path):
    warm(games()["osaka"])
    file = tmp_path / "mine.jsonl"
    for count, seed in ((1, "c"), (2, "d")):  # seeds of games that have one early
        made = ("puzzles", "make", "osaka", "--out", str(file), "--count", str(count))
        call(*made, "--seats", "2", "--seed", seed)
        assert count == len(load(file))
    again = ("--out", str(file), "--iterations", "400")
    assert "of 2" in call("puzzles", "check", "osaka", *again).stdout
    made = load(file)
    bare = [
        msgspec.structs.replace(one, second=None, reasons=[], line=[]) for one in made
    ]
    file.write_bytes(msgspec.json.Encoder().encode_lines(bare))
    call("puzzles", "explain", "osaka", "--out", str(file))
    assert made == load(file)
    told = call(
        "puzzles", "check", "osaka", "--out", str(file), "--by", "novice"
    ).stdout
    assert re.fullmatch(r"osaka: novice solves [012] of 2\n", told)
    puzzle = load(file)[0]
    seat = Seat.at(puzzle.match(), puzzle.seat, new_dice("wrong"))
    wrong = find("search:400").think(seat).actions[-1].action.ref
    with file.open("ab") as more:
        more.write(msgspec.json.encode(msgspec.structs.replace(puzzle, best=wrong)))
    kept = call("puzzles", "check", "osaka", *again, "--drop", "--alone").stdout
    assert f"in {len(load(file))} of 3" in kept
    left = [one.best for one in load(file) if one.record == puzzle.record]
    assert wrong not in left
    assert 2 == call("puzzles", "eat", "osaka").returncode
    assert 2 == call("puzzles", "make", "osaka", "--by", "house").returncode
    master, many = ("--by", "master:400", "--drop"), len(load(file))
    easy = call(
        "puzzles", "check", "osaka", "--out", str(file), "--count", "1", *master
    )
    solved = int(re.search(r"solves ([01]) of 1", easy.stdout)[1])
    assert many - solved == len(load(file))  # those that were not looked at stay
    file.write_text("{}\n", encoding="utf-8")
    with pytest.raises(BadSetup, match="no puzzles"):
        load(file)


def test_online_a_puzzle_shows_what_its_seat_knew(tmp_path):
    with kit.serve_by(tmp_path / "x.sqlite3", *kit.GENEROUS) as server:
        themes = kit.get(f"{server}/api/puzzles/osaka").json()["themes"]
        number = themes.index(shipped("osaka")[7].themes)
        path = f"{server}/api/puzzles/osaka/{number}"
        shown = kit.get(path).json()
        puzzle = shipped("osaka")[number]
        assert puzzle.seat == shown["seat"] == shown["view"]["viewer"]
        assert "seed" not in str(shown)
        solution = kit.get(f"{path}/solution").json()
        best = msgspec.to_builtins(puzzle.best)
        assert best == solution["best"] in shown["legal"]
        assert solution["events"]
        assert solution["view"] is None or solution["view"] != shown["view"]
        assert "seed" not in str(solution)
        for lost in ("osaka/100000", "osaka/100000/solution", "none"):
            assert 404 == kit.get(f"{server}/api/puzzles/{lost}").status_code
