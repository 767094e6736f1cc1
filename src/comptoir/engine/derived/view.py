"""The derived view: every field, as far as its viewer may see it.

Fields with a row for each seat are in `seats`. Everyone sees how many cards a hidden place
holds: `hand_cards` for a hand that only its owner sees, `pile` for a pile. The referee also
sees the cards of the pile, as `pile_cards`. Kinds of cards with a count of 0 are left out.
Each seat also has its `score`: what it would have if the game ended now.
"""

from collections.abc import Callable, Collection
from enum import IntEnum
from typing import Any

import msgspec

from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.score import Score
from comptoir.engine.rules.fields import FLAG, NOTHING, NUMBER, SEAT, Field, Visibility
from comptoir.engine.rules.table import Table

from .audit import flat
from .score import ScoreOf

Opened = Callable[[Any, Any, int | None], Collection[str]]


def viewing(table: type[Table], opened: Opened, score: ScoreOf) -> tuple[Any, Any]:
    """Return the functions `view` and `seat_view` of a game."""
    fields = table.own_fields()
    decks = {one.known: one.deck for one in fields.values() if one.known}
    shown = {
        n: msgspec.structs.replace(one, deck=decks[n]) if n in decks else one
        for n, one in fields.items()
        if _is_shown(one)
    }
    of_table = {n: one for n, one in shown.items() if not one.by_seat}
    of_seats = {n: one for n, one in shown.items() if one.by_seat}
    place = _struct("SeatView", table, [*_types(of_seats), ("score", Score)])
    whole: Any = [("viewer", int | None), *_types(of_table), ("seats", list[place])]  # type: ignore[valid-type]
    view_type = _struct("View", table, whole)

    def seat_view(t: Any, box: Any, seat: int, viewer: int | None) -> Any:
        """Return the view of one player's fields, as far as the viewer may see them."""
        told: dict[str, Any] = {}
        now = opened(t, box, viewer)
        for name, one in of_seats.items():
            own = viewer in (seat, REFEREE) or name in now
            told |= _told(name, one, getattr(t, name)[seat], own=own)
        return place(**told, score=score(t, box, seat, viewer))

    def view(t: Any, box: Any, viewer: int | None) -> Any:
        """Return the view of the whole table; a `viewer` of None is a spectator."""
        told: dict[str, Any] = {"viewer": None if viewer == REFEREE else viewer}
        now = opened(t, box, viewer)
        for name, one in of_table.items():
            told |= _told(
                name, one, getattr(t, name), own=viewer == REFEREE or name in now
            )
        seats = [seat_view(t, box, seat, viewer) for seat in range(t.seats)]
        return view_type(**told, seats=seats)

    view.__annotations__["return"] = view_type
    return view, seat_view


def opening(table: type[Table], own: Opened) -> Opened:
    """Return a function that lists the hidden fields opened by an option (`open_if`), a phase
    (`sealed_until`) or the game's own function.
    """
    fields = table.own_fields()
    flags = {n: one.open_if for n, one in fields.items() if one.open_if}
    seals = {n: one.sealed_until for n, one in fields.items() if one.sealed}

    def opened(t: Any, box: Any, viewer: int | None) -> set[str]:
        """Return the hidden fields of which a viewer may see something now."""
        by_box = {name for name, flag in flags.items() if getattr(box, flag)}
        by_phase = {name for name, until in seals.items() if t.phase >= until}
        return by_box | by_phase | {*own(t, box, viewer)}

    return opened


def _is_shown(one: Field) -> bool:
    return one.seen_by not in (Visibility.UNSHOWN, Visibility.SCRATCH)


def _struct(name: str, table: type[Table], fields: Any) -> Any:
    return msgspec.defstruct(name, fields, kw_only=True, module=table.__module__)


def _counts(one: Field) -> bool:
    """Return True for a hidden place of cards, if everyone sees how many cards it holds."""
    return one.hidden and one.deck is not None


def _types(fields: dict[str, Field]) -> list[tuple[str, Any]]:
    """Return the names and types of the entries that these fields have in the view."""
    told: list[tuple[str, Any]] = []
    for name, one in fields.items():
        axes = one.axes[1:] if one.by_seat else one.axes
        kind = _type(one, axes)
        if not one.hidden:
            told.append((name, kind))
        elif one.sealed:
            told += [(name, kind | None), (f"{name}_sealed", bool)]
        elif not _counts(one):
            told.append((name, kind | None))
        elif one.seen_by is Visibility.OWNER:
            told += [(name, kind | None), (f"{name}_cards", int)]
        else:
            told += [(name, int), (f"{name}_cards", kind | None)]
    return told


def _type(one: Field, axes: tuple[Any, ...]) -> Any:
    if not axes:
        return _leaf(one)
    inner = _type(one, axes[1:])
    return list[inner] if isinstance(axes[0], int | range) else dict[str, inner]  # type: ignore[valid-type]


def _leaf(one: Field) -> Any:
    if one.of is NUMBER:
        return int
    if one.of is SEAT:
        return int | None
    if one.of is FLAG:
        return bool
    return str if isinstance(one.of, type) else str | None


def _told(name: str, one: Field, value: Any, *, own: bool) -> dict[str, Any]:
    """Return the entries that a field, or one seat's row of it, has in the view."""
    axes = one.axes[1:] if one.by_seat else one.axes
    if not one.hidden:
        return {name: _said(one, value, axes)}
    content = _said(one, value, axes) if own else None
    if one.sealed:
        return {name: content, f"{name}_sealed": value != NOTHING}
    if not _counts(one):
        return {name: content}
    values = flat(value)
    count = sum(v >= 0 for v in values) if one.chooses else sum(values)
    if one.seen_by is Visibility.OWNER:
        return {name: content, f"{name}_cards": count}
    return {name: count, f"{name}_cards": content}


def _said(one: Field, value: Any, axes: tuple[Any, ...]) -> Any:
    if not axes:
        return _word(one, value)
    said = [_said(one, each, axes[1:]) for each in value]
    cards = one.deck is not None
    if isinstance(axes[0], int | range):
        return [each for each in said if each is not None] if cards else said
    pairs = zip(axes[0], said, strict=True)
    return {name: each for name, each in pairs if each or not cards}


def _word(one: Field, value: int) -> Any:
    if one.sealed and value == NOTHING:
        return None
    if one.of is NUMBER:
        return value
    if one.of is FLAG:
        return bool(value)
    if isinstance(one.of, type) and issubclass(one.of, IntEnum):
        return one.of(value).name.lower()
    if value < 0:
        return None
    return value if one.of is SEAT else one.of[value]
