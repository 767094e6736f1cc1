"""The fields of a table of Négoces, and the kinds of events.

An offered card stays in its owner's hand until the deal, and so do offered coins. The deal
moves everything at once, so that an offer is never half fulfilled.
"""

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
    ALL_CARDS,
    ALL_COINS,
    CARD_NAMES,
    CARDS,
    ENDING_NAMES,
    PLAYERS,
    SEATS,
    Ending,
    Phase,
)

PUBLIC = PLAYERS  # a watcher that knows only what everyone has seen
WATCHERS = PLAYERS + 1
WATCHING = range(PLAYERS, WATCHERS + 1)  # an axis: the seats, then the public


class Table(table.Table):
    """Everything on the table."""

    phase = field("i2", of=Phase)
    turn = field("i2", of=SEAT)  # the seat that bids in the auction
    # after the auction: the price paid for the contraband
    high_bid = field("i2", most=ALL_COINS)
    high_bidder = field(
        "i2", of=SEAT
    )  # after the auction: the seat that bought the contraband
    bidding = field("i2", SEATS, of=FLAG)  # 1 while a seat is in the auction
    seller = field("i2", of=SEAT)  # NOBODY during the auction
    sales = field("i4")  # sales concluded
    hand = field(
        "i2", SEATS, CARD_NAMES, seen_by=OWNER
    )  # including cards that are offered
    coins = field("i2", SEATS, most=ALL_COINS)  # including coins on the market
    lot = field("i2", of=CARD_NAMES, seen_by=UNSEEN)  # or NOTHING; see `lot_hidden`
    lot_hidden = field("i2", of=FLAG)
    lot_claim = field("i2", of=CARD_NAMES)  # what the seller says it is, or NOTHING
    lot_coins = field("i2", most=ALL_COINS)
    lot_revision = field("i4")
    second = field(
        "i2", of=CARD_NAMES, seen_by=UNSEEN
    )  # card of a forced sale, or NOTHING
    named = field("i2", of=CARD_NAMES)  # the good named in a forced sale, or NOTHING
    offer = field("i2", SEATS, of=CARD_NAMES, seen_by=OWNER)  # see `offer_hidden`
    offer_hidden = field("i2", SEATS, of=FLAG)
    offer_claim = field("i2", SEATS, of=CARD_NAMES)  # what the buyer says, or NOTHING
    offer_coins = field("i2", SEATS, most=ALL_COINS)
    offer_floor = field(
        "i2", SEATS
    )  # the offer binds while the lot has this many coins
    offer_revision = field("i4", SEATS)
    heard = field(
        "i4", SEATS
    )  # by seat: the offer's revision when the seller last acted
    ready = field("i2", SEATS, of=FLAG)  # for the seller: True while waiting
    ending = field("i2", of=Ending)
    winner = field("i2", of=SEAT)  # the seat that reached the goal, or NOBODY
    # What attentive players remember, as used by `imagine` and the house bot. One row per
    # watcher; the numbers are lower bounds.
    known = field("i2", WATCHING, SEATS, CARD_NAMES, seen_by=UNSEEN)
    # number of cards that changed hands without being seen
    unseen = field("i4", WATCHING, seen_by=UNSHOWN)
    # how often the seat caught another player lying
    caught = field("i2", SEATS, SEATS, seen_by=OWNER)
    forced_from = field(
        "i2", SEATS, of=SEAT
    )  # the player that a seat forced last, or NOBODY
    # buyer of the last sale if it was by agreement; else NOBODY
    last_buyer = field("i2", of=SEAT)
    streak = field("i2")  # agreements in a row between the same seller and buyer
    kinds = field("i2", CARDS, seen_by=SCRATCH)  # used by `deal` and `imagine`
    pool = field("i2", ALL_CARDS, seen_by=SCRATCH)  # used by `imagine`


class Kind(IntEnum):
    """The kinds of events."""

    DEALT = 0
    OPENED = auto()
    BID = auto()
    LEFT = auto()
    BOUGHT = auto()
    PUT_OPEN = auto()
    PUT_HIDDEN = auto()
    LOT_COINS = auto()
    CLAIMED = auto()
    OFFERED_OPEN = auto()
    OFFERED_HIDDEN = auto()
    OFFERED_COINS = auto()
    WITHDREW = auto()
    READY = auto()
    WAITS = auto()
    ACCEPTED = auto()
    TOOK = auto()
    TOOK_HIDDEN = auto()
    PAID = auto()
    FORCED = auto()
    RETURNED = auto()
    COINS_RETURNED = auto()
    SECOND = auto()
    NAMED = auto()
    SHOWED = auto()
    PICKED = auto()
    SELLER = auto()
    ENDED = auto()
    SHOWED_HAND = auto()
    WON = auto()


CARD = ("card", CARD_NAMES)
N_COINS = ("coins", NUMBER)
REVISION = ("revision", NUMBER)
GIVER = ("giver", SEAT)

EVENTS: dict[int, EventKind] = {
    Kind.DEALT: EventKind("dealt", (CARD,), hidden=("card",)),
    Kind.OPENED: EventKind("opened", (N_COINS,)),
    Kind.BID: EventKind("bid", (N_COINS,)),
    Kind.LEFT: EventKind("left"),
    Kind.BOUGHT: EventKind("bought", (N_COINS,)),
    Kind.PUT_OPEN: EventKind("put_open", (CARD,), reveals=True),
    Kind.PUT_HIDDEN: EventKind("put_hidden", (CARD,), hidden=("card",)),
    Kind.LOT_COINS: EventKind("lot_coins", (N_COINS,)),
    Kind.CLAIMED: EventKind("claimed", (CARD,)),
    # These events cannot be undone: otherwise a revision's number could be reused for another
    # offer.
    Kind.OFFERED_OPEN: EventKind("offered_open", (CARD, N_COINS, REVISION), reveals=True),
    Kind.OFFERED_HIDDEN: EventKind(
        "offered_hidden", (CARD, N_COINS, REVISION), hidden=("card",), reveals=True
    ),
    Kind.OFFERED_COINS: EventKind("offered_coins", (N_COINS, REVISION), reveals=True),
    Kind.WITHDREW: EventKind("withdrew", (REVISION,), reveals=True),
    Kind.READY: EventKind("ready"),
    Kind.WAITS: EventKind("waits"),
    Kind.ACCEPTED: EventKind("accepted", (("buyer", SEAT), REVISION), reveals=True),
    Kind.TOOK: EventKind("took", (CARD, GIVER)),
    Kind.TOOK_HIDDEN: EventKind("took_hidden", (CARD, GIVER), hidden=("card",)),
    Kind.PAID: EventKind("paid", (N_COINS, ("payee", SEAT))),
    Kind.FORCED: EventKind("forced"),
    Kind.RETURNED: EventKind("returned"),
    Kind.COINS_RETURNED: EventKind("coins_returned", (N_COINS,)),
    Kind.SECOND: EventKind("second", (CARD,), hidden=("card",)),
    Kind.NAMED: EventKind("named", (CARD,), reveals=True),
    Kind.SHOWED: EventKind("showed", (CARD, ("cards", NUMBER)), reveals=True),
    Kind.PICKED: EventKind("picked", (CARD, ("owner", SEAT)), reveals=True),
    Kind.SELLER: EventKind("seller", (("sale", NUMBER),)),
    Kind.ENDED: EventKind("ended", (("ending", ENDING_NAMES),), reveals=True),
    Kind.SHOWED_HAND: EventKind("showed_hand", (CARD, ("cards", NUMBER)), reveals=True),
    Kind.WON: EventKind("won", (("goods", NUMBER), N_COINS), reveals=True),
}  # fmt: skip
