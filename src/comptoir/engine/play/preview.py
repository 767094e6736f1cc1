"""Previews of the certain effects of an action, played on determinized tables.

The real table is neither read nor changed. A preview ends where a random number is drawn, where
hidden information is revealed, or where two imagined tables differ. Later events are left out
even if both tables agree on them, since they may agree by coincidence.
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

IMAGINED = 2  # number of imagined tables; events that differ between them are uncertain


class Outcome(msgspec.Struct, frozen=True):
    """The certain events of an action; if they are all its events (`whole`), also the view
    after.
    """

    events: list[Event]
    whole: bool
    view: Any = None


class _Watched(list[tuple[int, ...]]):
    """A journal that also records, with each entry, how many random numbers had been used."""

    def __init__(self, position: Position):
        super().__init__()
        self._position = position
        self.chance: list[tuple[int, int]] = []

    def append(self, entry: tuple[int, ...]) -> None:
        super().append(entry)
        self.chance.append(self._position.chance_used)


def preview(match: Match, seat: int, action: Action | str | int) -> Outcome | Refusal:
    """Return the certain effects of an action as its seat would see them, or why it is refused.

    Raises:
        UnknownAction: The game has no such action.
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
    """Play the action on one imagined table; return its events before the first uncertain
    one.
    """
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
