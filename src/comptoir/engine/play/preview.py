"""What an action would surely do: played on tables that the seat may imagine.

The real table is never touched or asked. What is told ends where chance is used, where
something hidden comes up, or where two imagined tables differ. What follows such a moment
is never told, even where both tables agree: they may agree by luck.
"""

import secrets
from typing import Any

import msgspec

from comptoir.engine.model.actions import Action
from comptoir.engine.model.events import Event
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.rules.rng import DICE_WORDS

from .match import Match
from .position import Position

IMAGINED = 2  # tables; what differs between them is not sure


class Outcome(msgspec.Struct, frozen=True):
    """What surely happens; `whole` if nothing is left open, and then the view after it."""

    events: list[Event]
    whole: bool
    view: Any = None


class _Watched(list[tuple[int, ...]]):
    """A journal that notes, with each entry, how much chance was used until then."""

    def __init__(self, position: Position):
        super().__init__()
        self._position = position
        self.chance: list[tuple[int, int]] = []

    def append(self, entry: tuple[int, ...]) -> None:
        super().append(entry)
        self.chance.append(self._position.chance_used)


def preview(match: Match, seat: int, action: Action | str | int) -> Outcome | Refusal:
    """Return what an action would surely do, as its seat would see it, or why it may not.

    Raises:
        UnknownAction: No action of the game is called so.
    """
    action = match.game.actions.read(action)
    refusal = match.explain(seat, action)
    if refusal:
        return refusal
    first, *others = [_imagined(match, seat, action) for _ in range(IMAGINED)]
    events, whole, view = first
    for other, other_whole, other_view in others:
        same = [a == b for a, b in zip(events, other, strict=False)]
        until = same.index(False) if False in same else len(same)
        whole = whole and other_whole and events == other and view == other_view
        events = events[:until]
    return Outcome(events, whole, view if whole else None)


def _imagined(match: Match, seat: int, action: Action) -> tuple[list[Event], bool, Any]:
    """Play the action at one imagined table; tell it up to the first open thing."""
    dice = [secrets.randbits(32) for _ in range(DICE_WORDS)]
    position = match.imagine(seat, dice)
    journal = _Watched(position)
    position.table.journal = journal
    before = position.chance_used
    position.play(seat, action)
    told: list[Event] = []
    for event, chance in zip(
        match.game.read_journal(journal), journal.chance, strict=True
    ):
        follows = told and (told[-1].reveals or event.hidden or event.reveals)
        if follows or chance != before:
            return told, False, None
        told.append(event.seen_by(seat))
    whole = position.chance_used == before
    return told, whole, position.view(seat) if whole else None
