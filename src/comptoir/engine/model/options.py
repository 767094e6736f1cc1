"""Options of a table, declared as fields of the game's box.

`hand = option(8, least=1, most=30)` in a game's `Box` declares a number in the box, a
command-line option, a field of the form that creates a table, and a JSON schema property.
Its label and description are the messages `option.hand.name` and `option.hand.about`.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, overload

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.rules.fields import NOTHING, Axis, Field, FieldRecord

Catalogue = Mapping[str, str]  # a game's words in one language
COMPONENTS = "components"  # the option that replaces a game's components file


class Option(Field, frozen=True, kw_only=True):
    """A field of a box that can be set for each table."""

    default: Any
    boxed: bool = True
    seat: bool = False

    @property
    def stored(self) -> bool:
        """True if the box's record has the option, so that rules can read it."""
        return self.boxed

    @property
    def type(self) -> Any:
        """The Python type, with limits, against which values are checked."""
        if isinstance(self.default, bool):
            return bool
        number = Annotated[int, msgspec.Meta(ge=self.least, le=self.most)]
        if isinstance(self.default, tuple):
            return tuple[(number,) * len(self.default)]  # type: ignore[misc]
        return number | None if self.default is None else number


class Printed(Field, frozen=True, kw_only=True):
    """A field of a box that is the same for every table."""

    value: Any


@overload
def option(default: bool, /, *, boxed: bool = True) -> int: ...
@overload
def option(
    default: int | None, /, *, least: int, most: int, seat: bool = False
) -> int: ...
@overload
def option(
    default: tuple[int, ...], /, *, least: int, most: int, row: Axis | None = None
) -> list[int]: ...
def option(
    default: Any,
    /,
    *,
    least: int = 0,
    most: int = 1,
    row: Axis | None = None,
    boxed: bool = True,
    seat: bool = False,
) -> Any:
    """Declare an option: a flag, a number, or several.

    None lets the game decide: the box holds NOTHING unless `fill_box` sets another value.
    `boxed=False` is for options that only `fill_box` reads; `row` is the axis of the box's
    field if `fill_box` expands the numbers to a longer row; `seat` is for the number of a
    seat, which forms offer as a choice.
    """
    several = isinstance(default, tuple)
    axes = (row or len(default),) if several else ()
    for number in default if several else (default,):
        if number is not None and not least <= number <= most:
            raise BadSetup(f"an option is {number} by default, not {least} to {most}")
    about: dict[str, Any] = {"least": least, "most": most, "seat": seat}
    return Option(width="i2", axes=axes, default=default, boxed=boxed, **about)


@overload
def printed(value: int, /) -> int: ...
@overload
def printed(value: tuple[int, ...], /) -> list[int]: ...
def printed(value: Any, /) -> Any:
    """Declare values printed on the components, which no option changes."""
    axes = (len(value),) if isinstance(value, tuple) else ()
    return Printed(width="i2", axes=axes, value=value)


def options_of(box: type[FieldRecord]) -> dict[str, Option]:
    """Return the options among the fields of a box."""
    return {n: one for n, one in box.fields.items() if isinstance(one, Option)}


def struct_of(
    box: type[FieldRecord], words: Mapping[str, Catalogue], *, components: bool = False
) -> type[msgspec.Struct]:
    """Return a struct type for a box's options, which checks them and has a JSON schema.

    In the schema, `title` and `description` are in English; `x-labels` and `x-sentences`
    hold all languages.
    """
    given = {name: (one.type, one.default) for name, one in options_of(box).items()}
    if components:
        given[COMPONENTS] = (dict[str, Any] | None, None)
    seats = {name for name, one in options_of(box).items() if one.seat}
    fields: list[Any] = [
        (name, Annotated[kind, _told(name, words, seat=name in seats)], default)
        for name, (kind, default) in given.items()
    ]
    return msgspec.defstruct(
        "Options",
        fields,
        frozen=True,
        forbid_unknown_fields=True,
        module=box.__module__,
    )


def _told(name: str, words: Mapping[str, Catalogue], *, seat: bool) -> msgspec.Meta:
    said = {language: _said(name, words[language]) for language in words}
    label, sentence = said["en"]
    more: dict[str, Any] = {
        "x-labels": {language: label for language, (label, _) in said.items()},
        "x-sentences": {language: about for language, (_, about) in said.items()},
    }
    if seat:
        more["x-seat"] = True
    return msgspec.Meta(title=label, description=sentence, extra_json_schema=more)


def fill(record: Any, box: type[FieldRecord], options: Any) -> None:
    """Write the printed values and the given options to a box."""
    for name, one in box.fields.items():
        if isinstance(one, Printed):
            record[name] = one.value
        elif isinstance(one, Option) and one.stored:
            value = getattr(options, name)
            if not one.axes or len(value) == one.shape[0]:
                record[name] = NOTHING if value is None else value


def _said(name: str, words: Catalogue) -> tuple[str, str]:
    """Return an option's label and description; neither message takes arguments."""
    usual = name.replace("_", " ")
    return words.get(f"option.{name}.name", usual), words.get(
        f"option.{name}.about", ""
    )


def told(
    box: type[FieldRecord], words: Catalogue
) -> Iterator[tuple[str, str, str, str]]:
    """Yield each option's name, label, description, and allowed values with the default."""
    for name, one in options_of(box).items():
        yield name, *_said(name, words), _allowed(one)


def _allowed(one: Option) -> str:
    """Return an option's allowed values and its default: `1–30 (8)`."""
    if isinstance(one.default, bool):
        return f"true, false ({str(one.default).lower()})"
    limits = f"{one.least}–{one.most}"
    if isinstance(one.default, tuple):
        usual = ", ".join(map(str, one.default))
        return f"{len(one.default)} × {limits} ([{usual}])"
    return f"{limits} ({'null' if one.default is None else one.default})"
