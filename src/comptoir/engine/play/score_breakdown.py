"""Breaks scores down by their sources, which a game's catalogue names.

`gold_from.EVENT` labels what the event EVENT pays in its argument `gold`, and likewise for
other arguments.
"""

from collections.abc import Iterable, Iterator

from comptoir.engine.model.events import Event
from comptoir.engine.model.game import Game
from comptoir.engine.text.words import LANGUAGES, catalogue


def payments(game: Game, events: Iterable[Event]) -> Iterator[tuple[str, int, Event]]:
    """Yield each payment: the key of its source, the amount, and the event."""
    keys = catalogue(game.folder / "words", LANGUAGES[0])
    for event in events:
        for arg, value in event.args.items():
            key = f"{arg}_from.{event.name}"
            if key in keys and event.seat is not None:
                yield key, value, event


def by_source(game: Game, events: Iterable[Event], seats: int) -> dict[str, list[int]]:
    """Return the amount each seat received, by the key of the source."""
    sources: dict[str, list[int]] = {}
    for key, value, event in payments(game, events):
        assert event.seat is not None
        sources.setdefault(key, [0] * seats)[event.seat] += value
    return sources
