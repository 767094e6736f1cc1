"""BAT-1, the components: names and numbers of the box, and what a designer may vary."""

from enum import IntEnum
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.actions import Actions, Verb
from comptoir.engine.rules.table import NOBODY

MAX_SEATS = 5
SEATS = range(3, MAX_SEATS + 1)  # BAT-1.1

COMPANY_NAMES = ("english", "danish", "french", "dutch", "swedish")  # BAT-1.2
GOOD_NAMES = ("tea", "cotton", "porcelain", "silk", "ginger", "nutmeg", "pepper")
COMPANIES = len(COMPANY_NAMES)
GOODS = len(GOOD_NAMES)  # BAT-1.3
SPACES = COMPANIES * GOODS  # BAT-1.4: one space a tile
ARRIVAL = SPACES + 1  # the space behind the last stall
BLOCK = COMPANIES  # BAT-2.1: five spaces, one tile of each company
CARDS = 22  # BAT-1.5: ship cards a company
MAX_BILLS = 20  # the most bills an option may give to a seat
MOST_BID = MAX_SEATS * MAX_BILLS
NOTHING = -1

# BAT-2.3  Our fixed order for the quick start: tile = company * 7 + good.
QUICK_ORDER = tuple(
    company * GOODS + (block + 3 * company) % GOODS
    for block in range(GOODS)
    for company in ((place + 2 * block) % COMPANIES for place in range(BLOCK))
)


class Phase(IntEnum):
    """What the table waits for."""

    AUCTION = 0
    TURN = 1  # draw, or lay a first card
    LAYING = 2  # lay one more, or stop
    SEAL = 3  # which seal leads the merchant
    EXCHANGE = 4
    OVER = 5


class Ending(IntEnum):
    """How a game ended."""

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

Gold = Annotated[int, Meta(ge=0, le=700)]  # 35 tiles and 7 offices still fit 16 bits


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may vary; the defaults are the box's."""

    quick_start: bool = False  # BAT-2.3
    first_auctioneer: Annotated[int, Meta(ge=0, lt=MAX_SEATS)] | None = None  # BAT-2.6
    open_bills: bool = False  # BAT-3.10
    pirate_line: Annotated[int, Meta(ge=1, le=110)] | None = None  # BAT-7.1
    hand: Annotated[int, Meta(ge=0, le=CARDS)] = 10  # BAT-2.4
    bills: Annotated[int, Meta(ge=0, le=MAX_BILLS)] = 15  # BAT-1.7
    die: Annotated[int, Meta(ge=1, le=20)] = 6  # BAT-1.6
    exchange: tuple[Gold, Gold, Gold, Gold, Gold] = (1, 3, 6, 10, 15)  # BAT-6.3
    goods: tuple[Gold, Gold, Gold, Gold, Gold, Gold, Gold] = (
        10, 11, 12, 13, 14, 15, 16,
    )  # fmt: skip  # BAT-9.2, alone
    shared_goods: tuple[Gold, Gold, Gold, Gold, Gold, Gold, Gold] = (
        5, 5, 6, 6, 7, 7, 8,
    )  # fmt: skip  # BAT-9.2, shared


BOX = np.dtype(
    [
        ("quick_start", "i2"),
        ("quick_order", "i2", SPACES),
        ("first_auctioneer", "i2"),  # NOBODY: by lot
        ("open_bills", "i2"),
        ("pirate_line", "i2"),
        ("hand", "i2"),
        ("bills", "i2"),
        ("die", "i2"),
        ("exchange", "i2", COMPANIES + 1),  # by number of companies
        ("goods", "i2", GOODS),
        ("shared_goods", "i2", GOODS),
        ("most_bills", "i2"),
        ("shared_bills", "i2"),
        ("arrival", "i2"),
        ("seal", "i2"),
    ],
    align=True,
)


def fill_box(box: Any, seats: int, options: Options) -> None:
    """Put the components and the options in force into a box record."""
    first = options.first_auctioneer
    if first is not None and first >= seats:
        raise BadSetup(
            f"option first_auctioneer: no seat {first} at a table of {seats}, "
            f"expected 0 to {seats - 1}"
        )
    line = 21 if seats == 3 else 25  # noqa: PLR2004  BAT-7.1
    box["quick_start"] = options.quick_start
    box["quick_order"] = QUICK_ORDER
    box["first_auctioneer"] = NOBODY if first is None else first
    box["open_bills"] = options.open_bills
    box["pirate_line"] = line if options.pirate_line is None else options.pirate_line
    box["hand"] = options.hand
    box["bills"] = options.bills
    box["die"] = options.die
    box["exchange"] = (0, *options.exchange)
    box["goods"] = options.goods
    box["shared_goods"] = options.shared_goods
    box["most_bills"], box["shared_bills"] = 5, 2  # BAT-9.3
    box["arrival"] = 4  # BAT-9.4
    box["seal"] = 2  # BAT-9.5
