"""BOR-6.1 to BOR-6.4, a shipment: laying a card at a harbour, and when it is shared out."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .cards import discard_card, good_of, take_from_hand
from .data import FLAGS, HARBOUR, HARBOURS, LOAD, NOTHING, OPEN, Box, Phase, Place
from .flags import flags_in, reaches
from .state import Kind, Table


@rule
def legal_harbours(moves: MutableSequence[int]) -> int:
    """BOR-6.1  List the open harbours."""
    for slot in range(OPEN):
        moves[slot] = HARBOUR + slot
    return OPEN


@rule
def choose_harbour(t: Table, slot: int) -> None:
    """BOR-6.1  Choose the harbour; then the card is laid."""
    t.slot = slot
    t.phase = Phase.LOADING


@rule
def legal_loads(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-6.1  List the cards of the hand, which is never empty here."""
    for i in range(t.hand_cards[seat]):
        moves[i] = LOAD + t.hand[seat][i]
    return t.hand_cards[seat]


@rule
def load_card(t: Table, box: Box, seat: int, card: int) -> None:
    """BOR-6.1  Lay a card at the harbour; it covers the lower row of the card before."""
    take_from_hand(t, seat, card)
    t.place[card] = Place.HARBOUR
    t.row[t.slot][t.row_cards[t.slot]] = card
    t.row_cards[t.slot] += 1
    note(t, Kind.LOADED, seat, card, good_of(box, card), t.slot + 1)


@rule
def covered_flags(t: Table, box: Box, slot: int, covered: int) -> int:
    """BOR-6.1  Return the tally of flags visible on so many covered cards: three on each."""
    tally = 0
    for i in range(covered):
        tally += box.upper[t.row[slot][i]]
    return tally


@rule
def flags_at(t: Table, box: Box, slot: int) -> int:
    """BOR-6.1  Return the tally of flags visible at a harbour; the newest card shows all
    four.
    """
    top = t.row_cards[slot] - 1
    if top < 0:
        return 0
    return covered_flags(t, box, slot, top) + box.flag_count[t.row[slot][top]]


@rule
def monopoly_in(box: Box, harbour: int, tally: int, newest: int) -> int:
    """BOR-6.2  Return the company that has a monopoly with a newest card, or NOTHING.

    BOR-6.4  If there are several, it is the one whose flag comes first on the newest card,
    upper row first. Only companies with a flag on that card can have a new monopoly.
    """
    value = box.monopoly[harbour]
    if reaches(tally, value):
        for place in range(FLAGS):
            if flags_in(tally, box.flag[newest][place]) >= value:
                return box.flag[newest][place]
    return NOTHING


@rule
def is_at_limit(t: Table, box: Box, slot: int, covered: int) -> bool:
    """BOR-6.2  Return True if `covered` cards and the newest reach the harbour's limit."""
    return covered + 1 >= box.limit[t.harbour[slot]]


@rule
def turn_up_harbour(t: Table, box: Box, slot: int) -> bool:
    """BOR-6.9  Turn up a new harbour; return False if there is none."""
    left = 0
    for harbour in range(HARBOURS):
        if t.harbour_place[harbour] == Place.PILE:
            left += 1
    if left == 0:
        t.harbour[slot] = NOTHING
        return False
    at = chance(t, left)
    harbour = 0
    while t.harbour_place[harbour] != Place.PILE or at > 0:
        if t.harbour_place[harbour] == Place.PILE:
            at -= 1
        harbour += 1
    t.harbour_place[harbour] = Place.HARBOUR
    t.harbour[slot] = harbour
    good = box.harbour_spice[harbour] * 2
    note(t, Kind.HARBOUR_UP, NOBODY, harbour, good, slot + 1)
    return True


@rule
def clear_harbour(t: Table, slot: int) -> int:
    """Discard all cards of a harbour and return their number."""
    cards = t.row_cards[slot]
    for i in range(cards):
        discard_card(t, t.row[slot][i])
        t.row[slot][i] = NOTHING
    t.row_cards[slot] = 0
    return cards
