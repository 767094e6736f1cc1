"""Pairings of a contest, and reproducibility by seed."""

import json
from collections import Counter

import pytest

from arena_runs import games_of, lines_of, timeless
from comptoir import BadSetup, Match, bots
from comptoir.arena import Contest, Slot, local, run
from comptoir.arena.played import Player


def test_each_deal_is_played_from_every_seat(arena, tmp_path):
    """Every bot sits once in every seat of every deal, which is the same deal for all."""
    file = tmp_path / "games"
    arena(
        "osaka", "--bots", "house,novice,random", "--games", 9, "--seed", 5,
        "--results", file,
    )  # fmt: skip
    header, *games = lines_of(file.read_text())
    sat = Counter(
        (game["deal"], seat, bot)
        for game in games
        for seat, bot in enumerate(game["bots"])
    )

    assert ["house", "novice", "random", "random"] == header["bots"]
    assert 12 == len(games)  # rounded up to whole deals
    for deal in range(3):
        for seat in range(4):
            assert 1 == sat[deal, seat, "house"] == sat[deal, seat, "novice"]
            assert 2 == sat[deal, seat, "random"]


def test_a_deal_is_the_match_of_its_number():
    """`SEED/D`, as simulations name their games: house bots play it alike anywhere."""
    contest = Contest.of("osaka", "house", seed="5")
    played = Player(contest, [0, 0, 0]).play(Slot(deal=3, rotation=2))
    match = Match("osaka", 4, "5/3")
    while not match.over:
        bots.move(match, match.actors[0], bots.simple.house, bots.new_dice("any"))

    assert match.scores == played.points
    assert len(match.moves) == played.moves


def test_the_number_of_workers_changes_nothing(arena, tmp_path):
    """The same seed gives the same games and the same report; another seed others."""
    told = {}
    for workers, seed in ((1, 5), (3, 5), (1, 6)):
        done = arena(
            "osaka", "--bots", "house,novice", "--games", 8, "--seed", seed, "--json",
            "--workers", workers, "--results", tmp_path / f"{workers}-{seed}",
        )  # fmt: skip
        told[workers, seed] = timeless(done.stdout)

    assert told[1, 5] == told[3, 5] != told[1, 6]
    assert games_of(tmp_path / "1-5") == games_of(tmp_path / "3-5")


def test_a_search_of_so_many_iterations_plays_alike_anywhere():
    """However many processes share the games, and whichever played before in one."""
    contest = Contest.of("osaka", "search:5,house", 2, seed="5")
    slots = contest.slots(6)
    told = []
    for workers, order in ((1, slots), (2, slots[::-1])):
        games = run(contest, order, local.LocalWorkers(workers))
        told.append({game.slot: (game.points, game.moves) for game in games})

    assert told[0] == told[1]


def test_bots_of_the_same_name_have_dice_of_their_own():
    """Two random bots at a table do not move in step, nor after they changed seats."""
    contest = Contest.of("osaka", "random", 2, seed="5")
    first, second = (Player(contest, [0, 0, 0]).play(s) for s in contest.slots(2))

    assert first.points[0] != first.points[1]
    assert first.points != second.points


def test_the_points_of_every_source_make_the_score(game):
    """What the report says about where points came from leaves nothing out."""
    if not any("_from." in key for key in game.words("en").keys()):  # noqa: SIM118
        pytest.skip("its points have one source")
    contest = Contest.of(game.name, "house,random", seed="5")
    played = Player(contest, [0, 0, 0]).play(contest.slots(1)[0])

    assert played.points == [sum(c) for c in zip(*played.sources.values(), strict=True)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "no game 'chess'"),
        (["osaka", "--bots", "genius"], "no bot 'genius'"),
        (["osaka", "--bots", "house:1s"], "house takes no budget"),
        (["osaka", "--bots", "strong:1s"], "strong takes no budget"),
        (["osaka", "--bots", "search:0s"], "more than zero"),
        (["osaka", "--bots", "search:0"], "more than zero"),
        (["osaka", "--bots", "house,random,house,random,house"], "at most 4 bots"),
        (["osaka", "--seats", "7"], "expected 2 to 4 seats"),
        (["osaka", "--games", "0"], "at least 1 game, got 0"),
        (["osaka", "--games", "many"], "expected a whole number"),
        (["osaka", "--limit", "0"], "expected seconds, more than zero"),
        (["osaka", "--limit", "soon"], "expected seconds, more than zero"),
        (["osaka", "--workers", "0"], "expected 1 or more"),
        (["osaka", "--option", "moon=1"], "no option 'moon'"),
        (["osaka", "--seed", "a" * 128], "1 to 128 letters"),
        (["osaka", "--results", "no/such/file"], "cannot be written: no such file"),
        (["osaka", "--results", "."], "cannot be written: is a directory"),
        (["osaka", "--cluster", "there"], "expected HOST:PORT"),
        (["osaka", "--cluster", "127.0.0.1:1"], "nobody answers"),
    ],
)
def test_bad_input_is_one_sentence(arena, arguments, sentence):
    """And exit status 2, before any game is played."""
    done = arena(*arguments)

    assert 2 == done.returncode
    assert sentence in done.stderr
    assert 1 == done.stderr.count("\n")
    assert "" == done.stdout


def test_a_contest_reads_and_says_what_it_is():
    """Options are complete, so that a file tells all."""
    contest = Contest.of("batavia", "house", 3, {"pirate_line": 30})

    assert 30 == contest.options["pirate_line"]
    assert json.dumps(contest.options)
    assert len(contest.options) > 1
    with pytest.raises(BadSetup):
        contest.slots(0)
