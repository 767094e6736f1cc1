"""Where points came from: a game's catalogue names its sources.

`gold_from.EVENT` is the label for the `gold` that an event of that name pays, whatever
the argument is called.
"""

from collections.abc import Iterable, Iterator

from comptoir.engine.model.events import Event
from comptoir.engine.model.game import Game
from comptoir.engine.text.words import LANGUAGES, catalogue


def payments(game: Game, events: Iterable[Event]) -> Iterator[tuple[str, int, Event]]:
    """Yield what events paid: the key of the source, how much, and the event."""
    keys = catalogue(game.folder / "words", LANGUAGES[0])
    for event in events:
        for arg, value in event.args.items():
            key = f"{arg}_from.{event.name}"
            if key in keys and event.seat is not None:
                yield key, value, event


def by_source(game: Game, events: Iterable[Event], seats: int) -> dict[str, list[int]]:
    """Return what every seat received, by the key of its source."""
    sources: dict[str, list[int]] = {}
    for key, value, event in payments(game, events):
        assert event.seat is not None
        sources.setdefault(key, [0] * seats)[event.seat] += value
    return sources
