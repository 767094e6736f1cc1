"""A training run: plays, learns, reports progress, and resumes from checkpoints."""

import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from comptoir.engine.backends.matrices import library
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import COLDEST
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.network import Network
from comptoir.engine.runs.policy import network_named

from . import ppo
from .arrays import Array, on_host
from .checkpoint import About, Checkpoint, kind_of
from .config import LEAGUE, Config
from .export import Reader, model_of, network_arrays
from .features import Encoder, find_features
from .model import FIRST, Activations, Adam, Model
from .progress import TrainingProgress
from .tables import LearnerTables

# Optimiser steps over which the learning rate rises from 0. Adam's first steps change every
# weight by the whole rate, which costs a trained network more than it soon learns.
WARM_UP = 200


class OtherNetwork(NamedTuple):
    """Another network at some tables, and the seats that it plays there."""

    reader: Reader
    rows: Array
    theirs: Array  # [rows, seats]
    degrees: float  # the temperature of its policy


class Run:
    """A training run, started from a configuration or resumed from a checkpoint.

    Raises:
        BadSetup: The game, tables or device are unavailable, or the checkpoint is damaged.
    """

    def __init__(
        self,
        config: Config,
        kept: Checkpoint | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.config, self.clock = config, clock
        self.game = registry.load(config.game)
        self.xp = library(config.device)
        self.features = (kept and kept.features) or find_features(
            self.game, config.seed
        )
        self.points = (kept and kept.about.points) or usual_points(
            self.game, config.seed
        )
        self.encode = Encoder(self.xp, self.features)
        self.model = self._model()
        self.optimiser = Adam(self.xp, self.model.size)
        self.league: list[np.ndarray[Any, Any]] = []
        self.update, self.steps, self.seconds = 0, 0, 0.0
        if kept:
            self._take(kept)
        else:
            self.model.begin(number(config.seed))
        self.tables = LearnerTables(self.xp, self.game, config, self.points, self.steps)
        self.others = {
            name: (self._model(), self.encode)
            if name == LEAGUE
            else model_of(self.xp, network_named(name, self.game))
            for name, _ in self.tables.networks
        }
        self._dice(self.update)

    def _model(self) -> Model:
        actions = len(self.game.actions.choices)
        return Model(self.xp, self.features.count, actions, self.config.width)

    def _dice(self, update: int) -> None:
        """Seed the learner's random generators for one update.

        A resumed run therefore draws the same numbers as one that never stopped.
        """
        seed = number(f"{self.config.seed}/{update}")
        self.random = self.xp.random.default_rng(seed)
        self.host_random = np.random.default_rng(seed)

    @property
    def done(self) -> float:
        """The share of the run that is done."""
        return min(1.0, self.steps / self.config.steps)

    def play(self) -> ppo.Steps:
        """Play `length` decisions on all tables."""
        xp, tables = self.xp, self.tables
        opponents, rows = self._opponents(tables), xp.arange(tables.count)
        kept: list[tuple[Array, ...]] = []
        for _ in range(self.config.length):
            seen, mask, seat = tables.look()
            found = self.model.forward(self.encode(seen))
            logs = ppo.log_softmax(xp, found.logits, mask)
            choice, own = self._with_others(opponents, seen, mask, seat, logs)
            if self.config.epsilon:
                lost = own & (self.random.random(tables.count) < self.config.epsilon)
                even = xp.where(mask > 0, xp.float32(0), xp.float32(ppo.BARRED))
                choice, own = xp.where(lost[:, None], even, choice), own & ~lost
            action = self._draw(choice)
            chance, expected = logs[rows, action], self._values(found)
            tables.step(action)
            kept.append((seen, mask, seat, action, chance, expected, own))
        stacked = [xp.stack(part) for part in zip(*kept, strict=True)]
        return ppo.Steps._make([*stacked, *tables.ends()])

    def _draw(self, logs: Array) -> Array:
        """Draw an action for each row of log-probabilities."""
        xp = self.xp
        lots = self.random.random(logs.shape, dtype=xp.float32)
        return (logs - xp.log(-xp.log(lots + 1e-12) + 1e-12)).argmax(1)

    def _opponents(self, tables: LearnerTables) -> list[OtherNetwork]:
        """Return the other networks at some tables.

        One of the earlier versions in the league is drawn at random.
        """
        found = []
        for (name, degrees), rows in tables.networks.items():
            if name == LEAGUE:
                if not self.league:
                    continue
                chosen = self.league[self.host_random.integers(len(self.league))]
                self.others[name][0].use(self.xp.asarray(chosen))
            lots = self.random.random((len(rows), tables.seats))
            theirs = tables.theirs(rows, lots)
            found.append(OtherNetwork(self.others[name], rows, theirs, degrees))
        return found

    def _with_others(
        self,
        opponents: list[OtherNetwork],
        seen: Array,
        mask: Array,
        seat: Array,
        logs: Array,
    ) -> tuple[Array, Array]:
        """Return log-probabilities of the seats to act, and True where it is the learner's."""
        xp, own = self.xp, self.xp.ones(len(seat), bool)
        choice = logs.copy() if opponents else logs
        for (model, encode), there, theirs, degrees in opponents:
            own[there] = ~theirs[xp.arange(len(there)), seat[there]]
            found = model.forward(encode(seen[there])).logits
            found = ppo.log_softmax(xp, found / max(degrees, COLDEST), mask[there])
            choice[there] = xp.where(own[there][:, None], logs[there], found)
        return choice, own

    def first_places(self, games: int, seed: str) -> tuple[float, int]:
        """Play games in which the learner chooses its best moves; return its share of first
        places, and the number of games.

        Every table plays the same number. Only groups with one learner per table play.
        """
        xp, groups = self.xp, [one for one in self.config.groups if one.is_match]
        each = -(-games // sum(one.tables for one in groups))
        config = msgspec.structs.replace(self.config, groups=groups, seed=seed)
        tables = LearnerTables(xp, self.game, config, self.points)
        opponents, rows = self._opponents(tables), xp.arange(tables.count)
        played, firsts = xp.zeros(tables.count, xp.int64), xp.zeros(tables.count)
        while (played < each).any():
            seen, mask, seat = tables.look()
            logs = ppo.log_softmax(
                xp, self.model.forward(self.encode(seen)).logits, mask
            )
            choice, own = self._with_others(opponents, seen, mask, seat, logs)
            tables.step(xp.where(own, logs.argmax(1), self._draw(choice)))
            over, ends = tables.ends()
            counts = over[0] & (played < each)
            firsts += counts * ends[0][rows, tables.learner, FIRST]
            played += counts
        return float(firsts.sum()) / (each * tables.count), each * tables.count

    def learn(self, steps: ppo.Steps) -> Array:
        """Learn from a sequence of decisions, and return the mean statistics."""
        xp, config = self.xp, self.config
        advantage, aims, known = ppo.targets(xp, steps, self._next(), config.trace)
        own = xp.flatnonzero((steps.own & known).reshape(-1))
        if not len(own):
            raise BadSetup(
                f"length {config.length}: nothing came of any decision: expected more of "
                "them between two updates"
            )
        ours = advantage.reshape(-1)[own]
        advantage = (advantage - ours.mean()) / (ours.std() + 1e-6)
        company = xp.broadcast_to(self.tables.company, steps.seat.shape)
        told = (steps.observation, steps.mask, steps.action, steps.chance, company)
        flat = [part.reshape(-1, *part.shape[2:]) for part in (*told, advantage, aims)]
        rates = ppo.Rates(
            config.rate * (1 - 0.9 * self.done),
            config.clip,
            config.entropy * (1 - 0.8 * self.done),
        )
        reports = []
        for _ in range(config.epochs):
            order = own[self.random.random(len(own), dtype=xp.float32).argsort()]
            for part in xp.array_split(order, max(1, len(order) // config.minibatch)):
                seen, *others = (array[part] for array in flat)
                sample = ppo.Sample._make([self.encode(seen), *others])
                warm = min(1.0, (self.optimiser.steps + 1) / WARM_UP)
                now = rates._replace(learning=rates.learning * warm)
                reports.append(ppo.learn(self.model, self.optimiser, sample, now))
        return xp.stack(reports).mean(0)

    def _next(self) -> ppo.Next:
        """Return the seat to act at each table now, and the values predicted for it."""
        seen, _, seat = self.tables.look()
        return ppo.Next(seat, self._values(self.model.forward(self.encode(seen))))

    def _values(self, found: Activations) -> Array:
        """Return the predicted values for the kind of opponents at each table."""
        return found.values[self.xp.arange(self.tables.count), self.tables.company]

    def go_on(self) -> Iterator[TrainingProgress]:
        """Play and learn until the end of the run; yield the progress after every update."""
        while self.done < 1:
            start = self.clock()
            self._dice(self.update)
            report = on_host(self.learn(self.play()))
            if not np.isfinite(report).all():
                raise BadSetup(
                    f"update {self.update}: the weights are no numbers any more: "
                    "expected a smaller rate; the last checkpoint is whole"
                )
            count = self.tables.count * self.config.length
            self.update += 1
            self.steps += count
            if self.update % self.config.checkpoint == 0:
                self._remember()
            taken = self.clock() - start
            self.seconds += taken
            entropy, change, error = map(float, report)
            first, games = self._firsts()
            yield TrainingProgress(
                self.update,
                self.steps,
                round(self.seconds, 3),
                round(count / taken, 1) if taken else 0.0,
                entropy,
                change,
                error,
                first,
                games,
            )

    def _remember(self) -> None:
        """Add the current network to the league; if it is too large, drop one from the
        middle at random.
        """
        self.league.append(on_host(self.model.weights).copy())
        if len(self.league) > self.config.league:
            newest = len(self.league) - 1
            self.league.pop(int(self.host_random.integers(1, max(2, newest))))

    def _firsts(self) -> tuple[dict[str, float], dict[str, int]]:
        """Return shares of first places of single learners since the last call, and the number
        of games.
        """
        firsts: dict[str, float] = {}
        games: dict[str, int] = {}
        for place in self.tables.places:
            if place.group.is_match and place.games:
                name = f"{place.group.against}/{place.seats}"
                firsts[name] = firsts.get(name, 0.0) + place.firsts
                games[name] = games.get(name, 0) + place.games
                place.games, place.firsts = 0, 0.0
        return {name: firsts[name] / games[name] for name in games}, games

    def network(self) -> Network:
        """Return the current network in the form that the engine evaluates."""
        config = msgspec.to_builtins(self.config)
        for group in config[
            "groups"
        ]:  # record only the names of files, without their folders
            group["against"] = Path(group["against"]).name
        about = {
            "steps": self.steps,
            "seconds": round(self.seconds),
            "config": config,
        }
        shares = (self.config.first, self.config.margin)
        arrays = network_arrays(
            self.game, self.features, self.model, self.points, shares
        )
        return Network(self.game, arrays, about)

    def save(self, path: Path) -> None:
        """Write a checkpoint atomically: if killed, the previous one remains."""
        about = About(
            config=self.config,
            update=self.update,
            steps=self.steps,
            seconds=self.seconds,
            adam=self.optimiser.steps,
            points=self.points,
            **kind_of(self.game),
        )
        Checkpoint(
            about,
            self.features,
            on_host(self.model.weights),
            on_host(self.optimiser.mean),
            on_host(self.optimiser.square),
            np.array(self.league, np.float16).reshape(-1, self.model.size),
        ).save(path)

    def _take(self, kept: Checkpoint) -> None:
        """Restore the state saved in a checkpoint."""
        size, about = self.model.size, kept.about
        shapes = {a.shape for a in (kept.weights, kept.mean, kept.square)}
        if shapes != {(size,)} or kept.league.shape != (len(kept.league), size):
            raise BadSetup(
                "the checkpoint is damaged, or of a learner of before: "
                f"expected {size} weights, got {len(kept.weights)}"
            )
        self.update, self.steps, self.seconds = about.update, about.steps, about.seconds
        self.model.use(self.xp.array(kept.weights))
        self.optimiser.mean = self.xp.array(kept.mean)
        self.optimiser.square = self.xp.array(kept.square)
        self.optimiser.steps = about.adam
        self.league = list(kept.league.astype(np.float32))


def usual_points(game: Game, seed: str) -> float:
    """Return the mean points of house bots, which are the unit of the network's third value."""
    batch = Batch(game, None, 256, seed=seed, after="stop", fill=False)
    batch.rollout(bots="house")
    return float(max(1.0, np.abs(np.asarray(batch.points)).mean()))


def number(seed: str) -> int:
    """Return a seed as a number for the random generators."""
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "little")
