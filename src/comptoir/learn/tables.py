"""The tables of a run: several batches, which the learner uses like one."""

from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import NOBODY
from comptoir.engine.runs.batch import Batch

from .arrays import Array
from .config import LEAGUE, SELF, Config, Group
from .model import BOTS as AGAINST_BOTS
from .model import FIRST, NETWORKS, POINTS, VALUES, WORTH


class TableGroup:
    """One group of tables: its batch, its rows among all tables, and its opponents."""

    def __init__(
        self, xp: Any, game: Game, group: Group, first: int, config: Config, steps: int
    ):
        self.xp = xp
        self.group = group
        self.rows = slice(first, first + group.tables)
        seats = game.check_seats(group.seats)
        bots: list[str | None] = [None] * seats
        if group.is_match and group.seat >= seats:
            raise BadSetup(f"seat {group.seat}: expected 0 to {seats - 1}")
        if group.against in BOTS:
            bots = [group.against] * seats
            bots[group.seat] = None
        self.seats = seats
        self.batch = Batch(
            game,
            seats,
            group.tables,
            device=group.device or config.device,
            seed=f"{config.seed}/{first + steps}",  # deals that the run has not played before
            options=group.options,
            bots=bots,
            illegal="lose",  # skips checks, because the learner takes only legal actions
        )
        self.kept: list[list[Array]] = []
        self.games, self.firsts = 0, 0.0

    def keep(self) -> None:
        """Store the results of the last step, to be collected with `take_kept`."""
        batch = self.batch
        arrays = (batch.over, batch.rewards, batch.ranks, batch.points)
        self.kept.append([self.xp.array(self.array(part)) for part in arrays])

    def take_kept(self) -> list[Array]:
        """Return the stored results (over, rewards, ranks and points), and clear them."""
        kept, self.kept = self.kept, []
        return [self.xp.stack(part) for part in zip(*kept, strict=True)]

    def array(self, array: Any) -> Array:
        """Return an array of the batch as an array of the learner's library, if possible
        without a copy.
        """
        return self.xp.asarray(array)


class LearnerTables:
    """All groups of tables of a run, concatenated."""

    def __init__(
        self, xp: Any, game: Game, config: Config, points: float, steps: int = 0
    ):
        self.xp, self.points = xp, points
        self.shares = config.first, config.margin
        self.places: list[TableGroup] = []
        count = 0
        for group in config.groups:
            self.places.append(TableGroup(xp, game, group, count, config, steps))
            count += group.tables
        self.count = count
        self.actions = len(game.actions.choices)
        self.columns = game.observation
        self.seats = max(place.seats for place in self.places)
        self.company = xp.full(count, NETWORKS)  # kind of opponents at each table
        for place in self.places:
            if place.group.against not in (SELF, LEAGUE):
                self.company[place.rows] = AGAINST_BOTS
        found: dict[tuple[str, float], list[Array]] = {}
        self.learner = xp.full(count, NOBODY)  # the seat of a single learner
        for place in self.places:
            if place.group.is_match:
                self.learner[place.rows] = place.group.seat
            if place.group.network:
                rows = xp.arange(place.rows.start, place.rows.stop)
                opponent = place.group.against, place.group.temperature
                found.setdefault(opponent, []).append(rows)
        # The tables with another network as opponent, by its name and temperature.
        self.networks = {who: xp.concatenate(rows) for who, rows in found.items()}

    def theirs(self, rows: Array, lots: Array) -> Array:
        """Return the seats that another network plays at some tables, ``[tables, seats]``.

        These are all seats except a single learner's; else those that drew a lot below one
        half.
        """
        alone = self.learner[rows][:, None]
        others = self.xp.arange(self.seats) != alone
        return self.xp.where(alone == NOBODY, lots < 0.5, others)  # noqa: PLR2004 - a coin

    def look(self) -> tuple[Array, Array, Array]:
        """Return the observations (int16), the masks, and the seats to act."""
        xp = self.xp
        seen = xp.empty((self.count, self.columns), xp.int16)
        mask = xp.empty((self.count, self.actions), xp.int8)
        seat = xp.empty(self.count, xp.int64)
        for place in self.places:
            batch = place.batch
            seen[place.rows] = place.array(batch.observation)
            mask[place.rows] = place.array(batch.mask)
            seat[place.rows] = place.array(batch.seat)
        return seen, mask, seat

    def step(self, action: Array) -> None:
        """Play an action on every table, and store the results."""
        for place in self.places:
            chosen = action[place.rows]
            here = place.batch.device == "cuda" or isinstance(chosen, np.ndarray)
            place.batch.step(chosen if here else chosen.get())
            place.keep()

    def ends(self) -> tuple[Array, Array]:
        """Return which games ended, ``[steps, tables]``, and the values of their results for
        all seats.
        """
        xp = self.xp
        length = len(self.places[0].kept)
        over = xp.zeros((length, self.count), bool)
        ends = xp.zeros((length, self.count, self.seats, VALUES), xp.float32)
        for place in self.places:
            ended, lead, ranks, points = place.take_kept()
            over[:, place.rows] = ended
            own = ends[:, place.rows, : place.seats]
            own[...] = values_of(xp, lead, ranks, points, self.points, self.shares)
            if place.group.is_match:
                first = own[..., place.group.seat, FIRST]
                place.games += int(ended.sum())
                place.firsts += float((first * ended).sum())
        return over, ends


def values_of(
    xp: Any,
    lead: Array,
    ranks: Array,
    points: Array,
    usual: float,
    shares: tuple[float, float],
) -> Array:
    """Return the values of finished games for all seats, ``[..., seats, VALUES]``.

    Args:
        xp: The library of the arrays.
        lead: (seats below − seats above) / other seats, ``[..., seats]``, like `ranks` and
            `points`.
        ranks: The ranks, from 1.
        points: The points.
        usual: The usual points of the game, the unit of the third value.
        shares: The shares of the result that depend on first place and on points.
    """
    seats = ranks.shape[-1]
    values = xp.zeros((*ranks.shape, VALUES), xp.float32)
    first = (ranks == 1) / xp.maximum((ranks == 1).sum(-1, keepdims=True), 1)
    alone = (first * seats - 1) / (seats - 1)
    above = points - (points.sum(-1, keepdims=True) - points) / (seats - 1)
    above = xp.clip(2 * above / usual, -1, 1)
    values[..., WORTH] = xp.float32(1 - sum(shares)) * lead
    values[..., WORTH] += shares[0] * alone + shares[1] * above
    values[..., FIRST] = first
    values[..., POINTS] = points / xp.float32(usual)
    return values
