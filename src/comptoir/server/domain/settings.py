"""The settings that a host chooses when making a table."""

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

Seconds = Annotated[float, Meta(ge=0, le=10)]  # seconds that a bot takes

OPEN_NOTES = "open_notes"  # the option of games that can show notes of what was public


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each player: a bank, an increment per move, and a grace period.

    A game that lasts days has a bank of a few days and a grace period of a few hours.
    """

    bank: Annotated[float, Meta(ge=1, le=60 * DAY)]
    increment: Annotated[float, Meta(ge=0, le=10 * DAY)] = 0
    grace: Annotated[float, Meta(ge=0, le=10 * DAY)] = 0
    common: Annotated[float, Meta(ge=5, le=10 * DAY)] = 180
    """The time for all together while several seats may act."""

    @property
    def over_days(self) -> bool:
        """True if players need not stay at the table: a move may take a day or more."""
        return self.bank + self.grace >= DAY


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's game, seats, options and house rules."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=10)] | None = None
    options: dict[str, Any] = {}
    language: Language = "en"
    clock: Clock | None = None
    memory: Memory = "open"
    """Open notes; no counters, as at a real table; or no counters and a log that fades."""
    public: bool = False
    timeout: OnTimeout = "bot"
    substitute: BotName = "casual"
    """The bot that replaces a player who is away or out of time."""
    absence: Annotated[float, Meta(ge=5, le=DAY)] | None = None
    """Seconds before a bot replaces an absent player whose turn it is; null: never.

    It does not apply to the only person among bots, nor with a clock over days. If the table
    votes on timeouts, it votes on this too.
    """
    fill: Annotated[float, Meta(ge=1, le=DAY)] | None = None
    """Seconds before bots take the free seats of a new table; null: never."""
    pace: Seconds = 0.5
    """Minimum seconds per bot move, so that people can follow; players may change it."""


def table_options(settings: TableSettings) -> Any:
    """Return the game's options for a table; `memory` decides whether notes are open."""
    game = registry.load(settings.game)
    options = dict(settings.options)
    if OPEN_NOTES in game.options.__struct_fields__:
        options.setdefault(OPEN_NOTES, settings.memory == "open")
    return game.read_options(options)


def checked(settings: TableSettings) -> TableSettings:
    """Return the settings of a new table, with the online defaults of options not given.

    They are stored with the table, so a later change of the defaults does not affect it.

    Raises:
        BadSetup: No game can be dealt with these options and seats.
    """
    game = registry.load(settings.game)
    options = {**game.online, **settings.options}
    settings = msgspec.structs.replace(settings, options=options)
    game.plain_box(game.check_seats(settings.seats), table_options(settings))
    return settings


def has_usual_options(settings: TableSettings) -> bool:
    """Return True if a table has the default options and cards, so its game can be rated.

    Open notes may be on or off: they only show what was public anyway.
    """
    usual = dict(registry.load(settings.game).online)
    if OPEN_NOTES in settings.options:
        usual[OPEN_NOTES] = settings.options[OPEN_NOTES]
    same = msgspec.structs.replace(settings, options=usual)
    return bool(table_options(settings) == table_options(same))


def check_game(game: str) -> str:
    """Return the name of a game that this server offers; refuse any other."""
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return game
