"""The fields of a table, the actions, the events, and the options of the box."""

from enum import IntEnum, auto

from comptoir import design
from comptoir.design import (
    NUMBER,
    OWNER,
    SEAT,
    UNSEEN,
    Actions,
    EventKind,
    Verb,
    field,
    option,
)

SEATS = range(2, 5)
GOODS = ("silk", "tea", "salt", "indigo", "amber")
KINDS = len(GOODS)
MOST_SOLD = 4  # cards in one sale
LOTS = tuple(f"{good}-{n}" for good in GOODS for n in range(1, MOST_SOLD + 1))
LOW, HIGH = 1, 9  # prices

ACTIONS = Actions(
    Verb("take", GOODS, "good", at="market"),
    Verb("draw", at="pile"),
    Verb("sell", LOTS, "lot"),
    Verb("pass"),
)
TAKE = ACTIONS.first("take")  # TAKE + good
DRAW = ACTIONS.first("draw")
SELL = ACTIONS.first("sell")  # SELL + good * MOST_SOLD + cards - 1
PASS = ACTIONS.first("pass")


class Phase(IntEnum):
    """What the table waits for."""

    TRADE = 0  # the pile holds cards
    LAST = 1  # everyone's last turn
    OVER = 2


class Box(design.Box):
    """The components of the box, and the options of a table."""

    cards = option((8, 10, 12, 8, 6), least=2, most=20)  # ENT-1.1
    stalls = option(4, least=1, most=8)  # ENT-1.3
    price = option(4, least=LOW, most=HIGH)  # ENT-1.2
    limit = option(7, least=2, most=12)  # ENT-2.2
    open_hands = option(False)  # ENT-1.4


class Table(design.Table):
    """The fields of a table; each place of cards says who sees it."""

    phase = field("i1", of=Phase)
    turn = field("i1", of=SEAT)
    left = field("i1", most=4)  # last turns to come
    price = field("i1", GOODS, least=0, most=HIGH)
    pile = field("i1", GOODS, deck="cards", seen_by=UNSEEN)
    market = field("i1", GOODS, deck="cards")
    hand = field(
        "i1",
        SEATS,
        GOODS,
        deck="cards",
        seen_by=OWNER,
        open_if="open_hands",
        known="known",
    )
    known = field("i1", SEATS, GOODS)  # what all have seen of a hand: at least so many
    sold = field("i1", GOODS, deck="cards")
    coins = field("i2", SEATS)


class Kind(IntEnum):
    """The kinds of events."""

    DEALT = 0
    SHOWN = auto()
    STARTS = auto()
    TOOK = auto()
    DREW = auto()
    SOLD = auto()
    PASSED = auto()
    LAST = auto()
    ENDED = auto()


GOOD = ("good", GOODS)
EVENTS = {
    Kind.DEALT: EventKind("dealt", (GOOD,), hidden=("good",)),
    Kind.SHOWN: EventKind("shown", (GOOD,)),
    Kind.STARTS: EventKind("starts"),
    Kind.TOOK: EventKind("took", (GOOD,)),
    Kind.DREW: EventKind("drew", (GOOD,), hidden=("good",)),
    Kind.SOLD: EventKind("sold", (GOOD, ("cards", NUMBER), ("coins", NUMBER))),
    Kind.PASSED: EventKind("passed"),
    Kind.LAST: EventKind("last"),
    Kind.ENDED: EventKind("ended", reveals=True),
}
