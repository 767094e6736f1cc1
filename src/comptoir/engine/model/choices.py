"""Choices: the actions of a game as learners and networks number them.

Seats are counted from the acting one: +0 is itself, +1 the seat to its left. Arguments that
only detect stale actions, such as an offer's revision, are left out: of the actions that differ
only in such an argument, at most one is legal at a time. All other actions are choices
unchanged.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from comptoir.engine.errors import BadSetup

if TYPE_CHECKING:
    from .actions import Verb

PLAYER = "player"  # the kind of things that are seats, counted from 1
ChoiceName = tuple[str, str | int | None]  # a verb and what it names


class ChoiceRange(NamedTuple):
    """The choices of the actions from `start` up to, but not including, `stop`."""

    start: int
    stop: int
    first: int  # the choice of `start`, if it names no seat or the acting one
    stride: int = 1  # from the choice of an action to that of the next one
    width: int = 0  # from the choice for a seat to that for the seat to its left
    seat: int | None = None  # the seat that they all name; None: seats in order

    @property
    def is_plain(self) -> bool:
        """True if its actions name no seat, and all their arguments are part of the choice."""
        return self.stride == 1 and self.width == 0


def number_choices(
    verbs: Iterable["Verb"],
) -> tuple[list[ChoiceName], list[ChoiceRange]]:
    """Return the names of some verbs' choices, and the ranges of actions that they stand for.

    Raises:
        BadSetup: Verbs or things that name seats do not name each of them once, in order.
    """
    names: list[ChoiceName] = []
    ranges: list[ChoiceRange] = []
    start = 0
    for base, group in groupby(verbs, _base):
        alike, first = [*group], len(names)
        _check(alike)
        for verb in alike:
            names += ((base, what) for what in _things(verb))
            one = _range(verb, start, first)
            start = one.stop
            if ranges and _goes_on(ranges[-1], one):
                ranges[-1] = ranges[-1]._replace(stop=one.stop)
            else:
                ranges.append(one)
    return names, ranges


def _base(verb: "Verb") -> str:
    """Return the name of a verb without the seat that it names."""
    return verb.name if verb.seat is None else verb.name.rpartition(" ")[0]


def _check(verbs: list["Verb"]) -> None:
    """Check verbs that share a name: each names a seat, in order, or there is only one."""
    first = verbs[0]
    seats = [verb.seat for verb in verbs]
    alike = all((v.things, v.guards) == (first.things, first.guards) for v in verbs)
    if seats != [None] and not (alike and seats == [*range(len(verbs))]):
        raise BadSetup(f"{first.name}: expected one such verb for each seat, in order")
    if not _names_players(first):
        return
    if seats != [None]:
        raise BadSetup(f"{first.name}: expected no players beside the seat it names")
    if tuple(first.things or ()) != tuple(range(1, _count(first) + 1)):
        raise BadSetup(f"{first.name}: expected the players as numbers from 1")


def _names_players(verb: "Verb") -> bool:
    return verb.of == PLAYER and not verb.guards


def _count(verb: "Verb") -> int:
    return 1 if verb.things is None else len(verb.things)


def _things(verb: "Verb") -> Iterator[str | int | None]:
    """Yield the arguments that a verb has in its choices."""
    seat = "" if verb.seat is None else f"+{verb.seat}"
    if verb.things is None or verb.guards:
        yield seat or None
    elif _names_players(verb):
        yield from (f"+{steps}" for steps in range(len(verb.things)))
    else:
        yield from (f"{seat} {thing}" if seat else thing for thing in verb.things)


def _range(verb: "Verb", start: int, first: int) -> ChoiceRange:
    """Return the range of a verb's actions; choices of that name begin at `first`."""
    stop, stride = start + _count(verb), 0 if verb.guards else 1
    if verb.seat is not None:
        width = 1 if verb.guards else _count(verb)
        return ChoiceRange(start, stop, first, stride, width, verb.seat)
    if _names_players(verb):
        return ChoiceRange(start, stop, first, 0, 1)
    return ChoiceRange(start, stop, first, stride)


def _goes_on(before: ChoiceRange, one: ChoiceRange) -> bool:
    """Return True if a plain range continues another, in its actions and its choices."""
    offsets = before.first - before.start, one.first - one.start
    return before.is_plain and one.is_plain and offsets[0] == offsets[1]
