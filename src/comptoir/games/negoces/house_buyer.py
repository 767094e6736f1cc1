"""The house bot as buyer: it plans an offer and approaches it step by step."""

from comptoir.engine.rules.rule import rule

from .data import (
    CLAIM,
    CONTRABAND,
    GOODS,
    HIDE,
    NOTHING,
    OPEN,
    PUT_COINS,
    READY,
    RENEW,
    WITHDRAW,
    Box,
)
from .ending import count_goods
from .house_worth import (
    COIN,
    COPY,
    copies_spare,
    goods_known,
    lie_for,
    lies_now,
    seems_to_lack,
    surely_lacks,
    worth_of_card,
    worth_of_coins,
    worth_of_word,
)
from .market import has_offer, is_binding, may_claim, may_revise
from .state import Table

SELLING = 10  # the value of being the next seller, in tenths of a coin
LEAST = 15  # it offers nothing for a lot worth less
SURE = 4  # bonus for offering a card that the seller surely lacks
LIKELY = 2  # bonus for offering a card that the seller seems to lack
HEAD_START = 2  # goods the seller is assumed to have beyond those seen
MOST_REVISIONS = 12  # its limit of revisions per offer, if the table has none
FIRST_COINS = 2  # its first offer in coins, if it has no card to offer


@rule
def house_buys(t: Table, box: Box, seat: int) -> int:
    """Change the offer, or say what the hidden card is; then be ready.

    An offer changes by offering, raising, lowering, withdrawing or renewing it.
    """
    tired = box.free and t.offer_revision[seat] >= MOST_REVISIONS
    if tired or not may_revise(t, box, seat):
        return READY
    worth = worth_of_lot(t, box, seat)
    if worth < LEAST:
        return WITHDRAW if has_offer(t, seat) else READY
    card = NOTHING if is_ahead(t, seat) else card_to_offer(t, seat)
    hidden = 0
    if card == NOTHING and lies_now(t, box, seat):
        card = junk_to_hide(t, seat)
        hidden = 1
    coins = coins_to_offer(t, box, seat, worth, card)
    if card == NOTHING and coins == 0:
        return WITHDRAW if has_offer(t, seat) else READY
    return step_towards(t, seat, card, hidden, coins)


@rule
def step_towards(t: Table, seat: int, card: int, hidden: int, coins: int) -> int:
    """Return the next action from the standing offer towards the planned one."""
    if card == NOTHING and t.offer[seat] != NOTHING:
        return WITHDRAW
    if card != NOTHING and (t.offer[seat] != card or t.offer_hidden[seat] != hidden):
        return (HIDE if hidden else OPEN) + card
    if t.offer_coins[seat] != coins:
        return PUT_COINS + coins
    if t.offer_floor[seat] != t.lot_coins:
        return RENEW
    if may_claim(t, seat):
        return CLAIM + lie_for(t, seat, t.seller, t.offer[seat])
    return READY


@rule
def worth_of_lot(t: Table, box: Box, seat: int) -> int:
    """Return the value of the lot: its card, by its face or the seller's claim, and its
    coins.
    """
    if t.lot_hidden:
        worth = worth_of_word(t, seat, t.seller, t.lot_claim)
    else:
        worth = worth_of_card(t, seat, t.lot)
    return worth + worth_of_coins(t, box, seat, t.lot_coins)


@rule
def is_ahead(t: Table, seat: int) -> bool:
    """Return True if the seller seems to have more goods than this seat.

    The bot does not offer such a seller a card, which might help them on.
    """
    return goods_known(t, seat, t.seller) + HEAD_START > count_goods(t, seat)


@rule
def card_to_offer(t: Table, seat: int) -> int:
    """Return a spare card that the seller seems to lack, or NOTHING."""
    best = NOTHING
    most = 0
    for good in range(GOODS):
        spare = copies_spare(t, seat, good)
        if spare > 0 and seems_to_lack(t, seat, t.seller, good):
            worth = spare + LIKELY
            if surely_lacks(t, seat, t.seller, good):
                worth += SURE
            if worth > most:
                best = good
                most = worth
    return best


@rule
def junk_to_hide(t: Table, seat: int) -> int:
    """Return a bad card to hide and pass off as a better one, or NOTHING."""
    if t.hand[seat][CONTRABAND] > 0:
        return CONTRABAND
    for good in range(GOODS):
        if copies_spare(t, seat, good) > 0:
            return good
    return NOTHING


@rule
def coins_to_offer(t: Table, box: Box, seat: int, worth: int, card: int) -> int:
    """Return the coins to offer: one more than the others, never lowered, ten always kept.

    If that is too much, withdraw an offer of coins alone; beside a card, leave the coins.
    """
    most = max(0, t.coins[seat] - box.goal_coins)
    if card == NOTHING:
        most = min(most, (worth + SELLING) // COIN)
        coins = FIRST_COINS
    else:
        most = min(most, (worth - COPY) // (2 * COIN))
        coins = 0
    coins = max(coins, t.offer_coins[seat])
    for other in range(t.seats):
        if other != seat and is_binding(t, other):
            rivals = t.offer[other] != NOTHING or card == NOTHING
            if rivals and t.offer_coins[other] >= coins:
                coins = t.offer_coins[other] + 1
    if coins <= most:
        return coins
    return 0 if card == NOTHING else min(most, t.offer_coins[seat])
