"""The house bot's values, mostly in tenths of a point; the numbers are heuristics."""

from collections.abc import Sequence

from comptoir.engine.rules.rule import noinline, rule

from .cards import good_of
from .data import (
    COMPANIES,
    CRATE,
    FLAGS,
    MISSIONS,
    NOTHING,
    OPEN,
    RANKS,
    SPICES,
    TAKE,
    Box,
    Place,
)
from .distribution import BITS, DIGIT, order_companies
from .flags import ONES, digit_of, flags_in, reaches
from .house_stand import column_in, stands_at
from .shipment import covered_flags, flags_at, is_at_limit, monopoly_in
from .state import Table

POINT = 10
CALM = 8  # the heat of a company without visible flags
AVERAGE = 17  # the value of an unknown card of a distribution
CROWD = 6  # the cost of a card that goes to another player's warehouse
GIFT = 8  # the cost of leaving a harbour one card short for the next player
EVEN = 64  # a tally of leads adds this to each digit: leads may be negative, digits may not
LATE = 1000  # the turn of a company that gets nothing
FINE = 24  # fractional bits of a mission's appeal, a fixed-point number


@rule
def weight(rank: int) -> int:
    """Return the relative worth of a rank."""
    if rank == 0:
        return 10
    return 8 - 2 * rank if rank < RANKS - 1 else 1


def appeal_of(value: int, asked: int) -> int:
    """Return a mission's profit over the square of its demand, with FINE fractional bits.

    It is rounded up. Multiplied by the square of the covered part, it gives the integer
    quotient without a division, if missions ask for fewer than 64 spices.
    """
    profit = max(0, value - asked) * POINT
    return -((-profit << FINE) // (asked * asked))


@rule
def hope(t: Table, box: Box, seat: int, more: int, units: int) -> int:
    """Return the value of a warehouse with more units of a spice, by the missions it covers in
    part.

    Each mission's profit is weighted by the square of the covered part. The best one counts
    most.
    """
    crates = t.stock[seat][CRATE] + units * (more == CRATE)
    best = 0
    total = 0
    for mission in range(
        MISSIONS
    ):  # branchless, so that compilers can vectorise the loop
        lacking = -crates
        for spice in range(SPICES):
            have = t.stock[seat][spice] + units * (more == spice)
            lacking += max(0, box.need[mission][spice] - have)
        covered = box.asked[mission] - max(0, lacking)
        covered *= t.mission_place[mission] == Place.HARBOUR
        worth = covered * covered * box.appeal[mission] >> FINE
        total += worth
        best = max(best, worth)
    return best + total // 8


@rule
def best_card(
    t: Table, box: Box, seat: int, moves: Sequence[int], first: int, count: int
) -> int:
    """Return the best card for a warehouse (of ties, the first); values each good only once."""
    best = moves[first]
    most = -1
    judged = 0
    for i in range(first, count):
        card = moves[i] - TAKE
        good = good_of(box, card)
        if not judged >> good & 1:
            judged |= 1 << good
            worth = hope(t, box, seat, box.spice[card], box.units[card])
            if worth > most:
                best = moves[i]
                most = worth
    return best


@rule
def heats(t: Table, box: Box) -> int:
    """Return the heat of each company: its visible flags, where fuller harbours count more."""
    warmth = CALM * ONES
    for slot in range(OPEN):
        warmth += flags_at(t, box, slot) * t.row_cards[slot]
    return warmth


@rule
def lead(t: Table, seat: int, column: int) -> int:
    """Return the value of a player's ranks in a column, minus the others' average."""
    own = 0
    every = 0
    for rank in range(RANKS):
        who = stands_at(column, rank)
        own += weight(rank) * (who == seat + 1)
        every += weight(rank) * (who > 0)
    return own - (every - own) // (t.seats - 1)


@rule
def leads(t: Table, seat: int, stand: int) -> int:
    """Return a player's leads in all companies as a tally, with EVEN added to each."""
    tally = EVEN * ONES
    for company in range(COMPANIES):
        tally += digit_of(company, lead(t, seat, column_in(stand, company)))
    return tally


@rule
def is_close(t: Table, box: Box, slot: int, covered: int) -> bool:
    """Return True if one more card could trigger a distribution; a quick test."""
    full = is_at_limit(t, box, slot, t.row_cards[slot])
    return full | reaches(covered, box.monopoly[t.harbour[slot]] - FLAGS)


@rule
def order_after(t: Table, box: Box, slot: int, covered: int, card: int) -> int:
    """Return the order of companies in the distribution a shipment triggers; 0 if none."""
    cards = t.row_cards[slot]
    tally = covered + box.flag_count[card]
    company = monopoly_in(box, t.harbour[slot], tally, card)
    if company == NOTHING and is_at_limit(t, box, slot, cards):
        return order_companies(t, box, slot, cards, card, tally)
    return company + 1


@rule
def worth_of_harbour(t: Table, box: Box, seat: int, slot: int) -> int:
    """Return the value of a harbour card in a warehouse: its own point, and its help for
    missions.
    """
    spice = box.harbour_spice[t.harbour[slot]]
    return POINT + hope(t, box, seat, spice, 1) - hope(t, box, seat, NOTHING, 0)


@rule
def turns_in(order: int) -> int:
    """Return the turn of each company's first merchant in a distribution, as a tally."""
    turns = LATE * ONES
    rest = order
    turn = 0
    while rest > 0:
        turns += digit_of((rest & DIGIT) - 1, turn - LATE)
        rest >>= BITS
        turn += 1
    return turns


@noinline
def worth_of_shares(seat: int, order: int, cards: int, stand: int) -> tuple[int, int]:
    """Return the value of a distribution by the number of cards each player gets.

    `stand` gives the merchants' posts. Also return the turn of the last card: merchants whose
    turn comes later do not matter. A merchant's turn comes COMPANIES later for each rank below
    the first.
    """
    worth = 0
    left = cards
    end = -1
    start = 0
    rank = 0
    while left > 0:
        before = left
        turn = start + rank * COMPANIES
        rest = order
        while rest > 0:
            who = stands_at(stand, ((rest & DIGIT) - 1) * RANKS + rank)
            takes = (who > 0) & (left > 0)
            own = takes & (who == seat + 1)
            # The earlier the turn, the more cards there are to choose from.
            worth += own * (AVERAGE + left + CROWD) - takes * CROWD
            left -= takes
            end = turn if takes else end
            turn += 1
            rest >>= BITS
        if left == before and rank == 0:  # no merchant is there to take a card
            return worth, LATE
        rank += 1
        # no merchant stands this low: begin again at the first rank
        if left == before or rank == RANKS:
            rank = 0
            start += RANKS * COMPANIES
    return worth, end


@rule
def best_flags(t: Table, box: Box, seat: int, ahead: int) -> int:
    """Return the card of the hand whose flags help the player most."""
    best = t.hand[seat][0]
    most = worth_of_flags(box.flag_count[best], ahead)
    for i in range(1, t.hand_cards[seat]):
        worth = worth_of_flags(box.flag_count[t.hand[seat][i]], ahead)
        if worth > most:
            best = t.hand[seat][i]
            most = worth
    return best


@rule
def worth_of_flags(tally: int, ahead: int) -> int:
    """Return the value of flags by a player's leads in their companies."""
    worth = 0
    for company in range(COMPANIES):
        worth += flags_in(tally, company) * (flags_in(ahead, company) - EVEN)
    return worth


@rule
def best_load(
    t: Table, box: Box, seat: int, slot: int, stand: int, ahead: int, plain: int
) -> tuple[int, int]:
    """Return the best card to lay at a harbour, and its value.

    `plain` is the card with the best flags, the answer unless a distribution is possible.
    """
    cards = t.row_cards[slot]
    covered = covered_flags(t, box, slot, cards)
    gift = GIFT if cards + 2 == box.limit[t.harbour[slot]] else 0
    if not is_close(t, box, slot, covered):
        return plain, worth_of_flags(box.flag_count[plain], ahead) - gift
    harbour = 0  # the value of the harbour's card, computed on first use
    best = NOTHING
    most = 0
    for i in range(t.hand_cards[seat]):
        card = t.hand[seat][i]
        order = order_after(t, box, slot, covered, card)
        if order > 0:
            if harbour == 0:
                harbour = worth_of_harbour(t, box, seat, slot)
            shares, _ = worth_of_shares(seat, order, cards + 1, stand)
            worth = harbour + shares
        else:
            worth = worth_of_flags(box.flag_count[card], ahead) - gift
        if best == NOTHING or worth > most:
            best = card
            most = worth
    return best, most
