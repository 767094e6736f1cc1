"""OSA-1, the components: names and numbers of the box, and what a designer may vary."""

from enum import IntEnum
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from comptoir.engine.model.actions import Actions, Verb

MAX_SEATS = 4
SEATS = range(2, MAX_SEATS + 1)  # OSA-1.1

COLOUR_NAMES = ("red", "blue", "yellow", "green")  # OSA-1.2
COLOURS = len(COLOUR_NAMES)
VALUES = (2, 3, 5)
RANKS = len(VALUES)
CARD_NAMES = tuple(f"{colour}-{n}" for colour in COLOUR_NAMES for n in VALUES)
KINDS = len(CARD_NAMES)  # kind = colour * RANKS + rank
SYMBOLS = (2, 1, 0)  # OSA-1.3: insurance symbols on a 2, a 3 and a 5

SPACE_NAMES = ("osaka", "oshima", "anori", "wave_1", "wave_2", "edo")  # OSA-1.4
OSAKA, OSHIMA, ANORI, WAVE_1, WAVE_2, EDO = range(len(SPACE_NAMES))

MARKET_START = 5  # OSA-2.1
FARM = 3
FRESH = 2  # OSA-6.1: cards from the pile to the market
MARKET = MAX_SEATS - 1 + FARM + FRESH  # OSA-6.3: the most the market can hold
POINT = 5  # OSA-5.2: what a point is worth
HEIGHT = 5  # OSA-7.2: cards by which the height of a pile of points is judged
NOTHING = -1


class Phase(IntEnum):
    """What the table waits for."""

    TOKEN = 0  # a starting token
    TURN = 1  # buy, take a coin, or reserve
    PAYING = 2  # one more card towards the price
    INSURING = 3  # discard a card for its symbols, or not
    COVERING = 4  # which good a symbol insures
    OVER = 5


class Ending(IntEnum):
    """How a game ended."""

    NOT_YET = 0
    DELIVERED = 1  # OSA-5.7
    STANDSTILL = 2  # OSA-3.8


ENDING_NAMES = ("not_yet", "delivered", "standstill")

ACTIONS = Actions(
    Verb("pass"),
    Verb("token", COLOUR_NAMES, "colour"),
    Verb("buy"),
    Verb("coin", CARD_NAMES, "card"),
    Verb("fetch"),
    Verb("reserve", CARD_NAMES, "card"),
    Verb("farm", CARD_NAMES, "card"),
    Verb("pay", CARD_NAMES, "card"),
    Verb("discard", CARD_NAMES, "card"),
    Verb("insure", CARD_NAMES, "card"),
    Verb("done"),
)
PASS = ACTIONS.first("pass")
TOKEN = ACTIONS.first("token")  # TOKEN + colour
BUY = ACTIONS.first("buy")
COIN = ACTIONS.first("coin")  # COIN + kind, a free card of the market
FETCH = ACTIONS.first("fetch")  # the own reserved card, as a coin
RESERVE = ACTIONS.first("reserve")  # RESERVE + kind, in the market
RESERVE_FARM = ACTIONS.first("farm")  # RESERVE_FARM + kind, in the farm
PAY = ACTIONS.first("pay")  # PAY + kind
DISCARD = ACTIONS.first("discard")  # DISCARD + kind, for its symbols
INSURE = ACTIONS.first("insure")  # INSURE + kind
DONE = ACTIONS.first("done")

Copies = Annotated[int, Meta(ge=0, le=20)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may vary; the defaults are the box's."""

    open_points: bool = False  # OSA-7.2
    open_notes: bool = False  # OSA-3.7
    hand: Annotated[int, Meta(ge=1, le=30)] = 8  # OSA-2.2
    tokens: Annotated[int, Meta(ge=2, le=60)] = 8  # OSA-5.7
    cards: tuple[Copies, Copies, Copies] = (11, 9, 7)  # OSA-1.2: 2s, 3s and 5s


BOX = np.dtype(
    [
        ("rules", "i2"),  # version of the rules; see `discards_at_once`
        ("open_points", "i2"),
        ("open_notes", "i2"),
        ("hand", "i2"),  # coins that end a starting hand
        ("tokens", "i2"),  # tokens that end the game
        ("cards", "i2", KINDS),
        ("value", "i2", KINDS),
        ("symbols", "i2", KINDS),
    ],
    align=True,
)


def fill_box(box: Any, seats: int, options: Options) -> None:
    """Put the components and the options in force into a box record."""
    box["open_points"] = options.open_points
    box["open_notes"] = options.open_notes
    box["hand"] = options.hand
    box["tokens"] = options.tokens
    box["cards"] = options.cards * COLOURS
    box["value"] = VALUES * COLOURS
    box["symbols"] = SYMBOLS * COLOURS
