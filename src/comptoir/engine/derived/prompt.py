"""Default prompts and refusals, for games that do not define their own."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any

from comptoir.engine.model.actions import Action, Actions
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.rules.table import Table
from comptoir.engine.text.words import catalogue

PHASE = "phase"  # the field that holds the phase: what the table waits for


def asking(table: type[Table], folder: Path) -> Callable[..., Any]:
    """Return `prompt`, which uses the phase's message if the game's catalogue has one."""
    phases = table.fields[PHASE].of if PHASE in table.fields else ()

    def prompt(t: Any, box: Any, seat: int) -> tuple[str, dict[str, Any]]:
        """Return the key and arguments of the prompt for a seat."""
        if isinstance(phases, type) and issubclass(phases, IntEnum):
            key = phases(t.phase).name.lower()
            if f"prompt.{key}" in catalogue(folder / "words", "en"):
                return key, {"seat": seat}
        return "choose", {}

    return prompt


def explaining(actions: Actions, rules: Mapping[str, Any]) -> Callable[..., Refusal]:
    """Return `explain`, which suggests the legal action closest to the refused one."""

    def explain(t: Any, box: Any, seat: int, action: Action) -> Refusal:
        """Return the refusal of an action, with the action that may be played instead."""
        listed = [0] * len(actions)
        count = rules["legal"](t, box, seat, listed)
        legal = [actions[number] for number in listed[:count]]
        return Refusal("instead", args={"instead": min(legal, key=_far_from(action))})

    return explain


def _far_from(wanted: Action) -> Callable[[Action], tuple[bool, bool, int]]:
    """Return a function that measures how far an action is from the wanted one.

    It compares the verb first, then the argument.
    """

    def distance(action: Action) -> tuple[bool, bool, int]:
        return (
            action.verb != wanted.verb,
            action.what != wanted.what,
            abs(action.number - wanted.number),
        )

    return distance
