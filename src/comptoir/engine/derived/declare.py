"""Makes a game from the modules of a package, and derives the functions they leave out."""

import sys
from collections.abc import Collection, Mapping
from inspect import isclass, isfunction, signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.actions import Actions
from comptoir.engine.model.game import Game, nothing_open, nothing_wrong
from comptoir.engine.model.options import Printed
from comptoir.engine.rules import contract
from comptoir.engine.rules.callgraph import CallGraph
from comptoir.engine.rules.fields import LIMITS, Field, field
from comptoir.engine.rules.table import Box, Table
from comptoir.engine.text.words import Words

from .audit import auditing
from .choices import choosing
from .imagine import imagination
from .observe import observation
from .prompt import PHASE, asking, explaining
from .reset import dealing
from .score import counting
from .view import opening, viewing

if TYPE_CHECKING:
    from comptoir.engine.text.shown import Drawing

# Optional functions of a game in plain Python.
PLAIN = {
    "view": "view",
    "seat_view": "seat_view",
    "score": "score",
    "end_now": "end_now",
    "explain": "explain",
    "prompt": "prompt",
    "audit": "audit",
    "labels": "labels",
    "fill_box": "fill_box",
    "opened": "opened",
    "unasked": "unasked",
    "tie_break": "tie_break",
}
CONSTANTS = {
    "SEATS": "seats",
    "Table": "table_class",
    "Box": "box_class",
    "ACTIONS": "actions",
    "EVENTS": "events",
    "ENDING_NAMES": "endings",
    "LAYOUT": "layout",
}


COMPULSORY = ("SEATS", "Table", "ACTIONS", "EVENTS")
ANSWERS = ("deal", "actors", "legal", "play", "standing")
SET_UP = 2  # number of parameters of a `deal` that receives a cleared table


def declare(
    name: str,
    *parts: ModuleType,
    version: int = 1,
    environment: int | None = None,
    **more: Any,
) -> Game:
    """Return the game that modules of a package define, with the missing parts derived.

    Everything is found by name in the modules: constants, the classes `Table` and `Box`,
    rules, and optional functions in plain Python.

    Raises:
        BadSetup: A required part is missing, or a part cannot be derived.
    """
    package = parts[0].__package__ or name
    rules = _functions(parts, {w.__name__: w.__name__ for w in contract.WORDS})
    found: dict[str, Any] = {"box_class": NoOptions, "endings": ("not_yet", "ended")}
    found |= _constants(parts) | _functions(parts, PLAIN)
    missing = [n for n in COMPULSORY if CONSTANTS[n] not in found]
    missing += [word for word in ANSWERS if word not in rules]
    if missing:
        raise BadSetup(f"{name}: the game does not say {', '.join(missing)}")
    folder = Path(str(sys.modules[package].__file__)).parent
    found |= {"package": package, "folder": folder, "has_house": "house" in rules}
    _check_names(name, found["table_class"], found["box_class"])
    _check_seals(name, found["table_class"])
    _check_verbs(name, found["table_class"], found["actions"])
    _derive_rules(name, found, rules)
    _derive_plain(found, rules)
    found["environment"] = environment or version
    return Game(name=name, version=version, rules=rules, **found, **more)


def _check_names(name: str, table: type[Table], box: type[Box]) -> None:
    """Raise BadSetup for fields that refer to a field or option that does not exist."""
    for place, one in table.own_fields().items():
        known = table.fields.get(one.known) if one.known else one
        if known is None or known.shape != one.shape:
            raise BadSetup(
                f"{name}: {place} is known by {one.known!r}, no field of its shape"
            )
        for said in (one.open_if, one.deck):
            if isinstance(said, str) and said not in box.fields:
                raise BadSetup(
                    f"{name}: {place} names {said!r}, which is not in the box"
                )
        most, room = _most_cards(one, box), LIMITS[one.width][1]
        if most > room:
            raise BadSetup(
                f"{name}: {place} may hold {most} cards of a kind, and {one.width} ends at "
                f"{room}: declare it 'i2'"
            )


def _extends(rules: Mapping[str, Any]) -> bool:
    """Return True if a game's own `imagine` calls the derived one."""
    graph = CallGraph({**rules, "redeal": contract.redeal})
    return contract.redeal in graph.reachable(rules["imagine"])


def _check_seals(name: str, table: type[Table]) -> None:
    """Raise BadSetup for sealed fields that declare no end or no possible values."""
    phase = table.fields.get(PHASE)
    for place, one in table.own_fields().items():
        if not one.sealed:
            continue
        if phase is None or type(one.sealed_until) is not phase.of:
            raise BadSetup(
                f"{name}: {place} is sealed until {one.sealed_until!r}: expected a phase "
                f"of the field {PHASE!r}, such as `phase = field('i1', of=Phase)`"
            )
        source = table.own_fields().get(one.sealed_from or "")
        if one.sealed_from and (source is None or not source.by_seat):
            raise BadSetup(
                f"{name}: {place} is sealed from {one.sealed_from!r}, which is no field with "
                "a row or a number for each seat"
            )
        if not one.chooses and one.most is None and source is None:
            raise BadSetup(
                f"{name}: {place} is sealed: say which numbers it may be by `of=`, `most=` or "
                "`sealed_from=`"
            )


def _most_cards(place: Field, box: type[Box]) -> int:
    """Return the largest number of cards of one kind that a place may hold, as declared."""
    if place.deck is None or place.chooses:
        return 0
    if isinstance(place.deck, int):
        return place.deck
    row = box.fields[place.deck]
    return max(row.value) if isinstance(row, Printed) else row.most or 0


def _check_verbs(name: str, table: type[Table], actions: Actions) -> None:
    """Raise BadSetup if the page would offer a verb beside a field that does not exist."""
    for verb in actions.verbs:
        if verb.at and verb.at not in table.own_fields():
            raise BadSetup(
                f"{name}: {verb.name} is done at {verb.at!r}, no field of the table"
            )


class NoOptions(Box):
    """The box of a game without options."""

    rules = field("i2")


def _derive_rules(name: str, found: dict[str, Any], rules: dict[str, Any]) -> None:
    """Add the rules derived from the fields to those the game defines."""
    table = found["table_class"]
    rules |= choosing(table, found["actions"])
    if len(signature(rules["deal"]).parameters) == SET_UP:
        rules["deal"] = dealing(table, rules["deal"])
    if "imagine" not in rules:
        rules["imagine"] = imagination(name, table)
    elif _extends(rules):
        derived = imagination(name, table, whole=False)
        bound = CallGraph({**rules, "redeal": derived})
        rules["imagine"] = bound.specialise(rules["imagine"])
    if "observe" in rules and "layout" not in found:
        raise BadSetup(
            f"{name}: `observe` writes numbers, and no LAYOUT says what they are"
        )
    if not {"observe", "house"} <= rules.keys():
        layout, observe, house = observation(table, found["box_class"])
        found.setdefault("layout", layout)
        rules.setdefault("observe", observe)
        rules.setdefault("house", house)


def _derive_plain(found: dict[str, Any], rules: Mapping[str, Any]) -> None:
    """Add the plain Python functions derived from the fields."""
    table = found["table_class"]
    found["opened"] = opening(table, found.get("opened", nothing_open))
    found.setdefault("score", counting(table, found["opened"], rules["standing"]))
    if "view" not in found:
        found["view"], found["seat_view"] = viewing(
            table, found["opened"], found["score"]
        )
    found["audit"] = auditing(table, found.get("audit", nothing_wrong))
    found.setdefault("explain", explaining(found["actions"], rules))
    found.setdefault("prompt", asking(table, found["folder"]))
    found["board_of_fields"] = _board_of_fields


def _board_of_fields(view: Any, words: Words, nouns: Collection[str]) -> "Drawing":
    """Return the terminal board of a game that has no `board` module."""
    from .board import board  # noqa: PLC0415 - loads rich

    return board(view, words, nouns)


def _constants(parts: tuple[ModuleType, ...]) -> dict[str, Any]:
    """Return the modules' constants; a class counts only in the module that defines it."""
    found: dict[str, Any] = {}
    for name, kept in CONSTANTS.items():
        for part in parts:
            one = vars(part).get(name)
            if one is None or (isclass(one) and one.__module__ != part.__name__):
                continue
            found.setdefault(kept, one)
    return found


def _functions(
    parts: tuple[ModuleType, ...], names: Mapping[str, str]
) -> dict[str, Any]:
    """Return the functions with these names, each from the module that defines it."""
    return {
        names[name]: function
        for part in parts
        for name, function in vars(part).items()
        if name in names
        and isfunction(function)
        and function.__module__ == part.__name__
    }
