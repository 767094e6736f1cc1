"""Batches: many games stepped together, in plain Python, on CPU threads or on a GPU."""

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
from .answering import Answers
from .log import Log, Logger
from .policy import bot_numbers, network_for, seated_networks
from .saved import SavedBatch, about_of
from .seating import Bots, names_by_seat, only_names, seat_bots

AFTER = {
    "stop": environment.STOP,
    "next_step": environment.NEXT_STEP,
    "same_step": environment.SAME_STEP,
}
DEVICES, DTYPES, ILLEGAL = ("cpu", "cuda"), ("float32", "int8"), ("error", "lose")


class Batch(SavedBatch):
    """Many tables of one game; table i holds games i, i + size, … of the seed.

    Each step overwrites the same arrays; copy what you want to keep. Threads may share a
    batch: their calls run one at a time.

    | array | shape | |
    |---|---|---|
    | `seat` | ``[size]`` | the seat to act, -1 when a game is over |
    | `mask` | ``[size, choices]`` | 1 for each legal choice of the seat to act |
    | `observation` | ``[size, numbers]`` | the observation of the seat to act |
    | `rewards` | ``[size, seats]`` | at the end: (seats behind − seats ahead) / others |
    | `over`, `illegal` | ``[size]`` | True if a game just ended; if by an illegal action |
    | `points`, `ranks` | ``[size, seats]`` | of the last game that ended |
    | `ending` | ``[size]`` | how it ended: an index of the game's `endings` |
    | `final_observation` | as `observation` | the last one of a game replaced in this step |

    Args:
        game: A game or its name.
        seats: The number of seats; four by default if the game allows it.
        size: The number of tables.
        device: `cpu` or `cuda`.
        seed: The seed of all random numbers: game n is the match of seed `SEED/n`.
        options: The game's options by name.
        bots: The bots that the batch plays: `random`, `house`, `policy` (the game's network
            at temperature 0), `policy:0.5`, a character such as `greedy`, or the file of a
            network, `other.npz` or `other.npz:0.5`. The caller plays the other seats, the
            learners. A list with None for each learner must name every seat. Otherwise seat 0
            is the learner, the bots take the other seats in order, and the last bot also
            takes those left over. By default all seats are learners.
        after: What happens after the end of a game: `same_step` deals the next one at once,
            `next_step` in the next step, `stop` waits for `reset()`.
        illegal: What an illegal action does: `error` raises and changes nothing, `lose`
            ends the game with reward -1 for the acting seat and 0 for the others.
        dtype: The type of observations: `float32`, or `int8`, which saturates at ±127.
        fill: Write masks and observations in every step; else use `legal()` and `observe()`.
        threads: The number of CPU threads; all cores by default.
        plain: Run without compiling; by default only if numba is missing.
        tuning: A `cuda_compiler.Tuning` for `cuda`.
        kernels: Compiled kernels to use instead of those in the usual cache.
    """

    _taught = False  # True once the backend has the game's network
    _answers: Answers | None = None  # plays the seats of networks, if there are any

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
        numbers, networks = seated_networks(self.game, self._seated, self.device)
        self._after = checks.one_of("after", after, tuple(AFTER))
        self._lock = RLock()
        self._where = {"threads": threads, "plain": plain, "tuning": tuning}
        checks.memory_for(self.game, self.seats, self.size, self.device, self.dtype)
        self._backend = self._place(kernels)
        self._make_arrays(AFTER[self._after], numbers, waits=any(networks))
        if any(networks):
            self._answers = Answers(self, numbers, networks)
        self.reset(seed=read_seed(seed))

    def _place(self, kernels: "compiler.Compiled | None") -> Backend:
        """Return the backend that runs the kernels."""
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
        """The tables as ``[size]`` records, with nothing hidden."""
        tables: Array = self._backend.tables
        return tables

    def position(self, table: int) -> Position:
        """Return a plain copy of one table, for inspection and trying out moves."""
        checks.among("table", table, self.size)
        box = self.game.plain_box(self.seats, self._options)
        return Position(self.game, unpack(np.asarray(self.tables)[table]), box)

    @property
    def learners(self) -> list[int]:
        """The seats that no bot plays."""
        return np.flatnonzero(self._numbers == LEARNER).tolist()

    @property
    def games(self) -> Array:
        """The index, among the seed's games, of the game on each table."""
        return self._state(GAME)

    @property
    def lengths(self) -> Array:
        """The number of moves in the current game of each table, bots' moves included."""
        return self._state(PLAYED)

    @property
    def moves(self) -> int:
        """The number of moves played on all tables, bots' moves included."""
        return int(self._state(TOTAL).sum())

    def _state(self, word: int) -> Array:
        return self._backend.read(self._states)[:, word].copy()

    @synchronized
    def reset(
        self, seed: str | int | None = None, where: ArrayLike | None = None
    ) -> None:
        """Deal the next game on every table, or where a mask ``[size]`` is true.

        With a seed, deal its games from the first one on.
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
        given = (self._playing, self._wanted, self._observations)
        if self._answers:
            self._answers.forget()
        self._let_play("deal_tables", self._dealt, *given)

    @synchronized
    def step(self, actions: ArrayLike) -> None:
        """Play one choice of the seat to act on every table, then the bots' moves.

        Raises:
            IllegalAction: An action is not legal; no table has changed.
        """
        if self.strict:
            lawful = self._backend.read(self.check(actions))
            if not lawful.all():
                raise self._illegal(int(np.flatnonzero(~lawful)[0]))
        else:
            self._take(actions)
        if self._answers:
            self._answers.remember()
        given = (self._playing, self._actions, self._results, self._observations)
        self._let_play("step_tables", self._dealt, *given)

    @synchronized
    def check(self, actions: ArrayLike) -> NDArray[np.bool_]:
        """Return an array ``[size]``: True where a table's action is legal. Nothing changes."""
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
        """Let bots play on every table, to the end or for a number of moves.

        `moves` may span several games, and the last move may leave a seat of the batch's
        own bots to act. Masks and observations are updated if the batch fills them. With
        `tell`, return a log of every decision, which stops at the end of each table's
        current game; `legal` and `observation` add columns to the log.
        """
        numbers = bot_numbers(
            self.game, self.seats, names_by_seat(bots, self.seats), BOTS["random"]
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
        """Return the kernel arguments for one rollout call, bots included."""
        return self._env_with(**words)._replace(bots=self._rollers)

    def _run_log(self, numbers: Array, moves: int, what: int, log: Any) -> None:
        """Let bots play some moves of a rollout and log them."""
        env = self._rolling(LIMIT=moves, FILL=what)
        self._let_play("log_tables", numbers, env, self._results, log)

    def _let_play(self, kernel: str, bots: Array, *given: Any) -> None:
        """Run a kernel in which bots play, by the game's network or by matrices."""
        if bots.min() <= POLICY:
            if not self._taught:
                self._backend.teach(network_for(self.game).given)
                self._taught = True
            kernel += BY_POLICY
        self._backend.run(kernel, *given)
        if self._answers and bots is self._dealt:
            self._answers.play()

    def _setup(self) -> dict[str, Any]:
        """Return the arguments that construct a batch like this one."""
        return about_of(self) | {"device": self.device, **self._where}

    @synchronized
    def imagine(self) -> None:
        """Deal again, on every table, all that the seat to act cannot know (determinize)."""
        self._backend.run("imagine_tables", self._env)

    def legal(self, *, every: bool = False) -> NDArray[np.int8]:
        """Return the masks of the seats to act ``[size, choices]``, or of every seat.

        With `every` the shape is ``[size, seats, choices]``; seats not to act have no choices.
        """
        return self._observe(environment.MASK, every=every)

    def observe(self, *, every: bool = False) -> NDArray[np.float32 | np.int8]:
        """Return the observations of the seats to act ``[size, numbers]``, or of every seat.

        With `every` the shape is ``[size, seats, numbers]``.
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
        """Return the viewers and output arrays to observe all seats; created on first use."""
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
        """Return the observations in the batch's dtype."""
        if self.dtype == np.float32:
            return seen.last_floats if last else seen.floats
        return seen.last_bytes if last else seen.bytes

    def _rows(self, count: int, last: int) -> tuple[int, ...]:
        """Return the row counts of float, byte and final observations; 1 for unused arrays."""
        floats = self.dtype == np.float32
        return (count, 1, last, 1) if floats else (1, count, 1, last)

    def _make_arrays(self, autoreset: int, numbers: Array, *, waits: bool) -> None:
        """Allocate every array that the kernels read and write."""
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
        # In deals and steps, seats of matrix networks stop the kernel as learners do.
        self._dealt = np.where(waits & (numbers <= POLICY), LEARNER, numbers)
        self._playing = self._env._replace(bots=there(self._dealt.copy()))
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
        """Return the kernel arguments with some configuration words changed, for one call."""
        config = self._config.copy()
        for name, value in words.items():
            config[getattr(environment, name)] = value
        self._backend.write(self._changed, config)
        return self._env._replace(config=self._changed)

    def _take(self, actions: ArrayLike) -> None:
        """Copy actions to the array that the kernels read."""
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = checks.shaped("actions", actions, (self.size,), "iu")
        self._backend.write(self._actions, actions)

    def _illegal(self, index: int) -> IllegalAction:
        read = self._backend.read
        legal = self.game.actions.allowed(read(self.legal())[index])
        seat, number = int(read(self.seat)[index]), int(read(self._actions)[index])
        return IllegalAction(index, seat, number, legal)
