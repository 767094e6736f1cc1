"""The seats of a table, and votes."""

from collections.abc import Sequence
from typing import Literal

import msgspec

Unrated = Literal["", "branched", "taken_back", "stand_in", "taken_over", "advised"]
"""Why a game does not count for ratings; empty: it does."""


MERCHANTS = ("Amina", "Bram", "Chen", "Dewi", "Elio", "Fatou", "Goran", "Hina")
"""What bots are called by their seats, as the page does: `web/src/lib/faces.ts`."""


class SeatState(msgspec.Struct):
    """A seat: the player it belongs to, and the bot that plays there."""

    player: str = ""
    name: str = ""
    bot: str = ""  # plays now, in its own seat or for a player who may come back
    why: str = ""  # a bot plays, as `Seated` has it
    away: bool = False
    since: int = 0  # when the player went away
    invited: str = ""  # a player for whom the seat is kept
    guest: str = ""  # what that player is called
    emblem: str = ""

    def belong_to(self, player: str, name: str, emblem: str) -> None:
        """Assign the seat to a player."""
        self.player, self.name, self.emblem = player, name, emblem

    @property
    def free(self) -> bool:
        """True if nobody plays here."""
        return not self.player and not self.bot

    @property
    def person(self) -> bool:
        """True if a person plays here now."""
        return bool(self.player) and not self.bot


def called(places: Sequence[SeatState]) -> list[str]:
    """Return what players are called on the page, bots by a merchant's name."""
    return [
        place.name or MERCHANTS[seat % len(MERCHANTS)]
        for seat, place in enumerate(places)
    ]


class Vote(msgspec.Struct):
    """A question put to the table (go back, pause, replace somebody), and the votes."""

    number: int
    seat: int
    what: str
    to: int
    yes: set[int]
    no: set[int] = set()

    def outlasts(self, mover: int) -> bool:
        """True if it stands after a move.

        The table's own vote on who is out of time does; one on who stalls until they move.
        """
        return self.what == "replace" and (mover != self.to or self.seat == self.to)
