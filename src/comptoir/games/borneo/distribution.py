"""BOR-6.5 to BOR-6.8, the distribution: merchants choose cards, rank by rank."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .cards import good_of, store_card
from .data import COMPANIES, FLAGS, NOTHING, RANKS, UPPER, Phase, Place
from .fight import list_cards
from .shipment import clear_harbour, is_at_limit, monopoly_at, visible_flags
from .state import Kind


@rule
def distribute(t: Table, box: Box, seat: int) -> bool:
    """BOR-6.2  Share out the harbour just loaded, if it is due; return whether it is."""
    company = monopoly_at(t, box, t.slot)
    if company == NOTHING and not is_at_limit(t, box, t.slot):
        return False
    t.distributions += 1
    if company != NOTHING:
        t.monopolies += 1
        note(t, Kind.MONOPOLY, NOBODY, company, t.slot + 1)
    else:
        note(t, Kind.SHARED, NOBODY, t.slot + 1)
    take_harbour(t, box, seat)
    if company != NOTHING:
        t.order[0] = company
        t.ordered = 1
    else:
        order_companies(t, box)
    t.pick = 0
    t.pick_rank = 0
    return True


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
def first_seen(t: Table, box: Box, slot: int, company: int) -> int:
    """BOR-6.7  Return how many flags are seen before a company's first one.

    From the first card laid, left to right, upper row first; covered ones are not seen.
    """
    cards = t.row_cards[slot]
    seen = 0
    for i in range(cards):
        for place in range(FLAGS if i == cards - 1 else UPPER):
            if box.flag[t.row[slot][i]][place] == company:
                return seen
            seen += 1
    return seen


@rule
def order_companies(t: Table, box: Box) -> None:
    """BOR-6.6  Companies by visible flags, most first. BOR-6.7  Equals by what is seen first.

    BOR-6.8  A company with no visible flag gets nothing.
    """
    t.ordered = 0
    for company in range(COMPANIES):
        if visible_flags(t, box, t.slot, company) > 0:
            at = t.ordered
            while at > 0 and comes_before(t, box, company, t.order[at - 1]):
                t.order[at] = t.order[at - 1]
                at -= 1
            t.order[at] = company
            t.ordered += 1


@rule
def comes_before(t: Table, box: Box, company: int, other: int) -> bool:
    """BOR-6.6, BOR-6.7  Whether a company is served before another."""
    flags = visible_flags(t, box, t.slot, company)
    others = visible_flags(t, box, t.slot, other)
    if flags != others:
        return flags > others
    return first_seen(t, box, t.slot, company) < first_seen(t, box, t.slot, other)


@rule
def has_merchants(t: Table) -> bool:
    """Whether anyone stands in a company that is served."""
    for i in range(t.ordered):
        if t.column[t.order[i]][0] != NOBODY:
            return True
    return False


@rule
def step(t: Table) -> None:
    """BOR-6.6  Go on to the next company, then to the next rank, then round again."""
    t.pick += 1
    if t.pick == t.ordered:
        t.pick = 0
        t.pick_rank = 0 if t.pick_rank == RANKS - 1 else t.pick_rank + 1


@rule
def seek_merchant(t: Table) -> int:
    """BOR-6.5, BOR-6.6  Step on to the next merchant and return whose it is."""
    while t.column[t.order[t.pick]][t.pick_rank] == NOBODY:
        step(t)
    return t.column[t.order[t.pick]][t.pick_rank]


@rule
def has_rest_alone(t: Table, seat: int) -> bool:
    """Whether all cards left will be one player's: then there is nothing to choose."""
    pick = t.pick
    rank = t.pick_rank
    alone = True
    for _ in range(t.row_cards[t.slot]):
        alone = alone and seek_merchant(t) == seat
        step(t)
    t.pick = pick
    t.pick_rank = rank
    return alone


@rule
def offer_cards(t: Table, box: Box) -> bool:
    """Ask the next merchant to choose; return whether the distribution is over.

    BOR-6.5, BOR-6.8  Cards that nobody may take are discarded.
    """
    if not has_merchants(t):
        note(t, Kind.LEFT, NOBODY, clear_harbour(t, t.slot))
    while t.row_cards[t.slot] > 0:
        seat = seek_merchant(t)
        if not has_rest_alone(t, seat):
            t.turn = seat
            t.phase = Phase.PICKING
            return False
        take_card(t, box, seat, t.row[t.slot][0])
    end_distribution(t)
    return True


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
    step(t)


@rule
def end_distribution(t: Table) -> None:
    """Nothing is shared out any more; the player whose turn it is goes on."""
    for i in range(COMPANIES):
        t.order[i] = NOTHING
    t.ordered = 0
    t.pick = 0
    t.pick_rank = 0
    t.turn = t.mover
