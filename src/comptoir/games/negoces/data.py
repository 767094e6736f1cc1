"""NEG-1, the components: names and numbers of the box, and the options of a table."""

from enum import IntEnum
from typing import Any

from comptoir.engine.model.actions import Actions, Verb
from comptoir.engine.model.options import option, printed
from comptoir.engine.rules import table
from comptoir.engine.rules.fields import field

PLAYERS = 4
SEATS = range(PLAYERS, PLAYERS + 1)  # NEG-1.1

GOOD_NAMES = (
    "jade", "jewels", "perfume", "spices", "coffee", "silk", "wine", "tea",
)  # fmt: skip  # NEG-1.2
CARD_NAMES = (*GOOD_NAMES, "contraband")
GOODS = len(GOOD_NAMES)
CARDS = len(CARD_NAMES)  # kinds of cards
CONTRABAND = GOODS  # NEG-1.3: counts as no good
COPIES = 4  # NEG-1.2: cards of each good
ALL_CARDS = GOODS * COPIES + 1
SERIES = 2  # NEG-2.1: whole series dealt to each player
HAND = SERIES * COPIES
COINS = 15  # NEG-1.4: coins of each player
ALL_COINS = COINS * PLAYERS
FIRST_BID = 1  # NEG-3.1
RAISES = 2  # NEG-3.2: by one or by two
LAST_SALE = 1000  # NEG-6.5: the last sale if no limit is set
ENDLESS = (1 << 31) - 1  # the largest value of `last_sale`: no end
NUMBERS = 32  # an accept names a revision by its number modulo this
NOTHING = -1


class Phase(IntEnum):
    """The phases of play: what the table waits for."""

    AUCTION = 0
    LOT = 1  # the seller puts a card on the market
    SALE = 2  # all negotiate at once
    SECOND = 3  # a forced sale: the second card
    NAMING = 4  # name the good wanted
    PICK = 5  # take one of the cards shown
    OVER = 6


class Ending(IntEnum):
    """The ways a game can end."""

    NOT_YET = 0
    GOODS = 1  # NEG-6.2
    COINS = 2  # NEG-6.4
    LIMIT = 3  # NEG-6.5


ENDING_NAMES = ("not_yet", "goods", "coins", "limit")

ACTIONS = Actions(
    Verb("bid", range(FIRST_BID + 1, COINS + 1)),
    Verb("leave"),
    Verb("open", CARD_NAMES, "card"),
    Verb("hide", CARD_NAMES, "card"),
    Verb("claim", CARD_NAMES, "card", prompted=False),
    Verb("coins", range(ALL_COINS)),
    Verb("withdraw", prompted=False),
    Verb("renew", prompted=False),
    Verb("ready"),
    Verb("wait"),
    *(
        Verb(f"accept {n + 1}", range(NUMBERS), "revision", seat=n, guards=True)
        for n in range(PLAYERS)
    ),
    Verb("force"),
    Verb("name", GOOD_NAMES, "card"),
    Verb("take", range(1, PLAYERS + 1), "player"),
)
BID = ACTIONS.first("bid") - FIRST_BID - 1  # BID + 3 bids three coins
LEAVE = ACTIONS.first("leave")
OPEN = ACTIONS.first("open")  # OPEN + card
HIDE = ACTIONS.first("hide")  # HIDE + card
CLAIM = ACTIONS.first("claim")  # CLAIM + card
PUT_COINS = ACTIONS.first("coins")  # PUT_COINS + coins
WITHDRAW = ACTIONS.first("withdraw")
RENEW = ACTIONS.first("renew")
READY = ACTIONS.first("ready")
WAIT = ACTIONS.first("wait")
ACCEPT = ACTIONS.first("accept 1")  # ACCEPT + seat * NUMBERS + number of the revision
FORCE = ACTIONS.first("force")
NAME = ACTIONS.first("name")  # NAME + good
TAKE = ACTIONS.first("take")  # TAKE + seat


class Box(table.Box):
    """The contents of the box, and the options of a table.

    People who negotiate without limits set the first two options to 0.
    """

    rules = field("i2")  # version of the rules; see `free`, `tells_order`, `last_sale`
    # NEG-4.8: revisions per offer; 0: no limit
    revisions = option(4, least=0, most=NUMBERS - 1)
    free = field("i2")  # NEG-4.8: no limit, and 'ready' is only a signal
    sales = option(30, least=0, most=LAST_SALE)  # NEG-6.5; 0: no limit
    last_sale = field("i4")
    goal_2008 = option(False)  # NEG-6.4
    lying = option(
        25, least=0, most=100
    )  # NEG-4.5: percentage of a bot's claims that are lies
    goal_coins = printed(10)  # NEG-6.2: to win, or to be ranked first at the limit
    rich = printed(31)  # NEG-6.4: the 2008 goal: more than so many coins


def fill_box(box: Any, seats: int, options: Any) -> None:
    """NEG-4.8, NEG-6.5  Fill the fields that follow from playing without limits."""
    box["free"] = box["rules"] > 1 and options.revisions == 0
    endless = LAST_SALE if box["rules"] > 1 else ENDLESS
    box["last_sale"] = options.sales or endless
