"""What a table may vary, declared where it lies: some fields of a box are options.

`hand = option(8, least=1, most=30)` in a game's `Box` is a number in the box, an option of
the command line and of the form with which a table is made, and a line of a JSON schema.
Its label and its sentence are the words `option.hand.name` and `option.hand.about`.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, overload

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.rules.fields import NOTHING, Axis, Field, FieldRecord

Catalogue = Mapping[str, str]  # a game's words in one language
COMPONENTS = "components"  # the option of a game whose cards are a file


class Option(Field, frozen=True, kw_only=True):
    """A field of a box that a table may vary."""

    default: Any
    boxed: bool = True

    @property
    def stored(self) -> bool:
        """Whether rules read it from the box."""
        return self.boxed

    @property
    def type(self) -> Any:
        """The type that a value is checked against, limits included."""
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
def option(default: int | None, /, *, least: int, most: int) -> int: ...
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
) -> Any:
    """Declare an option: a flag, a number, or several.

    None stands for what the game decides itself; it is NOTHING in the box unless `fill_box`
    says better. `boxed=False` is for what only `fill_box` reads, `row` for numbers from
    which it makes a longer row.
    """
    several = isinstance(default, tuple)
    axes = (row or len(default),) if several else ()
    for number in default if several else (default,):
        if number is not None and not least <= number <= most:
            raise BadSetup(f"an option is {number} by default, not {least} to {most}")
    return Option(
        width="i2", axes=axes, least=least, most=most, default=default, boxed=boxed
    )


@overload
def printed(value: int, /) -> int: ...
@overload
def printed(value: tuple[int, ...], /) -> list[int]: ...
def printed(value: Any, /) -> Any:
    """Declare what is printed on the components, and never varies."""
    axes = (len(value),) if isinstance(value, tuple) else ()
    return Printed(width="i2", axes=axes, value=value)


def options_of(box: type[FieldRecord]) -> dict[str, Option]:
    """Return the options among the fields of a box."""
    return {n: one for n, one in box.fields.items() if isinstance(one, Option)}


def struct_of(
    box: type[FieldRecord], words: Mapping[str, Catalogue], *, components: bool = False
) -> type[msgspec.Struct]:
    """Return the options of a box as a type that checks them and has a JSON schema.

    There `title` and `description` are the English label and sentence; those of all
    languages are beside them as `x-labels` and `x-sentences`.
    """
    given = {name: (one.type, one.default) for name, one in options_of(box).items()}
    if components:
        given[COMPONENTS] = (dict[str, Any] | None, None)
    fields: list[Any] = [
        (name, Annotated[kind, _told(name, words)], default)
        for name, (kind, default) in given.items()
    ]
    return msgspec.defstruct(
        "Options",
        fields,
        frozen=True,
        forbid_unknown_fields=True,
        module=box.__module__,
    )


def _told(name: str, words: Mapping[str, Catalogue]) -> msgspec.Meta:
    said = {language: _said(name, words[language]) for language in words}
    label, sentence = said["en"]
    more = {
        "x-labels": {language: label for language, (label, _) in said.items()},
        "x-sentences": {language: about for language, (_, about) in said.items()},
    }
    return msgspec.Meta(title=label, description=sentence, extra_json_schema=more)


def fill(record: Any, box: type[FieldRecord], options: Any) -> None:
    """Put what is printed, and the options in force, into the record of a box."""
    for name, one in box.fields.items():
        if isinstance(one, Printed):
            record[name] = one.value
        elif isinstance(one, Option) and one.stored:
            value = getattr(options, name)
            if not one.axes or len(value) == one.shape[0]:
                record[name] = NOTHING if value is None else value


def _said(name: str, words: Catalogue) -> tuple[str, str]:
    """Return an option's label and sentence, which have no arguments."""
    usual = name.replace("_", " ")
    return words.get(f"option.{name}.name", usual), words.get(
        f"option.{name}.about", ""
    )


def told(
    box: type[FieldRecord], words: Catalogue
) -> Iterator[tuple[str, str, str, str]]:
    """Yield each option's name, its label, its sentence, and what may be said of it."""
    for name, one in options_of(box).items():
        yield name, *_said(name, words), _allowed(one)


def _allowed(one: Option) -> str:
    """Return what an option may be and what it is if nobody says: `1–30 (8)`."""
    if isinstance(one.default, bool):
        return f"true, false ({str(one.default).lower()})"
    limits = f"{one.least}–{one.most}"
    if isinstance(one.default, tuple):
        usual = ", ".join(map(str, one.default))
        return f"{len(one.default)} × {limits} ([{usual}])"
    return f"{limits} ({'null' if one.default is None else one.default})"
