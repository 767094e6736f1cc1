"""Plays the missing games of a contest and stores their results."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from .contest import Contest, Slot
from .played import ContestGame
from .results import Book


class ContestWorkers(Protocol):
    """Plays games and yields each result as soon as it is ready, in any order."""

    def play(self, contest: Contest, slots: Sequence[Slot]) -> Iterator[ContestGame]:
        """Play games of a contest and yield their results."""


def run(
    contest: Contest,
    slots: Sequence[Slot],
    workers: ContestWorkers,
    book: Book | None = None,
    heard: Callable[[ContestGame], None] = lambda _: None,
) -> list[ContestGame]:
    """Return the games of the given slots; games already in the book are not played again."""
    done = dict(book.games) if book else {}
    missing = [slot for slot in slots if slot not in done]
    for game in workers.play(contest, missing) if missing else ():
        if book:
            book.add(game)
        done[game.slot] = game
        heard(game)
    return [done[slot] for slot in slots]
