"""One short use of each kernel, by its name: what compiles it, or loads it."""

from typing import Any

import numpy as np

from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.simulation import Arrays, Player
from comptoir.engine.runs.tree import Settings, Tree

from .compiled import Compiled


def _player(kernels: Compiled) -> Player:
    seats = kernels.game.seats[-1]
    return Player(kernels.game, seats, [0] * seats, "warm", kernels=kernels)


def _arrays(kernels: Compiled) -> Arrays:
    return Arrays(kernels.game, kernels.game.seats[-1], 1)


def _batch(kernels: Compiled) -> Batch:
    """Return a small batch: making one deals."""
    return Batch(kernels.game, size=2, seed="warm", kernels=kernels)


def _first_legal(batch: Batch) -> Any:
    return batch.mask.argmax(axis=1)


def play_games(kernels: Compiled) -> None:
    """Play one game."""
    _player(kernels).play(0, 1)


def copy_tables(kernels: Compiled) -> None:
    """Copy one table."""
    tables = _arrays(kernels).tables
    kernels.copy_tables(tables, tables.copy())


def observe_tables(kernels: Compiled) -> None:
    """Look at no table."""
    out = np.zeros((0, kernels.game.observation), np.int64)
    tables = _arrays(kernels).tables[:0]
    kernels.observe_tables(tables, _player(kernels).boxes, 0, out)


def imagine_tables(kernels: Compiled) -> None:
    """Imagine no table."""
    arrays = _arrays(kernels)
    kernels.imagine_tables(arrays.tables[:0], _player(kernels).boxes, 0, arrays.dice)


def deal_tables(kernels: Compiled) -> None:
    """Deal two games."""
    _batch(kernels)


def check_tables(kernels: Compiled) -> None:
    """Check two actions."""
    batch = _batch(kernels)
    batch.check(_first_legal(batch))


def step_tables(kernels: Compiled) -> None:
    """Play two actions."""
    batch = _batch(kernels)
    batch.step(_first_legal(batch))


def roll_tables(kernels: Compiled) -> None:
    """Play two moves."""
    _batch(kernels).rollout(1)


def look_tables(kernels: Compiled) -> None:
    """Look at two tables."""
    _batch(kernels).observe()


def search(kernels: Compiled) -> None:
    """Search for no iteration."""
    seats = kernels.game.seats[-1]
    Tree(kernels.game, seats, 1, kernels).grow(0, Settings())
