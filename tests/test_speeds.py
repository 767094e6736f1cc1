"""One rules source, several speeds: the same seed gives the same games, bit for bit."""

import numpy as np
import pytest

from comptoir.engine.backends import cuda_compiler
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.model.game import Game
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.simulation import simulate
from comptoir.laws.running import plain_and_compiled_see_and_imagine_the_same

NIGHTLY = pytest.mark.nightly
GAMES = 1000
SOME = 12
RESULTS = ("points", "ranks", "ending", "lengths")


def bots_of(seats):
    """Half of the seats are random bots, half house bots, so that both are compared."""
    return ["house" if seat % 2 else "random" for seat in range(seats)]


def played(game, seats, count, bots=None, seed="speeds", **how):
    """Return tables and results of games 0, 1, … of a seed, played to their ends."""
    batch = Batch(game, seats, count, seed=seed, fill=False, **how)
    batch.rollout(bots=bots or bots_of(seats))
    results = {name: np.asarray(getattr(batch, name)) for name in RESULTS}
    return results | {"tables": np.asarray(batch.tables)}


def assert_same(expected, actual):
    for name in RESULTS:
        assert np.array_equal(expected[name], actual[name]), name
    for field in expected["tables"].dtype.names:
        assert np.array_equal(expected["tables"][field], actual["tables"][field]), field


def test_plain_and_compiled_agree_on_variants(game, seats, options):
    """Also with house bots. A variant needs no recompiling, and changes nothing else."""
    kernels = Compiled(game)
    expected = played(game, seats, SOME, options=options, plain=True)

    assert_same(expected, played(game, seats, SOME, options=options, kernels=kernels))
    assert 1 == len(kernels.rollout_tables.signatures)


test_plain_and_compiled_see_and_imagine_the_same = (
    plain_and_compiled_see_and_imagine_the_same
)


def test_the_gpu_plays_the_same_games(game, seats):
    """If there is a GPU, it agrees with the CPU bit for bit."""
    if not cuda_compiler.import_cuda().is_available():
        pytest.skip("no GPU here")

    assert_same(played(game, seats, GAMES), played(game, seats, GAMES, device="cuda"))


@pytest.mark.parametrize("count", [5_000, pytest.param(100_000, marks=NIGHTLY)])
def test_all_random_games_end(game, seats, count):
    """Every game ends with one of its declared endings."""
    results = simulate(game, seats, count, ["random"] * seats, "end", plain=False)

    assert count == results.games == sum(results.endings.values())
    assert game.endings[0] not in results.endings


def audited(game, seats, count, most):
    """Play in plain Python and audit some games after every move; return the faults too."""
    wrong = []

    def play(t, box, seat, action, game=game, wrong=wrong, most=most):
        game.rules["play"](t, box, seat, action)
        t.journal.clear()
        if t.stream < most:
            wrong.extend(game.audit(t, box))

    fields = {name: getattr(game, name) for name in game.__dataclass_fields__}
    other = Game(**fields | {"rules": game.rules | {"play": play}})
    return played(other, seats, count, "random", plain=True), wrong


@pytest.mark.parametrize(
    ("count", "most"), [(40, 10), pytest.param(1000, 1000, marks=NIGHTLY)]
)
def test_plain_and_compiled_play_the_same_games(game, seats, count, most):
    """Every field of every final table agrees, and `audit` finds no fault after any move."""
    plain, wrong = audited(game, seats, count, most)

    assert [] == wrong
    assert_same(plain, played(game, seats, count, "random"))
