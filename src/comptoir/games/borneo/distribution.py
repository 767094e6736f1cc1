"""BOR-6.5 to BOR-6.8, the distribution: merchants choose cards, rank by rank."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .cards import good_of, store_card
from .data import COMPANIES, FLAGS, NOTHING, RANKS, UPPER, Box, Phase, Place
from .fight import list_cards
from .flags import flags_in
from .shipment import clear_harbour
from .state import Kind, Table

BITS = 3  # bits per digit in an order of companies; a digit is 1 + company
DIGIT = (1 << BITS) - 1


@rule
def distribute(t: Table, box: Box, seat: int, company: int, tally: int) -> None:
    """BOR-6.2  Share out the harbour just loaded: to a monopoly, or at the limit to all."""
    t.distributions += 1
    if company != NOTHING:
        t.monopolies += 1
        note(t, Kind.MONOPOLY, NOBODY, company, t.slot + 1)
    else:
        note(t, Kind.SHARED, NOBODY, t.slot + 1)
    take_harbour(t, box, seat)
    top = t.row_cards[t.slot] - 1
    order = company + 1
    if company == NOTHING:
        order = order_companies(t, box, t.slot, top, t.row[t.slot][top], tally)
    while order > 0:
        t.order[t.ordered] = (order & DIGIT) - 1
        t.ordered += 1
        order >>= BITS
    t.pick = 0
    t.pick_rank = 0


@rule
def take_harbour(t: Table, box: Box, seat: int) -> None:
    """BOR-6.3  Give the harbour card to the player of the last card."""
    harbour = t.harbour[t.slot]
    spice = box.harbour_spice[harbour]
    t.harbour_place[harbour] = Place.STORE + seat
    t.harbour[t.slot] = NOTHING
    t.stock[seat][spice] += 1
    note(t, Kind.GOT_HARBOUR, seat, harbour, spice * 2)


@rule
def order_companies(
    t: Table, box: Box, slot: int, covered: int, newest: int, tally: int
) -> int:
    """BOR-6.6  Order companies by visible flags. BOR-6.7  Ties go by the first visible flag.

    Flags are read from the first card laid, left to right, upper row first. BOR-6.8  A
    company with no visible flag gets nothing. The order is packed into a number: its lowest
    digit is 1 + the first company, and 0 follows the last one.
    """
    order = 0
    seen = 0
    for i in range(covered + 1):
        card = newest if i == covered else t.row[slot][i]
        for place in range(FLAGS if i == covered else UPPER):
            company = box.flag[card][place]
            if not seen >> company & 1:
                seen |= 1 << company
                order = put_in_order(order, company, tally)
    return order


@rule
def put_in_order(order: int, company: int, tally: int) -> int:
    """BOR-6.6, BOR-6.7  Insert a company behind those with at least as many flags."""
    flags = flags_in(tally, company)
    at = 0
    while order >> at > 0 and flags_in(tally, (order >> at & DIGIT) - 1) >= flags:
        at += BITS
    before = order & ((1 << at) - 1)
    return before | (company + 1) << at | (order - before) << BITS


@rule
def has_merchants(t: Table) -> bool:
    """Return True if there is a merchant in any company of the distribution."""
    for i in range(t.ordered):
        if t.column[t.order[i]][0] != NOBODY:
            return True
    return False


@rule
def step(t: Table, pick: int, rank: int) -> tuple[int, int]:
    """BOR-6.6  Return the next position: the next company, else the next rank, else the
    first rank.
    """
    if pick + 1 < t.ordered:
        return pick + 1, rank
    return 0, 0 if rank == RANKS - 1 else rank + 1


@rule
def seek_merchant(t: Table, pick: int, rank: int) -> tuple[int, int]:
    """BOR-6.5, BOR-6.6  Return the position of the next merchant that chooses."""
    while t.column[t.order[pick]][rank] == NOBODY:
        pick, rank = step(t, pick, rank)
    return pick, rank


@rule
def has_rest_alone(t: Table, seat: int) -> bool:
    """Return True if one player will get all remaining cards, so that no choice is needed."""
    pick, rank = t.pick, t.pick_rank
    for _ in range(t.row_cards[t.slot]):
        pick, rank = seek_merchant(t, pick, rank)
        if t.column[t.order[pick]][rank] != seat:
            return False
        pick, rank = step(t, pick, rank)
    return True


@rule
def offer_cards(t: Table, box: Box) -> None:
    """BOR-6.5, BOR-6.6  Ask the next merchant to choose, if there is a choice.

    BOR-6.5, BOR-6.8  Cards that nobody may take are discarded.
    """
    if not has_merchants(t):
        note(t, Kind.LEFT, NOBODY, clear_harbour(t, t.slot))
    while t.row_cards[t.slot] > 0:
        t.pick, t.pick_rank = seek_merchant(t, t.pick, t.pick_rank)
        seat = t.column[t.order[t.pick]][t.pick_rank]
        if not has_rest_alone(t, seat):
            t.turn = seat
            t.phase = Phase.PICKING
            return
        take_card(t, box, seat, t.row[t.slot][0])
    end_distribution(t)


@rule
def legal_picks(t: Table, moves: MutableSequence[int]) -> int:
    """BOR-6.5, BOR-6.6  List the shipment cards left at the harbour."""
    return list_cards(t.row[t.slot], t.row_cards[t.slot], moves, 0)


@rule
def take_card(t: Table, box: Box, seat: int, card: int) -> None:
    """BOR-6.5, BOR-6.6  Let a merchant take a card for its owner's warehouse."""
    last = t.row_cards[t.slot] - 1
    at = 0
    while t.row[t.slot][at] != card:
        at += 1
    while at < last:
        t.row[t.slot][at] = t.row[t.slot][at + 1]
        at += 1
    t.row[t.slot][last] = NOTHING
    t.row_cards[t.slot] = last
    store_card(t, box, seat, card)
    note(t, Kind.TOOK, seat, card, good_of(box, card))
    t.pick, t.pick_rank = step(t, t.pick, t.pick_rank)


@rule
def end_distribution(t: Table) -> None:
    """End the distribution; the player whose turn it is continues."""
    for i in range(COMPANIES):
        t.order[i] = NOTHING
    t.ordered = 0
    t.pick = 0
    t.pick_rank = 0
    t.turn = t.mover
