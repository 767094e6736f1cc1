"""The kernel's facts of games, compared with the same games replayed move by move."""

import numpy as np
import pytest

from comptoir import Batch, decisions, games
from comptoir.engine.backends import cuda_compiler
from comptoir.engine.kernels import facts
from comptoir.engine.runs.facts import Noter
from comptoir.lab import Study, ThisMachine, report, run

HERE = cuda_compiler.import_cuda().is_available()
needs_gpu = pytest.mark.skipif(not HERE, reason="no GPU here")
GAMES = 24


def noted(game, size=GAMES, bots="house", **settings):
    batch = Batch(game, size=size, seed="facts", after="stop", fill=False, **settings)
    noter = Noter(batch, [bots] * batch.seats)
    return noter, noter.play()


@pytest.mark.parametrize("game", games())
def test_facts_are_those_of_the_decisions(game):
    """Moves, choices, first player and actions by seat, compared with the games' logs."""
    noter, found = noted(game)
    log = next(decisions(game, GAMES, bots="house", seed="facts"))
    choices, table = log.log.choices, log.log.table
    wide = choices > 1

    assert (np.bincount(table) == found.words[:, facts.MOVES]).all()
    assert (np.bincount(table[wide]) == found.words[:, facts.DECISIONS]).all()
    assert (np.bincount(table, choices * wide) == found.words[:, facts.OPTIONS]).all()
    assert (log.ends.ranks == found.ranks).all()
    first = [log.log.seat[table == n][0] for n in range(GAMES)]
    assert first == found.words[:, facts.FIRST].tolist()
    took = np.zeros(len(log.game.actions), int)
    for n in range(GAMES):
        pairs = np.unique(
            np.stack([log.log.seat[table == n], log.log.action[table == n]]), axis=1
        )
        np.add.at(took, pairs[1], 1)
    assert took.tolist() == noter.worth[:, facts.TOOK].tolist()
    assert GAMES * facts.SHARE == found.wins.sum() * facts.SHARE


def test_plain_games_note_the_same():
    """In plain Python, word for word."""
    kept = [noted("osaka", size=2, plain=plain) for plain in (True, False)]

    assert (kept[0][1].words == kept[1][1].words).all()
    assert (kept[0][0].worth == kept[1][0].worth).all()
    assert (kept[0][0].offered == kept[1][0].offered).all()


def test_trials_leave_the_tables_as_they_were():
    """Games end the same whether or not they are also replayed from the middle."""
    batch = Batch("osaka", size=24, seed="facts", after="stop", fill=False)
    noter = Noter(batch, ["house"] * batch.seats)
    noter.keep(8)
    noter.play_on(20)
    won, asked = noter.trials(8, 3, np.random.default_rng(1))
    again, _ = noter.trials(8, 3, np.random.default_rng(1))
    noter.play_on()
    _, whole = noted("osaka", size=8)

    assert (won == again).all()
    assert [3.0] * 8 == won.sum(axis=1).tolist()
    assert (asked >= 0).all()
    assert (whole.ranks == np.asarray(batch.ranks)[:8]).all()


@pytest.mark.nightly
def test_every_game_notes_on_a_gpu_without_one(game):
    """The kernel of the lab becomes PTX for sm_90 on a machine that has no GPU."""
    (ptx,) = cuda_compiler.to_ptx(game, names=("facts_tables",)).values()

    assert ".target sm_90" in ptx
    assert ".entry" in ptx


@needs_gpu
def test_a_study_on_a_gpu_comes_to_the_same():
    """With a changed setup, bot levels, skill, and games replayed from the middle."""
    rich = {"setup": {"bills.2": "+1"}}
    asked = {"game": "batavia", "games": 4096, "variants": {"box": {}, "rich": rich}}
    found = [
        report(run(Study(asked), workers=ThisMachine(one))) for one in ("cpu", "cuda")
    ]

    assert found[0] == found[1]


@needs_gpu
@pytest.mark.parametrize("game", games())
def test_a_gpu_notes_the_same(game):
    kept = [noted(game, device=device) for device in ("cpu", "cuda")]

    assert (kept[0][1].words == kept[1][1].words).all()
    assert (kept[0][0].worth == kept[1][0].worth).all()
