"""The seats of a table, and what somebody asks of the others."""

from collections.abc import Sequence
from typing import Literal

import msgspec

Unrated = Literal["", "branched", "taken_back", "stand_in", "taken_over", "advised"]
"""Why a game does not count for ratings; empty: it does."""


MERCHANTS = ("Amina", "Bram", "Chen", "Dewi", "Elio")
"""What bots are called by their seats, as the page does: `web/src/lib/faces.ts`."""


class SeatState(msgspec.Struct):
    """A seat: whose it is, and who plays there."""

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
        """Be the seat of a player, who is called so."""
        self.player, self.name, self.emblem = player, name, emblem

    @property
    def free(self) -> bool:
        """Whether nobody plays here."""
        return not self.player and not self.bot

    @property
    def person(self) -> bool:
        """Whether a person plays here now."""
        return bool(self.player) and not self.bot


def called(places: Sequence[SeatState]) -> list[str]:
    """Return what players are called on the page, bots by a merchant's name."""
    return [
        place.name or MERCHANTS[seat % len(MERCHANTS)]
        for seat, place in enumerate(places)
    ]


class Vote(msgspec.Struct):
    """What somebody asks the others to agree to, and who has agreed."""

    number: int
    seat: int
    what: str
    to: int
    yes: set[int]
    no: set[int] = set()

    def outlasts(self, mover: int) -> bool:
        """Whether it stands after a move.

        The table's own vote on who is out of time does; one on who stalls until they move.
        """
        return self.what == "replace" and (mover != self.to or self.seat == self.to)
