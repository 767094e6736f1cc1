"""What the host of a table chooses when it is made."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comptoir.engine.model import registry

from .refusals import RequestRefused

DAY = 24 * 3600

Language = Literal["en", "fr"]
Memory = Literal["open", "table", "fading"]
OnTimeout = Literal["bot", "skip", "vote"]
BotName = Annotated[str, Meta(min_length=1, max_length=120)]

Seconds = Annotated[float, Meta(ge=0, le=10)]  # that a bot takes

OPEN_NOTES = "open_notes"  # the option of games that can count what was publicly seen


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each player: a bank, more after each move, and some that do not count.

    For a game over days: a bank of some days and a grace of some hours.
    """

    bank: Annotated[float, Meta(ge=1, le=60 * DAY)]
    increment: Annotated[float, Meta(ge=0, le=10 * DAY)] = 0
    grace: Annotated[float, Meta(ge=0, le=10 * DAY)] = 0
    common: Annotated[float, Meta(ge=5, le=10 * DAY)] = 180
    """Where several may act at once: for all of them together."""

    @property
    def over_days(self) -> bool:
        """True if nobody needs to be there for long at a time."""
        return self.bank + self.grace >= DAY


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's game, seats, options and house rules."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=10)] | None = None
    options: dict[str, Any] = {}
    language: Language = "en"
    clock: Clock | None = None
    memory: Memory = "open"
    """Open notes; as on the table, with no counters; and a log that fades besides."""
    public: bool = False
    timeout: OnTimeout = "bot"
    substitute: BotName = "casual"
    """Who plays for a player that is away or out of time."""
    absence: Annotated[float, Meta(ge=5, le=DAY)] | None = None
    """Seconds before a bot plays for somebody who is away and is asked; none: never.

    Nor for who plays alone among bots, or by a clock of days. Where a timeout is put to the
    vote, so is this.
    """
    fill: Annotated[float, Meta(ge=1, le=DAY)] | None = None
    """Seconds that its host waits for people before bots take the free seats; none: always."""
    pace: Seconds = 0.5
    """Seconds a bot takes at least, so that people can follow; players may change it."""


def table_options(settings: TableSettings) -> Any:
    """Return the game's options as a table has them: open notes are a matter of memory."""
    game = registry.load(settings.game)
    options = dict(settings.options)
    if OPEN_NOTES in game.options.__struct_fields__:
        options.setdefault(OPEN_NOTES, settings.memory == "open")
    return game.read_options(options)


def with_usual_options(settings: TableSettings) -> TableSettings:
    """Return the settings of a new table: options not named are those that people use.

    They are stored with it, so that another usual value changes no table that was made.
    """
    options = {**registry.load(settings.game).online, **settings.options}
    return msgspec.structs.replace(settings, options=options)


def check_game(game: str) -> str:
    """Return the name of a game that is played here."""
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return game
