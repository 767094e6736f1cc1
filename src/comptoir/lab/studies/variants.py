"""A variant of a game: its options, its seats, the contents of its box, and its set-up.

Things that have no option can be changed as data: numbers of the box (`box`) before the deal,
and of the dealt table (`setup`) after it. A path names a declared field: `bills.0` is the
number of bills of the first seat, `pile.english` the number of cards of one company. A plain
number replaces the value, `+1` and `-2` add to it, `x2` multiplies it. The code of the rules
does not change.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import msgspec
import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.model.options import COMPONENTS
from comptoir.engine.rules.fields import Field

CHANGE = re.compile(r"([+x-])(\d{1,9})")
KNOWN = ("name", "about", "seats", "options", "box", "setup")

Value = int | str | list[int]


class Variant:
    """A checked variant: a game, its options, and the changes after the deal."""

    def __init__(self, game: Game, name: str, seats: int, given: Mapping[str, Any]):
        self.name, self.seats, self.given = name, seats, dict(given)
        read = game.read_options(given.get("options"))
        self.options: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(read))
        self._box = {**given.get("box", {})}
        self._setup = {**given.get("setup", {})}
        self._game = game
        # refuse changes that do not fit the number of seats
        self.game.new_boxes(seats, self.options)
        record = np.zeros(1, game.table)
        for path in self._setup:
            place(game.table_class.fields, record, path, "setup")

    @classmethod
    def read(
        cls, game: Game, name: str, given: Any, seats: int | None, folder: Path
    ) -> Self:
        """Read a variant from a study's file; by default it has the study's number of seats."""
        try:
            check_form(given)
            options = dict(given.get("options", {}))
            if game.components and isinstance(options.get(COMPONENTS), str):
                options[COMPONENTS] = game.components.read(folder / options[COMPONENTS])
            count = game.check_seats(given.get("seats", seats))
            return cls(game, name, count, {**given, "options": options})
        except BadSetup as error:
            raise BadSetup(f"variant {name!r}: {error}") from None

    @cached_property
    def game(self) -> Game:
        """The game; if the variant changes the box, a copy of the game with the changed box."""
        if not self._box:
            return self._game
        own, changes = self._game.fill_box, self._box
        fields = self._game.box_class.fields

        def fill(box: Any, seats: int, options: Any) -> None:
            own(box, seats, options)
            record = np.zeros(1, self._game.box)
            for name in box:
                record[0][name] = box[name]
            for path, value in changes.items():
                apply(fields, record, path, value, "box")
            for name in box:
                box[name] = record[0][name].tolist()

        return replace(self._game, fill_box=fill)

    @property
    def changes(self) -> bool:
        """True if the variant changes the table after the deal."""
        return bool(self._setup)

    def change(self, tables: Any) -> None:
        """Apply the variant's changes to dealt tables."""
        for path, value in self._setup.items():
            apply(self._game.table_class.fields, tables, path, value, "setup")

    def told(self) -> dict[str, Any]:
        """Return the whole definition of the variant, in the form in which a file is read."""
        about: dict[str, Any] = {"seats": self.seats, "options": self.options}
        return about | {"box": self._box, "setup": self._setup}

    def label(self, language: str) -> str:
        """Return the variant's name in a language."""
        name = self.given.get("name", self.name)
        return str(name.get(language, self.name) if isinstance(name, dict) else name)


def check_form(given: Any) -> None:
    """Raise BadSetup if a variant has an unknown key or a value of the wrong type."""
    if not isinstance(given, Mapping):
        raise BadSetup("expected a table of its own")
    for key in given:
        if key not in KNOWN:
            raise BadSetup(f"no {key!r}: expected some of {', '.join(KNOWN)}")
    for key in ("options", "box", "setup"):
        if not isinstance(given.get(key, {}), Mapping):
            raise BadSetup(f"{key}: expected names and values")


def place(fields: Mapping[str, Field], records: Any, path: str, what: str) -> Any:
    """Return the field that a path names, and a NumPy view ``[records, …]`` of its numbers."""
    name, *steps = path.split(".")
    own = [one for one in records.dtype.names if one in fields]
    if name not in own:
        raise BadSetup(f"{what}: no field {name!r}: expected one of {', '.join(own)}")
    numbers = records[name]
    for axis, step in enumerate(steps):
        if axis >= len(fields[name].axes):
            raise BadSetup(f"{what} {path!r}: {name} has {axis} axes")
        names = fields[name].names(axis) or ()
        length = fields[name].shape[axis]
        at = (
            names.index(step)
            if step in names
            else int(step)
            if step.isdecimal()
            else -1
        )
        if not 0 <= at < length:
            allowed = ", ".join(names) if names else f"0 to {length - 1}"
            raise BadSetup(f"{what} {path!r}: no {step!r}: expected {allowed}")
        numbers = numbers[:, at]
    return numbers


def apply(
    fields: Mapping[str, Field], records: Any, path: str, value: Value, what: str
) -> None:
    """Change the field at a path in the given records.

    Raises:
        BadSetup: There is no such field, or the numbers do not fit its type.
    """
    numbers = place(fields, records, path, what)
    limits = np.iinfo(numbers.dtype)
    made = changed(numbers.astype(np.int64), path, value, what)
    if made.min() < limits.min or made.max() > limits.max:
        raise BadSetup(
            f"{what} {path!r}: {value} does not fit: expected {limits.min} to {limits.max}"
        )
    numbers[...] = made


def changed(numbers: Any, path: str, value: Value, what: str) -> Any:
    """Return the numbers after a change: `7`, `+1`, `-2`, `x2`, or a list for a row."""
    if isinstance(value, bool) or not isinstance(value, int | str | list):
        raise BadSetup(f"{what} {path!r}: expected a number, '+1', '-1' or 'x2'")
    if isinstance(value, list):
        row = np.asarray(value)
        if row.dtype.kind != "i" or row.shape != numbers.shape[-row.ndim :]:
            shape = list(numbers.shape[1:])
            raise BadSetup(f"{what} {path!r}: expected whole numbers, {shape} of them")
        return np.broadcast_to(row, numbers.shape)
    if isinstance(value, int):
        return np.full_like(numbers, value)
    found = CHANGE.fullmatch(value)
    if not found:
        raise BadSetup(f"{what} {path!r}: expected a number, '+1', '-1' or 'x2'")
    sign, count = found[1], int(found[2])
    if sign == "x":
        return numbers * count
    return numbers + (count if sign == "+" else -count)
