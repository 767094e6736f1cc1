"""BOR-2, setting up: cards, harbours, missions, the first player and the merchants."""

from collections.abc import Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance, start_chance
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .cards import draw_card, good_of
from .companies import enter
from .data import (
    CARDS,
    COMPANIES,
    CRATE,
    HAND,
    HAND_START,
    HARBOURS,
    MISSIONS,
    NOTHING,
    OPEN,
    RANKS,
    ROW,
    Box,
    Ending,
    Phase,
    Place,
)
from .fight import clear_fight
from .missions import clear_payment
from .shipment import turn_up_harbour
from .state import Kind, Table
from .turn import start_turn


@rule
def deal(t: Table, box: Box, seats: int, key: Sequence[int], stream: int) -> None:
    """Set up a game for `seats` players, replacing the current one."""
    start_chance(t, key, stream)
    t.seats = seats
    clear_table(t)
    clear_cards(t)
    clear_harbours(t, box)
    clear_missions(t, box)
    for seat in range(len(t.hand)):
        clear_seat(t, seat)
    if box.reconstruction:
        note(t, Kind.RECONSTRUCTED, NOBODY)  # BOR-1.7
    for seat in range(seats):
        deal_hand(t, box, seat)
    for slot in range(OPEN):
        turn_up_harbour(t, box, slot)
    t.first = chance(t, seats)  # BOR-2.3
    note(t, Kind.STARTS, t.first)
    t.turn = t.first
    t.mover = t.first
    t.phase = Phase.PLACING


@rule
def clear_table(t: Table) -> None:
    """BOR-1.5  Set up four companies without merchants; no action is in progress."""
    t.turns = 0
    t.placed = 0
    t.mover = NOBODY
    t.shuffles = 0
    t.slot = NOTHING
    t.ordered = 0
    t.pick = 0
    t.pick_rank = 0
    t.distributions = 0
    t.monopolies = 0
    t.pirate = NOBODY  # BOR-9.1: the ship lies in its cove
    t.attack_cards = 0
    t.defence_cards = 0
    t.asked = 0
    t.missions_left = 0
    t.ending = Ending.NOT_YET
    for company in range(COMPANIES):
        t.order[company] = NOTHING
        for rank in range(RANKS):
            t.column[company][rank] = NOBODY
    for i in range(HAND):
        t.attack[i] = NOTHING
        t.defence[i] = NOTHING
    clear_fight(t)
    clear_payment(t)


@rule
def clear_cards(t: Table) -> None:
    """BOR-2.1  Put all shipment cards into the pile."""
    for card in range(CARDS):
        t.place[card] = Place.PILE
        t.pile[card] = card
        t.shuffled[card] = 0
        t.pool[card] = NOTHING
    t.pile_cards = CARDS


@rule
def clear_harbours(t: Table, box: Box) -> None:
    """BOR-2.2  Put the harbours for this number of players into a pile."""
    for harbour in range(HARBOURS):
        t.harbour_place[harbour] = (
            Place.PILE if box.harbour_in[harbour] else Place.DISCARD
        )
    for slot in range(OPEN):
        t.harbour[slot] = NOTHING
        t.row_cards[slot] = 0
        for i in range(ROW):
            t.row[slot][i] = NOTHING


@rule
def clear_missions(t: Table, box: Box) -> None:
    """BOR-2.4  Lay out the missions for this number of players."""
    for mission in range(MISSIONS):
        t.mission_place[mission] = (
            Place.HARBOUR if box.mission_in[mission] else Place.DISCARD
        )
        t.mission_cost[mission] = 0


@rule
def clear_seat(t: Table, seat: int) -> None:
    """Clear everything a seat holds."""
    t.hand_cards[seat] = 0
    for i in range(HAND):
        t.hand[seat][i] = NOTHING
    for spice in range(CRATE + 1):
        t.stock[seat][spice] = 0


@rule
def deal_hand(t: Table, box: Box, seat: int) -> None:
    """BOR-2.1  Deal three shipment cards to a hand."""
    for _ in range(HAND_START):
        card = draw_card(t, seat)
        note(t, Kind.DEALT, seat, card, good_of(box, card))


@rule
def seat_to_place(t: Table) -> int:
    """BOR-2.3  Return the seat that places next: the direction reverses after every round."""
    number = t.placed % t.seats
    if t.placed // t.seats % 2 == 1:
        number = t.seats - 1 - number
    return (t.first + number) % t.seats


@rule
def place_merchant(t: Table, box: Box, seat: int, company: int) -> None:
    """BOR-2.3  Place a merchant on the highest free rank.

    BOR-1.6  Each player has three merchants, or four.
    """
    rank = enter(t, company, seat)
    note(t, Kind.PLACED, seat, company, rank + 1)
    t.placed += 1
    if t.placed == t.seats * box.merchants:
        start_turn(t, box, t.first)
    else:
        t.turn = seat_to_place(t)
