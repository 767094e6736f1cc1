"""The house bot: a few rules of thumb that use only what its seat may know.

It spends cards on the next good stall. Tiles of new companies are worth more than further tiles
of the same company. It spends bills on packets that suit its hand.
"""

from collections.abc import Sequence

from comptoir.engine.rules.rule import rule

from .cards import count_cards
from .data import (
    BID,
    COMPANIES,
    DRAW,
    EXCHANGE,
    GOODS,
    KEEP,
    LAY,
    MOVE,
    NOTHING,
    PASS,
    SPACES,
    STOP,
    Box,
    Phase,
)
from .merchant import companies_held, next_stall
from .scoring import crates_in_office
from .state import Table
from .turn import leads_somewhere, most_laid_by_others

# Values are counted in tenths of a gold piece.
CARD = 9  # the cost of spending a card
STEP = 4  # the cost of passing over a space
LEAD = 5  # tenths of an office's gold that leading in it is worth
HOARD = 9  # with so many cards in hand, it plays whatever it can
GOOD_MOVE = 24  # for a move worth less, it can wait and draw two more cards
PACKET_CARD = 10  # tenths of a bill for each card of the packet
FITTING_CARD = 6  # more for a card that makes or keeps a majority
FIRST_PLAYER = 8  # tenths of a bill for going first
LATE = 24  # from this space on, it exchanges whatever it can


@rule
def house(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Choose one of the legal moves."""
    if count == 1:
        return moves[0]
    if t.phase == Phase.AUCTION:
        return house_bid(t, seat)
    if t.phase == Phase.TURN:
        return house_turn(t, box, seat, moves)
    if t.phase == Phase.LAYING:
        return house_laying(t, box, seat)
    if t.phase == Phase.SEAL:
        return MOVE + house_seal(t, box, seat)
    return house_exchange(t, seat)


@rule
def house_bid(t: Table, seat: int) -> int:
    """Raise the bid by one while the packet is worth it and a third of the bills remains."""
    worth = FIRST_PLAYER
    for company in range(COMPANIES):
        cards = t.packet[company]
        worth += PACKET_CARD * cards
        fleet = t.laid[seat][company] + t.hand[seat][company]
        if fleet + cards > most_laid_by_others(t, seat, company):
            worth += FITTING_CARD * min(cards, 2)
    bid = t.high_bid + 1
    if bid * 10 <= worth and bid * 3 <= t.bills[seat] * 2:
        return BID + bid
    return PASS


@rule
def cards_needed(t: Table, seat: int, company: int) -> int:
    """Return how many cards are still to lay for a company's seal; 0 if the seat holds it."""
    return max(0, most_laid_by_others(t, seat, company) + 1 - t.laid[seat][company])


@rule
def worth_of_stall(t: Table, box: Box, seat: int, company: int) -> int:
    """Return the value of moving to a company's next stall: its office, its tile and the
    way.
    """
    space = next_stall(t, seat, company)
    if space > SPACES:
        return box.arrival * 10 - STEP * (space - t.place[seat])
    good = t.stall[space] % GOODS
    mine = crates_in_office(t, seat, good)
    best = 0
    for other in range(t.seats):
        if other != seat:
            best = max(best, crates_in_office(t, other, good))
    worth = -STEP * (space - t.place[seat])
    if mine + 1 > best and mine <= best:
        worth += LEAD * box.goods[good]
    elif mine + 1 >= best:
        worth += LEAD * box.shared_goods[good]
    if t.tiles[seat][company] == 0:
        held = companies_held(t, seat)
        worth += 10 * (box.exchange[held + 1] - box.exchange[held])
    else:
        worth += 10
    return worth


@rule
def best_target(t: Table, box: Box, seat: int) -> int:
    """Return the company with the best next stall, of the seals in reach; else NOTHING."""
    best = NOTHING
    most = 0
    for company in range(COMPANIES):
        needed = cards_needed(t, seat, company)
        if needed <= t.hand[seat][company] and leads_somewhere(t, seat, company):
            worth = worth_of_stall(t, box, seat, company) - CARD * max(needed, 1)
            if best == NOTHING or worth > most:
                best = company
                most = worth
    return best


@rule
def house_turn(t: Table, box: Box, seat: int, moves: Sequence[int]) -> int:
    """Lay cards for a good stall or with a full hand; otherwise draw.

    If cards may be laid, some seal is in reach, so a target always exists.
    """
    target = best_target(t, box, seat)
    cards = count_cards(t.hand[seat])
    worth = worth_of_stall(t, box, seat, target)
    worth -= CARD * max(cards_needed(t, seat, target), 1)
    if moves[0] == DRAW and worth < GOOD_MOVE and cards < HOARD:
        return DRAW
    return LAY + card_to_lay(t, seat, target)


@rule
def card_to_lay(t: Table, seat: int, target: int) -> int:
    """Lay a card of the target company; if its seal is held, of the one most held."""
    if cards_needed(t, seat, target) > 0:
        return target
    longest = 0
    for company in range(COMPANIES):
        if t.hand[seat][company] > t.hand[seat][longest]:
            longest = company
    return longest


@rule
def house_laying(t: Table, box: Box, seat: int) -> int:
    """Lay what the target needs, then stop."""
    target = best_target(t, box, seat)
    if cards_needed(t, seat, target) > 0:
        return LAY + target
    return STOP


@rule
def house_seal(t: Table, box: Box, seat: int) -> int:
    """Follow the seal that leads to the best stall."""
    best = NOTHING
    most = 0
    for company in range(COMPANIES):
        if t.seal[company] == seat and next_stall(t, seat, company) <= SPACES:
            worth = worth_of_stall(t, box, seat, company)
            if best == NOTHING or worth > most:
                best = company
                most = worth
    return best


@rule
def house_exchange(t: Table, seat: int) -> int:
    """Exchange four companies or more; near the end of the route any number."""
    if companies_held(t, seat) >= 4 or t.place[seat] >= LATE:  # noqa: PLR2004
        return EXCHANGE
    return KEEP
