"""BOR-1.7, the components file: reads it into the box, and checks it card by card.

A file must have what the rules need and match the printed facts of BOR-1.2 to BOR-1.4. The
balance of its spices and flags is not checked.
"""

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from comptoir.engine.model.components import FileFault, expected, fault_in

from .data import (
    CARDS,
    COMPANY_NAMES,
    HARBOURS,
    MISSIONS,
    ROW,
    SPICE_NAMES,
    SPICES,
    UNITS,
    UPPER,
    Mark,
)
from .flags import tally_of
from .house_worth import appeal_of

FILE = Path(__file__).parent / "components.toml"
MARKS = ("all", "3/4", "5")  # by Mark
CLASSES = 5  # BOR-1.4
MOST_FLAGS = UPPER * ROW + 1
MOST_POINTS = 99
MOST_SPICES = 9

Card = dict[str, Any]
Check = Callable[[Any], FileFault | None]  # what was expected, or None if valid


@cache
def own_components() -> dict[str, Any]:
    """BOR-1.7  Return the file of reconstructed cards that comes with the game."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def fill_box(box: Any, seats: int, options: Any) -> None:
    """Write the components and the options into a box."""
    few = seats < 5  # noqa: PLR2004
    cards = options.components
    given = own_components() if cards is None else cards
    left_out = MARKS[Mark.FIVE if few else Mark.FEW]
    variant = seats == 3 and options.three_player_variant  # noqa: PLR2004
    box["merchants"] = 4 if variant else 3  # BOR-1.6
    box["reconstruction"] = given == own_components()
    for card, shipment in enumerate(given["shipments"]):
        _fill_shipment(box, card, shipment)
    for number, harbour in enumerate(given["harbours"]):
        box["harbour_spice"][number] = SPICE_NAMES.index(harbour["spice"])
        box["monopoly"][number] = harbour["monopoly"]
        box["limit"][number] = harbour["limit"]
        box["harbour_in"][number] = harbour["players"] != left_out  # BOR-2.2
    for number, mission in enumerate(given["missions"]):
        box["mission_value"][number] = mission["value"]
        box["mission_in"][number] = mission["players"] != left_out  # BOR-2.4
        need = [mission.get(s, 0) for s in SPICE_NAMES[:SPICES]]
        box["need"][number] = need
        box["asked"][number] = sum(need)
        box["appeal"][number] = appeal_of(mission["value"], sum(need))


def _fill_shipment(box: Any, card: int, shipment: Card) -> None:
    """BOR-1.2  Write a shipment card into the box: one or two units of a spice, and four
    flags.
    """
    box["spice"][card] = SPICE_NAMES.index(shipment["spice"])
    box["units"][card] = shipment["units"]
    names = [*shipment["upper"], shipment["lower"]]
    flags = [COMPANY_NAMES.index(name) for name in names]
    box["flag"][card] = flags
    box["upper"][card] = tally_of(flags[:UPPER])
    box["flag_count"][card] = tally_of(flags)


def faults(content: Any) -> list[FileFault]:
    """BOR-1.7  Return the faults of a file; none if it can be played."""
    return list(_faults(content))


def _faults(content: Any) -> Iterator[FileFault]:
    """BOR-1.2, BOR-1.3, BOR-1.4  Check the whole file: its lists, then their totals."""
    lists = {"shipments": CARDS, "harbours": HARBOURS, "missions": MISSIONS}
    yield from _unknown(FileFault("whole"), content, {"source", *lists})
    if not isinstance(content.get("source", ""), str):
        yield fault_in("source", expected(FileFault("text"), repr(content["source"])))
    for name, count in lists.items():
        listed = content.get(name)
        if not isinstance(listed, list):
            wanted = FileFault("list", {"count": count})
            yield fault_in(name, expected(wanted, _shown(listed)))
            continue
        if len(listed) != count:
            yield fault_in(name, expected(count, len(listed)))
        checks, needed = FIELDS[name]
        for number, card in enumerate(listed, 1):
            yield from _card_faults(f"{name[:-1]} {number}", card, checks, needed)
    yield from _mark_faults(content)


def _card_faults(
    name: str, card: Any, checks: dict[str, Check], needed: tuple[str, ...]
) -> Iterator[FileFault]:
    if not isinstance(card, dict):
        yield fault_in(name, expected(FileFault("braces"), _shown(card)))
        return
    yield from _unknown(name, card, set(checks))
    for field, check in checks.items():
        if field not in card:
            if field in needed:
                missing = FileFault("missing", {"wanted": check(None)})
                yield fault_in(f"{name}, {field}", missing)
        elif wanted := check(card[field]):
            wrong = expected(wanted, _shown(card[field]))
            yield fault_in(f"{name}, {field}", wrong)
    if name.startswith("mission") and not any(card.get(s) for s in SPICE_NAMES):
        yield fault_in(name, FileFault("missing", {"wanted": _some_of(1, SPICE_NAMES)}))


def _unknown(
    name: str | FileFault, fields: Any, known: set[str]
) -> Iterator[FileFault]:
    for field in fields:
        if field not in known:
            allowed = ", ".join(sorted(known))
            unknown = {"field": repr(field), "allowed": allowed}
            yield fault_in(name, FileFault("unknown", unknown))


def _mark_faults(content: Any) -> Iterator[FileFault]:
    """BOR-1.3  Check the marks: two harbours are marked 5, four are marked 3/4.

    BOR-1.4  Four missions are marked 5; missions have five classes.
    """
    for name, mark, needed in (
        ("harbours", "5", 2),
        ("harbours", "3/4", 4),
        ("missions", "5", 4),
    ):
        listed = _cards(content, name)
        count = sum(card.get("players") == mark for card in listed)
        if listed and count != needed:
            wanted = FileFault("marked", {"count": needed, "mark": repr(mark)})
            yield fault_in(name, expected(wanted, count))
    values = {str(card.get("value")) for card in _cards(content, "missions")}
    if values and len(values) != CLASSES:
        wanted = FileFault("different", {"count": CLASSES})
        yield fault_in("missions", expected(wanted, len(values)))


def _cards(content: Any, name: str) -> list[Card]:
    listed = content.get(name)
    if not isinstance(listed, list):
        return []
    return [card for card in listed if isinstance(card, dict)]


def _one_of(names: tuple[Any, ...]) -> Check:
    wanted = FileFault("one_of", {"list": ", ".join(map(str, names))})
    return lambda value: (
        None if type(value) is type(names[0]) and value in names else wanted
    )


def _some_of(count: int, names: tuple[str, ...]) -> FileFault:
    return FileFault("some_of", {"count": count, "list": ", ".join(names)})


def _number(low: int, high: int) -> Check:
    wanted = FileFault("number", {"low": low, "high": high})

    def check(value: Any) -> FileFault | None:
        fine = isinstance(value, int) and not isinstance(value, bool)
        return None if fine and low <= value <= high else wanted

    return check


def _flags(value: Any) -> FileFault | None:
    """BOR-1.2  Return the fault of a card's flags; there are three in the upper row."""
    fine = isinstance(value, list) and len(value) == UPPER
    if fine and all(name in COMPANY_NAMES for name in value):
        return None
    return _some_of(UPPER, COMPANY_NAMES)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"  # noqa: PLR2004


FIELDS: dict[str, tuple[dict[str, Check], tuple[str, ...]]] = {
    "shipments": (
        {
            "spice": _one_of(SPICE_NAMES),
            "units": _one_of(UNITS),
            "upper": _flags,
            "lower": _one_of(COMPANY_NAMES),
        },
        ("spice", "units", "upper", "lower"),
    ),
    "harbours": (
        {
            "spice": _one_of(SPICE_NAMES),
            "monopoly": _number(1, MOST_FLAGS),
            "limit": _number(1, ROW),
            "players": _one_of(MARKS),
        },
        ("spice", "monopoly", "limit", "players"),
    ),
    "missions": (
        {
            "value": _number(1, MOST_POINTS),
            "players": _one_of((MARKS[Mark.NONE], MARKS[Mark.FIVE])),
            **{s: _number(0, MOST_SPICES) for s in SPICE_NAMES[:SPICES]},
        },
        ("value", "players"),
    ),
}
