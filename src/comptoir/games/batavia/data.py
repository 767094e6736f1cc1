"""BAT-1, the components: names and numbers of the box, and the options of a table."""

from enum import IntEnum
from typing import Any

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.actions import Actions, Verb
from comptoir.engine.model.options import option, printed
from comptoir.engine.rules import table

MAX_SEATS = 5
SEATS = range(3, MAX_SEATS + 1)  # BAT-1.1

COMPANY_NAMES = ("english", "danish", "french", "dutch", "swedish")  # BAT-1.2
GOOD_NAMES = ("tea", "cotton", "porcelain", "silk", "ginger", "nutmeg", "pepper")
COMPANIES = len(COMPANY_NAMES)
GOODS = len(GOOD_NAMES)  # BAT-1.3
SPACES = COMPANIES * GOODS  # BAT-1.4: one space for each tile
ARRIVAL = SPACES + 1  # the space after the last stall
BLOCK = COMPANIES  # BAT-2.1: five spaces, one tile of each company
CARDS = 22  # BAT-1.5: ship cards of each company
MAX_BILLS = 20  # the largest number of bills that an option may give to a seat
MOST_BID = MAX_SEATS * MAX_BILLS
NOTHING = -1

# BAT-2.3  Comptoir's fixed order for the quick start: tile = company * 7 + good.
QUICK_ORDER = tuple(
    company * GOODS + (block + 3 * company) % GOODS
    for block in range(GOODS)
    for company in ((place + 2 * block) % COMPANIES for place in range(BLOCK))
)


class Phase(IntEnum):
    """The phases of play: what the table waits for."""

    AUCTION = 0
    TURN = 1  # draw, or lay a first card
    LAYING = 2  # lay one more card, or stop
    SEAL = 3  # choose the seal that leads the merchant
    EXCHANGE = 4
    OVER = 5


class Ending(IntEnum):
    """The ways a game can end."""

    NOT_YET = 0
    ARRIVAL = 1  # BAT-8.1
    STANDSTILL = 2  # BAT-4.1


ENDING_NAMES = ("not_yet", "arrival", "standstill")

ACTIONS = Actions(
    Verb("pass"),
    Verb("bid", range(1, MOST_BID + 1)),
    Verb("draw"),
    Verb("lay", COMPANY_NAMES, "company"),
    Verb("stop"),
    Verb("move", COMPANY_NAMES, "company"),
    Verb("exchange"),
    Verb("keep"),
)
PASS = ACTIONS.first("pass")
BID = ACTIONS.first("bid") - 1  # BID + 3 bids three bills
DRAW = ACTIONS.first("draw")
LAY = ACTIONS.first("lay")  # LAY + company
STOP = ACTIONS.first("stop")
MOVE = ACTIONS.first("move")  # MOVE + company
EXCHANGE = ACTIONS.first("exchange")
KEEP = ACTIONS.first("keep")

MOST_GOLD = 700  # with this limit, the gold of 35 tiles and 7 offices fits into 16 bits


class Box(table.Box):
    """The contents of the box, and the options of a table."""

    quick_start = option(False)  # BAT-2.3
    quick_order = printed(QUICK_ORDER)
    # BAT-2.6; NOBODY: drawn by lot
    first_auctioneer = option(None, least=0, most=MAX_SEATS - 1, seat=True)
    open_bills = option(False)  # BAT-3.10
    pirate_line = option(None, least=1, most=110)  # BAT-7.1
    hand = option(10, least=0, most=CARDS)  # BAT-2.4
    bills = option(15, least=0, most=MAX_BILLS)  # BAT-1.7
    die = option(6, least=1, most=20)  # BAT-1.6
    # BAT-6.3  Gold by number of companies; in the box, the list begins with 0 companies.
    exchange = option((1, 3, 6, 10, 15), least=0, most=MOST_GOLD, row=COMPANIES + 1)
    # BAT-9.2  Gold for the most crates, alone and shared.
    goods = option((10, 11, 12, 13, 14, 15, 16), least=0, most=MOST_GOLD)
    shared_goods = option((5, 5, 6, 6, 7, 7, 8), least=0, most=MOST_GOLD)
    most_bills = printed(5)  # BAT-9.3
    shared_bills = printed(2)
    arrival = printed(4)  # BAT-9.4
    seal = printed(2)  # BAT-9.5


def fill_box(box: Any, seats: int, options: Any) -> None:
    """Fill what depends on the number of seats, and the 0 gold for exchanging no tile."""
    first = options.first_auctioneer
    if first is not None and first >= seats:
        raise BadSetup(
            f"option first_auctioneer: no seat {first} at a table of {seats}, "
            f"expected 0 to {seats - 1}"
        )
    if options.pirate_line is None:
        box["pirate_line"] = 21 if seats == 3 else 25  # noqa: PLR2004  BAT-7.1
    box["exchange"] = (0, *options.exchange)
