"""The fields of a table of Borneo, and the kinds of events."""

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
    NOTHING,
    OPEN,
    PAYMENT_NAMES,
    RANKS,
    ROW,
    SEATS,
    SPICE_NAMES,
    SPICES,
    Ending,
    Phase,
    Place,
)

LAST_PLACE = Place.STORE + MAX_SEATS - 1
SEAT_PLACES = (Place.HAND, Place.STORE)


class Table(table.Table):
    """Everything on the table."""

    phase = field("i2", of=Phase)
    turn = field("i2", of=SEAT)  # the seat to act
    mover = field("i2", of=SEAT)  # the seat whose turn it is; others may have to act
    first = field("i2", of=SEAT)  # first player
    turns = field("i2")  # turns begun so far
    placed = field("i2")  # merchants placed before the first turn
    # by card: a Place
    place = field("i1", CARDS, most=LAST_PLACE, seen_by=UNSEEN, seats_from=SEAT_PLACES)
    # Cards in ascending order, NOTHING behind the last.
    hand = field("i1", SEATS, HAND, of=CARD_NAMES, seen_by=OWNER)
    hand_cards = field("i1", SEATS, most=HAND)
    pile = field(
        "i1", CARDS, of=CARD_NAMES, seen_by=UNSEEN
    )  # the draw pile, without an order
    pile_cards = field("i2", most=CARDS)
    shuffles = field("i2")  # how often the discard pile was shuffled into the pile
    # By card: number of the shuffle that last put the card into the pile.
    shuffled = field("i1", CARDS, seen_by=UNSHOWN)
    pool = field("i1", CARDS, of=CARD_NAMES, seen_by=SCRATCH)  # used by `imagine`
    stock = field("i1", SEATS, SPICE_NAMES)  # units in a warehouse, by spice
    # by company and rank, from the highest rank down: the seat of the merchant
    column = field("i1", COMPANY_NAMES, RANKS, of=SEAT)
    # by harbour card: a Place
    harbour_place = field("i1", HARBOURS, most=LAST_PLACE, seats_from=SEAT_PLACES)
    harbour = field("i1", OPEN, of=HARBOUR_NAMES)  # the harbour cards face up
    row = field(
        "i1", OPEN, ROW, of=CARD_NAMES
    )  # cards laid at each open harbour, oldest first
    row_cards = field("i1", OPEN, most=ROW)
    slot = field(
        "i2", least=NOTHING, most=OPEN - 1
    )  # the harbour that is loaded or shared out, or NOTHING
    order = field(
        "i1", COMPANIES, of=COMPANY_NAMES
    )  # companies of a distribution, in the order in which they choose
    ordered = field("i2", most=COMPANIES)  # the number of companies in `order`
    pick = field("i2")  # the index in `order` of the company that chooses now
    pick_rank = field("i2", most=RANKS)  # the rank of the merchant that chooses now
    distributions = field("i2")
    monopolies = field("i2")
    # by mission: a Place
    mission_place = field("i1", MISSIONS, most=LAST_PLACE, seats_from=SEAT_PLACES)
    mission_cost = field("i1", MISSIONS)  # number of cards paid for each mission
    mission = field("i2", of=MISSION_NAMES)  # the mission being paid, or NOTHING
    missing = field("i1", SPICES)  # by spice: units that the mission still asks for
    wild = field("i2")  # crates paid for the mission
    paid = field("i2")  # cards paid for the mission
    trade = field(
        "i2", of=SPICE_NAMES
    )  # the spice that the next card stands for, or NOTHING
    traded = field("i2", of=FLAG)  # 1 if a card stood for another spice
    pirate = field("i2", of=SEAT)  # the seat with the pirate ship, or NOBODY
    company = field("i2", of=COMPANY_NAMES)  # of a fight or a move, or NOTHING
    attacker = field("i2", least=NOTHING, most=RANKS - 1)  # the attacker's rank
    target = field("i2", least=NOTHING, most=RANKS - 1)  # the rank that is attacked
    # cards laid in the fight, NOTHING behind the last
    attack = field("i1", HAND, of=CARD_NAMES)
    attack_cards = field("i2", most=HAND)
    defence = field("i1", HAND, of=CARD_NAMES)
    defence_cards = field("i2", most=HAND)
    asked = field("i2", most=MAX_SEATS)  # seats that were asked for a last mission
    missions_left = field("i2")  # missions open when the game ended
    ending = field("i2", of=Ending)


class Kind(IntEnum):
    """The kinds of events."""

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
