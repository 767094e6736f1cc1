"""The house bot: a few rules of thumb that use only what its seat may know.

It collects spices for missions. It fills a harbour when its own merchants would choose first.
It moves for a high rank in a company with visible flags, and fights with surplus cards.
"""

from collections.abc import Sequence

from comptoir.engine.rules.rule import rule

from .companies import free_rank
from .data import (
    CARDS,
    COMPANIES,
    CRATE,
    DISCARD,
    FIGHT,
    HARBOUR,
    LOAD,
    MISSION,
    MOVE,
    NOTHING,
    OPEN,
    PASS,
    PAY,
    PIRATES,
    PLACE,
    POSTS,
    RANKS,
    SPICES,
    TRADE,
    Box,
    Phase,
)
from .flags import flags_in
from .house_fight import best_target, cards_to_lay, house_fight
from .house_stand import (
    column_in,
    free_ranks,
    stand_of,
    stand_with,
    stand_without,
)
from .house_worth import (
    EVEN,
    POINT,
    best_card,
    best_flags,
    best_load,
    heats,
    is_close,
    lead,
    leads,
    order_after,
    turns_in,
    weight,
    worth_of_flags,
    worth_of_harbour,
    worth_of_shares,
)
from .missions import gap, needs_pirates
from .shipment import covered_flags
from .state import Table

OWN_FLAG = 3  # bonus for a flag in hand when placing merchants
TOGETHER = 25  # penalty for a second merchant of its own in the same company
RANK_SCALE = 12  # hundredths of a point per unit of lead times heat
MOVES = POSTS * COMPANIES  # from any post to any company
POST_BITS = 5  # bits per digit in a list of posts; a digit is 1 + post
POST = (1 << POST_BITS) - 1
STIR = 6  # tenths by which a move or a fight must beat passing


@rule
def house(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Choose one of the legal moves."""
    if count == 1:
        return moves[0]
    if t.phase == Phase.PLACING:
        return house_place(t, box, seat, moves, count)
    if t.phase == Phase.MISSION:
        return house_mission(t, box, seat, moves, count)
    if t.phase == Phase.PAYING:
        return house_payment(t, box, seat, moves, count)
    if t.phase == Phase.COMPANIES:
        return house_companies(t, box, seat, moves, count)
    if t.phase == Phase.MOVING:
        return house_moving(t, box, seat)
    if t.phase < Phase.HARBOUR:
        return house_fight(t, box, seat, moves, count)
    return house_cards(t, box, seat, moves, count)


@rule
def house_cards(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Choose a harbour, a card for it, a card of a distribution, or a discard."""
    if t.phase == Phase.HARBOUR:
        return house_harbour(t, box, seat)
    if t.phase == Phase.LOADING:
        return house_load(t, box, seat)
    if t.phase == Phase.PICKING:
        return best_card(t, box, seat, moves, 0, count)
    return house_discard(t, box, seat, moves, count)


@rule
def house_harbour(t: Table, box: Box, seat: int) -> int:
    """Choose the harbour where its best card is worth most; of ties, the first."""
    stand = stand_of(t)
    ahead = leads(t, seat, stand)
    plain = best_flags(t, box, seat, ahead)
    best = NOTHING
    most = 0
    for slot in range(OPEN):
        _, worth = best_load(t, box, seat, slot, stand, ahead, plain)
        if best == NOTHING or worth > most:
            best = slot
            most = worth
    return HARBOUR + best


@rule
def house_load(t: Table, box: Box, seat: int) -> int:
    """Choose the card that is worth most at the harbour already chosen."""
    stand = stand_of(t)
    ahead = leads(t, seat, stand)
    plain = best_flags(t, box, seat, ahead)
    card, _ = best_load(t, box, seat, t.slot, stand, ahead, plain)
    return LOAD + card


@rule
def house_discard(
    t: Table, box: Box, seat: int, moves: Sequence[int], count: int
) -> int:
    """Discard the card whose flags are worth least; surplus flags of a company go first."""
    ahead = leads(t, seat, stand_of(t))
    best = moves[0]
    least = 0
    for i in range(count):
        tally = box.flag_count[moves[i] - DISCARD]
        worth = 0
        for company in range(COMPANIES):
            flags = flags_in(tally, company)
            worth += flags * flags * (flags_in(ahead, company) - EVEN)
        if i == 0 or worth < least:
            best = moves[i]
            least = worth
    return best


@rule
def house_place(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Place merchants on high ranks in different companies whose flags the hand shows."""
    best = moves[0]
    most = -1000
    for i in range(count):
        company = moves[i] - PLACE
        worth = POINT * weight(free_rank(t, company))
        for rank in range(RANKS):
            if t.column[company][rank] == seat:
                worth -= TOGETHER
        for card in range(t.hand_cards[seat]):
            worth += OWN_FLAG * flags_in(box.flag_count[t.hand[seat][card]], company)
        if worth > most:
            best = moves[i]
            most = worth
    return best


@rule
def profit(t: Table, box: Box, seat: int, mission: int) -> int:
    """Return the approximate points of a mission beyond the cards it takes."""
    points = box.mission_value[mission]
    for spice in range(SPICES):
        points -= box.need[mission][spice]
    if gap(box.need[mission], t.stock[seat]) > t.stock[seat][CRATE]:
        points -= PIRATES
    return points


@rule
def house_mission(
    t: Table, box: Box, seat: int, moves: Sequence[int], count: int
) -> int:
    """Complete the mission with the highest profit."""
    best = PASS
    most = 0
    for i in range(1, count):
        points = profit(t, box, seat, moves[i] - MISSION)
        if points > most:
            best = moves[i]
            most = points
    return best


@rule
def house_payment(
    t: Table, box: Box, seat: int, moves: Sequence[int], count: int
) -> int:
    """Pay without waste and keep crates; trade with pirates only if nothing else helps."""
    if is_trade(moves[0]) and needs_pirates(t, seat):
        return moves[0]
    best = moves[count - 1]
    most = -1000
    for i in range(count):
        if not is_trade(moves[i]):
            worth = worth_of_payment(t, box, moves[i] - PAY)
            if worth > most:
                best = moves[i]
                most = worth
    return best


@rule
def is_trade(action: int) -> bool:
    """BOR-9.1  Return True if an action names a spice to trade for."""
    return TRADE <= action < TRADE + SPICES


@rule
def worth_of_payment(t: Table, box: Box, thing: int) -> int:
    """Value a card as payment: units used, minus units wasted."""
    spice = box.spice[thing] if thing < CARDS else box.harbour_spice[thing - CARDS]
    units = box.units[thing] if thing < CARDS else 1
    if t.trade >= 0:
        return -units
    if spice == CRATE:
        return -10 * units
    used = min(units, t.missing[spice])
    return 2 * used - 3 * (units - used)


@rule
def best_move(
    t: Table,
    seat: int,
    posts: int,
    stand: int,
    free: int,
    warmth: int,
    ahead: int,
    order: int,
    cards: int,
) -> tuple[int, int]:
    """Return the best move of merchants on the given posts, packed with its value into a
    number.

    The value counts the ranks and the share of a distribution. The share without a move is
    returned too. The lowest digit of the number is the company to move to, and the next is the
    post, both counted down, so that the first of tied moves has the highest number.
    """
    ranks = worth_of_flags(warmth, ahead)
    turns = turns_in(order)
    shares, end = worth_of_shares(seat, order, cards, stand)
    best = -(1 << 40)
    while posts > 0:
        post = (posts & POST) - 1
        posts >>= POST_BITS
        origin = post // RANKS
        gone = stand_without(stand, post)
        lost = flags_in(ahead, origin) - EVEN - lead(t, seat, column_in(gone, origin))
        rest = ranks - flags_in(warmth, origin) * lost
        serves = flags_in(turns, origin) + post % RANKS * COMPANIES <= end
        for company in range(COMPANIES):
            rank = flags_in(free, company)
            may = (company != origin) & (rank < RANKS)
            turn = flags_in(turns, company) + rank * COMPANIES
            shared = shares
            if may & (serves | (turn <= end)):
                moved = stand_with(gone, company * RANKS + rank, seat)
                shared, _ = worth_of_shares(seat, order, cards, moved)
            got = flags_in(warmth, company) * weight(rank)
            worth = (rest + got) * RANK_SCALE // 100 + shared
            move = worth * MOVES - (post * COMPANIES + company)
            best = max(best, move if may else best)
    return best, shares


@rule
def look_round(t: Table, box: Box, seat: int, posts: int) -> tuple[int, int, int]:
    """Return a seat's current value, and the best move of its merchants on the given posts.

    Both values count the ranks and the best distribution that the seat could trigger at once.
    The heats of the companies are returned too.
    """
    stand = stand_of(t)
    warmth = heats(t, box)
    ahead = leads(t, seat, stand)
    shared = 0
    free = free_ranks(stand)
    best, _ = best_move(t, seat, posts, stand, free, warmth, ahead, 0, 0)
    for slot in range(OPEN):
        cards = t.row_cards[slot]
        covered = covered_flags(t, box, slot, cards)
        harbour = 0  # the value of the harbour's card, computed on first use
        before = 0  # the last order evaluated; the next card's is often the same
        hand = t.hand_cards[seat] if is_close(t, box, slot, covered) else 0
        for i in range(hand):
            order = order_after(t, box, slot, covered, t.hand[seat][i])
            if order != 0 and order != before:  # noqa: PLR1714
                if harbour == 0:
                    harbour = worth_of_harbour(t, box, seat, slot)
                move, shares = best_move(
                    t, seat, posts, stand, free, warmth, ahead, order, cards + 1
                )
                best = max(best, move + harbour * MOVES)
                shared = max(shared, harbour + shares)
                before = order
    return worth_of_flags(warmth, ahead) * RANK_SCALE // 100 + shared, best, warmth


@rule
def house_moving(t: Table, box: Box, seat: int) -> int:
    """Move the chosen merchant to the most valuable place."""
    post = t.company * RANKS + t.attacker
    _, move, _ = look_round(t, box, seat, post + 1)
    return PLACE + -move % COMPANIES


@rule
def house_companies(
    t: Table, box: Box, seat: int, moves: Sequence[int], count: int
) -> int:
    """Move or fight if that is clearly better than passing.

    The legal moves are passing, then one move for every merchant, then fights.
    """
    posts = 0
    for i in range(box.merchants):
        posts |= moves[1 + i] - MOVE + 1 << POST_BITS * i
    now, move, warmth = look_round(t, box, seat, posts)
    best = PASS
    most = now + STIR
    worth = -(-move // MOVES)
    if worth > most:
        best = MOVE + -move % MOVES // COMPANIES
        most = worth
    if cards_to_lay(t, seat) > 0:
        for i in range(1 + box.merchants, count):
            company, rank = (moves[i] - FIGHT) // RANKS, (moves[i] - FIGHT) % RANKS
            heat = flags_in(warmth, company)
            if (
                now + heat * weight(0) * RANK_SCALE // 100 > most
            ):  # only then can a move pay
                _, gain = best_target(t, box, seat, company, rank, heat)
                worth = now + gain * RANK_SCALE // 100
                if worth > most:
                    best = moves[i]
                    most = worth
    return best
