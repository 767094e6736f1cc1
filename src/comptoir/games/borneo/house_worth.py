"""What things are worth to the house bot, in tenths of a point and of its own making."""

from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .data import COMPANIES, CRATE, MISSIONS, NOTHING, OPEN, RANKS, SPICES, Place
from .distribution import end_distribution, order_companies, seek_merchant, step
from .missions import gap
from .shipment import is_at_limit, monopoly_at, visible_flags

POINT = 10
CALM = 8  # heat of a company before its flags are seen anywhere
AVERAGE = 17  # a card of a distribution, before it is known which
CROWD = 6  # what a card in another player's warehouse costs
GIFT = 8  # a harbour left one card short, for who comes next
FLAG = 1  # a flag of a company, for its merchants' ranks


@rule
def weight(rank: int) -> int:
    """Return how much a rank is worth beside the others."""
    if rank == 0:
        return 10
    return 8 - 2 * rank if rank < RANKS - 1 else 1


@rule
def hope(t: Table, box: Box, seat: int) -> int:
    """Judge a warehouse by the missions it covers in part, the best one most."""
    best = 0
    total = 0
    for mission in range(MISSIONS):
        if t.mission_place[mission] == Place.HARBOUR:
            asked = 0
            for spice in range(SPICES):
                asked += box.need[mission][spice]
            lacking = gap(box.need[mission], t.stock[seat]) - t.stock[seat][CRATE]
            covered = asked - max(0, lacking)
            profit = max(0, box.mission_value[mission] - asked) * POINT
            worth = profit * covered * covered // (asked * asked)
            total += worth
            best = max(best, worth)
    return best + total // 8


@rule
def worth_of_units(t: Table, box: Box, seat: int, spice: int, units: int) -> int:
    """Judge a card for a warehouse: its own point, and the missions it helps."""
    before = hope(t, box, seat)
    t.stock[seat][spice] += units
    after = hope(t, box, seat)
    t.stock[seat][spice] -= units
    return POINT + max(0, after - before)


@rule
def worth_of_card(t: Table, box: Box, seat: int, card: int) -> int:
    """Judge a shipment card for a warehouse."""
    return worth_of_units(t, box, seat, box.spice[card], box.units[card])


@rule
def heat(t: Table, box: Box, company: int) -> int:
    """Judge a company by the flags seen at the harbours, the fuller ones more."""
    warmth = CALM
    for slot in range(OPEN):
        if t.row_cards[slot] > 0:
            warmth += visible_flags(t, box, slot, company) * t.row_cards[slot]
    return warmth


@rule
def lead(t: Table, seat: int, company: int) -> int:
    """Return what a player's ranks in a company are worth, less the others' share."""
    own = 0
    others = 0
    for rank in range(RANKS):
        if t.column[company][rank] == seat:
            own += weight(rank)
        elif t.column[company][rank] != NOBODY:
            others += weight(rank)
    return own - others // (t.seats - 1)


@rule
def worth_of_load(t: Table, box: Box, seat: int, slot: int, card: int) -> int:
    """Judge a shipment: what it shares out, or what it leads to."""
    t.row[slot][t.row_cards[slot]] = card
    t.row_cards[slot] += 1
    company = monopoly_at(t, box, slot)
    if company != NOTHING or is_at_limit(t, box, slot):
        worth = worth_of_sharing(t, box, seat, slot, company)
    else:
        worth = 0
        for other in range(COMPANIES):
            worth += FLAG * box.flag_count[card][other] * lead(t, seat, other)
        if t.row_cards[slot] + 1 == box.limit[t.harbour[slot]]:
            worth -= GIFT
    t.row_cards[slot] -= 1
    t.row[slot][t.row_cards[slot]] = NOTHING
    return worth


@rule
def worth_of_sharing(t: Table, box: Box, seat: int, slot: int, company: int) -> int:
    """Judge a distribution: the harbour card, and who gets how many cards."""
    worth = worth_of_units(t, box, seat, box.harbour_spice[t.harbour[slot]], 1)
    before = t.slot
    t.slot = slot
    if company != NOTHING:
        t.order[0] = company
        t.ordered = 1
    else:
        order_companies(t, box)
    stand = False
    for i in range(t.ordered):
        stand = stand or t.column[t.order[i]][0] != NOBODY
    if stand:
        for left in range(t.row_cards[slot], 0, -1):
            if seek_merchant(t) == seat:
                worth += AVERAGE + left  # the earlier, the more to choose from
            else:
                worth -= CROWD
            step(t)
    turn = t.turn
    end_distribution(t)
    t.turn = turn
    t.slot = before
    return worth


@rule
def best_load(t: Table, box: Box, seat: int, slot: int) -> int:
    """Judge the best card for a harbour."""
    best = worth_of_load(t, box, seat, slot, t.hand[seat][0])
    for i in range(1, t.hand_cards[seat]):
        best = max(best, worth_of_load(t, box, seat, slot, t.hand[seat][i]))
    return best


@rule
def best_sharing(t: Table, box: Box, seat: int) -> int:
    """Judge the best distribution it could make with one card; 0 if there is none."""
    best = 0
    for slot in range(OPEN):
        value = box.monopoly[t.harbour[slot]]
        full = t.row_cards[slot] + 1 >= box.limit[t.harbour[slot]]
        for i in range(t.hand_cards[seat]):
            card = t.hand[seat][i]
            due = full
            for company in range(COMPANIES):
                flags = box.flag_count[card][company]
                if flags > 0 and upper_flags(t, box, slot, company) + flags >= value:
                    due = True
            if due:
                best = max(best, worth_of_load(t, box, seat, slot, card))
    return best


@rule
def upper_flags(t: Table, box: Box, slot: int, company: int) -> int:
    """Count the flags that would still be seen if all cards were covered."""
    flags = 0
    for i in range(t.row_cards[slot]):
        flags += box.upper[t.row[slot][i]][company]
    return flags


@rule
def worth_of_ranks(t: Table, box: Box, seat: int) -> int:
    """Judge how a player stands in the companies, the warm ones most."""
    worth = 0
    for company in range(COMPANIES):
        worth += heat(t, box, company) * lead(t, seat, company)
    return worth
