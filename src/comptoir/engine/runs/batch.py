"""Many games side by side, stepped together: in plain Python, on all cores or on a GPU."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from comptoir.engine.backends import compiler
from comptoir.engine.backends.cpu import Array, Backend, PlainBackend, ThreadBackend
from comptoir.engine.backends.cuda import CudaBackend
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels import BY_POLICY, environment
from comptoir.engine.kernels.batched import Environments, Observations, batch_arguments
from comptoir.engine.kernels.kernel import each_array
from comptoir.engine.kernels.loop import (
    BOTS,
    GAME,
    LEARNER,
    NEXT,
    PLAYED,
    POLICY,
    STATE_WORDS,
    TOTAL,
    UNLIMITED,
)
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.model.refusals import IllegalAction
from comptoir.engine.model.seed import chance_key, read_seed
from comptoir.engine.play.position import Options, Position
from comptoir.engine.play.synchronized import RLock, synchronized
from comptoir.engine.rules.table import unpack

from . import checks
from .log import Log, Logger
from .policy import bot_numbers, network_for
from .saved import SavedBatch
from .seating import Bots, names_by_seat, only_names, seat_bots

AFTER = {
    "stop": environment.STOP,
    "next_step": environment.NEXT_STEP,
    "same_step": environment.SAME_STEP,
}
DEVICES, DTYPES, ILLEGAL = ("cpu", "cuda"), ("float32", "int8"), ("error", "lose")


class Batch(SavedBatch):
    """Many tables of one game; table i holds games i, i + size, … of the seed.

    What a step writes lies in arrays that stay the same objects for the batch's life:
    whoever wants to keep a value copies it. Any thread may call, one at a time.

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
        bots: Who plays inside: `random`, `house`, `policy` or `policy:0.5` (the game's
            network, at temperature 0 or another). A list with None for a learner, who is
            asked, names every seat; without one seat 0 learns and the bots take the others,
            the last one those left. All seats learn if left out.
        after: What follows the end of a game: `same_step` deals the next one at once,
            `next_step` in the next step, `stop` leaves it to `reset()`.
        illegal: What an illegal action does: `error` raises and changes nothing, `lose`
            ends the game: -1 for who acted, 0 for the others.
        dtype: Of observations: `float32`, or `int8`, which stops at -127 and 127.
        fill: Whether steps write masks and observations; else ask `legal()` and `observe()`.
        threads: How many on the CPU; all cores if left out.
        plain: Run without compiling; chosen by whether numba is there.
        tuning: A `cuda_compiler.Tuning` for `cuda`.
        kernels: Compiled rules to use, if not those of the usual cache.
    """

    _taught = False  # whether the kernels were given the game's network

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        size: int = 1024,
        *,
        device: str = "cpu",
        seed: str | int | None = None,
        options: Options = None,
        bots: Bots = None,
        after: str = "same_step",
        illegal: str = "error",
        dtype: str = "float32",
        fill: bool = True,
        threads: int | None = None,
        plain: bool | None = None,
        tuning: Any = None,
        kernels: "compiler.Compiled | None" = None,
    ):
        self.game = registry.load(game)
        self.seats = self.game.check_seats(seats)
        self.size = checks.count("size", size)
        self.device = checks.one_of("device", device, DEVICES)
        self.dtype = np.dtype(checks.one_of("dtype", dtype, DTYPES))
        self.strict = checks.one_of("illegal", illegal, ILLEGAL) == "error"
        self.fill = fill
        self._options = self.game.read_options(options)
        self._seated = only_names(seat_bots(bots, self.seats, learner=0))
        numbers = bot_numbers(self.seats, self._seated, LEARNER)
        self._after = checks.one_of("after", after, tuple(AFTER))
        self._lock = RLock()
        self._where = {"threads": threads, "plain": plain, "tuning": tuning}
        checks.memory_for(self.game, self.seats, self.size, self.device, self.dtype)
        self._backend = self._place(kernels)
        self._make_arrays(AFTER[self._after], numbers)
        self.reset(seed=read_seed(seed))

    def _place(self, kernels: "compiler.Compiled | None") -> Backend:
        """Return where the kernels run."""
        threads, plain, tuning = self._where.values()
        boxes = self.game.new_boxes(self.seats, self._options)
        place = (self.game, boxes, self.size)
        if self.device == "cuda":
            return CudaBackend(*place, tuning)
        if plain or (plain is None and not compiler.available()):
            return PlainBackend(*place)
        most = None if threads is None else checks.count("threads", threads)
        return ThreadBackend(*place, most, kernels)

    def __repr__(self) -> str:
        return f"<Batch of {self.size} {self.game.name}, {self.seats} seats, {self.device}>"

    @property
    def tables(self) -> Array:
        """The tables themselves, ``[size]`` records: nothing is hidden here."""
        tables: Array = self._backend.tables
        return tables

    def position(self, table: int) -> Position:
        """Return one of the tables, laid out plain: to look at and to try things on."""
        checks.among("table", table, self.size)
        box = self.game.plain_box(self.seats, self._options)
        return Position(self.game, unpack(np.asarray(self.tables)[table]), box)

    @property
    def learners(self) -> list[int]:
        """The seats that no bot plays."""
        return np.flatnonzero(self._numbers == LEARNER).tolist()

    @property
    def games(self) -> Array:
        """Which game of the seed lies on each table."""
        return self._state(GAME)

    @property
    def lengths(self) -> Array:
        """How many moves were played of the game on each table, bots' included."""
        return self._state(PLAYED)

    @property
    def moves(self) -> int:
        """How many moves were played on all tables, bots' included."""
        return int(self._state(TOTAL).sum())

    def _state(self, word: int) -> Array:
        return self._backend.read(self._states)[:, word].copy()

    @synchronized
    def reset(
        self, seed: str | int | None = None, where: ArrayLike | None = None
    ) -> None:
        """Deal the next game on every table, or where a mask ``[size]`` is true.

        With a seed, its games are dealt from the first on.
        """
        wanted = np.ones(self.size, np.bool_)
        if where is not None:
            wanted[:] = checks.shaped("where", where, (self.size,), "b")
        if seed is not None:
            if where is not None:
                raise BadSetup("a new seed deals every table: leave `where` out")
            key, first = chance_key(read_seed(seed))
            states = np.zeros((self.size, STATE_WORDS), np.int64)
            states[:, NEXT] = first + np.arange(self.size)
            self._backend.write(self._env.key, np.array(key))
            self._backend.write(self._states, states)
        self._backend.write(self._wanted, wanted)
        given = (self._env, self._wanted, self._observations)
        self._let_play("deal_tables", self._numbers, *given)

    @synchronized
    def step(self, actions: ArrayLike) -> None:
        """Play one action on every table, by the seat it asks, then the bots' moves.

        Raises:
            IllegalAction: One of them is not legal; no table has changed.
        """
        if self.strict:
            lawful = self._backend.read(self.check(actions))
            if not lawful.all():
                raise self._illegal(int(np.flatnonzero(~lawful)[0]))
        else:
            self._take(actions)
        given = (self._env, self._actions, self._results, self._observations)
        self._let_play("step_tables", self._numbers, *given)

    @synchronized
    def check(self, actions: ArrayLike) -> NDArray[np.bool_]:
        """Return of every table whether the action is legal, ``[size]``; nothing changes."""
        self._take(actions)
        self._backend.run("check_tables", self._env, self._actions, self._lawful)
        return self._lawful

    @synchronized
    def rollout(
        self,
        moves: int | None = None,
        bots: Bots = "random",
        *,
        tell: bool = False,
        legal: bool = False,
        observation: bool = False,
    ) -> Log | None:
        """Let bots play on from here, on every table: to the end, or a number of moves.

        Counted moves go on through the games that follow, and may end where a seat is asked
        that a bot of the batch holds. Masks and observations are those of where it ends, if
        the batch fills them. With `tell` every decision is returned, of the game on each
        table at most; with `legal` and `observation` also what was allowed and seen.
        """
        numbers = bot_numbers(
            self.seats, names_by_seat(bots, self.seats), BOTS["random"]
        )
        self._backend.write(self._rollers, numbers)
        most = None if moves is None else checks.count("moves", moves)
        log = None
        if tell:
            what = environment.MASK * legal | environment.OBSERVATION * observation
            if what not in self._loggers:
                self._loggers[what] = Logger(self, what)
            log = self._loggers[what].play(numbers, most)
        else:
            env = self._rolling(
                LIMIT=UNLIMITED if most is None else most,
                AUTORESET=environment.STOP if most is None else environment.SAME_STEP,
            )
            self._let_play("rollout_tables", numbers, env, self._results)
        if self.fill:
            self._observe(environment.MASK | environment.OBSERVATION, every=False)
        return log

    def _rolling(self, **words: int) -> Environments:
        """Return the environment with the bots of a rollout, for one call."""
        return self._env_with(**words)._replace(bots=self._rollers)

    def _run_log(self, numbers: Array, moves: int, what: int, log: Any) -> None:
        """Let bots play some moves and write them down."""
        env = self._rolling(LIMIT=moves, FILL=what)
        self._let_play("log_tables", numbers, env, self._results, log)

    def _let_play(self, kernel: str, bots: Array, *given: Any) -> None:
        """Run a kernel in which bots play; a policy among them needs its network."""
        if bots.min() <= POLICY:
            if not self._taught:
                self._backend.teach(network_for(self.game).given)
                self._taught = True
            kernel += BY_POLICY
        self._backend.run(kernel, *given)

    def _setup(self) -> dict[str, Any]:
        """Return the arguments of a batch like this one."""
        return self._about() | {"device": self.device, **self._where}

    def _about(self) -> dict[str, Any]:
        """Return what a batch plays, wherever that is."""
        return {
            "game": self.game,
            "seats": self.seats,
            "size": self.size,
            "options": self._options,
            "bots": self._seated,
            "after": self._after,
            "illegal": "error" if self.strict else "lose",
            "dtype": self.dtype.name,
            "fill": self.fill,
        }

    @synchronized
    def imagine(self) -> None:
        """Deal anew, on every table, all that the asked seat cannot know (determinize)."""
        self._backend.run("imagine_tables", self._env)

    def legal(self, *, every: bool = False) -> NDArray[np.int8]:
        """Return masks of the asked seats ``[size, actions]``, or of every seat.

        Of every seat the shape is ``[size, seats, actions]``; who is not asked may nothing.
        """
        return self._observe(environment.MASK, every=every)

    def observe(self, *, every: bool = False) -> NDArray[np.float32 | np.int8]:
        """Return what the asked seats see ``[size, numbers]``, or every seat.

        Of every seat the shape is ``[size, seats, numbers]``.
        """
        return self._observe(environment.OBSERVATION, every=every)

    @synchronized
    def _observe(self, what: int, *, every: bool) -> Array:
        if not every:
            viewers, written = self.seat.reshape(self.size, 1), self._observations
        else:
            viewers, written = self._every(what)
        self._backend.run("observe_tables", self._env_with(FILL=what), viewers, written)
        seen = written.masks if what == environment.MASK else self._seen(written)
        shown: Array = seen.reshape(self.size, self.seats, -1) if every else seen
        return shown

    def _every(self, what: int) -> Any:
        """Return viewers and arrays to show what every seat sees; made when first asked."""
        if what not in self._all:
            rows = self.size * self.seats
            masks, seen = (rows, 1) if what == environment.MASK else (1, rows)
            made = batch_arguments(self.game, 1, masks, self._rows(seen, 1))
            viewers = np.tile(np.arange(self.seats), (self.size, 1))
            self._all[what] = each_array(
                self._backend.array, (viewers, made["observations"])
            )
        return self._all[what]

    def _seen(self, seen: Observations, *, last: bool = False) -> Any:
        """Return what is seen in the batch's own kind of number."""
        if self.dtype == np.float32:
            return seen.last_floats if last else seen.floats
        return seen.last_bytes if last else seen.bytes

    def _rows(self, count: int, last: int) -> tuple[int, ...]:
        """Return the rows of floats and bytes, and of the last ones: unused ones have one."""
        floats = self.dtype == np.float32
        return (count, 1, last, 1) if floats else (1, count, 1, last)

    def _make_arrays(self, autoreset: int, numbers: Array) -> None:
        """Make every array the kernels read and write, once."""
        last = self.size if autoreset == environment.SAME_STEP else 1
        rows = self._rows(self.size, last)
        arrays = batch_arguments(self.game, self.seats, self.size, rows)
        self._numbers = arrays["env"].bots[:] = numbers
        config = arrays["env"].config
        config[environment.SEATS], config[environment.STRIDE] = self.seats, self.size
        config[environment.AUTORESET] = autoreset
        config[environment.LOSE] = not self.strict
        fill = environment.MASK | environment.OBSERVATION
        config[environment.FILL] = fill if self.fill else 0
        config[environment.BYTES] = self.dtype != np.float32
        self._config = config.copy()
        there = self._backend.array
        self._env: Environments = each_array(there, arrays["env"])
        self._states, self.seat = self._env.states, self._env.current
        self._rollers, self._changed = there(numbers.copy()), there(config.copy())
        self._wanted = there(arrays["wanted"])
        self._lawful: NDArray[np.bool_] = there(arrays["lawful"])
        self._actions = there(arrays["actions"])
        self._results = each_array(there, arrays["results"])
        self.over, self.illegal, self.ending = self._results[:3]
        self.rewards, self.points, self.ranks = self._results[3:]
        self._observations: Observations = each_array(there, arrays["observations"])
        self.mask = self._observations.masks
        self.observation = self._seen(self._observations)
        self.final_observation = self._seen(self._observations, last=True)
        self._all: dict[int, Any] = {}
        self._loggers: dict[int, Logger] = {}

    def _env_with(self, **words: int) -> Environments:
        """Return the environment with other words of the configuration, for one call."""
        config = self._config.copy()
        for name, value in words.items():
            config[getattr(environment, name)] = value
        self._backend.write(self._changed, config)
        return self._env._replace(config=self._changed)

    def _take(self, actions: ArrayLike) -> None:
        """Write actions to where the loops read them."""
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = checks.shaped("actions", actions, (self.size,), "iu")
        self._backend.write(self._actions, actions)

    def _illegal(self, index: int) -> IllegalAction:
        seat = int(self._backend.read(self.seat)[index])
        number = int(self._backend.read(self._actions)[index])
        legal = np.flatnonzero(self._backend.read(self.legal())[index]).tolist()
        return IllegalAction(index, seat, number, [self.game.actions[n] for n in legal])
