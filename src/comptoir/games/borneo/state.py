"""The table: what lies on it, and what happened there."""

from enum import IntEnum, auto

from comptoir.engine.model.events import NUMBER, SEAT, EventKind
from comptoir.engine.rules.table import table_dtype

from .data import (
    CARD_NAMES,
    CARDS,
    COMPANIES,
    COMPANY_NAMES,
    ENDING_NAMES,
    GOOD_NAMES,
    HAND,
    HARBOUR_NAMES,
    HARBOURS,
    MAX_SEATS,
    MISSION_NAMES,
    MISSIONS,
    OPEN,
    PAYMENT_NAMES,
    RANKS,
    ROW,
    SPICE_NAMES,
    SPICES,
)

TABLE = table_dtype(
    [
        ("phase", "i2"),  # a Phase
        ("turn", "i2"),  # the seat to act
        ("mover", "i2"),  # the seat whose turn it is; others may defend or choose
        ("first", "i2"),  # first player
        ("turns", "i2"),  # turns begun so far
        ("placed", "i2"),  # merchants placed before the first turn
        ("place", "i1", CARDS),  # a Place; hands and pile hidden
        ("hand", "i1", (MAX_SEATS, HAND)),  # hidden; rising, NOTHING behind the last
        ("hand_cards", "i1", MAX_SEATS),
        ("pile", "i1", CARDS),  # hidden; cards to draw, in no order
        ("pile_cards", "i2"),
        ("shuffles", "i2"),  # how often the discard pile became the pile
        ("shuffled", "i1", CARDS),  # number of the shuffle that last put a card there
        ("pool", "i1", CARDS),  # empty; for `imagine`
        ("stock", "i1", (MAX_SEATS, SPICES + 1)),  # units in a warehouse, by spice
        ("column", "i1", (COMPANIES, RANKS)),  # seats, from the highest rank down
        ("harbour_place", "i1", HARBOURS),  # a Place
        ("harbour", "i1", OPEN),  # the harbour cards face up
        ("row", "i1", (OPEN, ROW)),  # the cards laid there, the first one first
        ("row_cards", "i1", OPEN),
        ("slot", "i2"),  # the harbour that is loaded or shared out, or NOTHING
        ("order", "i1", COMPANIES),  # companies of a distribution, NOTHING behind
        ("ordered", "i2"),  # how many they are
        ("pick", "i2"),  # place in that order of who chooses now
        ("pick_rank", "i2"),  # and the rank
        ("distributions", "i2"),
        ("monopolies", "i2"),
        ("mission_place", "i1", MISSIONS),  # a Place
        ("mission_cost", "i1", MISSIONS),  # cards paid for it
        ("mission", "i2"),  # the mission being paid, or NOTHING
        ("missing", "i1", SPICES),  # what it still asks for
        ("wild", "i2"),  # crates paid for it
        ("paid", "i2"),  # cards paid for it
        ("trade", "i2"),  # the spice the next card stands for, or NOTHING
        ("traded", "i2"),  # whether a card stood for another spice
        ("pirate", "i2"),  # who has the pirate ship, or NOBODY
        ("company", "i2"),  # of a fight or a move, or NOTHING
        ("attacker", "i2"),  # rank
        ("target", "i2"),  # rank
        ("attack", "i1", HAND),  # cards laid, NOTHING behind the last
        ("attack_cards", "i2"),
        ("defence", "i1", HAND),
        ("defence_cards", "i2"),
        ("asked", "i2"),  # seats that had their last mission
        ("missions_left", "i2"),  # missions open when the game ended
        ("ending", "i2"),  # an Ending
    ]
)


class Kind(IntEnum):
    """What may happen at the table."""

    RECONSTRUCTED = 0
    DEALT = auto()
    HARBOUR_UP = auto()
    STARTS = auto()
    PLACED = auto()
    CHOSE = auto()
    PAID = auto()
    TRADED = auto()
    COMPLETED = auto()
    MOVED = auto()
    ATTACKED = auto()
    LAID = auto()
    DEFENDED = auto()
    COUNTED = auto()
    WON = auto()
    HELD = auto()
    STAYED = auto()
    RETREATED = auto()
    KEPT = auto()
    LOADED = auto()
    MONOPOLY = auto()
    SHARED = auto()
    GOT_HARBOUR = auto()
    TOOK = auto()
    LEFT = auto()
    DREW = auto()
    SHUFFLED = auto()
    DISCARDED = auto()
    ENDED = auto()
    SCORED_CARDS = auto()
    SCORED_MISSIONS = auto()
    LOST_POINTS = auto()


CARD = ("card", CARD_NAMES)
GOOD = ("good", GOOD_NAMES)
COMPANY = ("company", COMPANY_NAMES)
MISSION = ("mission", MISSION_NAMES)
SLOT = ("slot", NUMBER)
POINTS = ("points", NUMBER)


EVENTS: dict[int, EventKind] = {
    Kind.RECONSTRUCTED: EventKind("reconstructed"),
    Kind.DEALT: EventKind("dealt", (CARD, GOOD), hidden=("card", "good")),
    Kind.HARBOUR_UP: EventKind("harbour_up", (("harbour", HARBOUR_NAMES), GOOD, SLOT)),
    Kind.STARTS: EventKind("starts"),
    Kind.PLACED: EventKind("placed", (COMPANY, ("rank", NUMBER))),
    Kind.CHOSE: EventKind("chose", (MISSION,)),
    Kind.PAID: EventKind("paid", (("card", PAYMENT_NAMES), GOOD)),
    Kind.TRADED: EventKind(
        "traded", (("card", PAYMENT_NAMES), GOOD, ("spice", SPICE_NAMES))
    ),
    Kind.COMPLETED: EventKind("completed", (MISSION, ("value", NUMBER))),
    Kind.MOVED: EventKind(
        "moved", (("origin", COMPANY_NAMES), COMPANY, ("rank", NUMBER))
    ),
    Kind.ATTACKED: EventKind("attacked", (("defender", SEAT), COMPANY)),
    Kind.LAID: EventKind("laid", (CARD, ("flags", NUMBER))),
    Kind.DEFENDED: EventKind("defended", (CARD, ("flags", NUMBER))),
    Kind.COUNTED: EventKind("counted", (("attack", NUMBER), ("defence", NUMBER))),
    Kind.WON: EventKind("won", (("rank", NUMBER), COMPANY)),
    Kind.HELD: EventKind("held", (("rank", NUMBER), COMPANY)),
    Kind.STAYED: EventKind("stayed", (("rank", NUMBER), COMPANY)),
    Kind.RETREATED: EventKind("retreated", (("rank", NUMBER), COMPANY)),
    Kind.KEPT: EventKind("kept", (CARD, GOOD)),
    Kind.LOADED: EventKind("loaded", (CARD, GOOD, SLOT)),
    Kind.MONOPOLY: EventKind("monopoly", (COMPANY, SLOT)),
    Kind.SHARED: EventKind("shared", (SLOT,)),
    Kind.GOT_HARBOUR: EventKind("got_harbour", (("harbour", HARBOUR_NAMES), GOOD)),
    Kind.TOOK: EventKind("took", (CARD, GOOD)),
    Kind.LEFT: EventKind("left", (("cards", NUMBER),)),
    Kind.DREW: EventKind("drew", (CARD, GOOD), hidden=("card", "good")),
    Kind.SHUFFLED: EventKind("shuffled", (("cards", NUMBER),)),
    Kind.DISCARDED: EventKind("discarded", (CARD, GOOD)),
    Kind.ENDED: EventKind("ended", (("ending", ENDING_NAMES),), reveals=True),
    Kind.SCORED_CARDS: EventKind("scored_cards", (POINTS,)),
    Kind.SCORED_MISSIONS: EventKind("scored_missions", (POINTS,)),
    Kind.LOST_POINTS: EventKind("lost_points", (POINTS,)),
}  # fmt: skip
