"""The fields of a table of Traders of Osaka, and the kinds of events."""

from enum import IntEnum, auto

from comptoir.engine.model.events import EventKind
from comptoir.engine.rules import table
from comptoir.engine.rules.fields import NUMBER, OWNER, SEAT, UNSEEN, UNSHOWN, field

from .data import (
    CARD_NAMES,
    COLOUR_NAMES,
    EDO,
    ENDING_NAMES,
    FARM,
    MARKET,
    MAX_SEATS,
    OSAKA,
    SEATS,
    SPACE_NAMES,
    Ending,
    Phase,
)


class Table(table.Table):
    """Everything on the table.

    Who sees each field is declared, and `imagine` is derived from that. Starting hands are
    dealt face up, coins come from the face-up market, and cards paid or discarded are public.
    An attentive player therefore knows every hand and every pile of points. Only two things are
    hidden: the pile, and points taken from it face down (OSA-5.3). It is known which cards
    these two hold together, but not which of them are still in the pile. When the pile runs
    out, `renew_pile` counts the unseen points as seen.
    """

    phase = field("i2", of=Phase)
    turn = field("i2", of=SEAT)  # the seat to act
    mover = field(
        "i2", of=SEAT
    )  # the seat whose turn it is; during it, others may insure
    first = field("i2", of=SEAT)  # first player
    turns = field("i2")  # turns that have ended so far
    passes = field(
        "i2", most=MAX_SEATS
    )  # passes in a row: turns in which nothing could be done
    due = field("i2")  # coins still to pay
    # cards of each colour bought; cleared once the ships have moved
    bought = field("i2", COLOUR_NAMES)
    asked = field("i2", most=MAX_SEATS)  # seats that have decided about insurance
    cover = field(
        "i2", of=COLOUR_NAMES
    )  # kind of the card discarded for insurance, or NOTHING
    symbols = field("i2", most=2)  # symbols on that card that are not used yet
    covered = field("i2")  # goods that this card has insured
    ship = field(
        "i2", COLOUR_NAMES, least=OSAKA, most=EDO
    )  # space of each colour's ship
    # Kinds of cards in the row, from the left; NOTHING behind the last.
    market = field("i2", MARKET, of=CARD_NAMES, deck="cards")
    market_pawn = field(
        "i2", MARKET, of=SEAT
    )  # seat whose pawn lies on the card, or NOBODY
    market_cards = field("i2", most=MARKET)
    farm = field("i2", FARM, of=CARD_NAMES, deck="cards")
    farm_pawn = field("i2", FARM, of=SEAT)
    farm_cards = field("i2", most=FARM)
    pile = field("i2", CARD_NAMES, deck="cards", seen_by=UNSEEN)  # cards to draw
    discard = field("i2", CARD_NAMES, deck="cards")
    # Hidden in views, but known to players who remember what they saw.
    hand = field(
        "i2", SEATS, CARD_NAMES, deck="cards", seen_by=OWNER, open_if="open_notes",
        remembered=True,
    )  # fmt: skip
    goods = field("i2", SEATS, CARD_NAMES, deck="cards")
    insured = field("i2", SEATS, CARD_NAMES)  # how many of these goods are insured
    tokens = field("i2", SEATS, COLOUR_NAMES)
    sold = field("i2", SEATS)  # a bit for each colour sold this payday
    # Hidden unless an option opens them; all sales were seen.
    points = field("i2", SEATS, seen_by=OWNER, open_if="open_points", remembered=True)
    stack = field("i2", SEATS, seen_by=UNSHOWN)  # cards kept as points, face down
    # Cards that all seats keep as points, if they were seen.
    kept = field(
        "i2", CARD_NAMES, deck="cards", seen_by=UNSEEN, open_if="open_notes",
        remembered=True,
    )  # fmt: skip
    # Cards kept as points from the current pile, which nobody has seen.
    unseen = field("i2", CARD_NAMES, deck="cards", seen_by=UNSEEN)
    ending = field("i2", of=Ending)


class Kind(IntEnum):
    """The kinds of events."""

    SHOWN = 0
    GROWN = auto()
    TURNED_UP = auto()
    STARTS = auto()
    CHOSE = auto()
    TOOK = auto()
    FETCHED = auto()
    RESERVED = auto()
    RESERVED_FARM = auto()
    PASSED = auto()
    BUYS = auto()
    PAID = auto()
    BOUGHT = auto()
    RIPENED = auto()
    SHUFFLED = auto()
    SAILED = auto()
    PAYDAY = auto()
    SOLD = auto()
    KEPT = auto()
    FACE_DOWN = auto()
    BARE = auto()
    CLEARED = auto()
    DELIVERED = auto()
    GAVE_UP = auto()
    INSURED = auto()
    CLOSED = auto()
    WRECKED = auto()
    LOST = auto()
    RETURNED = auto()
    ENDED = auto()


CARD = ("card", CARD_NAMES)
COLOUR = ("colour", COLOUR_NAMES)


EVENTS: dict[int, EventKind] = {
    Kind.SHOWN: EventKind("shown", (CARD,)),
    Kind.GROWN: EventKind("grown", (CARD,)),
    Kind.TURNED_UP: EventKind("turned_up", (CARD,)),
    Kind.STARTS: EventKind("starts", (("coins", NUMBER), ("cards", NUMBER))),
    Kind.CHOSE: EventKind("chose", (COLOUR,)),
    Kind.TOOK: EventKind("took", (CARD,)),
    Kind.FETCHED: EventKind("fetched", (CARD,)),
    Kind.RESERVED: EventKind("reserved", (CARD,)),
    Kind.RESERVED_FARM: EventKind("reserved_farm", (CARD,)),
    Kind.PASSED: EventKind("passed"),
    Kind.BUYS: EventKind("buys", (("price", NUMBER), ("cards", NUMBER))),
    Kind.PAID: EventKind("paid", (CARD,)),
    Kind.BOUGHT: EventKind("bought", (CARD,)),
    Kind.RIPENED: EventKind("ripened", (("cards", NUMBER),)),
    Kind.SHUFFLED: EventKind("shuffled", (("cards", NUMBER),)),
    Kind.SAILED: EventKind("sailed", (COLOUR, ("space", SPACE_NAMES))),
    Kind.PAYDAY: EventKind("payday", (COLOUR,)),
    Kind.SOLD: EventKind("sold", (COLOUR, ("value", NUMBER), ("points", NUMBER))),
    Kind.KEPT: EventKind("kept", (CARD,)),
    Kind.FACE_DOWN: EventKind("face_down", (("cards", NUMBER),)),
    Kind.BARE: EventKind("bare", (("number", NUMBER),)),
    Kind.CLEARED: EventKind("cleared", (CARD,)),
    Kind.DELIVERED: EventKind("delivered", (COLOUR,)),
    Kind.GAVE_UP: EventKind("gave_up", (CARD,)),
    Kind.INSURED: EventKind("insured", (CARD,)),
    Kind.CLOSED: EventKind("closed"),
    Kind.WRECKED: EventKind("wrecked", (COLOUR,)),
    Kind.LOST: EventKind("lost", (CARD,)),
    Kind.RETURNED: EventKind("returned", (COLOUR,)),
    Kind.ENDED: EventKind("ended", (("ending", ENDING_NAMES),), reveals=True),
}  # fmt: skip
