"""The fields of a table of Batavia, and the kinds of events."""

from enum import IntEnum, auto

from comptoir.engine.model.events import EventKind
from comptoir.engine.rules import table
from comptoir.engine.rules.fields import (
    FLAG,
    NUMBER,
    OWNER,
    SCRATCH,
    SEAT,
    UNSEEN,
    UNSHOWN,
    field,
)

from .data import (
    ARRIVAL,
    CARDS,
    COMPANY_NAMES,
    ENDING_NAMES,
    GOOD_NAMES,
    GOODS,
    MOST_BID,
    NOTHING,
    SEATS,
    SPACES,
    Ending,
    Phase,
)


class Table(table.Table):
    """Everything on the table."""

    phase = field("i1", of=Phase)
    turn = field("i1", of=SEAT)  # the seat to act
    first = field("i1", of=SEAT)  # first player of this round, auctioneer of the next
    turns = field("i1")  # turns taken this round
    stirred = field(
        "i1", of=FLAG
    )  # 1 if anyone played, drew or bought a card this round
    high_bid = field("i1", most=MOST_BID)
    high_bidder = field("i1", of=SEAT)  # NOBODY until somebody bids
    bidding = field("i1", SEATS, of=FLAG)  # 1 while a seat is in the auction
    packet = field("i1", COMPANY_NAMES, deck=CARDS)  # cards up for auction
    pile = field("i1", COMPANY_NAMES, deck=CARDS, seen_by=UNSEEN)  # cards to draw
    discard = field("i1", COMPANY_NAMES, deck=CARDS)
    hand = field("i1", SEATS, COMPANY_NAMES, deck=CARDS, seen_by=OWNER, known="known")
    laid = field("i1", SEATS, COMPANY_NAMES, deck=CARDS)
    marker = field("i1", COMPANY_NAMES)  # laid cards of each company
    cannon = field("i1")  # laid cards of all companies
    seal = field(
        "i1", COMPANY_NAMES, of=SEAT
    )  # the seat that holds each seal, or NOBODY
    # Hidden unless an option opens them; all payments were public.
    bills = field("i1", SEATS, seen_by=OWNER, open_if="open_bills", remembered=True)
    gold = field("i2", SEATS)
    tiles = field("i1", SEATS, COMPANY_NAMES, most=GOODS)  # tiles held
    place = field("i1", SEATS, most=ARRIVAL)  # the merchant's space; 0 is the start
    # The tile on each space, or NOTHING; space 0 is the start. Tiles behind `face_up` are
    # hidden.
    stall = field("i1", SPACES + 1, least=NOTHING, most=SPACES - 1, seen_by=UNSEEN)
    face_up = field("i1", most=SPACES)  # spaces 1 to this one are face up
    # by tile: the seat whose crate for it stands in the office
    crate = field("i1", SPACES, of=SEAT)
    new_tile = field("i1", of=COMPANY_NAMES)  # company of the tile that was just taken
    arrival = field("i1", of=SEAT)  # the seat that took the arrival tile, or NOBODY
    ending = field("i1", of=Ending)
    # What attentive players know of hidden cards; `imagine` uses it.
    # cards in hand that all saw bought (lower bound)
    known = field("i1", SEATS, COMPANY_NAMES)
    # The cards in the pile when it was last shuffled, less those turned up since.
    shuffled = field("i1", COMPANY_NAMES, seen_by=UNSHOWN)
    # cards that the seat has drawn since the shuffle
    drawn = field("i1", SEATS, COMPANY_NAMES, seen_by=OWNER)
    # Cards laid since the shuffle that were not seen when bought.
    spent = field("i1", SEATS, COMPANY_NAMES, seen_by=UNSHOWN)
    pool = field("i1", COMPANY_NAMES, seen_by=SCRATCH)  # used by `imagine`
    draws = field("i1", SEATS, seen_by=SCRATCH)  # used by `imagine`


class Kind(IntEnum):
    """The kinds of events."""

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
