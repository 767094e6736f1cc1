"""A run: play, learn, tell how it goes, keep checkpoints, go on where one was left."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.runs.batch import Batch

from . import ppo
from .arrays import Array, library, on_host
from .config import Config
from .features import Encoder, Features, find_features
from .model import VALUES, Adam, Model
from .tables import Tables


class Progress(msgspec.Struct):
    """How a run stands after an update; a line of its log."""

    update: int
    steps: int
    seconds: float
    speed: float  # decisions a second, learning included
    entropy: float
    change: float  # of the policy (KL)
    error: float  # of the worth, squared
    first: dict[str, float]  # share of first places against bots, by `bot/seats`


class Run:
    """One run, from a config or a checkpoint."""

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic):
        self.config, self.clock = config, clock
        self.game = registry.load(config.game)
        self.xp = library(config.device)
        self.features = find_features(self.game, config.seed)
        self.points = usual_points(self.game, config.seed)
        self._begin()

    def _begin(self) -> None:
        config, xp = self.config, self.xp
        actions = len(self.game.actions)
        self.encode = Encoder(xp, self.features)
        self.model = Model(xp, self.features.count, actions, config.width)
        self.model.begin(number(config.seed))
        self.old = Model(xp, self.features.count, actions, config.width)
        self.optimiser = Adam(xp, self.model.size)
        self.league: list[np.ndarray[Any, Any]] = []
        self.update, self.steps, self.seconds = 0, 0, 0.0
        self.tables = Tables(xp, self.game, config, self.points)
        self._dice(0)

    def _dice(self, update: int) -> None:
        """Key all chance of the learner: each update's own, so that a run can go on."""
        seed = number(f"{self.config.seed}/{update}")
        self.random = self.xp.random.default_rng(seed)
        self.host_random = np.random.default_rng(seed)

    @property
    def done(self) -> float:
        """The share of the run that is over."""
        return min(1.0, self.steps / self.config.steps)

    def play(self) -> ppo.Steps:
        """Play some decisions at all tables."""
        xp, tables, config = self.xp, self.tables, self.config
        kept: list[tuple[Array, ...]] = []
        theirs = self._opponents()
        for _ in range(config.length):
            seen, mask, seat = tables.look()
            found = self.model.forward(self.encode(seen))
            logs = ppo.log_softmax(xp, found.logits, mask)
            own = xp.ones(tables.count, bool)
            logs_used = logs
            if theirs is not None:
                rows, seats = theirs
                old = self.old.forward(self.encode(seen[rows]))
                own[rows] = ~seats[xp.arange(len(rows)), seat[rows]]
                other = ppo.log_softmax(xp, old.logits, mask[rows])
                logs_used = logs.copy()
                logs_used[rows] = xp.where(own[rows][:, None], logs[rows], other)
            lots = self.random.random(logs.shape, dtype=xp.float32)
            action = (logs_used - xp.log(-xp.log(lots + 1e-12) + 1e-12)).argmax(1)
            chance = logs[xp.arange(tables.count), action]
            tables.step(action)
            kept.append((seen, mask, seat, action, chance, found.values, own))
        stacked = (xp.stack(part) for part in zip(*kept, strict=True))
        return ppo.Steps(*stacked, *tables.ends())

    def _opponents(self) -> tuple[Array, Array] | None:
        """Choose an earlier self, and at which seats of the league's tables it sits."""
        xp = self.xp
        rows = xp.flatnonzero(self.tables.league)
        if not len(self.league) or not len(rows):
            return None
        self.old.use(xp.asarray(self.league[self.host_random.integers(len(self.league))]))
        return rows, self.random.random((len(rows), self.tables.seats)) < 0.5  # noqa: PLR2004

    def learn(self, steps: ppo.Steps) -> Array:
        """Learn from decisions, and return the mean of what is worth a look."""
        xp, config = self.xp, self.config
        shape = (self.tables.count, self.tables.seats, VALUES)
        seen = self.tables.look_of_all()
        after = xp.concatenate([
            self.model.forward(self.encode(part)).values
            for part in xp.array_split(seen, self.tables.seats)
        ]).reshape(shape)
        advantage, aims = ppo.targets(xp, steps, after, config.trace)
        own = xp.flatnonzero(steps.own.reshape(-1))
        flat = [part.reshape(-1, *part.shape[2:]) for part in steps]
        advantage, aims = advantage.reshape(-1), aims.reshape(-1, VALUES)
        ours = advantage[own]
        advantage = (advantage - ours.mean()) / (ours.std() + 1e-6)
        rates = ppo.Rates(
            config.rate * (1 - 0.9 * self.done),
            config.clip,
            config.entropy * (1 - 0.8 * self.done),
        )
        reports = []
        for _ in range(config.epochs):
            order = own[self.random.random(len(own), dtype=xp.float32).argsort()]
            for part in xp.array_split(order, max(1, len(order) // config.minibatch)):
                sample = ppo.Sample(
                    self.encode(flat[0][part]),
                    flat[1][part],
                    flat[3][part],
                    flat[4][part],
                    advantage[part],
                    aims[part],
                )
                reports.append(ppo.learn(self.model, self.optimiser, sample, rates))
        return xp.stack(reports).mean(0)

    def go_on(self) -> Iterator[Progress]:
        """Play and learn to the end of the run, and say how it goes after every update."""
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
            yield Progress(
                self.update,
                self.steps,
                self.seconds,
                count / taken,
                *(float(part) for part in report),
                self._firsts(),
            )

    def _remember(self) -> None:
        """Keep this self for the league; of too many, one that has close neighbours goes."""
        self.league.append(on_host(self.model.weights).copy())
        if len(self.league) > self.config.league:
            self.league.pop(int(self.host_random.integers(1, len(self.league) - 1)))

    def _firsts(self) -> dict[str, float]:
        """Return shares of first places against bots since the last look."""
        found = {}
        for place in self.tables.places:
            games = int(place.games)
            if place.against_bots and games:
                found[f"{place.group.against}/{place.seats}"] = float(place.firsts) / games
                place.games, place.firsts = 0, 0.0
        return found

    def save(self, path: Path) -> None:
        """Write a checkpoint; a run that is killed meanwhile leaves the one before."""
        about = msgspec.json.encode({
            "config": self.config,
            "update": self.update,
            "steps": self.steps,
            "seconds": self.seconds,
            "adam": self.optimiser.steps,
        })
        arrays = {
            "about": np.frombuffer(about, np.uint8),
            "weights": on_host(self.model.weights),
            "mean": on_host(self.optimiser.mean),
            "square": on_host(self.optimiser.square),
            "league": np.array(self.league, np.float16).reshape(-1, self.model.size),
        }
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, **arrays)
        part.replace(path)

    @classmethod
    def resume(cls, path: Path, **changes: Any) -> "Run":
        """Go on from a checkpoint; the games on the tables are dealt anew."""
        with np.load(path, allow_pickle=False) as kept:
            about = msgspec.json.decode(kept["about"].tobytes())
            wanted = {k: v for k, v in changes.items() if v is not None}
            run = cls(msgspec.convert(about["config"] | wanted, Config))
            run.update, run.steps = about["update"], about["steps"]
            run.seconds, run.optimiser.steps = about["seconds"], about["adam"]
            run.model.use(run.xp.asarray(kept["weights"]))
            run.optimiser.mean = run.xp.asarray(kept["mean"])
            run.optimiser.square = run.xp.asarray(kept["square"])
            run.league = list(kept["league"].astype(np.float32))
        return run


def usual_points(game: Any, seed: str) -> float:
    """Return what house bots' points are on average: the measure of the points learnt."""
    batch = Batch(game, None, 256, seed=seed, after="stop", fill=False)
    batch.rollout(bots="house")
    return float(max(1.0, np.abs(np.asarray(batch.points)).mean()))


def number(seed: str) -> int:
    """Return a seed as a number."""
    from hashlib import sha256  # noqa: PLC0415

    return int.from_bytes(sha256(seed.encode()).digest()[:8], "little")
