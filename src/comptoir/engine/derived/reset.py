"""The derived part of `deal`: seeds chance, clears the table and fills the piles."""

from collections.abc import Callable, Iterator
from typing import Any

from comptoir.engine.rules.fields import FLAG, NOTHING, SEAT, Field, Visibility
from comptoir.engine.rules.rng import start_chance
from comptoir.engine.rules.table import Table

from .audit import places
from .source import loop, made


def dealing(table: type[Table], set_up: Callable[..., None]) -> Any:
    """Return the rule `deal` of a game, made from its rule that sets up a cleared table.

    When the game's rule runs, every field is empty, and all cards of a deck lie in its pile:
    the first place of the deck that nobody sees.
    """
    lines = ["start_chance(t, key, stream)", "t.seats = seats", *_cleared(table)]
    known = {
        "start_chance": start_chance,
        "set_up": set_up,
        "__name__": table.__module__,
    }
    head = "t, box, seats, key, stream"
    return made("deal", head, [*lines, *_piled(table), "set_up(t, box)"], known)


def empty(one: Field) -> int:
    """Return the value of an empty field."""
    if (
        one.sealed
        or one.of is SEAT
        or (one.chooses and one.of is not FLAG and not isinstance(one.of, type))
    ):
        return NOTHING
    return max(0, one.least or 0)


def _cleared(table: type[Table]) -> Iterator[str]:
    for name, one in table.own_fields().items():
        place = f"t.{name}" + "".join(f"[{at}]" for at in "ijk"[: len(one.axes)])
        lines = [f"{place} = {empty(one)}"]
        for variable, size in reversed([*zip("ijk", one.shape, strict=False)]):
            lines = loop(variable, size, lines)
        yield from lines


def pile_of(deck: dict[str, Field]) -> str | None:
    """Return the place where a deck's cards start: its first place that nobody sees."""
    for name, one in deck.items():
        if one.seen_by is Visibility.UNSEEN and len(one.axes) == 1 and not one.chooses:
            return name
    return None


def _piled(table: type[Table]) -> Iterator[str]:
    for deck, fields in places(table).items():
        pile = pile_of(fields)
        if pile:
            there = deck if isinstance(deck, int) else f"box.{deck}[i]"
            yield from loop("i", fields[pile].shape[0], [f"t.{pile}[i] = {there}"])
