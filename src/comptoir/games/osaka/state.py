"""The table: what lies on it, and what happened there."""

from enum import IntEnum, auto

from comptoir.engine.model.events import NUMBER, EventKind
from comptoir.engine.rules.table import table_dtype

from .data import (
    CARD_NAMES,
    COLOUR_NAMES,
    COLOURS,
    ENDING_NAMES,
    FARM,
    KINDS,
    MARKET,
    MAX_SEATS,
    SPACE_NAMES,
)

TABLE = table_dtype(
    [
        ("phase", "i2"),  # a Phase
        ("turn", "i2"),  # the seat to act
        ("mover", "i2"),  # the seat whose turn it is; others may insure in between
        ("first", "i2"),  # first player
        ("turns", "i2"),  # turns over so far
        ("passes", "i2"),  # turns in a row in which nothing could be done
        ("due", "i2"),  # coins still to pay
        ("bought", "i2", COLOURS),  # cards bought until the ships have moved
        ("asked", "i2"),  # seats that have had their say about insurance
        ("cover", "i2"),  # colour of the card discarded for insurance, or NOTHING
        ("symbols", "i2"),  # symbols on it not used yet
        ("covered", "i2"),  # goods it has insured
        ("ship", "i2", COLOURS),  # space of a colour's ship
        ("market", "i2", MARKET),  # kinds, from the left; NOTHING behind the last
        ("market_pawn", "i2", MARKET),  # whose pawn lies on it, or NOBODY
        ("market_cards", "i2"),
        ("farm", "i2", FARM),
        ("farm_pawn", "i2", FARM),
        ("farm_cards", "i2"),
        ("pile", "i2", KINDS),  # hidden; cards to draw
        ("discard", "i2", KINDS),
        ("hand", "i2", (MAX_SEATS, KINDS)),  # hidden in views, known to who remembers
        ("goods", "i2", (MAX_SEATS, KINDS)),
        ("insured", "i2", (MAX_SEATS, KINDS)),  # how many of the goods
        ("tokens", "i2", (MAX_SEATS, COLOURS)),
        ("sold", "i2", MAX_SEATS),  # a bit for each colour sold this payday
        ("points", "i2", MAX_SEATS),  # hidden unless the box opens them
        ("stack", "i2", MAX_SEATS),  # cards kept as points, face down
        ("kept", "i2", KINDS),  # cards kept as points that were seen, of all seats
        ("unseen", "i2", KINDS),  # hidden; kept from the present pile, seen by nobody
        ("ending", "i2"),  # an Ending
    ]
)


class Kind(IntEnum):
    """What may happen at the table."""

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
