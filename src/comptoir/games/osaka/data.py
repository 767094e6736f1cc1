"""OSA-1, the components: names and numbers of the box, and the options of a table."""

from enum import IntEnum
from typing import Any

from comptoir.engine.model.actions import Actions, Verb
from comptoir.engine.model.options import option, printed
from comptoir.engine.rules import table
from comptoir.engine.rules.fields import field

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
FRESH = 2  # OSA-6.1: cards that come from the pile to the market
MARKET = MAX_SEATS - 1 + FARM + FRESH  # OSA-6.3: the most cards the market can hold
POINT = 5  # OSA-5.2: the value that makes one point
HEIGHT = 5  # OSA-7.2: cards per step in the height of a pile of points
NOTHING = -1


class Phase(IntEnum):
    """The phases of play: what the table waits for."""

    TOKEN = 0  # a starting token
    TURN = 1  # buy, take a coin, or reserve a card
    PAYING = 2  # pay one more card towards the price
    INSURING = 3  # discard a card for its symbols, or be done
    COVERING = 4  # choose which good a symbol insures
    OVER = 5


class Ending(IntEnum):
    """The ways a game can end."""

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
    # prompts mention `reserve`, which covers the farm too
    Verb("farm", CARD_NAMES, "card", prompted=False),
    Verb("pay", CARD_NAMES, "card"),
    Verb("discard", CARD_NAMES, "card"),
    Verb("insure", CARD_NAMES, "card"),
    Verb("done"),
)
PASS = ACTIONS.first("pass")
TOKEN = ACTIONS.first("token")  # TOKEN + colour
BUY = ACTIONS.first("buy")
COIN = ACTIONS.first("coin")  # COIN + kind, a free card of the market
FETCH = ACTIONS.first("fetch")  # FETCH takes the seat's own reserved card as a coin
RESERVE = ACTIONS.first("reserve")  # RESERVE + kind, in the market
RESERVE_FARM = ACTIONS.first("farm")  # RESERVE_FARM + kind, in the farm
PAY = ACTIONS.first("pay")  # PAY + kind
DISCARD = ACTIONS.first("discard")  # DISCARD + kind, for its symbols
INSURE = ACTIONS.first("insure")  # INSURE + kind
DONE = ACTIONS.first("done")


class Box(table.Box):
    """The contents of the box, and the options of a table."""

    rules = field("i2")  # version of the rules; see `discards_at_once`
    open_points = option(False)  # OSA-7.2
    open_notes = option(False)  # OSA-3.7
    hand = option(8, least=1, most=30)  # OSA-2.2: coins that end a starting hand
    tokens = option(8, least=2, most=60)  # OSA-5.7: tokens that end the game
    # OSA-1.2: the numbers of 2s, 3s and 5s per colour; then the number of cards of each kind.
    cards = option((11, 9, 7), least=0, most=20, row=KINDS)
    value = printed(VALUES * COLOURS)
    symbols = printed(SYMBOLS * COLOURS)


def fill_box(box: Any, seats: int, options: Any) -> None:
    """OSA-1.2  Give all colours the same cards."""
    box["cards"] = options.cards * COLOURS
