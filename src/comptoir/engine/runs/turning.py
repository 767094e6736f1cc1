"""Turns tables: every player moves on by some seats, with all they own and know.

The declarations of the fields say what belongs to seats: axes of seats, SEAT, and
`seats_from`. If the rules treat a turned table alike, they do not depend on seat numbers.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position
from comptoir.engine.rules.fields import SEAT, Field
from comptoir.engine.rules.table import new_tables, pack, unpack

EVERY, MOVES = 7, 150  # moves of one random game between checks, and at most


def turn(fields: dict[str, Field], tables: Any, seats: int, by: int = 1) -> None:
    """Move every player on by some seats, at all tables of an array of records."""
    for name, one in fields.items():
        values = tables[name]
        for axis, of in enumerate(one.axes, 1):
            if isinstance(of, range):
                rows = np.moveaxis(values, axis, 1)[:, :seats]
                rows[...] = np.roll(rows, by, axis=1)
        starts = np.array((0,) if one.of is SEAT else sorted(one.seats_from))
        if len(starts):
            found = np.searchsorted(starts, values, side="right") - 1
            start = starts[np.maximum(found, 0)]
            there = start + (values - start + by) % seats
            values[...] = np.where(found < 0, values, there)


def turned(position: Position) -> Position:
    """Return the position after every player has moved to the seat on the left."""
    return Position(position.game, unpack(_record(position, 1)[0]), position.box)


def _record(position: Position, by: int) -> Any:
    record = new_tables(position.game.table, 1)
    pack(position.table, record[0])
    turn(position.game.table_class.own_fields(), record, position.table.seats, by)
    return record


def rules_turn(position: Position, other: Position) -> bool:
    """Return True if the rules treat a table and its turned version alike.

    Actions are compared by what they lead to, not by their numbers.
    """
    seats = position.table.seats
    if sorted(left(seat, seats) for seat in position.actors) != other.actors:
        return False
    points, turned_points = (one.standing()[0] for one in (position, other))
    if turned_points != points[-1:] + points[:-1]:
        return False
    for seat in position.actors:
        here, there = _outcomes(position, seat), _outcomes(other, left(seat, seats))
        if sorted(_record(one, 1).tobytes() for one in here.values()) != sorted(
            _record(one, 0).tobytes() for one in there.values()
        ):
            return False
    return True


def _outcomes(position: Position, seat: int) -> dict[int, Position]:
    """Return, by choice, the positions after those actions of a seat that use no chance."""
    found = {}
    for choice, action in position.choices(seat).items():
        after = position.copy()
        after.play(seat, action)
        if after.chance_used == position.chance_used:
            found[choice] = after
    return found


def left(seat: int, seats: int) -> int:
    """Return the seat to the left."""
    return (seat + 1) % seats


@lru_cache
def seats_are_alike(game: Game, seats: int) -> bool:
    """Return True if in one random game the rules do not depend on seat numbers."""
    match, luck = Match(game, seats, "turned"), np.random.default_rng(0)
    while not match.over and len(match.moves) < MOVES:
        seat = match.actors[0]
        legal = match.legal(seat)
        match.play(seat, legal[luck.integers(len(legal))])
        position = match.position
        if len(match.moves) % EVERY == 0 and not rules_turn(position, turned(position)):
            return False
    return True
