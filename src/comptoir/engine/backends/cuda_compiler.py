"""The same rules on a GPU: one thread a game, compiled by numba-cuda."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from comptoir.engine.kernels.loop import play_game
from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import imagine, observe, standing
from comptoir.engine.rules.rng import DICE_WORDS
from comptoir.engine.rules.rule import Twins
from comptoir.engine.rules.table import new_tables
from comptoir.engine.runs.simulation import Arrays

THREADS = 128
COMPUTE_CAPABILITY = (9, 0)


def import_cuda() -> Any:
    """Import numba-cuda, giving NumPy back the names it dropped and numba-cuda uses."""
    for name, stand_in in {
        "row_stack": np.vstack,
        "in1d": np.isin,
        "trapz": None,
    }.items():
        if not hasattr(np, name):
            setattr(np, name, stand_in or np.trapezoid)
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # numba-cuda's own, on a NumPy newer than itself
        import numba
        from numba import cuda
    config: Any = numba.config
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small batches are meant
    return cuda


def device_twins(game: Game) -> Twins:
    """Return the makers of a game's rules for the GPU."""
    jit = import_cuda().jit(device=True)

    def compile_rule(function: FunctionType) -> Any:
        twin = jit(function)
        if getattr(function, "is_apart", False):
            _keep_apart(twin)
        return twin

    return Twins(game.rules, compile_rule)


def _keep_apart(twin: Any) -> None:
    """Forbid the compiler to copy a rule to where it is called."""
    compile_device = twin.compile_device

    def compile_apart(*given: Any) -> Any:
        result = compile_device(*given)
        for module in result.library.modules:
            for function in module.functions:
                if function.name == result.fndesc.mangled_name:
                    function.attributes.add("noinline")
        return result

    twin.compile_device = compile_apart


def entry(game: Game) -> Any:
    """Return the kernel that plays game `first` + i on table i, not yet compiled."""
    cuda = import_cuda()
    twins = device_twins(game)
    play_one, stand = twins.of(play_game), twins.of(standing)
    actions = len(game.actions)

    def play_games(
        tables: Any,
        boxes: Any,
        seats: int,
        key: Any,
        first: int,
        bots: Any,
        points: Any,
        ranks: Any,
        lengths: Any,
        endings: Any,
    ) -> None:
        i = cuda.grid(1)
        if i < lengths.size:
            moves = cuda.local.array(actions, np.int64)
            dice = cuda.local.array(DICE_WORDS, np.int64)
            t = tables[i]
            lengths[i] = play_one(t, boxes[0], seats, key, first + i, bots, moves, dice)
            endings[i] = stand(t, boxes[0], points[i], ranks[i])

    return play_games


def looking_entries(game: Game) -> tuple[Any, Any]:
    """Return kernels that observe, and imagine, each table for a seat, not yet compiled."""
    cuda = import_cuda()
    twins = device_twins(game)
    look, dream = twins.of(observe), twins.of(imagine)

    def observe_tables(tables: Any, boxes: Any, seat: int, out: Any) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            look(tables[i], boxes[0], seat, out[i])

    def imagine_tables(tables: Any, boxes: Any, seat: int, dice: Any) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            dream(tables[i], boxes[0], seat, dice[i])

    return observe_tables, imagine_tables


def to_ptx(game: Game) -> dict[str, str]:
    """Compile every kernel of a game for the GPU down to PTX, to see that it can be."""
    cuda = import_cuda()
    import numba

    record, box = (numba.from_dtype(dtype) for dtype in (game.table, game.box))
    row, rows, number = numba.int64[::1], numba.int64[:, ::1], numba.int64
    tables, boxes = record[::1], box[::1]
    playing = (tables, boxes, number, row, number, row, rows, rows, row, row)
    looking = (tables, boxes, number, rows)
    kernels = {entry(game): playing} | dict.fromkeys(looking_entries(game), looking)
    with device_of(COMPUTE_CAPABILITY):
        return {
            kernel.__name__: cuda.compile_ptx(
                kernel, numba.void(*types), cc=COMPUTE_CAPABILITY, opt=False
            )[0]
            for kernel, types in kernels.items()
        }


@contextmanager
def device_of(capability: tuple[int, int]) -> Iterator[None]:
    """Tell numba-cuda's device functions which GPU is meant where none is at hand."""
    from numba.cuda import dispatcher

    here: Any = dispatcher
    before = here.get_current_device
    here.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        here.get_current_device = before


class Runner:
    """Plays batches of games on the GPU: one thread and one table a game."""

    def __init__(
        self, game: Game, seats: int, bots: list[int], games: int, options: Any = None
    ):
        self.cuda = import_cuda()
        self.kernel = self.cuda.jit(entry(game))
        self.seats = seats
        self.blocks = (games + THREADS - 1) // THREADS
        self.boxes = self.cuda.to_device(game.new_boxes(seats, options))
        self.bots = self.cuda.to_device(np.array(bots, np.int64))
        self.tables = self.cuda.to_device(new_tables(game.table, games))
        arrays = Arrays(game, seats, games)
        self.results = {
            name: self.cuda.to_device(getattr(arrays, name))
            for name in ("points", "ranks", "lengths", "endings")
        }

    def run(self, key: list[int], first: int) -> dict[str, Any]:
        """Play the games from number `first` of a key and return their results."""
        self.kernel[self.blocks, THREADS](
            self.tables,
            self.boxes,
            self.seats,
            self.cuda.to_device(np.array(key, np.int64)),
            first,
            self.bots,
            *self.results.values(),
        )
        return {name: array.copy_to_host() for name, array in self.results.items()}


def play_games(
    game: Game, seats: int, key: list[int], first: int, bots: list[int], games: int
) -> dict[str, Any]:
    """Play games on the GPU and return their tables and results."""
    runner = Runner(game, seats, bots, games)
    results = runner.run(key, first)
    return {"tables": runner.tables.copy_to_host(), **results}
