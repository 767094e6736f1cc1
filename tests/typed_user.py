"""Types of the public API as a user's type checker sees them; checked by `make types`.

Each line fails if a type has become `Any`. The parts of a view and the values of options stay
untyped, because they depend on the game's name.
"""

from pathlib import Path
from typing import assert_type

import msgspec
import numpy as np
import polars as pl
from numpy.typing import NDArray

from comptoir import (
    Action,
    Batch,
    Decisions,
    IllegalMove,
    Match,
    Record,
    arena,
    bots,
    decisions,
    export,
    games,
    lab,
    layout,
    replay,
    simulate,
)
from comptoir.arena import ContestReport
from comptoir.envs.gymnasium import TableEnv
from comptoir.envs.vector import BatchEnv


def hasty(seat: bots.Seat) -> Action:
    return seat.legal[0]


class Last:
    def __call__(self, seat: bots.Seat) -> Action:
        return seat.legal[-1]


match = Match("batavia", seats=3, seed=7, options={"pirate_line": 30})
assert_type(match.view(0).viewer, int | None)
assert_type(match.options, msgspec.Struct)
assert_type(match.record(), Record)
assert_type(match.legal(0), list[Action])
assert_type(match.actors, list[int])
assert_type(match.scores, list[int])
assert_type(replay(match.record(), until=2), Match)
try:
    match.play(0, "bid 99")
except IllegalMove as refused:
    assert_type(refused.legal, list[Action])

batch = Batch("osaka", 3, 64, bots="house")
assert_type(batch.seat, NDArray[np.int64])
assert_type(batch.mask, NDArray[np.int8])
assert_type(batch.legal(every=True), NDArray[np.int8])
assert_type(batch.observation, NDArray[np.float32 | np.int8])
assert_type(batch.observe(), NDArray[np.float32 | np.int8])
assert_type(batch.over, NDArray[np.bool_])
assert_type(batch.rewards, NDArray[np.float32])
assert_type(batch.ranks, NDArray[np.int64])
assert_type(batch.check([0] * 64), NDArray[np.bool_])
assert_type(Batch.load("batch.npz", threads=1), Batch)
batch.step(batch.mask.argmax(axis=1))

assert_type(simulate("osaka", games=3).wins, list[int])
report = arena("osaka", [hasty, Last, "house"], 3)
assert_type(report, ContestReport)
assert_type(report.bots[0].first_share, float | None)
assert_type(arena.Contest.of("osaka", hasty).names, list[str])
assert_type(bots.find("house")(bots.Seat.at(match, 0, [1])), Action | str | int)
assert_type(layout("osaka")["the pile"], "slice[int, int, None]")
assert_type([str(action) for action in games()["osaka"].actions], list[str])

for some in decisions("osaka", 3, bots=[hasty, "random"]):
    assert_type(some, Decisions)
    assert_type(some.masks(), NDArray[np.bool_])
    assert_type(some.polars(), pl.DataFrame)
    assert_type(next(some.records()), Record)
assert_type(export("osaka", Path("games.jsonl"), 3).games, int)

study = lab.study({"game": "osaka"})
assert_type(study, lab.Report)
assert_type(study.lengths, dict[str, list[int]])

env = TableEnv("osaka", bots=[hasty, "expert"])
assert_type(env.step(0)[1], float)
assert_type(env.copy(), TableEnv)
assert_type(BatchEnv("osaka", 4).batch, Batch)
