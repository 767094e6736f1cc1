"""One rules source, three speeds: the same seed gives the same games, bit for bit."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from comptoir import Match, games
from comptoir.engine.backends import cuda_compiler
from comptoir.engine.backends.compiled import Compiled
from comptoir.engine.kernels.loop import HOUSE, RANDOM, play_games, seat_to_ask
from comptoir.engine.model.seed import chance_key
from comptoir.engine.rules.rng import BLOCK_WORDS, DICE_WORDS, start_dice, throw
from comptoir.engine.rules.rule import Twins
from comptoir.engine.rules.table import unpack
from comptoir.engine.runs.simulation import Player, simulate
from random_play import positions

GAMES = 1000
AUDITED = int(os.environ.get("COMPTOIR_AUDITED", "150"))
SOME = 12
RESULTS = ("points", "ranks", "lengths", "endings")


def bots_of(seats):
    """Half random, half house bots, so that both are compared."""
    return [HOUSE if seat % 2 else RANDOM for seat in range(seats)]


def play_plain(name, seats, first, count, options=None):
    player = Player(games()[name], seats, bots_of(seats), "speeds", options)
    return vars(player.play(first, count, count))


def beside(job):
    """Mark a test whose work is done by another process while the tests before it run."""

    def mark(test):
        test.job = job
        return test

    return mark


@pytest.fixture(scope="module", autouse=True)
def running(request):
    """Start the work of all such tests, the last of this file, beside those before them."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield {
            item.nodeid: pool.submit(
                item.function.job,
                **{
                    name: value.name if name == "game" else value
                    for name, value in item.callspec.params.items()
                },
            )
            for item in request.session.items
            if hasattr(item.function, "job")
        }


@pytest.fixture
def done(running, request):
    """What the work of this test came to."""
    return running[request.node.nodeid].result()


def assert_same(expected, actual):
    for name in RESULTS:
        assert np.array_equal(expected[name], actual[name]), name
    for field in expected["tables"].dtype.names:
        assert np.array_equal(expected["tables"][field], actual["tables"][field]), field


def test_plain_and_compiled_agree_on_variants(game, seats, options):
    """With house bots too. A variant needs no recompiling, and changes nothing else."""
    expected = play_plain(game.name, seats, 0, SOME, options)
    kernels = Compiled(game)
    player = Player(game, seats, bots_of(seats), "speeds", options, kernels)
    actual = vars(player.play(0, SOME, SOME))

    assert_same(expected, actual)
    assert 1 == len(kernels.play_games.signatures)


def test_plain_and_compiled_see_and_imagine_the_same(game, seats):
    """`observe` and `imagine` agree on tables from all stages of a game."""
    kernels, boxes = Compiled(game), game.new_boxes(seats)
    for match, dice in positions(game, seats, "looking"):
        if len(match.moves) % 11:
            continue
        for seat in range(seats):
            tables, out = match.packed(), np.zeros((1, game.observation), np.int64)
            kernels.observe_tables(tables, boxes, seat, out)
            plain = [0] * game.observation
            game.rules["observe"](match._table, match._box, seat, plain)
            assert plain == out[0].tolist()

            kernels.imagine_tables(tables, boxes, seat, np.array(dice))
            assert match.imagine(seat, list(dice))[0] == unpack(tables[0])


def test_a_simulated_game_is_a_match_of_the_same_seed(game, seats):
    """Game 5 of seed S, played again move by move, is the match of seed S/5."""
    tables = play_plain(game.name, seats, 5, 1)["tables"]
    match = Match(game, seats, "speeds/5")
    dice = [0] * DICE_WORDS
    start_dice(dice, *chance_key("speeds/5"), [0] * BLOCK_WORDS)
    while not match.over:
        seat = seat_to_ask(sum(1 << actor for actor in match.actors), dice)
        legal = [int(action) for action in match.legal(seat)]
        if bots_of(seats)[seat] == HOUSE:
            action = game.rules["house"](
                match._table, match._box, seat, legal, len(legal)
            )
        else:
            action = legal[throw(dice, len(legal))]
        match.play(seat, action)

    assert tables.tobytes() == match.packed().tobytes()


def test_every_game_compiles_for_a_gpu_without_one(game):
    """The whole game becomes PTX for sm_90 on a machine that has no GPU."""
    kernels = cuda_compiler.to_ptx(game)

    assert {"play_games", "observe_tables", "imagine_tables"} == set(kernels)
    for ptx in kernels.values():
        assert ".target sm_90" in ptx
        assert ".entry" in ptx


def test_the_gpu_plays_the_same_games(game, seats):
    """Where a GPU is at hand it agrees with the CPU on every bit."""
    if not cuda_compiler.import_cuda().is_available():
        pytest.skip("no GPU here")
    bots = bots_of(seats)
    player = Player(game, seats, bots, "speeds", kernels=Compiled(game))
    expected = vars(player.play(0, GAMES, GAMES))

    assert_same(
        expected, cuda_compiler.play_games(game, seats, player.key, 0, bots, GAMES)
    )


def test_a_hundred_thousand_random_games_end(game, seats):
    """Every one ends, in a way the game has a name for."""
    results = simulate(game, seats, 100_000, ["random"] * seats, "end", plain=False)

    assert 100_000 == results.games == sum(results.endings.values())
    assert game.endings[0] not in results.endings


def a_thousand_games(game, seats):
    """Play by the plain rules, audit some after every move; also what was wrong."""
    game, wrong = games()[game], []
    player = Player(game, seats, [RANDOM] * seats, "speeds")

    def play(
        t, box, seat, action, game=game, wrong=wrong, last=player.stream + AUDITED
    ):
        game.rules["play"](t, box, seat, action)
        t.journal.clear()
        if t.stream < last:
            wrong.extend(game.audit(t, box))

    player._plain = Twins(game.rules | {"play": play}).of(play_games)
    return vars(player.play(0, GAMES, GAMES)), wrong


@beside(a_thousand_games)
def test_plain_and_compiled_play_the_same_thousand_games(game, seats, done):
    """Every field of every final table agrees, and `audit` was true after every move.

    Here of some of them: COMPTOIR_AUDITED=1000 audits them all, in six more minutes.
    """
    player = Player(game, seats, [RANDOM] * seats, "speeds", kernels=Compiled(game))
    plain, wrong = done

    assert [] == wrong
    assert_same(plain, vars(player.play(0, GAMES, GAMES)))


def with_bounds_checked(game):
    """Play at every number of seats, each read and write looked at."""
    os.environ["NUMBA_OPT"] = "0"  # compiles in half the time; this process only
    game = games()[game]
    kernels = Compiled(game, bounds=True)
    return [
        Player(game, seats, bots_of(seats), "bounds", kernels=kernels)
        .play(0, 300)
        .lengths
        for seats in game.seats
    ]


@beside(with_bounds_checked)
def test_compiled_rules_stay_inside_their_arrays(game, done):
    """The laws once more with bounds checked: no rule reads or writes past an end."""
    assert len(game.seats) == len(done)
    assert all((lengths > 0).all() for lengths in done)
