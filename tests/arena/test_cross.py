"""Cross-play: its matrix, ratings, ranking, cycles and picture."""

import json

import msgspec
import pytest

import command
from comptoir.arena.cross import CrossReport, bradley_terry, cross, cycles
from comptoir.arena.report import PairLine
from comptoir.engine.errors import BadSetup


def wins(*pairs):
    """Return the relation of clear wins given as `ab`, a beats b."""
    return lambda one, other: one + other in pairs


def made(bots, shares):
    """Return a report of pairs, each with an interval of ten points on both sides."""
    lines = [PairLine(pair, 100, x, x - 0.1, x + 0.1) for pair, x in shares.items()]
    return CrossReport(game="osaka", seats=4, seed="1", games=100, bots=list(bots),
                       ratings=[0.0] * len(bots), pairs=lines, cycles=[], faults=0)  # fmt: skip


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ((), []),
        (("ab", "bc", "ac"), []),
        (("ab", "bc", "ca"), [["a", "b", "c"]]),
        (("ab", "bc", "cd", "da"), [["a", "b", "c", "d"]]),
        (("ab", "bc", "ca", "cd", "da"), [["a", "b", "c"], ["d", "a", "b", "c"]]),
    ],
)
def test_a_cycle_is_found_where_there_is_one(pairs, expected):
    assert expected == cycles("abcd", wins(*pairs))


def test_ratings_explain_the_shares():
    """A bot that wins three of four is about 190 points ahead."""
    lines = [
        PairLine(("a", "b"), 1, 0.75, 0.7, 0.8),
        PairLine(("b", "c"), 1, 0.75, 0.7, 0.8),
    ]
    rated = bradley_terry(
        "abc", [*lines, PairLine(("a", "c"), 1, 0.9, 0.8, 1)], [10_000] * 3
    )

    assert sum(rated.values()) == pytest.approx(0, abs=1e-6)
    assert rated["a"] - rated["b"] == pytest.approx(190.8, abs=1)
    assert rated["b"] - rated["c"] == pytest.approx(190.8, abs=1)


def test_the_ranking_says_what_is_sure_and_what_goes_round():
    told = made("abc", {("a", "b"): 0.65, ("b", "c"): 0.55, ("a", "c"): 0.7})
    assert "a > b ≈ c" == told.ranking
    round_ = made("abc", {("a", "b"): 0.65, ("b", "c"): 0.65, ("a", "c"): 0.3})
    found = cycles(round_.bots, round_.beats)
    assert "a > b > c; cycle: a > b > c > a" == (
        msgspec.structs.replace(round_, cycles=found).ranking
    )


def test_every_bot_meets_every_other(tmp_path):
    """By deals, the same with any number of workers, and continued from its files."""
    asked = {"seats": 2, "seed": "x", "results": tmp_path}
    told = cross("osaka", ["random", "house", "policy"], 8, workers=2, **asked)

    assert ["policy", "house", "random"] == told.bots
    assert sorted(told.ratings, reverse=True) == told.ratings
    assert 3 == len(told.pairs) == len(list(tmp_path.iterdir()))
    part, low, high = told.better("house", "random")
    assert low <= part <= high
    assert part == pytest.approx(1 - told.better("random", "house")[0])
    again = cross("osaka", ["random", "house", "policy"], 8, workers=1, **asked)
    assert again == told
    drawn = told.picture()
    assert 6 == drawn.count("<rect x=")
    assert told.ranking.replace(">", "&gt;") in drawn


def test_the_command_prints_and_draws(tmp_path):
    few = [
        "--bots",
        "house,random",
        "--seats",
        2,
        "--games",
        2,
        "--seed",
        "x",
        "--cross",
    ]
    done = command.call("arena", "osaka", *few, "--picture", tmp_path / "cross.svg")
    assert 0 == done.returncode
    assert "2 games a pair, 2 seats; seed x" in done.stdout
    assert (tmp_path / "cross.svg").read_text().startswith("<svg")
    told = json.loads(command.call("arena", "osaka", *few, "--json").stdout)
    assert ["house", "random"] == sorted(told["bots"])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--cross", "--bots", "house"], "cross-play of 1 bot: expected two bots or more"),
        (["--picture", "x.svg"], "--picture: expected --cross"),
        (["--cross", "--cluster", "a:1"], "--cluster plays one contest"),
    ],
)  # fmt: skip
def test_what_cannot_be_crossed_is_refused(given, sentence):
    done = command.call("arena", "osaka", *given)
    assert 2 == done.returncode
    assert sentence in done.stderr


def test_an_unknown_bot_is_refused_before_anything_is_played():
    with pytest.raises(BadSetup, match="no bot 'hous'"):
        cross("osaka", ["random", "house", "hous"], 4)
