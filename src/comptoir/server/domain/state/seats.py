"""The seats of a table, and votes."""

from collections.abc import Sequence
from typing import Literal

import msgspec

Unrated = Literal[
    "", "options", "branched", "taken_back", "stand_in", "taken_over", "advised"
]
"""Why a game is unrated; empty: it is rated."""

NEVER_RATED: tuple[Unrated, ...] = ("options", "branched")
"""Reasons known before the first move: such a game never costs anybody rating."""


MERCHANTS = ("Amina", "Bram", "Chen", "Dewi", "Elio", "Fatou", "Goran", "Hina")
"""The names of bots on the page, by seat: the same as in `web/src/lib/faces.ts`."""


class SeatState(msgspec.Struct):
    """A seat: the player it belongs to, and the bot that plays there."""

    player: str = ""
    name: str = ""
    bot: str = ""  # the bot that plays now, for itself or for a player who may return
    why: str = ""  # why a bot plays, as in `Seated`
    away: bool = False
    since: int = 0  # when the player went away
    invited: str = ""  # the player for whom the seat is reserved
    guest: str = ""  # that player's name
    emblem: str = ""

    def belong_to(self, player: str, name: str, emblem: str) -> None:
        """Assign the seat to a player."""
        self.player, self.name, self.emblem = player, name, emblem

    @property
    def free(self) -> bool:
        """True if nobody plays here."""
        return not self.player and not self.bot

    @property
    def unclaimed(self) -> bool:
        """True if the seat is free, and not reserved for anybody."""
        return self.free and not self.invited

    @property
    def person(self) -> bool:
        """True if a person plays here now."""
        return bool(self.player) and not self.bot


def resized(places: Sequence[SeatState], seats: int) -> list[SeatState]:
    """Return this number of seats: free ones are added at the end, or the last ones removed."""
    kept = [*places]
    while len(kept) > seats:
        del kept[max(n for n, one in enumerate(kept) if one.unclaimed)]
    return kept + [SeatState() for _ in range(seats - len(kept))]


def called(places: Sequence[SeatState]) -> list[str]:
    """Return the names shown on the page; bots have a merchant's name."""
    return [
        place.name or MERCHANTS[seat % len(MERCHANTS)]
        for seat, place in enumerate(places)
    ]


class Vote(msgspec.Struct):
    """An open vote (undo, pause, replace a player) with its answers."""

    number: int
    seat: int
    what: str
    to: int
    yes: set[int]
    no: set[int] = set()

    def outlasts(self, mover: int) -> bool:
        """True if the vote stays open after a move.

        The table's own vote on a player whose time is up stays open. A vote on a player who
        stalls stays open until that player moves.
        """
        return self.what == "replace" and (mover != self.to or self.seat == self.to)
