"""Talk at the table: prepared phrases, and what bots make of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

PhraseSlots = Mapping[str, Sequence[str | int]]
"""The values that each slot of a phrase may take."""


class Spoken(msgspec.Struct, frozen=True, gc=False):
    """A phrase of the game that a seat has said, and in which negotiation it was said."""

    seat: int
    key: str
    args: dict[str, Any] = {}
    negotiation: int = 0


class BotTurn(msgspec.Struct, frozen=True):
    """What a bot does on its turn, or after a phrase: an action or none, and phrases.

    If nothing happens for `again` seconds, the bot is to be called again; 0 means never.
    """

    action: int | None
    phrases: tuple[Spoken, ...] = ()
    again: float = 0.0


class Meaning(msgspec.Struct, frozen=True, gc=False):
    """What a typed text means: actions that can be carried out in order, or phrases."""

    actions: tuple[int, ...] = ()
    phrases: tuple[Spoken, ...] = ()
