"""The decisions of games as columns, one row per decision."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from comptoir.engine.errors import BadRecord, BadSetup
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.model.seed import commitment
from comptoir.engine.play.record import Record
from comptoir.engine.runs.log import Log
from comptoir.engine.text.shown import Shown
from comptoir.engine.text.words import LANGUAGES, catalogue
from comptoir.engine.version import __version__

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from comptoir.engine.text.shown import Drawing

Array = np.ndarray[Any, Any]
FORMAT: Literal[2] = 2
LINES = 10  # rows displayed in a notebook


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that determine exported games and their columns; the first part of every
    file.
    """

    comptoir: Literal["export"] = "export"
    format: int = FORMAT
    version: str = __version__
    game: str
    rules: int
    seats: int
    bots: list[str]
    options: dict[str, Any]
    seed: str
    legal: bool = False
    observations: bool = False
    sources: bool = False

    def seed_of(self, number: int) -> str:
        """Return the match seed of the game with a number."""
        return f"{self.seed}/{number}"


@dataclass(frozen=True)
class Ends:
    """The results of games: one row per game, and for points and ranks one column per seat."""

    game: Array  # number of each game
    length: Array  # number of decisions in each game
    points: Array
    ranks: Array
    ending: list[str]
    sources: list[dict[str, list[int]]] = field(default_factory=list)
    seeds: list[str] = field(default_factory=list)  # only of records


@dataclass(frozen=True)
class Decisions(Shown):
    """The decisions of whole games, in order; `columns` returns them as arrays."""

    setup: Setup
    log: Log
    ends: Ends

    def __len__(self) -> int:
        return len(self.log)

    def __repr__(self) -> str:
        name, games = self.setup.game, len(self.ends.game)
        return f"<Decisions: {len(self)} in {games} games of {name}>"

    def shown(self) -> "Drawing":
        """Return the first rows as a table for rich."""
        from rich.console import Group  # noqa: PLC0415 - loaded when something is shown
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        narrow = {name: c for name, c in self.columns.items() if c.ndim == 1}
        table = Table(*narrow, "text")
        for line in range(min(LINES, len(self))):
            row = [str(column[line]) for column in narrow.values()]
            table.add_row(*row, str(self.game.actions[int(self.log.action[line])]))
        return Group(Text(repr(self)), table)

    @classmethod
    def of(
        cls,
        records: Record | str | Path | Iterable[Record | str | Path],
        *,
        legal: bool = False,
        observations: bool = False,
        sources: bool = False,
    ) -> Self:
        """Return the decisions of games, given as records, tokens or files.

        A token is a record as one word.

        Raises:
            BadRecord: One of the records cannot be replayed.
            BadSetup: The records are of different games, or of different numbers of seats.
        """
        from .played import of_records  # noqa: PLC0415 - it needs this module

        if isinstance(records, Record | str | Path):
            records = [records]
        elif not isinstance(records, Iterable):
            raise BadRecord(f"{records!r}: expected records, their tokens or files")
        what = {"legal": legal, "observations": observations, "sources": sources}
        setup, log, ends = of_records([Record.named(one) for one in records], what)
        return cls(setup, log, ends)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return registry.load(self.setup.game)

    @cached_property
    def columns(self) -> dict[str, Array]:
        """The columns by name; points and rank are those of the deciding seat at the end."""
        log, ends = self.log, self.ends
        line = np.repeat(np.arange(len(ends.game)), ends.length)
        found: dict[str, Any] = {
            "game": log.game,
            "move": log.move,
            "seat": log.seat,
            "action": log.action,
            "choices": log.choices,
            "points": ends.points.astype(np.int32)[line, log.seat],
            "rank": ends.ranks.astype(np.int8)[line, log.seat],
        }
        found["done"] = self._last(line)
        rewards = lead_shares(ends.ranks)[line, log.seat]
        found["reward"] = np.where(found["done"], rewards, np.float32(0))
        for key in self._source_keys():
            table = [one.get(key, [0] * self.setup.seats) for one in ends.sources]
            found[key] = np.array(table, np.int32)[line, log.seat]
        if log.legal is not None:
            found["legal"] = log.legal
        if log.observation is not None:
            found["observation"] = log.observation
        return found

    def _last(self, line: Array) -> Array:
        """Return True for the last decision of each seat in a game."""
        last = np.zeros(len(self), np.bool_)
        at = np.full((len(self.ends.game), self.setup.seats), -1)
        at[line, self.log.seat] = np.arange(len(self))  # the last one written stays
        last[at[at >= 0]] = True
        return last

    @property
    def seeds(self) -> list[str]:
        """The match seed of each game."""
        numbers = self.ends.game.tolist()
        return self.ends.seeds or [self.setup.seed_of(number) for number in numbers]

    def _source_keys(self) -> list[str]:
        if not self.setup.sources:
            return []
        return source_keys(self.game)

    def masks(self) -> NDArray[np.bool_]:
        """Return a mask of the legal actions, ``[decisions, actions]``."""
        if self.log.legal is None:
            raise BadSetup("legal actions are missing: ask for them with `legal=True`")
        bits = np.unpackbits(self.log.legal, axis=1, bitorder="little")
        return bits[:, : len(self.game.actions)].astype(np.bool_)

    def choices(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the actions as learners number them: the chosen ones, and masks of the legal
        ones.

        Seats that an action names are then counted from the deciding seat.
        """
        masks, seats, actions = self.masks(), self.log.seat, self.log.action
        table, rule = (
            SimpleNamespace(seats=self.setup.seats),
            self.game.rules["choice_of"],
        )
        numbers = range(len(self.game.actions))
        found = [[rule(table, seat, n) for n in numbers] for seat in range(table.seats)]
        choice_of = np.array(found)
        legal = np.zeros((len(masks), len(self.game.actions.choices)), np.bool_)
        row, action = np.nonzero(masks)
        legal[row, choice_of[seats[row], action]] = True
        return choice_of[seats, actions], legal

    def arrow(self) -> "pa.Table":
        """Return the decisions as a pyarrow table, with each action's number and text."""
        from .frames import arrow_table  # noqa: PLC0415 - pyarrow is an extra

        return arrow_table(self)

    def pandas(self) -> "pd.DataFrame":
        """Return the decisions as a pandas data frame."""
        from .frames import pandas_frame  # noqa: PLC0415 - as above

        return pandas_frame(self)

    def polars(self) -> "pl.DataFrame":
        """Return the decisions as a polars data frame."""
        from .frames import polars_frame  # noqa: PLC0415 - as above

        return polars_frame(self)

    def split(self) -> Iterator[tuple[int, slice]]:
        """Yield for each game its row in `ends` and the slice of its decisions."""
        start = 0
        for line, length in enumerate(self.ends.length.tolist()):
            yield line, slice(start, start + length)
            start += length

    def records(self) -> Iterator[Record]:
        """Yield each game as a record for `replay`."""
        texts = [str(action) for action in self.game.actions]
        seeds = self.seeds
        for line, part in self.split():
            seed = seeds[line]
            seats, actions = self.log.seat[part], self.log.action[part]
            pairs = zip(seats.tolist(), actions.tolist(), strict=True)
            yield Record(
                game=self.setup.game,
                rules=self.setup.rules,
                seats=self.setup.seats,
                seed=seed,
                commitment=commitment(seed),
                options=self.setup.options,
                players=self.setup.bots,
                moves=[f"{seat} {texts[action]}" for seat, action in pairs],
            ).signed()


def source_keys(game: Game) -> list[str]:
    """Return the keys of all sources of points that a game's catalogue names."""
    keys = catalogue(game.folder / "words", LANGUAGES[0])
    return sorted(key for key in keys if "_from." in key)


def lead_shares(ranks: Array) -> Array:
    """Return each seat's reward by game: (seats behind − seats ahead) / other seats."""
    ahead = (ranks[:, None, :] < ranks[:, :, None]).sum(axis=2)
    behind = (ranks[:, None, :] > ranks[:, :, None]).sum(axis=2)
    shares: Array = (behind - ahead) / (ranks.shape[1] - 1)
    return shares.astype(np.float32)
