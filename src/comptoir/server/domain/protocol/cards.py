"""Tables as entries of the lobby."""

from typing import Literal

import msgspec

from comptoir.server.domain.settings import Clock, Language


class CardSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's player, in a list of tables."""

    name: str
    bot: str
    emblem: str = ""


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in the lobby; whose turn it is, is sent only to its players."""

    id: str
    game: str
    state: Literal["waiting", "playing", "paused", "over"]
    changed: int
    seats: list[CardSeat]
    free: int
    asked: list[int] = []
    your_turn: bool = False
    clock: Clock | None = None
    language: Language = "en"
    level: str = ""  # of the bots that take free seats or stand in
    usual: bool = True  # the default options and cards, so that the game can be rated
