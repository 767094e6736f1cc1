"""The house bot: a few rules of thumb that use only what its seat may know.

It values a purchase by the points that its lots may bring: the nearer their ship is to Edo, the
more certain they are. Coins are there to be spent, and a card is worth spending to
insure goods on a wave.
"""

from collections.abc import Sequence

from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY

from .cards import count_coins
from .data import (
    BUY,
    COIN,
    COLOURS,
    DISCARD,
    DONE,
    EDO,
    FETCH,
    KINDS,
    PAY,
    POINT,
    RANKS,
    RESERVE,
    RESERVE_FARM,
    TOKEN,
    WAVE_1,
    WAVE_2,
    Box,
    Phase,
)
from .market import own_slot, price_for
from .offer import BITS, DIGIT, cards_for, open_kinds, points_with
from .payday import lot_size, lot_value
from .ships import space_after
from .state import Table
from .wreck import uninsured

# Values are counted in tenths of a point.
SPENT = 1  # the cost of spending a coin
GAINED = 3  # the value of a coin in hand
RICH = 20  # with so many coins in hand, another is worth half
DELIVERED = 12  # the value of a token, for later paydays
RIVAL = 2  # the cost of a point for another player
START = 3  # tenths of a lot's points to expect while the ship is in Osaka
STEP = 1  # tenths more for each space the ship has sailed
WAVE = 1  # tenths less on a wave, where the ship may be lost
SAVED = 1  # tenths of a lot's points that it expects to save from a wreck
SYMBOL = 2  # the value of a coin that could insure goods of its colour
PLAN = 3  # the value of reserving a card that would raise a lot of its own
DEAR = 1  # more for each coin by which that card exceeds the lot's best

NONE = -(1 << 30)  # lower than any value


@rule
def house(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Choose one of the legal moves."""
    if count == 1:
        return moves[0]
    if t.phase == Phase.TOKEN:
        return TOKEN + house_token(t)
    if t.phase == Phase.PAYING:
        return PAY + house_payment(t, box, seat)
    if t.phase == Phase.INSURING:
        return house_discard(t, box, seat, moves, count)
    if (
        t.phase == Phase.COVERING
    ):  # insure the most valuable good first; leave no symbol unused
        return moves[count - 2] if moves[count - 1] == DONE else moves[count - 1]
    return house_turn(t, box, seat, moves, count)


@rule
def house_token(t: Table) -> int:
    """Return the token of the colour most often in market and farm."""
    best = 0
    most = 0
    for colour in range(COLOURS):
        cards = 0
        for slot in range(t.market_cards):
            if t.market[slot] // RANKS == colour:
                cards += 1
        for slot in range(t.farm_cards):
            if t.farm[slot] // RANKS == colour:
                cards += 1
        if cards > most:
            best = colour
            most = cards
    return best


@noinline
def house_turn(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Return the move of the highest value, the first of ties."""
    rich = count_coins(box, t.hand[seat]) >= RICH
    bare = 0  # goods that are not insured, with a digit for each colour
    dear = 0  # the value of the most valuable good, with a digit for each colour
    for colour in range(COLOURS):
        bare |= (uninsured(t, seat, colour) > 0) << BITS * colour
        dear |= highest_good(t, box, seat, colour) << BITS * colour
    best = moves[0]
    most = NONE
    for i in range(count):
        if moves[i] == BUY:
            worth = worth_of_purchase(t, box, seat)
        else:
            worth = worth_of_card(t, box, seat, moves[i], rich, bare, dear)
        if worth > most:
            best = moves[i]
            most = worth
    return best


@rule
def worth_of_card(
    t: Table, box: Box, seat: int, action: int, rich: bool, bare: int, dear: int
) -> int:
    """Return the value of taking a card as a coin, or of reserving it."""
    if COIN <= action < COIN + KINDS:
        return worth_of_coin(box, action - COIN, rich, bare)
    if action == FETCH:
        return worth_of_coin(box, t.market[own_slot(t, seat)], rich, bare)
    if RESERVE <= action < RESERVE + KINDS:
        return worth_of_plan(box, action - RESERVE, dear)
    return worth_of_plan(box, action - RESERVE_FARM, dear)


@rule
def worth_of_coin(box: Box, kind: int, rich: bool, bare: int) -> int:
    """Return the value of a card as money, and as insurance for goods in hand."""
    worth = GAINED * box.value[kind]
    if rich:
        worth //= 2
    insures = (box.symbols[kind] > 0) & (bare >> BITS * (kind // RANKS) & 1)
    return worth + SYMBOL * insures


@rule
def worth_of_plan(box: Box, kind: int, dear: int) -> int:
    """Return the value of reserving a card that is worth more than the best of its lot."""
    best = dear >> BITS * (kind // RANKS) & DIGIT
    if best == 0 or box.value[kind] <= best:
        return 0
    return PLAN + DEAR * (box.value[kind] - best)


@rule
def highest_good(t: Table, box: Box, seat: int, colour: int) -> int:
    """Return the value of the most valuable good in a lot; 0 if the lot is empty."""
    best = 0
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        if t.goods[seat][kind] > 0:
            best = box.value[kind]
    return best


@rule
def worth_of_purchase(t: Table, box: Box, seat: int) -> int:
    """Return the value of buying: what the lots may bring afterwards, minus the price."""
    worth = -SPENT * price_for(t, box, seat)
    goods = open_kinds(t, seat)
    payday = False
    for colour in range(COLOURS):
        payday |= space_after(t, colour, cards_for(goods, colour)) == EDO
    for colour in range(COLOURS):
        worth += worth_of_colour(t, box, seat, colour, goods, payday)
        worth -= lot_value(t, box, seat, colour) // POINT * hope(t.ship[colour])
    return worth


@rule
def worth_of_colour(
    t: Table, box: Box, seat: int, colour: int, goods: int, payday: bool
) -> int:
    """Return the value of a lot after a purchase: sold, in danger, or on its way."""
    space = space_after(t, colour, cards_for(goods, colour))
    points = points_with(t, box, seat, colour, goods)
    if space == EDO:
        worth = points * 10 + DELIVERED
        for other in range(t.seats):
            if other != seat and lot_size(t, other, colour) > 0:
                worth -= lot_value(t, box, other, colour) // POINT * RIVAL
                worth -= RIVAL
        return worth
    if payday and WAVE_1 <= space <= WAVE_2:
        return points * SAVED
    return points * hope(space)


@rule
def hope(space: int) -> int:
    """Return how many tenths of a lot's points to expect with its ship on a space."""
    tenths = START + STEP * space
    return tenths - WAVE if WAVE_1 <= space <= WAVE_2 else tenths


@rule
def house_payment(t: Table, box: Box, seat: int) -> int:
    """Pay the highest card that does not overpay, else the lowest that suffices.

    Of equal cards, pay one of the colour with the fewest goods to insure.
    """
    best = NOBODY
    most = NONE
    for colour in range(COLOURS):
        risk = min(uninsured(t, seat, colour), 99)
        for kind in range(colour * RANKS, (colour + 1) * RANKS):
            value = box.value[kind]
            order = (value if value <= t.due else -value) * 100 - risk
            if (t.hand[seat][kind] > 0) & (order > most):
                best = kind
                most = order
    return best


@rule
def house_discard(
    t: Table, box: Box, seat: int, moves: Sequence[int], count: int
) -> int:
    """Discard a card to insure a lot that is worth more; cards with most symbols first."""
    for i in range(count - 1):
        kind = moves[i] - DISCARD
        colour = kind // RANKS
        saved = min(uninsured(t, seat, colour), box.symbols[kind])
        price = highest_good(t, box, seat, colour) + t.tokens[seat][colour]
        if saved * price > box.value[kind]:
            return moves[i]
    return DONE
