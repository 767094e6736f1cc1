"""What a game says where it does not say it itself: questions, and why something is refused."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any

from comptoir.engine.model.actions import Action, Actions
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.rules.table import Table
from comptoir.engine.text.words import catalogue

PHASE = "phase"  # the field that says what the table waits for, if there is one


def asking(table: type[Table], folder: Path) -> Callable[..., Any]:
    """Return `prompt`: the question of the phase where the catalogue has one."""
    phases = table.fields[PHASE].of if PHASE in table.fields else ()

    def prompt(t: Any, box: Any, seat: int) -> tuple[str, dict[str, Any]]:
        """Return what the table asks a seat."""
        if isinstance(phases, type) and issubclass(phases, IntEnum):
            key = phases(t.phase).name.lower()
            if f"prompt.{key}" in catalogue(folder / "words", "en"):
                return key, {"seat": seat}
        return "choose", {}

    return prompt


def explaining(actions: Actions, rules: Mapping[str, Any]) -> Callable[..., Refusal]:
    """Return `explain`: it names what comes nearest among what is legal."""

    def explain(t: Any, box: Any, seat: int, action: Action) -> Refusal:
        """Return why an action is refused: what may be done in its place."""
        listed = [0] * len(actions)
        count = rules["legal"](t, box, seat, listed)
        legal = [actions[number] for number in listed[:count]]
        return Refusal("instead", args={"instead": min(legal, key=_far_from(action))})

    return explain


def _far_from(wanted: Action) -> Callable[[Action], tuple[bool, bool, int]]:
    """Return how far actions are from a wanted one: the verb first, then the thing."""

    def distance(action: Action) -> tuple[bool, bool, int]:
        return (
            action.verb != wanted.verb,
            action.what != wanted.what,
            abs(action.number - wanted.number),
        )

    return distance
