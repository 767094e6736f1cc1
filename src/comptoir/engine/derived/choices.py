"""Derives the rules that convert a seat's actions to choices and back; see `model.choices`.

In a game whose actions name no seat this costs nothing: both rules return what they are given.
"""

from collections.abc import Iterator, MutableSequence
from typing import Any

from comptoir.engine.model.actions import Actions
from comptoir.engine.model.choices import ChoiceRange
from comptoir.engine.rules.contract import choice_of, legal
from comptoir.engine.rules.fields import NOTHING
from comptoir.engine.rules.helpers import from_here
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import Box, Table

from .source import INDENT, made


@rule
def same_choice(t: Table, seat: int, action: int) -> int:
    """Return the choice of an action in a game whose choices are its actions."""
    return action


@rule
def same_action(
    t: Table, box: Box, seat: int, choice: int, moves: MutableSequence[int]
) -> int:
    """Return the action of a choice in a game whose choices are its actions."""
    return choice


@rule
def legal_action(
    t: Table, box: Box, seat: int, choice: int, moves: MutableSequence[int]
) -> int:
    """Return the seat's legal action for this choice; -1 if there is none."""
    for n in range(legal(t, box, seat, moves)):
        if choice_of(t, seat, moves[n]) == choice:
            return moves[n]
    return NOTHING


def choosing(table: type[Table], actions: Actions) -> dict[str, Any]:
    """Return a game's rules `choice_of` and `action_of`."""
    if actions.are_choices:
        return {"choice_of": same_choice, "action_of": same_action}
    known = {"from_here": from_here, "__name__": table.__module__}
    return {
        "choice_of": made(
            "choice_of", "t, seat, action", _lines(actions.choice_ranges), known
        ),
        "action_of": legal_action,
    }


def _lines(ranges: list[ChoiceRange]) -> Iterator[str]:
    for one in ranges[:-1]:
        yield f"if action < {one.stop}:"
        yield f"{INDENT}return {_choice(one)}"
    yield f"return {_choice(ranges[-1])}"


def _choice(one: ChoiceRange) -> str:
    """Return the expression for the choice of an action in a range."""
    if not one.width:
        return f"{one.first} + {one.stride} * (action - {one.start})"
    seat = f"action - {one.start}" if one.seat is None else str(one.seat)
    steps = f"{one.width} * (from_here(t, seat, {seat}) - 1)"
    return f"{one.first} + {one.stride} * (action - {one.start}) + {steps}"
