"""The law that no hidden field reaches a seat, derived from the fields' visibility.

Each field hidden from a seat is changed in turn: the seat's view, its observation and the
events of its moves must stay the same. This needs no code of the game and does not rely on its
`imagine`. Observations may contain what attentive players remember, since learners have no
other memory; views may not.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from comptoir.bots import new_dice
from comptoir.engine.derived.audit import flat
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.rules.fields import Field, Visibility
from comptoir.engine.rules.table import Plain, copy

from .random_games import positions

EVERY = 7  # moves between checks
ACTIONS = 6  # legal actions tried per seat


def hidden_fields(game: Game) -> dict[str, Field]:
    """Return the game's fields that some seat does not see."""
    return {n: one for n, one in game.table_class.own_fields().items() if one.hidden}


def stirred(match: Match, seat: int, name: str) -> Plain | None:
    """Return the table with a changed value in the part of a field hidden from a seat.

    Counts by kind are permuted, so that their sum, which may be public, stays the same. Return
    None if the seat sees the field now, or if there is nothing to change.
    """
    position = match.position
    if name in match.game.opened(position.table, position.box, seat):
        return None
    table = copy(position.table)
    one = match.game.table_class.fields[name]
    value = getattr(table, name)
    if one.seen_by is Visibility.OWNER:
        for other in range(table.seats):
            if other != seat:
                value[other] = _other(one, value[other], table.seats)
    else:
        setattr(table, name, _other(one, value, table.seats))
    return None if table == position.table else table


def _other(one: Field, value: Any, seats: int) -> Any:
    """Return another valid value for the field."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [_other(one, row, seats) for row in value]
    if isinstance(value, list) and not one.chooses:
        return [*value[1:], *value[:1]]
    if isinstance(value, list):
        return [_other(one, each, seats) for each in value]
    least, most = one.bounds(seats)
    if one.sealed and value < 0:  # everyone sees who has not chosen yet
        return value
    if one.chooses:
        return value if value < 0 else (value + 1) % len(one.of)
    return value + 1 if value < most else max(least, value - 1)


def no_seat_sees_a_hidden_field(game: Game, seats: int, options: Any) -> None:
    """A seat's view, observation and events do not depend on fields hidden from it."""
    for match, _ in positions(game, seats, "fields", options):
        if len(match.moves) % EVERY or match.over:
            continue
        for name in hidden_fields(game):
            for seat in range(seats):
                table = stirred(match, seat, name)
                if table is not None:
                    _compare(match, table, seat, name)


def _compare(match: Match, table: Plain, seat: int, name: str) -> None:
    game, position = match.game, match.position
    other = type(position)(game, table, position.box)
    who = f"{game.name}: {name} is hidden from seat {seat}, but reaches"
    views = [msgspec.to_builtins(p.view(seat)) for p in (position, other)]
    assert views[0] == views[1], f"{who} its view: {difference(*views)}"
    if not game.table_class.fields[name].remembered:
        seen = [position.observe(seat), other.observe(seat)]
        assert seen[0] == seen[1], f"{who} its observation: {_part(game, *seen)}"
    if seat in match.actors:
        for action in match.legal(seat)[:ACTIONS]:
            told = _told(match, table, seat, action.number)
            if told:
                real, unreal = told
                assert real == unreal, f"{who} an event: {difference(real, unreal)}"


def _told(match: Match, table: Plain, seat: int, action: int) -> Any:
    """Return a move's events for its seat on both tables; None if it may reveal something."""
    told = []
    for start in (match.position.table, table):
        t = copy(start)
        match.game.rules["play"](t, match.position.box, seat, action)
        events = match.game.read_journal(t.journal)
        used = (t.counter, t.used) != match.position.chance_used
        used = used or match.game.unseals(start, t, seat)
        if used or any(event.reveals for event in events):
            return None
        told.append([msgspec.to_builtins(event.seen_by(seat)) for event in events])
    return told


def difference(one: Any, other: Any, path: str = "") -> str:
    """Return where two values first differ: `seats.1.hand: None, then {'silk': 2}`."""
    pairs: Iterator[tuple[Any, Any, Any]] = iter(())
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = ((key, one[key], other[key]) for key in one)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = ((at, *pair) for at, pair in enumerate(zip(one, other, strict=True)))
    for key, left, right in pairs:
        if left != right:
            return difference(left, right, f"{path}.{key}" if path else str(key))
    return f"{path}: {one!r}, then {other!r}"


def _part(game: Game, one: list[int], other: list[int]) -> str:
    """Return the name of the part where two observations first differ."""
    at = next(
        n for n, pair in enumerate(zip(one, other, strict=True)) if len({*pair}) > 1
    )
    for name, size in game.layout:
        if at < size:
            return name
        at -= size
    raise AssertionError("an observation longer than its layout")


def what_is_hidden_is_dealt_anew(game: Game) -> None:
    """`imagine` changes every hidden field, except those that attentive players know."""
    left = {name for name, one in hidden_fields(game).items() if not one.remembered}
    looked: set[str] = set()
    for match in _some_matches(game):
        for seat in range(match.seats):
            for name in sorted(left):
                if stirred(match, seat, name) is not None:
                    looked.add(name)
                    if _changes(match, seat, name):
                        left.discard(name)
    kept = sorted(left & looked)
    assert not kept, (
        f"{game.name}: {', '.join(kept)} is hidden, but `imagine` never deals it anew: "
        "do so there, or, if attentive players can work it out, declare it `remembered=True`"
    )


def _some_matches(game: Game) -> Iterator[Match]:
    """Yield matches of three games with the most seats, before their end."""
    for seed in range(3):
        for match, _ in positions(game, game.seats[-1], f"anew-{seed}"):
            if not (len(match.moves) % EVERY or match.over):
                yield match


def _changes(match: Match, seat: int, name: str) -> bool:
    real = flat(getattr(match.position.table, name))
    tables = [match.imagine(seat, new_dice(f"{n}")).table for n in range(3)]
    return any(flat(getattr(table, name)) != real for table in tables)
