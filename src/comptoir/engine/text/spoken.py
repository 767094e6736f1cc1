"""What words need of the actions, events and refusals that they put into sentences."""
# ruff: noqa: D102 - each class says what its properties are

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar


class SpokenAction(Protocol):
    """What is said of an action: its verb, what it names, and of what kind that is."""

    @property
    def verb(self) -> str: ...
    @property
    def what(self) -> str | int | None: ...
    @property
    def of(self) -> str: ...


A_co = TypeVar("A_co", bound=SpokenAction, covariant=True)


class SpokenActions(Protocol[A_co]):
    """The actions of a game, which are read in the record's own language."""

    def __iter__(self) -> Iterator[A_co]: ...
    def read(self, said: str, /) -> A_co: ...


class SpokenEvent(Protocol):
    """What is said of an event: its name, its seat, and its arguments."""

    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def args(self) -> dict[str, Any]: ...
    @property
    def seats(self) -> tuple[str, ...]: ...


class SpokenRefusal(Protocol):
    """What is said of a refusal: its sentence's key and arguments, the ledger's number."""

    @property
    def key(self) -> str: ...
    @property
    def rule(self) -> str | None: ...
    @property
    def args(self) -> dict[str, Any]: ...
