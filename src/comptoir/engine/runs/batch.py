"""Many games side by side, stepped together: in plain Python, on all cores or on a GPU."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from comptoir.engine.backends import compiled
from comptoir.engine.backends.cpu import (
    Array,
    PlainRunner,
    Runner,
    ThreadRunner,
    memory,
)
from comptoir.engine.backends.cuda import CudaRunner, gpu_room
from comptoir.engine.errors import BadSetup, IllegalAction
from comptoir.engine.kernels import batched
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.model.seed import chance_key, read_seed
from comptoir.engine.rules.rng import KEY_WORDS
from comptoir.engine.rules.table import NOBODY

AFTER = {
    "stop": batched.STOP,
    "next_step": batched.NEXT_STEP,
    "same_step": batched.SAME_STEP,
}
DEVICES = ("cpu", "cuda")
DTYPES = ("float32", "int8")
ILLEGAL = ("error", "lose")


class Batch:
    """Many tables of one game; table i holds games i, i + size, … of the seed.

    What a step writes lies in arrays that stay the same objects for the batch's life:
    whoever wants to keep a value copies it.

    | array | shape | |
    |---|---|---|
    | `seat` | ``[size]`` | the seat that is asked, -1 when a game is over |
    | `mask` | ``[size, actions]`` | 1 where the asked seat may act so |
    | `observation` | ``[size, numbers]`` | what it sees |
    | `rewards` | ``[size, seats]`` | at the end: seats behind less seats ahead, as a share |
    | `over`, `illegal` | ``[size]`` | whether this step ended a game, and by a wrong action |
    | `points`, `ranks` | ``[size, seats]`` | of the last game that ended |
    | `ending` | ``[size]`` | how it ended: a number of the game's `endings` |
    | `final_observation` | as `observation` | of a game that was dealt anew in this step |

    Args:
        game: A game or its name.
        seats: How many sit at each table; four where the game allows it.
        size: How many tables.
        device: `cpu` or `cuda`.
        seed: Fixes all chance: game n is the match of seed `SEED/n`.
        options: The game's options by name.
        bots: For each seat a bot that plays inside (`random`, `house`), or None for a
            learner, who is asked. All seats are learners if left out.
        after: What follows the end of a game: `same_step` deals the next one at once,
            `next_step` in the next step, `stop` leaves it to `reset()`.
        illegal: What an illegal action does: `error` raises and changes nothing, `lose`
            ends the game: -1 for who acted, 0 for the others.
        dtype: Of observations: `float32`, or `int8`, which stops at -127 and 127.
        fill: Whether steps write masks and observations; else ask `legal()` and `observe()`.
        threads: How many on the CPU; all cores if left out.
        plain: Run without compiling; chosen by whether numba is there.
        tuning: A `gpu_batch.Tuning` for `cuda`.
        kernels: Compiled rules to use, if not those of the usual cache.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        size: int = 1024,
        *,
        device: str = "cpu",
        seed: str | int | None = None,
        options: Any = None,
        bots: Sequence[str | None] | None = None,
        after: str = "same_step",
        illegal: str = "error",
        dtype: str = "float32",
        fill: bool = True,
        threads: int | None = None,
        plain: bool | None = None,
        tuning: Any = None,
        kernels: "compiled.Compiled | None" = None,
    ):
        self.game = registry.load(game) if isinstance(game, str) else game
        self.seats = self.game.check_seats(seats)
        self.size = _count("size", size)
        self.device = _one_of("device", device, DEVICES)
        self.dtype = np.dtype(_one_of("dtype", dtype, DTYPES))
        self.strict = _one_of("illegal", illegal, ILLEGAL) == "error"
        self.fill = fill
        numbers = _bots(self.seats, bots, batched.LEARNER)
        again = AFTER[_one_of("after", after, tuple(AFTER))]
        boxes = self.game.new_boxes(self.seats, options)
        place = (self.game, boxes, self.size)
        self._check_room()
        self._runner: Runner
        if device == "cuda":
            self._runner = CudaRunner(*place, tuning)
        elif plain or (plain is None and not compiled.available()):
            self._runner = PlainRunner(*place)
        else:
            most = None if threads is None else _count("threads", threads)
            self._runner = ThreadRunner(*place, most, kernels)
        self._make_arrays(again, numbers)
        self.reset(seed=read_seed(seed))

    def __repr__(self) -> str:
        return f"<Batch of {self.size} {self.game.name}, {self.seats} seats, {self.device}>"

    @property
    def tables(self) -> Any:
        """The tables themselves, ``[size]`` records: nothing is hidden here."""
        return self._runner.tables

    @property
    def learners(self) -> list[int]:
        """The seats that no bot plays."""
        return np.flatnonzero(self._numbers == batched.LEARNER).tolist()

    @property
    def games(self) -> Array:
        """Which game of the seed lies on each table."""
        return self._runner.read(self._lanes)[:, batched.GAME].copy()

    @property
    def moves(self) -> int:
        """How many moves were played on all tables, bots' included."""
        return int(self._runner.read(self._lanes)[:, batched.TOTAL].sum())

    def reset(self, seed: str | int | None = None, where: Any = None) -> None:
        """Deal the next game on every table, or where a mask ``[size]`` is true.

        With a seed, its games are dealt from the first on.
        """
        wanted = np.ones(self.size, np.bool_)
        if where is not None:
            wanted[:] = _checked("where", where, (self.size,), "b")
        if seed is not None:
            if where is not None:
                raise BadSetup("a new seed deals every table: leave `where` out")
            key, first = chance_key(read_seed(seed))
            lanes = np.zeros((self.size, batched.LANE_WORDS), np.int64)
            lanes[:, batched.NEXT] = first + np.arange(self.size)
            self._runner.write(self._key, np.array(key))
            self._runner.write(self._lanes, lanes)
        self._runner.write(self._wanted, wanted)
        about = (self._key, self._bots, self._orders, self._lanes, self.seat)
        self._runner.run("deal_tables", *about, self._wanted, self._sights)

    def step(self, actions: Any) -> None:
        """Play one action on every table, by the seat it asks, then the bots' moves.

        Raises:
            IllegalAction: One of them is not legal; no table has changed.
        """
        if self.strict:
            lawful = self._runner.read(self.check(actions))
            if not lawful.all():
                raise self._illegal(int(np.flatnonzero(~lawful)[0]))
        else:
            self._take(actions)
        about = (self._key, self._bots, self._orders, self._lanes, self.seat)
        rest = (self._actions, self._results, self._sights)
        self._runner.run("step_tables", *about, *rest)

    def check(self, actions: Any) -> Any:
        """Return of every table whether the action is legal, ``[size]``; nothing changes."""
        self._take(actions)
        about = (self.seat, self._actions, self._lawful)
        self._runner.run("check_tables", *about)
        return self._lawful

    def rollout(
        self, moves: int | None = None, bots: str | Sequence[str | None] = "random"
    ) -> None:
        """Let bots play on from here, on every table: to the end, or a number of moves.

        Counted moves go on through the games that follow; masks and observations wait
        for `legal()` and `observe()`.
        """
        orders = self._runner.read(self._orders).copy()
        orders[batched.MOST] = (
            batched.FOREVER if moves is None else _count("moves", moves)
        )
        orders[batched.AGAIN] = batched.STOP if moves is None else batched.SAME_STEP
        listed = [bots] * self.seats if isinstance(bots, str) else bots
        self._runner.write(self._rolling, orders)
        self._runner.write(self._rollers, _bots(self.seats, listed, BOTS["random"]))
        about = (self._key, self._rollers, self._rolling, self._lanes, self.seat)
        self._runner.run("roll_tables", *about, self._results)

    def legal(self, *, every: bool = False) -> Any:
        """Return masks of the asked seats ``[size, actions]``, or of every seat.

        Of every seat the shape is ``[size, seats, actions]``; who is not asked may nothing.
        """
        return self._look(batched.MASK, every=every)

    def observe(self, *, every: bool = False) -> Any:
        """Return what the asked seats see ``[size, numbers]``, or every seat.

        Of every seat the shape is ``[size, seats, numbers]``.
        """
        return self._look(batched.SIGHT, every=every)

    def _look(self, what: int, *, every: bool) -> Any:
        orders = self._runner.read(self._orders).copy()
        orders[batched.FILL] = what
        self._runner.write(self._rolling, orders)
        if not every:
            viewers, sights = self.seat.reshape(self.size, 1), self._sights
        else:
            viewers, sights = self._every(what)
        self._runner.run("look_tables", self._rolling, viewers, sights)
        seen = sights[0] if what == batched.MASK else self._seen(sights)
        return seen.reshape(self.size, self.seats, -1) if every else seen

    def _every(self, what: int) -> Any:
        """Return viewers and arrays to show every seat's sight; made when first asked."""
        if what not in self._all:
            make, rows = self._runner.array, self.size * self.seats
            seats = np.tile(np.arange(self.seats), (self.size, 1))
            masked, sighted = (rows, 1) if what == batched.MASK else (1, rows)
            mask = np.zeros((masked, len(self.game.actions)), np.int8)
            self._all[what] = make(seats), (make(mask), *self._sight_arrays(sighted, 1))
        return self._all[what]

    def _seen(self, sights: Any, at: int = 1) -> Any:
        return sights[at] if self.dtype == np.float32 else sights[at + 1]

    def _make_arrays(self, again: int, numbers: Array) -> None:
        """Make every array the loops read and write, once."""
        make, size, seats = self._runner.array, self.size, self.seats
        orders = np.zeros(batched.ORDER_WORDS, np.int64)
        orders[batched.SEATS], orders[batched.STRIDE] = seats, size
        orders[batched.AGAIN], orders[batched.LENIENT] = again, not self.strict
        orders[batched.FILL] = batched.MASK | batched.SIGHT if self.fill else 0
        orders[batched.BYTES] = self.dtype != np.float32
        self._numbers = numbers
        self._orders, self._rolling = make(orders), make(orders.copy())
        self._bots, self._rollers = make(numbers), make(numbers.copy())
        self._key = make(np.zeros(KEY_WORDS, np.int64))
        self._lanes = make(np.zeros((size, batched.LANE_WORDS), np.int64))
        self._wanted, self._lawful = (make(np.zeros(size, np.bool_)) for _ in range(2))
        self._actions = make(np.zeros(size, np.int64))
        self.seat = make(np.full(size, NOBODY, np.int64))
        self.over, self.illegal = (make(np.zeros(size, np.bool_)) for _ in range(2))
        self.ending = make(np.zeros(size, np.int64))
        self.rewards = make(np.zeros((size, seats), np.float32))
        self.points, self.ranks = (
            make(np.zeros((size, seats), np.int64)) for _ in range(2)
        )
        ends = (self.over, self.illegal, self.ending)
        self._results = (*ends, self.rewards, self.points, self.ranks)
        self.mask = make(np.zeros((size, len(self.game.actions)), np.int8))
        last = size if again == batched.SAME_STEP else 1
        self._sights = (self.mask, *self._sight_arrays(size, last))
        self.observation = self._seen(self._sights)
        self.final_observation = self._seen(self._sights, 3)
        self._all: dict[int, Any] = {}

    def _sight_arrays(self, rows: int, last: int) -> tuple[Any, ...]:
        """Return floats and bytes, and the last ones: those not asked for have one row."""
        floats = self.dtype == np.float32
        counts = (rows, 1, last, 1) if floats else (1, rows, 1, last)
        kinds = (np.float32, np.int8, np.float32, np.int8)
        return tuple(
            self._runner.array(np.zeros((count, self.game.observation), kind))
            for count, kind in zip(counts, kinds, strict=True)
        )

    def _take(self, actions: Any) -> None:
        """Write actions to where the loops read them."""
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = _checked("actions", actions, (self.size,), "iu")
        self._runner.write(self._actions, actions)

    def _illegal(self, index: int) -> IllegalAction:
        seat = int(self._runner.read(self.seat)[index])
        number = int(self._runner.read(self._actions)[index])
        legal = np.flatnonzero(self._runner.read(self.legal())[index]).tolist()
        return IllegalAction(index, seat, number, [self.game.actions[n] for n in legal])

    def _check_room(self) -> None:
        """Refuse a batch that cannot fit, and say what would."""
        room = gpu_room() if self.device == "cuda" else memory()
        sights = (
            len(self.game.actions) + 2 * self.dtype.itemsize * self.game.observation
        )
        each = self.game.table.itemsize + sights + 24 * self.seats
        each += 8 * (batched.LANE_WORDS + 4)
        if self.size * each > room:
            raise BadSetup(
                f"a batch of {self.size} needs {self.size * each / 1e9:.1f} GB: "
                f"at most {room // each} tables of {self.game.name} fit into "
                f"{room / 1e9:.1f} GB"
            )


def _bots(seats: int, bots: Sequence[str | None] | None, nobody: int) -> Array:
    """Return a number for each seat's bot; `nobody` where none is named."""
    listed = [None] * seats if bots is None else list(bots)
    if len(listed) != seats:
        raise BadSetup(f"expected {seats} bots for {seats} seats, got {len(listed)}")
    for name in listed:
        if name is not None and name not in BOTS:
            raise BadSetup(f"no bot {name!r} here: expected one of {', '.join(BOTS)}")
    if nobody == batched.LEARNER and None not in listed:
        raise BadSetup("a batch asks at least one seat: name no bot for it")
    return np.array([nobody if b is None else BOTS[b] for b in listed], np.int64)


def _count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise BadSetup(f"{name} {value!r}: expected a whole number from 1 on")
    return int(value)


def _one_of(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise BadSetup(f"{name} {value!r}: expected one of {', '.join(allowed)}")
    return str(value)


def _checked(name: str, values: Any, shape: tuple[int, ...], kinds: str) -> Array:
    """Return values as an array, if their shape and kind are what is expected."""
    array = np.asarray(values)
    if array.shape != shape:
        raise BadSetup(f"{name}: expected the shape {shape}, got {array.shape}")
    if array.dtype.kind not in kinds:
        kind = "truth values" if kinds == "b" else "whole numbers"
        raise BadSetup(f"{name}: expected {kind}, got {array.dtype}")
    return array
