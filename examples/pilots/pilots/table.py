"""The fields of a table, the actions, the events, and the options of the box."""

from enum import IntEnum, auto
from pathlib import Path

from comptoir import design
from comptoir.design import (
    NUMBER,
    SEAT,
    UNSEEN,
    Actions,
    EventKind,
    Sheet,
    Verb,
    field,
    option,
    printed,
)

SEATS = range(2, 6)
TIDES = ("1", "2", "3", "4", "5", "6", "7")
FLAGS = ("danish", "scottish", "dutch")
SHIP = Sheet(
    Path(__file__).with_name("ship.csv"), flag=FLAGS, tonnage=(1, 12), copies=(1, 4)
)
SHIPS = SHIP.names
KINDS = len(SHIPS)

ACTIONS = Actions(
    Verb("choose", TIDES, "tide", at="tides"),
    Verb("guide", SHIPS, "ship", at="roads"),
)
CHOOSE = ACTIONS.first("choose")  # CHOOSE + tide
GUIDE = ACTIONS.first("guide")  # GUIDE + ship


class Phase(IntEnum):
    """What the table waits for."""

    CHOOSE = 0  # all choose a tide at once, in secret
    GUIDE = 1  # the tides are open: one pilot after the other guides a ship
    OVER = 2


class Box(design.Box):
    """The components of the box, and the options of a table."""

    ships = printed(SHIP["copies"])  # PIL-1.1
    tonnage = printed(SHIP["tonnage"])
    flag = printed(SHIP["flag"])
    rounds = option(6, least=1, most=7)  # PIL-3.1
    pair = option(3, least=0, most=10)  # PIL-3.2


class Table(design.Table):
    """The fields of a table; a sealed choice is seen only by its owner."""

    phase = field("i1", of=Phase)
    turn = field("i1", of=SEAT)
    played = field("i1", most=7)  # rounds
    pile = field("i1", SHIPS, deck="ships", seen_by=UNSEEN, remembered=True)
    roads = field("i1", SHIPS, deck="ships")
    fleet = field("i1", SEATS, SHIPS, deck="ships")
    gone = field("i1", SHIPS, deck="ships")
    tides = field("i1", SEATS, TIDES, most=1)
    tide = field("i1", SEATS, of=TIDES, sealed_until=Phase.GUIDE, sealed_from="tides")
    points = field("i2", SEATS)


class Kind(IntEnum):
    """The kinds of events."""

    ARRIVED = 0
    CHOSE = auto()
    SHOWED = auto()
    CLASHED = auto()
    GUIDED = auto()
    LEFT = auto()
    ENDED = auto()


SHIPS_SEEN = ("ship", SHIPS)
TIDE = ("tide", TIDES)
EVENTS = {
    Kind.ARRIVED: EventKind("arrived", (SHIPS_SEEN,)),
    Kind.CHOSE: EventKind("chose", (TIDE,), hidden=("tide",)),
    Kind.SHOWED: EventKind("showed", (TIDE,)),
    Kind.CLASHED: EventKind("clashed", (TIDE,)),
    Kind.GUIDED: EventKind("guided", (SHIPS_SEEN, ("points", NUMBER))),
    Kind.LEFT: EventKind("left", (SHIPS_SEEN,)),
    Kind.ENDED: EventKind("ended"),
}
