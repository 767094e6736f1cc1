"""The derived audit: finds numbers out of bounds, values left in scratch fields, lost cards."""

from collections.abc import Callable, Iterator
from typing import Any

from comptoir.engine.rules.fields import NOTHING, Field, Visibility
from comptoir.engine.rules.table import Table


def auditing(table: type[Table], own: Callable[[Any, Any], list[str]]) -> Any:
    """Return `audit`, which checks the fields first and then the game's own conditions."""

    def audit(t: Any, box: Any) -> list[str]:
        """Return a sentence for each fault of a table."""
        return [*wrong_fields(table, t, box), *own(t, box)]

    return audit


def wrong_fields(table: type[Table], t: Any, box: Any) -> Iterator[str]:
    """Yield a sentence for each number out of bounds, value left in a scratch field or lost
    card.
    """
    for name, one in table.own_fields().items():
        values = flat(getattr(t, name))
        if one.seen_by is Visibility.SCRATCH:
            if set(values) - {NOTHING if one.chooses else 0}:
                yield f"{name}: something is left in the scratch space"
            continue
        least, most = one.bounds(t.seats)
        low, high = min(values), max(values)
        if low < least or high > most:
            yield f"{name}: {low if low < least else high}, not {least} to {most}"
    yield from _lost_cards(table, t, box)


def flat(value: Any) -> list[int]:
    """Return all numbers of a field as a flat list."""
    if not isinstance(value, list):
        return [value]
    if value and isinstance(value[0], list):
        return [number for row in value for number in flat(row)]
    return value


def places(table: type[Table]) -> dict[str | int, dict[str, Field]]:
    """Return the places of a table that hold cards, by deck."""
    found: dict[str | int, dict[str, Field]] = {}
    for name, one in table.own_fields().items():
        if one.deck is not None:
            found.setdefault(one.deck, {})[name] = one
    return found


def kind_names(deck: dict[str, Field]) -> tuple[str, ...]:
    """Return the names of a deck's kinds of cards, declared at one of its places."""
    for one in deck.values():
        named = one.of if one.chooses else one.names(len(one.axes) - 1)
        if named:
            return tuple(named)
    raise TypeError(f"{', '.join(deck)}: expected the names of the cards in one place")


def _lost_cards(table: type[Table], t: Any, box: Any) -> Iterator[str]:
    """Yield a sentence for each kind of card whose total number over all places is wrong."""
    for deck, fields in places(table).items():
        names = kind_names(fields)
        count = [0] * len(names)
        for place, one in fields.items():
            _count_cards(one, flat(getattr(t, place)), count)
            if one.known and _more(getattr(t, one.known), getattr(t, place)):
                yield f"{place}: more of it is known than lies there"
        there = [deck] * len(names) if isinstance(deck, int) else getattr(box, deck)
        for kind, name in enumerate(names):
            if count[kind] != there[kind]:
                yield f"{count[kind]} {name} cards, not {there[kind]}"


def _count_cards(place: Field, values: list[int], count: list[int]) -> None:
    """Add the cards of a place to `count`; a place holds a list of kinds, or counts by kind."""
    for at, value in enumerate(values):
        if not place.chooses:
            count[at % len(count)] += value
        elif value != NOTHING:
            count[value] += 1


def _more(known: Any, held: Any) -> bool:
    pairs = zip(flat(known), flat(held), strict=True)
    return any(one > other for one, other in pairs)
