"""The house bot as seller: it waits for offers, then accepts the best or forces a sale."""

from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, left_of

from .data import (
    ACCEPT,
    CLAIM,
    CONTRABAND,
    FORCE,
    GOODS,
    NOTHING,
    NUMBERS,
    PUT_COINS,
    WAIT,
    Box,
)
from .ending import count_goods
from .house_worth import (
    NEW_GOOD,
    copies_spare,
    goods_known,
    lacks,
    lie_for,
    lies_now,
    seems_to_lack,
    worth_of_card,
    worth_of_coins,
    worth_of_word,
)
from .market import buyers_done, has_offer, is_binding, may_claim
from .state import Table

STAYING = 15  # the value of selling once more, in tenths of a coin
WINNING = 1000
DANGER = 80  # penalty for selling to a buyer who may win with the lot
CLOSE = 6  # known goods of a player that may soon win
SAME_AGAIN = 12  # penalty for another deal in a row with the same buyer
TWO_FOR_ONE = 8  # the cost of the second card of a forced sale
SWEETENER = 2  # coins added to a lot for which nobody offers anything


@rule
def house_sells(t: Table, box: Box, seat: int) -> int:
    """Say what a hidden lot is, add coins if nobody wants it, wait for offers, then decide."""
    if not buyers_done(t, box):
        if may_claim(t, seat):
            return CLAIM + word_for_lot(t, box, seat)
        if is_dull(t, seat) and t.lot_revision == 0 and is_well_off(t, box, seat):
            return PUT_COINS + SWEETENER
        return WAIT
    best = NOBODY
    most = worth_of_force(t, seat)
    buyer = seat
    # of equal offers it takes the next one clockwise, so that no seat is favoured
    for _ in range(t.seats - 1):
        buyer = left_of(t, buyer)
        if is_binding(t, buyer):
            worth = worth_of_offer(t, box, seat, buyer)
            if worth > most:
                best = buyer
                most = worth
    if best == NOBODY:
        return FORCE
    return ACCEPT + best * NUMBERS + t.offer_revision[best] % NUMBERS


@rule
def word_for_lot(t: Table, box: Box, seat: int) -> int:
    """Return what to say of the lot: the truth, or as a lie a card the next buyer seems to
    lack.
    """
    if lies_now(t, box, seat):
        return lie_for(t, seat, (seat + 1) % t.seats, t.lot)
    return t.lot


@rule
def is_dull(t: Table, seat: int) -> bool:
    """Return True if nobody offers anything and a buyer is ready without an offer."""
    silent = False
    for buyer in range(t.seats):
        if buyer != seat:
            if has_offer(t, buyer):
                return False
            if t.ready[buyer]:
                silent = True
    return silent


@rule
def is_well_off(t: Table, box: Box, seat: int) -> bool:
    """Return True if the seat can spare a coin."""
    return t.coins[seat] >= box.goal_coins + SWEETENER


@rule
def worth_of_offer(t: Table, box: Box, seat: int, buyer: int) -> int:
    """Return the value of an offer: its card or claim, its coins, and who gets the lot."""
    coins = t.offer_coins[buyer] - t.lot_coins
    worth = worth_of_coins(t, box, seat, coins)
    card = t.offer[buyer]
    if card != NOTHING and t.offer_hidden[buyer]:
        worth += STAYING + worth_of_word(t, seat, buyer, t.offer_claim[buyer])
    elif card != NOTHING:
        worth += STAYING + worth_of_card(t, seat, card)
        if lacks(t, seat, card) and count_goods(t, seat) == GOODS - 1:
            worth += WINNING if t.coins[seat] + coins >= box.goal_coins else 0
    elif count_goods(t, seat) == GOODS and t.coins[seat] + coins >= box.goal_coins:
        worth += WINNING
    if buyer == t.last_buyer:
        worth -= SAME_AGAIN * t.streak
    if may_win_by(t, seat, buyer):
        worth -= DANGER
    return worth


@rule
def may_win_by(t: Table, seat: int, buyer: int) -> bool:
    """Return True if the lot might be the last good that a buyer lacks."""
    if t.lot == CONTRABAND or not seems_to_lack(t, seat, buyer, t.lot):
        return False
    return goods_known(t, seat, buyer) >= CLOSE


@rule
def worth_of_force(t: Table, seat: int) -> int:
    """Return the value of a forced sale: a missing good for two cards, if they can be
    spared.
    """
    held = count_goods(t, seat)
    if held == GOODS:
        return -NEW_GOOD
    worth = NEW_GOOD - TWO_FOR_ONE
    spare = t.hand[seat][CONTRABAND]
    for good in range(GOODS):
        spare += copies_spare(t, seat, good)
    return worth if spare > 0 else worth - NEW_GOOD
