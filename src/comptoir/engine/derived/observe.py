"""The derived `observe`: writes every field, as far as the seat knows it.

Seats are relative to the observing seat. Seats and choices are counted from 1, so that no
number is negative.
"""

from collections.abc import Callable, Iterator
from math import prod
from typing import Any, NamedTuple

from comptoir.engine.model.options import options_of
from comptoir.engine.rules.cards import count
from comptoir.engine.rules.fields import FLAG, NOTHING, SEAT, Field, Visibility
from comptoir.engine.rules.helpers import Layout, from_here, seat_after
from comptoir.engine.rules.table import Box, Table

from .prompt import PHASE
from .source import loop, made

SEES = {"from_here": from_here, "seat_after": seat_after, "cards_in": count}
SEAT_VARIABLE = (
    "s"  # loop variable over the seats: steps clockwise from the observing seat
)

Axes = tuple[
    tuple[str, int], ...
]  # loop variables and their bounds, the outermost first
Writer = Callable[
    [str, str], str
]  # returns the line of code that writes a value to a place


class ObservedPart(NamedTuple):
    """A part of an observation: its name, and how its numbers are computed."""

    name: str
    value: str  # the expression for one number
    axes: Axes = ()

    @property
    def size(self) -> int:
        """The number of numbers in this part."""
        return prod(length for _, length in self.axes)

    def lines(self, start: int, write: Writer) -> list[str]:
        """Return the lines of code that write these numbers, from index `start` on."""
        place, step, terms = str(start), self.size, []
        for variable, length in self.axes:
            step //= length
            terms.append(f"{variable} * {step}" if step > 1 else variable)
        lines = [write(" + ".join([place, *terms]), self.value)]
        for variable, length in reversed(self.axes):
            if variable == SEAT_VARIABLE:
                lines = [f"other = seat_after(t, seat, {variable})", *lines]
            lines = loop(variable, length, lines)
        return lines


def observation(table: type[Table], box: type[Box]) -> tuple[Layout, Any, Any]:
    """Return the layout of the observation, and the rules `observe` and `house`.

    This `house` picks a move by a checksum of the observation. It is no better than random, but
    equal observations give equal moves.
    """
    parts = list(_parts(table, box))
    known = {**SEES, "__name__": table.__module__}
    observe = made("observe", "t, box, seat, out", _lines(parts, _put), known)
    sums = ["sight = 0", *_lines(parts, _add), "return moves[sight % count]"]
    house = made("house", "t, box, seat, moves, count", sums, known)
    return tuple((part.name, part.size) for part in parts), observe, house


def _put(place: str, value: str) -> str:
    return f"out[{place}] = {value}"


def _add(place: str, value: str) -> str:
    """Return a line of code that adds a number, weighted by its place, to the checksum."""
    return f"sight += ({value}) * (({place}) * 7 + 3)"


def _lines(parts: list[ObservedPart], write: Writer) -> Iterator[str]:
    start = 0
    for part in parts:
        yield from part.lines(start, write)
        start += part.size


def _parts(table: type[Table], box: type[Box]) -> Iterator[ObservedPart]:
    yield ObservedPart("seats at the table", "t.seats")
    for name, option in options_of(box).items():
        if option.stored and not option.axes:
            more = " + 1" if option.default is None else ""
            yield ObservedPart(f"option {name}", f"box.{name}{more}")
    for name, one in table.own_fields().items():
        yield from _of_field(name, one)


def _of_field(name: str, one: Field) -> Iterator[ObservedPart]:
    sight = Visibility.EVERYONE if one.remembered else one.seen_by
    if sight in (Visibility.UNSHOWN, Visibility.SCRATCH):
        return
    if sight is Visibility.UNSEEN:
        if one.deck is not None and len(one.axes) == 1 and not one.chooses:
            yield ObservedPart(f"cards in {name}", f"cards_in(t.{name})")
        return
    if one.sealed:
        seen = f" * (s < t.seats and (s == 0 or t.{PHASE} >= {int(one.sealed_until)}))"
        yield _by_seat(name, one, f"seats: {name}, where seen", seen)
        there = f"(t.{name}[other] != {NOTHING}) * (s < t.seats)"
        axes = ((SEAT_VARIABLE, one.shape[0]),)
        yield ObservedPart(f"seats: has sealed {name}", there, axes)
        return
    if sight is Visibility.OWNER:
        yield from _where_seen(name, one) if one.open_if else _own(name, one)
    elif one.by_seat:
        yield _by_seat(name, one)
    elif not one.axes and isinstance(one.of, type):
        axes = (("i", one.choices),)
        yield ObservedPart(f"{name}, one-hot", f"1 if t.{name} == i else 0", axes)
    else:
        yield ObservedPart(name, *_row(f"t.{name}", one, one.shape))


def _own(name: str, one: Field) -> Iterator[ObservedPart]:
    yield ObservedPart(f"own {name}", *_row(f"t.{name}[seat]", one, one.shape[1:]))
    yield from _numbers(name, one)


def _where_seen(name: str, one: Field) -> Iterator[ObservedPart]:
    """Yield the parts of a field that an option may open: the seat's own row always, the others
    only if it is open.
    """
    seen = f" * (s < t.seats and (s == 0 or box.{one.open_if} != 0))"
    yield _by_seat(name, one, f"seats: {name}, where seen", seen)
    yield from _numbers(name, one)


def _numbers(name: str, one: Field) -> Iterator[ObservedPart]:
    """Yield the number of cards in each seat's hidden places."""
    if one.deck is not None and one.shape[1:] and not one.chooses:
        value = f"cards_in(t.{name}[other]) * (s < t.seats)"
        axes = ((SEAT_VARIABLE, one.shape[0]),)
        yield ObservedPart(f"seats: cards in {name}", value, axes)


def _by_seat(
    name: str, one: Field, called: str = "", here: str = " * (s < t.seats)"
) -> ObservedPart:
    value, axes = _row(f"t.{name}[other]", one, one.shape[1:])
    around = ((SEAT_VARIABLE, one.shape[0]), *axes)
    return ObservedPart(called or f"seats: {name}", f"{value}{here}", around)


def _row(place: str, one: Field, shape: tuple[int, ...]) -> tuple[str, Axes]:
    """Return the expression for one number of a field or of a seat's row, and its loops."""
    axes = tuple(zip("ijk", shape, strict=False))
    value = place + "".join(f"[{variable}]" for variable, _ in axes)
    return _seen(value, one), axes


def _seen(value: str, one: Field) -> str:
    if one.of is SEAT:
        return f"from_here(t, seat, {value})"
    if one.sealed or (
        one.chooses and one.of is not FLAG and not isinstance(one.of, type)
    ):
        return f"({value} + 1)"
    return f"({value} + {-one.least})" if one.least and one.least < 0 else value
