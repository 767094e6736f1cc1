"""The observation: one row of whole numbers, with seats relative to the observer.

See `LAYOUT` for the meaning of each part; numbers hidden from the seat are 0.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.helpers import from_here, seat_after, start
from comptoir.engine.rules.rule import rule

from .data import (
    CARDS,
    COMPANIES,
    CRATE,
    FLAGS,
    HAND,
    HARBOURS,
    MAX_SEATS,
    MISSIONS,
    NOTHING,
    OPEN,
    RANKS,
    SPICES,
    Box,
    Ending,
    Phase,
    Place,
)
from .fight import count_flags
from .flags import flags_in
from .scoring import points_of
from .shipment import flags_at
from .state import Table

PHASES = len(Phase)
FACE = (
    3 + FLAGS
)  # values per card: 1 + number, 1 + spice, units, then 1 + company of each flag
HARBOUR = 5 + COMPANIES
UNSEEN, OWN_HAND, DISCARDED, AT_HARBOUR, IN_FIGHT, STORED = range(6)

LAYOUT = (
    ("phase, one-hot", PHASES),
    ("seats, turns begun, pile, last missions", 4),
    ("who acts, whose turn it is, first player, pirate ship: 1 + seat", 4),
    ("fight: 1 + company, 1 + ranks, cards laid and flags of either side", 7),
    ("mission being paid: 1 + number, what is missing, crates paid, 1 + spice traded", 7),
    ("harbour chosen: 1 + slot", 1),
    ("companies by rank: 1 + seat", COMPANIES * RANKS),
    ("harbours: 1 + number, 1 + spice, monopoly, limit, cards, visible flags",
     OPEN * HARBOUR),
    ("own hand: faces", HAND * FACE),
    ("cards: unseen, own hand, discarded, at a harbour, in a fight, 5 + warehouse",
     CARDS),
    ("harbour cards: 1 in the pile, 2 open, 3 + seat in a warehouse", HARBOURS),
    ("missions: 1 open, 1 + seat where taken", MISSIONS),
    ("missions: value and spices", MISSIONS * (1 + SPICES)),
    ("seats: cards in hand, points", 2 * MAX_SEATS),
    ("seats: units in the warehouse, by spice", MAX_SEATS * (CRATE + 1)),
)  # fmt: skip

AT_STEPS = start(LAYOUT, "fight")
AT_COLUMNS = start(LAYOUT, "companies by rank")
AT_HARBOURS = start(LAYOUT, "harbours")
AT_HAND = start(LAYOUT, "own hand")
AT_CARDS = start(LAYOUT, "cards")
AT_HARBOUR_CARDS = start(LAYOUT, "harbour cards")
AT_MISSIONS = start(LAYOUT, "missions: 1 open")
AT_VALUES = start(LAYOUT, "missions: value")
AT_SEATS = start(LAYOUT, "seats: cards in hand")
AT_STOCK = start(LAYOUT, "seats: units")


@rule
def observe(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write a seat's observation into `out`, an array of length `OBSERVATION`."""
    observe_table(t, seat, out)
    observe_steps(t, box, out)
    for company in range(COMPANIES):
        for rank in range(RANKS):
            cell = AT_COLUMNS + company * RANKS + rank
            out[cell] = from_here(t, seat, t.column[company][rank])
    observe_harbours(t, box, out)
    for i in range(HAND):
        observe_face(box, t.hand[seat][i], out, AT_HAND + i * FACE)
    observe_places(t, seat, out)
    observe_missions(box, out)
    observe_seats(t, box, seat, out)


@rule
def observe_table(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write the facts that do not concern a single card or seat."""
    for phase in range(PHASES):
        out[phase] = 1 if t.phase == phase else 0
    at = PHASES
    out[at] = t.seats
    out[at + 1] = t.turns
    out[at + 2] = t.pile_cards
    out[at + 3] = 0 if t.ending == Ending.NOT_YET else 1
    out[at + 4] = from_here(t, seat, t.turn)
    out[at + 5] = from_here(t, seat, t.mover)
    out[at + 6] = from_here(t, seat, t.first)
    out[at + 7] = from_here(t, seat, t.pirate)


@rule
def observe_steps(t: Table, box: Box, out: MutableSequence[int]) -> None:
    """Write the actions in progress: a fight or a move, a payment, a shipment."""
    at = AT_STEPS
    out[at] = t.company + 1
    out[at + 1] = t.attacker + 1
    out[at + 2] = t.target + 1
    out[at + 3] = t.attack_cards
    out[at + 4] = t.defence_cards
    out[at + 5] = count_flags(box, t.attack, t.attack_cards, t.company)
    out[at + 6] = count_flags(box, t.defence, t.defence_cards, t.company)
    out[at + 7] = t.mission + 1
    at += 8
    for spice in range(SPICES):
        out[at + spice] = t.missing[spice]
    at += SPICES
    out[at] = t.wild
    out[at + 1] = t.trade + 1
    out[at + 2] = t.slot + 1


@rule
def observe_harbours(t: Table, box: Box, out: MutableSequence[int]) -> None:
    """BOR-6.1  Write the open harbours and the flags visible there."""
    for slot in range(OPEN):
        at = AT_HARBOURS + slot * HARBOUR
        harbour = t.harbour[slot]
        here = harbour != NOTHING
        out[at] = harbour + 1
        out[at + 1] = box.harbour_spice[harbour] + 1 if here else 0
        out[at + 2] = box.monopoly[harbour] if here else 0
        out[at + 3] = box.limit[harbour] if here else 0
        out[at + 4] = t.row_cards[slot]
        tally = flags_at(t, box, slot)
        for company in range(COMPANIES):
            out[at + 5 + company] = flags_in(tally, company)


@rule
def observe_face(box: Box, card: int, out: MutableSequence[int], at: int) -> None:
    """Write the number of a card and what is printed on it; 0 if there is no card."""
    here = card != NOTHING
    out[at] = card + 1
    out[at + 1] = box.spice[card] + 1 if here else 0
    out[at + 2] = box.units[card] if here else 0
    for place in range(FLAGS):
        out[at + 3 + place] = box.flag[card][place] + 1 if here else 0


@rule
def observe_places(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """BOR-1.8  Write where each card lies, as far as the seat may know."""
    for card in range(CARDS):
        place = t.place[card]
        shown = (place > Place.PILE) & (place < Place.HAND)
        own = place == Place.HAND + seat
        whose = from_here(t, seat, place - Place.STORE)
        stored = (whose + STORED - 1) * (whose > 0)
        out[AT_CARDS + card] = (place + 1) * shown + OWN_HAND * own + stored
    for harbour in range(HARBOURS):
        place = t.harbour_place[harbour]
        whose = from_here(t, seat, place - Place.STORE)
        face_up = place > Place.DISCARD
        out[AT_HARBOUR_CARDS + harbour] = (place == Place.PILE) + 2 * face_up + whose
    for mission in range(MISSIONS):
        place = t.mission_place[mission]
        whose = from_here(t, seat, place - Place.STORE)
        out[AT_MISSIONS + mission] = (place == Place.HARBOUR) + whose + (whose > 0)


@rule
def observe_missions(box: Box, out: MutableSequence[int]) -> None:
    """Write the value and the demands of each mission."""
    for mission in range(MISSIONS):
        at = AT_VALUES + mission * (1 + SPICES)
        out[at] = box.mission_value[mission]
        for spice in range(SPICES):
            out[at + 1 + spice] = box.need[mission][spice]


@rule
def observe_seats(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """BOR-1.8  Write sizes of hands, points, and the open warehouses by spice."""
    for i in range(MAX_SEATS):
        other = seat_after(t, seat, i)
        here = i < t.seats
        out[AT_SEATS + i] = t.hand_cards[other] * here
        out[AT_SEATS + MAX_SEATS + i] = points_of(t, box, other) if here else 0
        for spice in range(CRATE + 1):
            cell = AT_STOCK + i * (CRATE + 1) + spice
            out[cell] = t.stock[other][spice] * here
