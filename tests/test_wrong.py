"""Every public function reports an error in one sentence and changes nothing."""

from functools import cache

import gymnasium
import numpy as np
import pytest

import comptoir
from comptoir import Batch, Decisions, Match, arena, bots, decisions, export, replay
from comptoir.envs import gymnasium as single
from comptoir.envs import pettingzoo
from comptoir.envs.vector import BatchEnv

GAMES = "expected one of batavia, borneo, negoces, osaka"


def fails(seat):
    raise RuntimeError("no idea")


def cheats(seat):
    return next(a for a in seat.game.actions if a not in seat.legal)


TABLE = Match("osaka", 3, seed=1)


@cache
def batch():
    return Batch("osaka", 3, 4, seed=1)


def step(action, **how):
    env = gymnasium.make("comptoir/osaka-v2", **how)
    env.reset(seed=1)
    env.step(action)


def play_on(**how):
    """Play in a Gymnasium environment until an error occurs."""
    env = single.TableEnv("osaka", **how)
    env.reset(seed=1)
    while not env.step(env.action_masks().argmax())[2]:
        pass


def through(made):
    """Play in a PettingZoo environment until an error occurs."""
    made.reset(seed=1)
    while made.agents:
        seen = made.observe(made.agent_selection)
        made.step(int(seen["action_mask"].argmax()))


WRONG = [
    (lambda: Match("chess"), f"no game 'chess': {GAMES}"),
    (lambda: Match(None), f"no game None: {GAMES}"),
    (lambda: Batch(3), f"no game 3: {GAMES}"),
    (lambda: comptoir.simulate(["osaka"]), f"no game ['osaka']: {GAMES}"),
    (lambda: Match("osaka", "3"), "expected 2 to 4 seats for osaka, got '3'"),
    (lambda: Match("osaka", True), "expected 2 to 4 seats for osaka, got True"),
    (lambda: Match("osaka", seed=1.5), "seed 1.5: expected a whole number"),
    (lambda: Match("osaka", seed=[1]), "seed [1]: expected a whole number"),
    (
        lambda: Match("osaka", 2, players=["A", "B", "C"]),
        "players ['A', 'B', 'C']: expected a list of 2 names at most",
    ),
    (lambda: Match("osaka", 2, players="AB"), "players 'AB': expected a list"),
    (lambda: Match("osaka", 2, players=[1]), "players [1]: expected a list"),
    (lambda: TABLE.play(9, 0), "no seat 9 at a table of 3: expected 0 to 2"),
    (lambda: TABLE.log("1"), "no seat '1' at a table of 3: expected 0 to 2"),
    (lambda: TABLE.record(until=-1), "until -1: expected a number of moves, from 0 on"),
    (lambda: replay(TABLE.record(), until="x"), "until 'x': expected a number of moves"),
    (lambda: replay(None), "None: expected a record, its token or its file"),
    (lambda: Decisions.of(3), "3: expected records, their tokens or files"),
    (lambda: Decisions.of([3]), "3: expected a record, its token or its file"),
    (lambda: batch().step([1]), "actions: expected the shape (4,), got (1,)"),
    (lambda: batch().step(np.zeros(4)), "actions: expected whole numbers, got float64"),
    (lambda: batch().position(4), "no table 4: expected 0 to 3"),
    (lambda: batch().position("a"), "no table 'a': expected 0 to 3"),
    (lambda: batch().restore(None), "the state of a batch has an array 'tables'"),
    (
        lambda: comptoir.simulate("osaka", games=1.5),
        "games 1.5: expected a whole number from 1 on",
    ),
    (
        lambda: comptoir.simulate("osaka", games=1, threads=0),
        "threads 0: expected a whole number from 1 on",
    ),
    (lambda: decisions("osaka", 2.5), "games 2.5: expected a whole number from 1 on"),
    (lambda: decisions("chess"), f"no game 'chess': {GAMES}"),
    (
        lambda: decisions("osaka", 2, first=-1),
        "first -1: expected the number of a game, from 0 on",
    ),
    (lambda: export("osaka", None), "out None: expected a path or an open binary"),
    (lambda: export("osaka", "x.jsonl", -1), "expected at least 1 game, got -1"),
    (lambda: arena("osaka", games=1, workers=0), "workers 0: expected a whole number"),
    (
        lambda: arena("osaka", games=1, limit=-1),
        "limit -1: expected seconds for a move, more than 0",
    ),
    (lambda: bots.find(None), "no bot None: expected one of"),
    (lambda: step("x"), "action 'x': expected a whole number"),
    (lambda: step(1.5), "action 1.5: expected a whole number"),
    (
        lambda: single.TableEnv("osaka").step(0),
        "no game is dealt: call reset() before step()",
    ),
    *(
        (lambda make=make: make("osaka", render_mode="svg"), f"render_mode 'svg': {ways}")
        for make, ways in (
            (single.TableEnv, "expected human, ansi, rgb_array, or None"),
            (pettingzoo.env, "expected human, ansi, rgb_array, or None"),
            (pettingzoo.parallel_env, "expected human, ansi, rgb_array, or None"),
            (BatchEnv, "expected ansi, rgb_array, or None"),
        )
    ),
    (lambda: play_on(bots=fails), "fails in seat 1: RuntimeError: no idea"),
    (
        lambda: through(pettingzoo.env("osaka", bots=[None, cheats, None, None])),
        "cheats in seat 1: ",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("does", "sentence"), WRONG, ids=[s for _, s in WRONG])
def test_one_sentence(does, sentence, tmp_path, monkeypatch):
    """The error hides internals; the match and the batch are unchanged."""
    monkeypatch.chdir(tmp_path)
    record, state = TABLE.record(), batch().state()
    with pytest.raises(comptoir.ComptoirError) as error:
        does()

    said = str(error.value)
    assert said.startswith(sentence)
    assert "\n" not in said
    assert record == TABLE.record()
    assert all(
        np.array_equal(state[name], array) for name, array in batch().state().items()
    )
    assert [] == [*tmp_path.iterdir()]


def test_a_bot_of_a_cell_that_fails_is_a_fault_of_the_report():
    """The other games count, and the report names the bot at fault."""
    told = arena("osaka", [fails, "random"], 1, seats=2)

    assert 0 == told.games
    assert all("RuntimeError: no idea" in line.fault for line in told.faults)
    assert "raised RuntimeError" in str(told)
