"""The seats of a game: one player at this terminal, bots in the other seats.

A record stores a person as a name, and a bot as a name followed by its kind: `Bruno (house)`.
"""

import re
from collections.abc import Sequence
from itertools import groupby

import msgspec

from comptoir import bots as all_bots
from comptoir.engine.errors import BadSetup, UnknownSeat

NAMES = ("Anna", "Bruno", "Chloé", "Daan", "Elin", "Félix", "Greta")
LONGEST_NAME = 20
USUAL_BOT = "house"
_BOT = re.compile(r"(.+) \(([\w:.-]+)\)")


class Seating(msgspec.Struct, frozen=True):
    """The name in each seat, the kind of bot in each seat, and the player's own seat."""

    seat: int
    names: list[str]
    bots: list[str | None]  # by seat; None for a person

    def players(self) -> list[str]:
        """Return the players as stored in a record."""
        return [
            f"{name} ({bot})" if bot else name
            for name, bot in zip(self.names, self.bots, strict=True)
        ]

    def others(self) -> str:
        """Return the other players as text: `Bruno, Chloé (house), Daan (random)`."""
        seats = [seat for seat in range(len(self.names)) if seat != self.seat]
        kinds = groupby(seats, key=lambda seat: self.bots[seat])
        return ", ".join(
            f"{', '.join(self.names[seat] for seat in group)} ({kind})"
            for kind, group in kinds
        )


def new_seating(
    seats: int, seat: int | None = None, name: str | None = None, bots: str = USUAL_BOT
) -> Seating:
    """Return a seating with the player in a seat (counted from 1), and bots in the other
    seats.
    """
    own = _own_seat(seats, seat)
    kinds: list[str | None] = [*all_bots.full_table(bots, seats - 1)]
    kinds.insert(own, None)
    names = [*NAMES[:seats]]
    if name is not None:
        spare = [*NAMES[seats:], names[own]]
        names = [spare[0] if other == name else other for other in names]
        names[own] = _checked(name)
    return Seating(own, names, kinds)


def seating_again(
    seats: int,
    players: Sequence[str],
    seat: int | None = None,
    name: str | None = None,
    bots: str | None = None,
) -> Seating:
    """Return the seating for a recorded game: bots stay, and bots replace the other people."""
    names, kinds = read_players(seats, players)
    people = [number for number, kind in enumerate(kinds) if kind is None]
    own = people[0] if seat is None and people else _own_seat(seats, seat)
    kinds = [kind or USUAL_BOT for kind in kinds]
    if bots is not None:
        kinds = [*all_bots.full_table(bots, seats - 1)]
        kinds.insert(own, None)
    kinds[own] = None
    if name is not None:
        names[own] = _checked(name)
    return Seating(own, names, kinds)


def read_players(
    seats: int, players: Sequence[str]
) -> tuple[list[str], list[str | None]]:
    """Return the printable names of a record's players, and the kind of bot in each seat."""
    names: list[str] = [*NAMES[:seats]]
    kinds: list[str | None] = [None] * seats
    for seat, player in enumerate(players[:seats]):
        bot = _BOT.fullmatch(player)
        if bot and all_bots.built_in(bot[2]):
            player, kinds[seat] = bot[1], bot[2]  # noqa: PLW2901
        clean = "".join(sign if sign.isprintable() else "?" for sign in player)
        names[seat] = clean.strip()[:LONGEST_NAME] or names[seat]
    return names, kinds


def _own_seat(seats: int, seat: int | None) -> int:
    number = 1 if seat is None else seat
    if number not in range(1, seats + 1):
        raise UnknownSeat(
            f"no seat {number} at a table of {seats}: expected 1 to {seats}"
        )
    return number - 1


def _checked(name: str) -> str:
    fits = name.isprintable() and name.strip() == name and "(" not in name
    if not fits or not 1 <= len(name) <= LONGEST_NAME:
        raise BadSetup(
            f"name {name!r}: expected 1 to {LONGEST_NAME} characters without brackets"
        )
    return name
