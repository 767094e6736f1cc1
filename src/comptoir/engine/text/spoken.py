"""Protocols of the actions, events and refusals that `Words` puts into sentences."""
# ruff: noqa: D102 - the docstring of each class describes its properties

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar


class SpokenAction(Protocol):
    """An action: its verb, its argument, and the kind of thing the argument is."""

    @property
    def verb(self) -> str: ...
    @property
    def what(self) -> str | int | None: ...
    @property
    def of(self) -> str: ...


A_co = TypeVar("A_co", bound=SpokenAction, covariant=True)


class SpokenActions(Protocol[A_co]):
    """All actions of a game, which also parses their untranslated text."""

    def __iter__(self) -> Iterator[A_co]: ...
    def read(self, said: str, /) -> A_co: ...


class SpokenEvent(Protocol):
    """An event: its name, its seat, its arguments, and which of them are seats."""

    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def args(self) -> dict[str, Any]: ...
    @property
    def seats(self) -> tuple[str, ...]: ...


class SpokenRefusal(Protocol):
    """A refusal: its message's key and arguments, and the number of the rule."""

    @property
    def key(self) -> str: ...
    @property
    def rule(self) -> str | None: ...
    @property
    def args(self) -> dict[str, Any]: ...
