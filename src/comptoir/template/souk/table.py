"""The table: its fields, actions and events, and the options of the box."""

from enum import IntEnum, auto

from comptoir import design
from comptoir.design import (
    FLAG,
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
GOODS = ("silk", "tea", "salt")

ACTIONS = Actions(
    Verb("take", GOODS, "good", at="market"),
    Verb("pair", GOODS, "good"),
    Verb("trio", GOODS, "good"),
)
TAKE = ACTIONS.first("take")  # TAKE + good
PAIR = ACTIONS.first("pair")  # PAIR + good
TRIO = ACTIONS.first("trio")  # TRIO + good


class Box(design.Box):
    """The options of a table; words/*.json hold their labels."""

    cards = option((10, 10, 10), least=4, most=30)  # of each good
    stalls = option(4, least=1, most=8)  # cards face up
    limit = option(6, least=4, most=12)  # cards in a hand; of any four, two are alike


class Table(design.Table):
    """Everything on the table; each field declares who sees it."""

    turn = field("i1", of=SEAT)
    over = field("i1", of=FLAG)
    pile = field("i1", GOODS, deck="cards", seen_by=UNSEEN)
    market = field("i1", GOODS, deck="cards")
    hand = field("i1", SEATS, GOODS, deck="cards", seen_by=OWNER, known="known")
    known = field(
        "i1", SEATS, GOODS
    )  # cards of a hand that everyone has seen (lower bound)
    sold = field("i1", GOODS, deck="cards")
    coins = field("i2", SEATS)


class Kind(IntEnum):
    """The events of the game."""

    DEALT = 0
    SHOWN = auto()
    TOOK = auto()
    SOLD = auto()
    ENDED = auto()


GOOD = ("good", GOODS)
EVENTS = {
    Kind.DEALT: EventKind("dealt", (GOOD,), hidden=("good",)),
    Kind.SHOWN: EventKind("shown", (GOOD,)),
    Kind.TOOK: EventKind("took", (GOOD,)),
    Kind.SOLD: EventKind("sold", (GOOD, ("cards", NUMBER), ("coins", NUMBER))),
    Kind.ENDED: EventKind("ended", reveals=True),
}
