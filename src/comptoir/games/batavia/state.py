"""The table: what lies on it, and what happened there."""

from enum import IntEnum, auto

from comptoir.engine.model.events import NUMBER, SEAT, EventKind
from comptoir.engine.rules.table import table_dtype

from .data import COMPANIES, COMPANY_NAMES, ENDING_NAMES, GOOD_NAMES, MAX_SEATS, SPACES

TABLE = table_dtype(
    [
        ("phase", "i1"),  # a Phase
        ("turn", "i1"),  # the seat to act
        ("first", "i1"),  # first player of this round, auctioneer of the next
        ("turns", "i1"),  # turns taken this round
        ("stirred", "i1"),  # did anyone play, draw or buy a card this round
        ("high_bid", "i1"),
        ("high_bidder", "i1"),  # NOBODY until someone bids
        ("bidding", "i1", MAX_SEATS),  # 1 while a seat is in the auction
        ("packet", "i1", COMPANIES),  # cards up for auction
        ("pile", "i1", COMPANIES),  # hidden; cards to draw
        ("discard", "i1", COMPANIES),
        ("hand", "i1", (MAX_SEATS, COMPANIES)),  # hidden from the others
        ("laid", "i1", (MAX_SEATS, COMPANIES)),
        ("marker", "i1", COMPANIES),  # laid cards of a company
        ("cannon", "i1"),  # laid cards in all
        ("seal", "i1", COMPANIES),  # the seat that holds it, or NOBODY
        ("bills", "i1", MAX_SEATS),  # hidden unless the box opens them
        ("gold", "i2", MAX_SEATS),
        ("tiles", "i1", (MAX_SEATS, COMPANIES)),  # tiles held
        ("place", "i1", MAX_SEATS),  # the merchant's space: 0 start, 1–35, ARRIVAL
        ("stall", "i1", SPACES + 1),  # tile on a space, or NOTHING; 0 is the start
        ("face_up", "i1"),  # spaces 1 to this one are face up, the rest hidden
        ("crate", "i1", SPACES),  # by tile: whose crate stands in the office
        ("new_tile", "i1"),  # company of the tile just taken
        ("arrival", "i1"),  # who took the arrival tile, or NOBODY
        ("ending", "i1"),  # an Ending
        # What attentive players know of hidden cards; `imagine` keeps to it.
        (
            "known",
            "i1",
            (MAX_SEATS, COMPANIES),
        ),  # at least so many in hand, seen bought
        ("shuffled", "i1", COMPANIES),  # the pile when last shuffled, less cards shown
        ("drawn", "i1", (MAX_SEATS, COMPANIES)),  # hidden; drawn unseen since then
        ("spent", "i1", (MAX_SEATS, COMPANIES)),  # laid since then, not seen bought
        ("pool", "i1", COMPANIES),  # scratch of `imagine`, else empty
        ("draws", "i1", MAX_SEATS),  # the same
    ]
)


class Kind(IntEnum):
    """What may happen at the table."""

    DEALT = 0
    TURNED = auto()
    ROLLED = auto()
    SHOWN = auto()
    BID = auto()
    PASSED = auto()
    PAID = auto()
    WON = auto()
    UNSOLD = auto()
    DREW = auto()
    SHUFFLED = auto()
    LAID = auto()
    SEAL_TAKEN = auto()
    SEAL_RETURNED = auto()
    MOVED = auto()
    TOOK = auto()
    EXCHANGED = auto()
    KEPT = auto()
    RAIDED = auto()
    ARRIVED = auto()
    ENDED = auto()
    SHOWED_HAND = auto()
    OFFICE_PAID = auto()
    BILLS_PAID = auto()
    ARRIVAL_PAID = auto()
    SEALS_PAID = auto()


COMPANY = ("company", COMPANY_NAMES)
GOOD = ("good", GOOD_NAMES)


EVENTS: dict[int, EventKind] = {
    Kind.DEALT: EventKind("dealt", (COMPANY,), hidden=("company",)),
    Kind.TURNED: EventKind("turned", (("space", NUMBER), COMPANY, GOOD), reveals=True),
    Kind.ROLLED: EventKind("rolled", (("die", NUMBER),)),
    Kind.SHOWN: EventKind("shown", (COMPANY,)),
    Kind.BID: EventKind("bid", (("bills", NUMBER),)),
    Kind.PASSED: EventKind("passed"),
    Kind.PAID: EventKind("paid", (("payee", SEAT), ("bills", NUMBER))),
    Kind.WON: EventKind("won", (("bills", NUMBER), ("cards", NUMBER))),
    Kind.UNSOLD: EventKind("unsold"),
    Kind.DREW: EventKind("drew", (COMPANY,), hidden=("company",)),
    Kind.SHUFFLED: EventKind("shuffled", (("cards", NUMBER),)),
    Kind.LAID: EventKind("laid", (COMPANY,)),
    Kind.SEAL_TAKEN: EventKind("seal_taken", (COMPANY,)),
    Kind.SEAL_RETURNED: EventKind("seal_returned", (COMPANY,)),
    Kind.MOVED: EventKind("moved", (("space", NUMBER),)),
    Kind.TOOK: EventKind("took", (COMPANY, GOOD)),
    Kind.EXCHANGED: EventKind("exchanged", (("tiles", NUMBER), ("gold", NUMBER))),
    Kind.KEPT: EventKind("kept"),
    Kind.RAIDED: EventKind("raided", (COMPANY, ("cards", NUMBER))),
    Kind.ARRIVED: EventKind("arrived"),
    Kind.ENDED: EventKind("ended", (("ending", ENDING_NAMES),), reveals=True),
    Kind.SHOWED_HAND: EventKind("showed_hand", (COMPANY, ("cards", NUMBER))),
    Kind.OFFICE_PAID: EventKind("office_paid", (GOOD, ("gold", NUMBER))),
    Kind.BILLS_PAID: EventKind("bills_paid", (("gold", NUMBER),)),
    Kind.ARRIVAL_PAID: EventKind("arrival_paid", (("gold", NUMBER),)),
    Kind.SEALS_PAID: EventKind("seals_paid", (("seals", NUMBER), ("gold", NUMBER))),
}  # fmt: skip
