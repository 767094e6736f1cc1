"""The table: what lies on it, and what happened there.

An offered card stays in its owner's hand, and offered coins stay theirs, until the deal
moves everything at once: an offer is a promise, and no promise is ever half kept.
"""

from enum import IntEnum, auto

from comptoir.engine.model.events import NUMBER, SEAT, EventKind
from comptoir.engine.rules.table import table_dtype

from .data import ALL_CARDS, CARD_NAMES, CARDS, ENDING_NAMES, PLAYERS

PUBLIC = PLAYERS  # the watcher who only knows what everyone has seen
WATCHERS = PLAYERS + 1

TABLE = table_dtype(
    [
        ("phase", "i2"),  # a Phase
        ("turn", "i2"),  # the seat to bid in the auction
        ("high_bid", "i2"),  # after the auction: the price of the contraband
        ("high_bidder", "i2"),  # after the auction: who bought the contraband
        ("bidding", "i2", PLAYERS),  # 1 while a seat is in the auction
        ("seller", "i2"),  # NOBODY during the auction
        ("sales", "i4"),  # sales concluded
        ("hand", "i2", (PLAYERS, CARDS)),  # hidden from the others; offered cards too
        ("coins", "i2", PLAYERS),  # those on the market too
        ("lot", "i2"),  # card, or NOTHING; hidden where lot_hidden
        ("lot_hidden", "i2"),
        ("lot_claim", "i2"),  # what the seller says a hidden lot is, or NOTHING
        ("lot_coins", "i2"),
        ("lot_revision", "i4"),
        ("second", "i2"),  # hidden; the second card of a forced sale, or NOTHING
        ("named", "i2"),  # the good named in a forced sale, or NOTHING
        ("offer", "i2", PLAYERS),  # card, or NOTHING; hidden where offer_hidden
        ("offer_hidden", "i2", PLAYERS),
        ("offer_claim", "i2", PLAYERS),  # what the buyer says it is, or NOTHING
        ("offer_coins", "i2", PLAYERS),
        ("offer_floor", "i2", PLAYERS),  # it binds while the lot carries as many coins
        ("offer_revision", "i4", PLAYERS),
        ("heard", "i4", PLAYERS),  # its revision when the seller last spoke
        ("ready", "i2", PLAYERS),  # for the seller: waits
        ("ending", "i2"),  # an Ending
        ("winner", "i2"),  # who reached the goal, or NOBODY
        # What attentive players remember; `imagine` and the house bot keep to it.
        ("known", "i2", (WATCHERS, PLAYERS, CARDS)),  # row: watcher's own; at least so many
        ("unseen", "i4", WATCHERS),  # cards that changed hands unseen by the watcher
        ("caught", "i2", (PLAYERS, PLAYERS)),  # row: watcher's own; lies of the other
        ("forced_from", "i2", PLAYERS),  # whom a seat last forced, or NOBODY
        ("last_buyer", "i2"),  # of the sale before, by agreement; else NOBODY
        ("streak", "i2"),  # agreements in a row between this seller and that buyer
        ("kinds", "i2", CARDS),  # scratch of `deal` and `imagine`, else empty
        ("pool", "i2", ALL_CARDS),  # scratch of `imagine`, else empty
    ]
)  # fmt: skip


class Kind(IntEnum):
    """What may happen at the table."""

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
    # No undo: a number that was taken back could return with another offer under it.
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
