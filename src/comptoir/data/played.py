"""Decisions of games played in plain Python: from records, and by any bots."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup, ComptoirError, UnknownAction
from comptoir.engine.model import registry
from comptoir.engine.model.events import Event
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.position import Position
from comptoir.engine.play.record import Record
from comptoir.engine.play.score_breakdown import by_source
from comptoir.engine.runs.log import Log

from .columns import Ends, Setup

What = Mapping[str, bool]


class Notes:
    """Records every decision of games with the same settings, game after game."""

    def __init__(self, game: Game, what: What):
        self.game, self.what = game, what
        self._rows: list[tuple[int, ...]] = []
        self._legal: list[list[int]] = []
        self._seen: list[list[int]] = []
        self._ends: list[tuple[Any, ...]] = []
        self._sources: list[dict[str, list[int]]] = []

    def decide(self, number: int, position: Position, seat: int, action: int) -> None:
        """Record a decision, before the action is played."""
        legal = position.legal_numbers(seat)
        move = len(self._rows) - sum(end[1] for end in self._ends)
        self._rows.append((len(self._ends), number, move, seat, action, len(legal)))
        if self.what["legal"]:
            self._legal.append(legal)
        if self.what["observations"]:
            self._seen.append(position.observe(seat))

    def end(self, number: int, position: Position, events: list[Event]) -> None:
        """Record the result of a game."""
        points, ranks, ending = position.standing()
        length = len(self._rows) - sum(end[1] for end in self._ends)
        self._ends.append((number, length, points, ranks, self.game.endings[ending]))
        if self.what["sources"]:
            self._sources.append(by_source(self.game, events, len(points)))

    def written(self) -> tuple[Log, Ends]:
        """Return all recorded decisions and results."""
        rows = np.array(self._rows, np.int64).reshape(-1, 6)
        kinds = (np.int64, np.int64, np.int32, np.int8, np.int16, np.int16)
        table, game, move, seat, action, choices = (
            rows[:, n].astype(kind) for n, kind in enumerate(kinds)
        )
        numbers, lengths, points, ranks, endings = zip(*self._ends, strict=True)
        ends = Ends(
            np.array(numbers),
            np.array(lengths),
            np.array(points),
            np.array(ranks),
            [*endings],
            self._sources,
        )
        seen = np.array(self._seen, np.int16) if self.what["observations"] else None
        log = Log(table, game, move, seat, action, choices, self._bits(), seen)
        return log, ends

    def _bits(self) -> Any:
        if not self.what["legal"]:
            return None
        masks = np.zeros((len(self._legal), len(self.game.actions)), np.bool_)
        for row, moves in zip(masks, self._legal, strict=True):
            row[moves] = True
        return np.packbits(masks, axis=1, bitorder="little")


def of_records(records: Sequence[Record], what: What) -> tuple[Setup, Log, Ends]:
    """Return the decisions in records of the same game; column `game` is the record, from 0."""
    if not records:
        raise BadSetup("expected at least 1 record, got none")
    first = records[0]
    kinds = {(one.game, one.seats, one.rules) for one in records}
    if len(kinds) > 1:
        told = " and ".join(
            f"{g} with {s} seats, rules {r}" for g, s, r in sorted(kinds)
        )
        raise BadSetup(f"expected records of one kind, got {told}")
    game = registry.load(first.game)
    notes = Notes(game, what)
    for number, record in enumerate(records):
        match = replay(record, 0)
        for at, move in enumerate(record.moves):
            seat, action = _read(match, record, at, move)
            notes.decide(number, match.position, seat, action)
            match.play(seat, action)
        notes.end(number, match.position, match.log())
    setup = Setup(
        game=game.name,
        rules=first.rules,
        seats=first.seats,
        bots=first.players or ["?"] * first.seats,
        options=first.options,
        seed=first.seed,
        legal=what["legal"],
        observations=what["observations"],
        sources=what["sources"],
    )
    log, ends = notes.written()
    return setup, log, replace(ends, seeds=[record.seed for record in records])


def _read(match: Match, record: Record, at: int, move: str) -> tuple[int, int]:
    """Return the seat and action of a move; if it is not valid, raise the error of `replay`."""
    said, _, action = move.partition(" ")
    try:
        seat, number = int(said), match.game.actions.read(action).number
        legal = match.explain(seat, number) is None
    except (ComptoirError, UnknownAction, ValueError):
        legal = False
    if not legal:
        replay(record, at + 1)  # raises an error with the right message
    return seat, number


def sources_of(game: Game, record: Record) -> dict[str, list[int]]:
    """Return the sources of points in a game, which is replayed in plain Python."""
    position = Position.empty(game, record.seats, record.options, record.rules)
    journal = position.deal(record.seats, record.seed)
    for move in record.moves:
        seat, _, action = move.partition(" ")
        journal += position.play(int(seat), action)
    return by_source(game, game.read_journal(journal), record.seats)
