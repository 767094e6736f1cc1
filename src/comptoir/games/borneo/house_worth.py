"""What things are worth to the house bot, in tenths of a point and of its own making."""

from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .data import COMPANIES, CRATE, HAND, MISSIONS, NOTHING, OPEN, RANKS, SPICES, Place
from .distribution import BITS, DIGIT, order_companies
from .house_stand import who_stands
from .shipment import flags_at, is_at_limit, monopoly_at

POINT = 10
CALM = 8  # heat of a company before its flags are seen anywhere
AVERAGE = 17  # a card of a distribution, before it is known which
CROWD = 6  # what a card in another player's warehouse costs
GIFT = 8  # a harbour left one card short, for who comes next
FLAG = 1  # a flag of a company, for its merchants' ranks
WARM = 12  # bits for the heat of a company


@rule
def weight(rank: int) -> int:
    """Return how much a rank is worth beside the others."""
    if rank == 0:
        return 10
    return 8 - 2 * rank if rank < RANKS - 1 else 1


@rule
def hope(t: Table, box: Box, seat: int, more: int, units: int) -> int:
    """Judge a warehouse, and units of one spice more, by the missions it covers in part.

    The best one counts most.
    """
    crates = t.stock[seat][CRATE] + units * (more == CRATE)
    best = 0
    total = 0
    for mission in range(MISSIONS):
        if t.mission_place[mission] == Place.HARBOUR:
            asked = 0
            lacking = -crates
            for spice in range(SPICES):
                need = box.need[mission][spice]
                asked += need
                have = t.stock[seat][spice] + units * (more == spice)
                lacking += max(0, need - have)
            covered = asked - max(0, lacking)
            profit = max(0, box.mission_value[mission] - asked) * POINT
            worth = profit * covered * covered // (asked * asked)
            total += worth
            best = max(best, worth)
    return best + total // 8


@rule
def worth_of_units(t: Table, box: Box, seat: int, spice: int, units: int) -> int:
    """Judge a card for a warehouse: its own point, and the missions it helps."""
    before = hope(t, box, seat, NOTHING, 0)
    return POINT + max(0, hope(t, box, seat, spice, units) - before)


@rule
def worth_of_card(t: Table, box: Box, seat: int, card: int) -> int:
    """Judge a shipment card for a warehouse."""
    return worth_of_units(t, box, seat, box.spice[card], box.units[card])


@rule
def heat(t: Table, box: Box, company: int) -> int:
    """Judge a company by the flags seen at the harbours, the fuller ones more."""
    warmth = CALM
    for slot in range(OPEN):
        warmth += flags_at(t, box, slot, company) * t.row_cards[slot]
    return warmth


@rule
def lead(t: Table, seat: int, company: int, stand: int) -> int:
    """Return what a player's ranks in a company are worth, less the others' share."""
    own = 0
    others = 0
    for rank in range(RANKS):
        who = who_stands(stand, company, rank)
        if who == seat:
            own += weight(rank)
        elif who != NOBODY:
            others += weight(rank)
    return own - others // (t.seats - 1)


@rule
def worth_of_load(
    t: Table, box: Box, seat: int, slot: int, card: int, stand: int
) -> int:
    """Judge a shipment: what it shares out, or what it leads to."""
    cards = t.row_cards[slot]
    company = monopoly_at(t, box, slot, cards, card)
    if company != NOTHING or is_at_limit(t, box, slot, cards):
        return worth_of_sharing(t, box, seat, slot, card, company, stand)
    worth = 0
    for other in range(COMPANIES):
        worth += FLAG * box.flag_count[card][other] * lead(t, seat, other, stand)
    if cards + 2 == box.limit[t.harbour[slot]]:
        worth -= GIFT
    return worth


@rule
def worth_of_sharing(
    t: Table, box: Box, seat: int, slot: int, card: int, company: int, stand: int
) -> int:
    """Judge a distribution: the harbour card, and who gets how many cards."""
    worth = worth_of_units(t, box, seat, box.harbour_spice[t.harbour[slot]], 1)
    order = company + 1
    if company == NOTHING:
        order = order_companies(t, box, slot, t.row_cards[slot], card)
    left = t.row_cards[slot] + 1
    found = True
    while found and left > 0:
        found = False
        for rank in range(RANKS):
            rest = order
            while rest > 0 and left > 0:
                who = who_stands(stand, (rest & DIGIT) - 1, rank)
                rest >>= BITS
                if who != NOBODY:
                    found = True
                    # the earlier, the more to choose from
                    worth += AVERAGE + left if who == seat else -CROWD
                    left -= 1
    return worth


@rule
def best_load(t: Table, box: Box, seat: int, slot: int, stand: int) -> int:
    """Judge the best card for a harbour."""
    best = worth_of_load(t, box, seat, slot, t.hand[seat][0], stand)
    for i in range(1, t.hand_cards[seat]):
        card = t.hand[seat][i]
        best = max(best, worth_of_load(t, box, seat, slot, card, stand))
    return best


@rule
def loads_due(t: Table, box: Box, seat: int) -> int:
    """Return a bit for each harbour and card of a hand that would make a distribution."""
    due = 0
    for slot in range(OPEN):
        cards = t.row_cards[slot]
        full = is_at_limit(t, box, slot, cards)
        for i in range(t.hand_cards[seat]):
            card = t.hand[seat][i]
            if full or monopoly_at(t, box, slot, cards, card) != NOTHING:
                due |= 1 << slot * HAND + i
    return due


@rule
def best_sharing(t: Table, box: Box, seat: int, due: int, stand: int) -> int:
    """Judge the best of the distributions it could make with one card; 0 if none is due."""
    best = 0
    load = 0
    while due >> load > 0:
        if due >> load & 1:
            slot, card = load // HAND, t.hand[seat][load % HAND]
            best = max(best, worth_of_load(t, box, seat, slot, card, stand))
        load += 1
    return best


@rule
def heats(t: Table, box: Box) -> int:
    """Return the heat of all companies, as digits of one number."""
    warmth = 0
    for company in range(COMPANIES):
        warmth |= heat(t, box, company) << WARM * company
    return warmth


@rule
def worth_of_ranks(t: Table, seat: int, warmth: int, stand: int) -> int:
    """Judge how a player stands in the companies, the warm ones most."""
    worth = 0
    for company in range(COMPANIES):
        warm = warmth >> WARM * company & ((1 << WARM) - 1)
        worth += warm * lead(t, seat, company, stand)
    return worth
