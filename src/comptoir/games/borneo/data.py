"""BOR-1, the components: names and numbers of the box, and the options of a table."""

from enum import IntEnum

from comptoir.engine.model.actions import Actions, Verb
from comptoir.engine.model.options import option
from comptoir.engine.rules import table
from comptoir.engine.rules.fields import field

MAX_SEATS = 5
SEATS = range(3, MAX_SEATS + 1)  # BOR-1.1

SPICE_NAMES = ("pepper", "cinnamon", "cloves", "nutmeg", "crate")  # BOR-1.2
CRATE = 4
SPICES = CRATE  # number of spices that a mission may ask for
UNITS = (1, 2)
GOOD_NAMES = tuple(
    name if units == 1 else f"{name}-{units}" for name in SPICE_NAMES for units in UNITS
)  # good = spice * 2 + units - 1

COMPANY_NAMES = ("blue", "yellow", "red", "green")  # BOR-1.5
COMPANIES = len(COMPANY_NAMES)
RANKS = 5
POST_NAMES = tuple(f"{c}-{r + 1}" for c in COMPANY_NAMES for r in range(RANKS))
POSTS = len(POST_NAMES)  # post = company * RANKS + rank

CARDS = 60  # BOR-1.2
UPPER = 3  # flags of the upper row
FLAGS = UPPER + 1
HARBOURS = 14  # BOR-1.3
MISSIONS = 16  # BOR-1.4
CARD_NAMES = tuple(str(n + 1) for n in range(CARDS))
HARBOUR_NAMES = tuple(f"h{n + 1}" for n in range(HARBOURS))
MISSION_NAMES = tuple(str(n + 1) for n in range(MISSIONS))
PAYMENT_NAMES = CARD_NAMES + HARBOUR_NAMES

OPEN = 3  # BOR-2.2: number of harbours face up
ROW = 10  # the highest limit of cards that a harbour may have
HAND = 8  # BOR-7.1: the most cards in a hand before it is cut to HAND_LIMIT
HAND_LIMIT = 6
HAND_START = 3  # BOR-2.1
DRAW = 2  # BOR-7.1
PIRATES = 2  # BOR-9.3: points that the pirate ship costs
NOTHING = -1


class Mark(IntEnum):
    """BOR-1.3, BOR-1.4  The mark on a harbour or mission: the numbers of players it is for."""

    NONE = 0
    FEW = 1  # 3/4
    FIVE = 2  # 5


class Place(IntEnum):
    """Where a shipment card, a harbour card or a mission lies."""

    PILE = 0  # for a mission: removed from the game, or not yet laid out
    DISCARD = 1  # for harbours and missions: out of the game
    HARBOUR = 2  # shipments at a harbour, harbours and missions face up
    FIGHT = 3
    HAND = 4  # HAND + seat
    STORE = 9  # STORE + seat: in a player's warehouse


class Phase(IntEnum):
    """The phases of play: what the table waits for."""

    PLACING = 0  # place a merchant, before the first turn
    MISSION = 1  # complete a mission, or not
    PAYING = 2  # pay one more card towards the mission
    COMPANIES = 3  # move, fight, or neither
    MOVING = 4  # choose the company to which the merchant moves
    TARGET = 5  # choose the merchant to attack
    ATTACK = 6  # lay cards
    DEFENCE = 7  # lay cards, or not
    RETREAT = 8  # choose where the beaten merchant goes
    REWARD = 9  # keep one of the cards laid, or not
    HARBOUR = 10  # choose the harbour that gets a shipment
    LOADING = 11  # choose the card to lay there
    PICKING = 12  # choose a card of a distribution
    DISCARDING = 13  # discard a card above the hand limit
    OVER = 14


class Ending(IntEnum):
    """The ways a game can end."""

    NOT_YET = 0
    HARBOURS = 1  # BOR-6.9
    SHIPMENTS = 2  # BOR-7.2


ENDING_NAMES = ("not_yet", "harbours", "shipments")

ACTIONS = Actions(
    Verb("pass"),
    Verb("place", COMPANY_NAMES, "company"),
    Verb("mission", MISSION_NAMES, "mission"),
    Verb("trade", SPICE_NAMES[:SPICES], "spice"),
    Verb("pay", PAYMENT_NAMES, "card"),
    Verb("move", POST_NAMES, "post"),
    Verb("fight", POST_NAMES, "post"),
    Verb("target", POST_NAMES, "post"),
    Verb("lay", CARD_NAMES, "card"),
    Verb("done"),
    Verb("stay"),
    Verb("harbour", ("1", "2", "3"), "slot"),
    Verb("load", CARD_NAMES, "card"),
    Verb("take", CARD_NAMES, "card"),
    Verb("discard", CARD_NAMES, "card"),
)
PASS = ACTIONS.first("pass")
PLACE = ACTIONS.first("place")  # PLACE + company
MISSION = ACTIONS.first("mission")  # MISSION + mission
TRADE = ACTIONS.first("trade")  # TRADE + spice
PAY = ACTIONS.first("pay")  # PAY + card, PAY + CARDS + harbour
MOVE = ACTIONS.first("move")  # MOVE + post
FIGHT = ACTIONS.first("fight")  # FIGHT + post of the attacker
TARGET = ACTIONS.first("target")  # TARGET + post of the defender
LAY = ACTIONS.first("lay")  # LAY + card
DONE = ACTIONS.first("done")
STAY = ACTIONS.first("stay")
HARBOUR = ACTIONS.first("harbour")  # HARBOUR + slot
LOAD = ACTIONS.first("load")  # LOAD + card
TAKE = ACTIONS.first("take")  # TAKE + card
DISCARD = ACTIONS.first("discard")  # DISCARD + card


class Box(table.Box):
    """The contents of the box, mostly from the components file, and the options."""

    three_player_variant = option(True, boxed=False)  # BOR-1.6
    merchants = field("i2")  # merchants per player
    blackbeard = option(False)  # BOR-9.1
    # 1 if these cards are the reconstruction that comes with the game
    reconstruction = field("i2")
    spice = field("i2", CARDS)
    units = field("i2", CARDS)  # 1, or 2 on a ×2 card
    flag = field("i2", CARDS, FLAGS)  # companies, upper row first
    upper = field("i8", CARDS)  # flags of the upper row, a tally
    flag_count = field("i8", CARDS)  # flags of both rows, as a tally
    harbour_spice = field("i2", HARBOURS)
    monopoly = field("i2", HARBOURS)
    limit = field("i2", HARBOURS)
    harbour_in = field("i2", HARBOURS)  # 1 if it is in the game
    mission_value = field("i2", MISSIONS)
    mission_in = field("i2", MISSIONS)
    need = field("i2", MISSIONS, SPICES)
    asked = field("i2", MISSIONS)  # the sum of the spices asked for
    appeal = field("i8", MISSIONS)  # for the house bot; see `house_worth.appeal_of`
