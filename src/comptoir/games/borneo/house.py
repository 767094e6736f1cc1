"""The house bot: a few honest rules of thumb, from what its seat may know.

It believes that spices are for missions, that a harbour is to be filled when its own
merchants choose first, that a high rank in a company whose flags are seen is worth a
move, and that cards too many are for fighting.
"""

from collections.abc import Sequence

from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import Box, Table

from .companies import free_rank, is_full
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
    PASS,
    PAY,
    PIRATES,
    PLACE,
    POSTS,
    RANKS,
    SPICES,
    TAKE,
    TRADE,
    Phase,
)
from .house_fight import best_target, house_fight, worth_of_attack
from .house_stand import stand_after, stand_of
from .house_worth import (
    POINT,
    best_load,
    best_sharing,
    heats,
    lead,
    loads_due,
    weight,
    worth_of_card,
    worth_of_load,
    worth_of_ranks,
)
from .missions import gap, needs_pirates

OWN_FLAG = 3  # a flag in hand, when merchants are placed
TOGETHER = 25  # another merchant of its own in the same company
RANK_SCALE = 12  # hundredths of a point that a step of `worth_of_ranks` is good for
STIR = 6  # tenths by which a move or a fight must be better than none


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
    """Choose a harbour or a card: the one that is worth most, the first of equals."""
    stand = stand_of(t)
    best = moves[0]
    most = worth_of_choice(t, box, seat, moves[0], stand)
    for i in range(1, count):
        worth = worth_of_choice(t, box, seat, moves[i], stand)
        if worth > most:
            best = moves[i]
            most = worth
    return best


@rule
def worth_of_choice(t: Table, box: Box, seat: int, action: int, stand: int) -> int:
    """Judge a harbour, a shipment, a card to take or one to part with."""
    if t.phase == Phase.HARBOUR:
        return best_load(t, box, seat, action - HARBOUR, stand)
    if t.phase == Phase.LOADING:
        return worth_of_load(t, box, seat, t.slot, action - LOAD, stand)
    if t.phase == Phase.PICKING:
        return worth_of_card(t, box, seat, action - TAKE)
    worth = 0
    for company in range(COMPANIES):
        flags = box.flag_count[action - DISCARD][company]
        worth -= flags * flags * lead(t, seat, company, stand)
    return worth


@rule
def house_place(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Take high ranks in different companies, where its hand shows flags."""
    best = moves[0]
    most = -1000
    for i in range(count):
        company = moves[i] - PLACE
        worth = POINT * weight(free_rank(t, company))
        for rank in range(RANKS):
            if t.column[company][rank] == seat:
                worth -= TOGETHER
        for card in range(t.hand_cards[seat]):
            worth += OWN_FLAG * box.flag_count[t.hand[seat][card]][company]
        if worth > most:
            best = moves[i]
            most = worth
    return best


@rule
def profit(t: Table, box: Box, seat: int, mission: int) -> int:
    """Return the points of a mission beyond the cards it takes, about."""
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
    """Complete the mission that brings most beyond its cards."""
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
    """Pay without waste and keep crates; trade with pirates only where nothing else helps."""
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
    """BOR-9.1  Whether an action names a spice to trade for."""
    return TRADE <= action < TRADE + SPICES


@rule
def worth_of_payment(t: Table, box: Box, thing: int) -> int:
    """Judge a card as payment: units that are used, less those that are lost."""
    spice = box.spice[thing] if thing < CARDS else box.harbour_spice[thing - CARDS]
    units = box.units[thing] if thing < CARDS else 1
    if t.trade >= 0:
        return -units
    if spice == CRATE:
        return -10 * units
    used = min(units, t.missing[spice])
    return 2 * used - 3 * (units - used)


@rule
def worth_of_stand(
    t: Table, box: Box, seat: int, warmth: int, due: int, stand: int
) -> int:
    """Judge its ranks, and the best distribution it could make at once."""
    ranks = worth_of_ranks(t, seat, warmth, stand) * RANK_SCALE // 100
    return ranks + best_sharing(t, box, seat, due, stand)


@rule
def best_move(
    t: Table, box: Box, seat: int, post: int, warmth: int, due: int, stand: int
) -> tuple[int, int]:
    """Return the company a merchant had better move to, and what that is worth."""
    best = NOTHING
    most = 0
    for destination in range(COMPANIES):
        if destination != post // RANKS and not is_full(t, destination):
            moved = stand_after(stand, post, destination)
            worth = worth_of_stand(t, box, seat, warmth, due, moved)
            if best == NOTHING or worth > most:
                best = destination
                most = worth
    return best, most


@rule
def house_moving(t: Table, box: Box, seat: int) -> int:
    """Move the merchant it has named to where that is worth most."""
    post = t.company * RANKS + t.attacker
    warmth, due = heats(t, box), loads_due(t, box, seat)
    company, _ = best_move(t, box, seat, post, warmth, due, stand_of(t))
    return PLACE + company


@rule
def house_companies(
    t: Table, box: Box, seat: int, moves: Sequence[int], count: int
) -> int:
    """Move or fight where that is clearly better than to stay."""
    best = PASS
    stand, warmth, due = stand_of(t), heats(t, box), loads_due(t, box, seat)
    now = worth_of_stand(t, box, seat, warmth, due, stand)
    most = now + STIR
    for i in range(1, count):
        if MOVE <= moves[i] < MOVE + POSTS:
            post = moves[i] - MOVE
            _, worth = best_move(t, box, seat, post, warmth, due, stand)
        else:
            post = moves[i] - FIGHT
            company, rank = post // RANKS, post % RANKS
            target = best_target(t, box, seat, company, rank)
            gain = worth_of_attack(t, box, seat, company, rank, target)
            worth = now + gain * RANK_SCALE // 100
        if worth > most:
            best = moves[i]
            most = worth
    return best
