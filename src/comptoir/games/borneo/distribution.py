"""BOR-6.5 to BOR-6.8, the distribution: merchants choose cards, rank by rank."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .cards import good_of, store_card
from .data import COMPANIES, FLAGS, NOTHING, RANKS, UPPER, Phase, Place
from .fight import list_cards
from .shipment import clear_harbour, visible_flags
from .state import Kind

BITS = 3  # a digit in an order of companies: 1 + company
DIGIT = (1 << BITS) - 1


@rule
def distribute(t: Table, box: Box, seat: int, company: int) -> None:
    """BOR-6.2  Share out the harbour just loaded, for a monopoly or for its limit."""
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
        order = order_companies(t, box, t.slot, top, t.row[t.slot][top])
    while order > 0:
        t.order[t.ordered] = (order & DIGIT) - 1
        t.ordered += 1
        order >>= BITS
    t.pick = 0
    t.pick_rank = 0


@rule
def take_harbour(t: Table, box: Box, seat: int) -> None:
    """BOR-6.3  The player of the last card takes the harbour card."""
    harbour = t.harbour[t.slot]
    spice = box.harbour_spice[harbour]
    t.harbour_place[harbour] = Place.STORE + seat
    t.harbour[t.slot] = NOTHING
    t.stock[seat][spice] += 1
    note(t, Kind.GOT_HARBOUR, seat, harbour, spice * 2)


@rule
def first_seen(
    t: Table, box: Box, slot: int, covered: int, newest: int, company: int
) -> int:
    """BOR-6.7  Return how many flags are seen before a company's first one.

    From the first card laid, left to right, upper row first; covered ones are not seen.
    """
    seen = 0
    for i in range(covered):
        for place in range(UPPER):
            if box.flag[t.row[slot][i]][place] == company:
                return seen
            seen += 1
    for place in range(FLAGS):
        if box.flag[newest][place] == company:
            return seen
        seen += 1
    return seen


@rule
def order_companies(t: Table, box: Box, slot: int, covered: int, newest: int) -> int:
    """BOR-6.6  Companies by visible flags, most first. BOR-6.7  Equals by what is seen first.

    BOR-6.8  A company with no visible flag gets nothing. The order is a number: its lowest
    digit is 1 + the first company, and 0 stands behind the last one.
    """
    order = 0
    for company in range(COMPANIES):
        if visible_flags(t, box, slot, covered, newest, company) > 0:
            at = 0
            while order >> at > 0 and comes_before(
                t, box, slot, covered, newest, (order >> at & DIGIT) - 1, company
            ):
                at += BITS
            before = order & ((1 << at) - 1)
            order = before | (company + 1) << at | (order - before) << BITS
    return order


@rule
def comes_before(
    t: Table, box: Box, slot: int, covered: int, newest: int, company: int, other: int
) -> bool:
    """BOR-6.6, BOR-6.7  Whether a company is served before another."""
    flags = visible_flags(t, box, slot, covered, newest, company)
    others = visible_flags(t, box, slot, covered, newest, other)
    if flags != others:
        return flags > others
    seen = first_seen(t, box, slot, covered, newest, company)
    return seen < first_seen(t, box, slot, covered, newest, other)


@rule
def has_merchants(t: Table) -> bool:
    """Whether anyone stands in a company that is served."""
    for i in range(t.ordered):
        if t.column[t.order[i]][0] != NOBODY:
            return True
    return False


@rule
def step(t: Table, pick: int, rank: int) -> tuple[int, int]:
    """BOR-6.6  Go on to the next company, then to the next rank, then round again."""
    if pick + 1 < t.ordered:
        return pick + 1, rank
    return 0, 0 if rank == RANKS - 1 else rank + 1


@rule
def seek_merchant(t: Table, pick: int, rank: int) -> tuple[int, int]:
    """BOR-6.5, BOR-6.6  Return where the next merchant stands."""
    while t.column[t.order[pick]][rank] == NOBODY:
        pick, rank = step(t, pick, rank)
    return pick, rank


@rule
def has_rest_alone(t: Table, seat: int) -> bool:
    """Whether all cards left will be one player's: then there is nothing to choose."""
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
    """BOR-6.5, BOR-6.6  Any shipment card of that harbour that is left."""
    return list_cards(t.row[t.slot], t.row_cards[t.slot], moves, 0)


@rule
def take_card(t: Table, box: Box, seat: int, card: int) -> None:
    """BOR-6.5, BOR-6.6  A merchant chooses a card for its owner's warehouse."""
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
    """Nothing is shared out any more; the player whose turn it is goes on."""
    for i in range(COMPANIES):
        t.order[i] = NOTHING
    t.ordered = 0
    t.pick = 0
    t.pick_rank = 0
    t.turn = t.mover
