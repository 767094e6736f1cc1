"""The derived terminal board: the fields of a view, line by line."""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from rich.cells import cell_len, set_cell_size
from rich.text import Text

from comptoir.engine.text.board import (
    EMPTY,
    FAINT,
    WIDTH,
    joined,
    player,
    styled,
    wrapped,
)
from comptoir.engine.text.words import Words

LABEL = 16  # columns for the label of a line


def board(view: Any, words: Words, nouns: Collection[str]) -> Text:
    """Draw a view; `nouns` are the prefixes of the game's catalogue keys."""
    told = msgspec.to_builtins(view)
    seats, viewer = told.pop("seats"), told.pop("viewer")
    state = told.pop("phase", None)
    known = _Spoken(words, nouns)
    lines = [_title(words, state)]
    for name, value in told.items():
        lines += _line(name, value, known)
    for seat, place in enumerate(seats):
        style = "bold reverse" if seat == viewer else "bold"
        mark = "▸" if told.get("turn") == seat else " "
        name = player(words, seat, viewer, WIDTH - 4)
        lines.append(styled(f"{mark}{seat + 1} ", style).append(name, style))
        del place["score"]
        lines += _line("score", view.seats[seat].score.brief(), known, indent=3)
        for field, value in place.items():
            lines += _line(field, value, known, indent=3)
    return joined(lines)


class _Spoken:
    """Labels and translated values for the fields of a view."""

    def __init__(self, words: Words, nouns: Collection[str]):
        self.words = words
        self.nouns = nouns

    def label(self, field: str) -> str:
        """Return the label of a field; empty if it is not shown."""
        key = f"view.{field}"
        return self.words.say(key) if key in self.words else field.replace("_", " ")

    def value(self, field: str, value: Any) -> str:
        """Return a value as translated text."""
        if value is None or value is False:
            return EMPTY
        if value is True:
            return "✓"
        if isinstance(value, int) and f"shown.{field}" in self.words:
            return self.words.say(f"shown.{field}", seat=value)
        for noun in self.nouns:
            if isinstance(value, str) and f"{noun}.{value}" in self.words:
                return self.words.say(f"{noun}.{value}")
        return str(value)


def _title(words: Words, phase: str | None) -> Text:
    key = f"phase.{phase}"
    state = f" · {words.say(key)}" if phase and key in words else ""
    begin = f"── {words.say('title')}{state} "
    return Text(begin + "─" * (WIDTH - cell_len(begin)), "bold")


def _line(field: str, value: Any, words: _Spoken, indent: int = 0) -> Iterator[Text]:
    label = words.label(field)
    if not label or value is None:
        return
    line = styled(" " * indent).append(set_cell_size(label, LABEL) + " ", "bold")
    yield from wrapped(line, _texts(field, value, words), indent + LABEL + 1)


def _texts(field: str, value: Any, words: _Spoken) -> Iterator[Text]:
    if isinstance(value, dict):
        for name, each in value.items():
            style = FAINT if not each else ""
            inner = " ".join(text.plain.rstrip() for text in _texts(field, each, words))
            yield styled(f"{words.value(field, name)} {inner}   ", style)
    elif isinstance(value, list):
        for each in value:
            inner = " ".join(text.plain.rstrip() for text in _texts(field, each, words))
            yield styled(f"{inner}   ")
    else:
        yield styled(words.value(field, value))
    if isinstance(value, dict | list) and not value:
        yield styled(EMPTY, FAINT)
