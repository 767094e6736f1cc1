"""Turns events into sentences and paragraphs, merging repeated events and short moves.

A game's catalogue may hold three kinds of keys. `run.NAME` is the sentence for several
events of one name in a row, `part.NAME` how each of them is listed in that sentence, and
`paragraph.NAME` (empty) marks an event that starts a new paragraph.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from comptoir.engine.model.events import Event
from comptoir.engine.text.words import Words

from .match import Match

Part = tuple[
    int | None, list[Event]
]  # the seat that moved (None: the deal) and its events


def parts(match: Match, since: int, viewer: int | None, *, hide: bool) -> list[Part]:
    """Return the moves after number `since` as a viewer may see them; -1 includes the deal."""
    told: list[Part] = [(None, match.opening)] if since < 0 else []
    told += [(move.seat, move.events) for move in match.moves[max(since, 0) :]]
    if hide:
        return [(seat, [e.seen_by(viewer) for e in events]) for seat, events in told]
    return told


def paragraphs(told: Iterable[Part], words: Words) -> Iterator[str]:
    """Yield a paragraph for each seat's consecutive moves, or for several short moves."""
    short: list[str] = []
    for _, moves in groupby(told, key=lambda part: part[0]):
        events = [event for _, happened in moves for event in happened]
        for chunk in _chunks(events, words):
            said = list(sentences(chunk, words))
            if len(said) == 1 and not _opens(chunk[0], words):
                short += said
                continue
            if short:
                yield " ".join(short)
                short = []
            yield " ".join(said)
    if short:
        yield " ".join(short)


def _opens(event: Event, words: Words) -> bool:
    return f"paragraph.{event.name}" in words


def _chunks(events: list[Event], words: Words) -> Iterator[list[Event]]:
    """Split a list of events before each event that starts a paragraph."""
    starts = [n for n, event in enumerate(events) if n and _opens(event, words)]
    for start, end in pairwise([0, *starts, len(events)]):
        if start < end:
            yield events[start:end]


def sentences(events: Iterable[Event], words: Words) -> Iterator[str]:
    """Yield the sentences for events, with one sentence for a run of equal names."""
    for (name, seat), alike in groupby(events, key=lambda e: (e.name, e.seat)):
        run = list(alike)
        if len(run) > 1 and f"run.{name}" in words:
            listed = ", ".join(_listed(run, words))
            yield words.say(f"run.{name}", seat=seat, count=len(run), list=listed)
        else:
            yield from map(words.event, run)


def _listed(run: list[Event], words: Words) -> Iterator[str]:
    """Yield the distinct parts of a run of events, each with the number of its occurrences."""
    key = f"part.{run[0].name}"
    if key not in words:
        return
    different = [e for i, e in enumerate(run) if e not in run[:i]]
    for event in different:
        yield words.say(key, **words.named(event), count=run.count(event))
