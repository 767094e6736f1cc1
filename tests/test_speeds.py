"""One rules source, three speeds: the same seed gives the same games, bit for bit."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from comptoir import games
from comptoir.engine.backends import cuda_compiler
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.model.game import Game
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.simulation import simulate
from random_play import positions

GAMES = 1000
AUDITED = int(os.environ.get("COMPTOIR_AUDITED", "150"))
SOME = 12
RESULTS = ("points", "ranks", "ending", "lengths")


def bots_of(seats):
    """Half random, half house bots, so that both are compared."""
    return ["house" if seat % 2 else "random" for seat in range(seats)]


def played(game, seats, count, bots=None, seed="speeds", **how):
    """Return tables and results of games 0, 1, … of a seed, played to their ends."""
    batch = Batch(game, seats, count, seed=seed, fill=False, **how)
    batch.rollout(bots=bots or bots_of(seats))
    results = {name: np.asarray(getattr(batch, name)) for name in RESULTS}
    return results | {"tables": np.asarray(batch.tables)}


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
    kernels = Compiled(game)
    expected = played(game, seats, SOME, options=options, plain=True)

    assert_same(expected, played(game, seats, SOME, options=options, kernels=kernels))
    assert 1 == len(kernels.rollout_tables.signatures)


def test_plain_and_compiled_see_and_imagine_the_same(game, seats):
    """`observe` and `imagine` agree on tables from all stages of a game."""
    batch = Batch(game, seats, 1, seed="looking")
    for match, dice in positions(game, seats, "looking"):
        if len(match.moves) % 11:
            continue
        for seat in range(seats):
            batch.tables[:] = match.packed()
            batch.seat[:] = seat
            batch._states[0, : len(dice)] = dice
            assert match.position.observe(seat) == batch.observe()[0].tolist()

            batch.imagine()
            imagined = match.imagine(seat, list(dice)).packed()
            for field in game.table.names:
                assert np.array_equal(imagined[field], batch.tables[field]), field


def test_every_game_compiles_for_a_gpu_without_one(game):
    """The whole game becomes PTX for sm_90 on a machine that has no GPU."""
    names = ("rollout_tables", "observe_tables", "imagine_tables")
    for ptx in cuda_compiler.to_ptx(game, names=names).values():
        assert ".target sm_90" in ptx
        assert ".entry" in ptx


def test_the_gpu_plays_the_same_games(game, seats):
    """Where a GPU is at hand it agrees with the CPU on every bit."""
    if not cuda_compiler.import_cuda().is_available():
        pytest.skip("no GPU here")

    assert_same(played(game, seats, GAMES), played(game, seats, GAMES, device="cuda"))


def test_a_hundred_thousand_random_games_end(game, seats):
    """Every one ends, in a way the game has a name for."""
    results = simulate(game, seats, 100_000, ["random"] * seats, "end", plain=False)

    assert 100_000 == results.games == sum(results.endings.values())
    assert game.endings[0] not in results.endings


def a_thousand_games(game, seats):
    """Play by the plain rules, audit some after every move; also what was wrong."""
    game, wrong = games()[game], []

    def play(t, box, seat, action, game=game, wrong=wrong):
        game.rules["play"](t, box, seat, action)
        t.journal.clear()
        if t.stream < AUDITED:
            wrong.extend(game.audit(t, box))

    fields = {name: getattr(game, name) for name in game.__dataclass_fields__}
    audited = Game(**fields | {"rules": game.rules | {"play": play}})
    return played(audited, seats, GAMES, "random", plain=True), wrong


@beside(a_thousand_games)
def test_plain_and_compiled_play_the_same_thousand_games(game, seats, done):
    """Every field of every final table agrees, and `audit` was true after every move.

    Here of some of them: COMPTOIR_AUDITED=1000 audits them all, in six more minutes.
    """
    plain, wrong = done

    assert [] == wrong
    assert_same(plain, played(game, seats, GAMES, "random"))


def with_bounds_checked(game):
    """Play at every number of seats, each read and write looked at."""
    os.environ["NUMBA_OPT"] = "0"  # compiles in half the time; this process only
    game = games()[game]
    kernels = Compiled(game, bounds=True)
    return [
        played(game, seats, 300, seed="bounds", kernels=kernels)["lengths"]
        for seats in game.seats
    ]


@beside(with_bounds_checked)
def test_compiled_rules_stay_inside_their_arrays(game, done):
    """The laws once more with bounds checked: no rule reads or writes past an end."""
    assert len(game.seats) == len(done)
    assert all((lengths > 0).all() for lengths in done)
