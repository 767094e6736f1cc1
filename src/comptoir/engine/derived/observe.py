"""What a learner sees, where a game does not say: every field as far as its seat knows it.

Seats are counted from the own one, seats and choices from 1, so that nothing is below 0.
"""

from collections.abc import Iterator
from typing import Any

from comptoir.engine.model.options import options_of
from comptoir.engine.rules.cards import count
from comptoir.engine.rules.fields import FLAG, SEAT, Field, Visibility
from comptoir.engine.rules.helpers import Layout, from_here, seat_after
from comptoir.engine.rules.table import Box, Table

from .source import loop, made

ObservedPart = tuple[
    str, int, list[str]
]  # its name, its length, and the lines that write it
SEES = {"from_here": from_here, "seat_after": seat_after, "count": count}


def observation(table: type[Table], box: type[Box]) -> tuple[Layout, Any, Any]:
    """Return the layout, and the answers to `observe` and to `house`.

    The house chooses by a sum of what its seat sees: as good as chance, and the same for
    the same sight. Search bots and people do better.
    """
    parts = list(_parts(table, box))
    known = {**SEES, "__name__": table.__module__}
    lines, at = [], 0
    for _, size, written in parts:
        lines += [each.replace("@", str(at)) for each in written]
        at += size
    observe = made("observe", "t, box, seat, out", lines, known)
    sums = ["sight = 0", *_summed(lines), "return moves[sight % count]"]
    house = made(
        "house", "t, box, seat, moves, count", sums, {**known, "cards_in": count}
    )
    return tuple((name, size) for name, size, _ in parts), observe, house


def _summed(lines: list[str]) -> Iterator[str]:
    """Turn lines that write numbers into lines that add them up, each with its weight."""
    for line in lines:
        target, is_written, value = line.partition("] = ")
        if not is_written:
            yield line
            continue
        indent, _, place = target.partition("out[")
        said = value.replace("count(", "cards_in(")
        yield f"{indent}sight += ({said}) * (({place}) * 7 + 3)"


def _parts(table: type[Table], box: type[Box]) -> Iterator[ObservedPart]:
    yield "seats at the table", 1, ["out[@] = t.seats"]
    for name, option in options_of(box).items():
        if option.stored and not option.axes:
            more = " + 1" if option.default is None else ""
            yield f"option {name}", 1, [f"out[@] = box.{name}{more}"]
    for name, one in table.own_fields().items():
        yield from _of_field(name, one)


def _of_field(name: str, one: Field) -> Iterator[ObservedPart]:
    sight = Visibility.EVERYONE if one.remembered else one.seen_by
    if sight in (Visibility.UNSHOWN, Visibility.SCRATCH):
        return
    if sight is Visibility.UNSEEN:
        if one.deck is not None and len(one.axes) == 1 and not one.chooses:
            yield f"cards in {name}", 1, [f"out[@] = count(t.{name})"]
        return
    if sight is Visibility.OWNER:
        yield from _where_seen(name, one) if one.open_if else _own(name, one)
    elif one.by_seat:
        yield from _by_seat(name, one)
    elif not one.axes and isinstance(one.of, type):
        chosen = f"out[@ + i] = 1 if t.{name} == i else 0"
        yield f"{name}, one-hot", one.choices, loop("i", one.choices, [chosen])
    else:
        yield name, _size(one.shape), _row(f"t.{name}", one, one.shape, "@")


def _own(name: str, one: Field) -> Iterator[ObservedPart]:
    shape = one.shape[1:]
    yield f"own {name}", _size(shape), _row(f"t.{name}[seat]", one, shape, "@")
    yield from _numbers(name, one)


def _where_seen(name: str, one: Field) -> Iterator[ObservedPart]:
    """Yield a field that the box may open: everyone's then, the own one anyway."""
    seen = f" * (s < t.seats and (s == 0 or box.{one.open_if} != 0))"
    yield from _by_seat(name, one, f"seats: {name}, where seen", seen)
    yield from _numbers(name, one)


def _numbers(name: str, one: Field) -> Iterator[ObservedPart]:
    """Yield how many cards lie in the hidden places of all seats."""
    shape = one.shape[1:]
    if one.deck is not None and shape and not one.chooses:
        written = f"out[@ + s] = count(t.{name}[other]) * (s < t.seats)"
        yield f"seats: cards in {name}", one.shape[0], _around(one.shape[0], [written])


def _by_seat(
    name: str, one: Field, called: str = "", here: str = " * (s < t.seats)"
) -> Iterator[ObservedPart]:
    shape = one.shape[1:]
    start = f"@ + s * {_size(shape)}" if shape else "@ + s"
    lines = _row(f"t.{name}[other]", one, shape, start, here)
    yield called or f"seats: {name}", _size(one.shape), _around(one.shape[0], lines)


def _around(seats: int, lines: list[str]) -> list[str]:
    return loop("s", seats, ["other = seat_after(t, seat, s)", *lines])


def _row(
    place: str, one: Field, shape: tuple[int, ...], start: str, here: str = ""
) -> list[str]:
    """Return lines that write the numbers of a field, or of one seat's part of it."""
    index, value = start, place
    for at, variable in enumerate("ijk"[: len(shape)]):
        step = _size(shape[at + 1 :])
        index += f" + {variable} * {step}" if step > 1 else f" + {variable}"
        value += f"[{variable}]"
    lines = [f"out[{index}] = {_seen(value, one)}{here}"]
    for variable, size in reversed([*zip("ijk", shape, strict=False)]):
        lines = loop(variable, size, lines)
    return lines


def _seen(value: str, one: Field) -> str:
    if one.of is SEAT:
        return f"from_here(t, seat, {value})"
    if one.chooses and one.of is not FLAG and not isinstance(one.of, type):
        return f"({value} + 1)"
    return f"({value} + {-one.least})" if one.least and one.least < 0 else value


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size
