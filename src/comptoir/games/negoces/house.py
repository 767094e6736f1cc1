"""The house bot: a few rules of thumb that use only what its seat may know.

A good it lacks is worth four coins and a further copy almost nothing. Ten coins must stay in
the purse, and selling is an advantage. It remembers whom it forced, who forced it and who lied
to it. The option `lying` sets how often it lies about a hidden card.
"""

from collections.abc import Sequence

from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, left_of

from .data import (
    BID,
    CARDS,
    CONTRABAND,
    GOODS,
    HIDE,
    LEAVE,
    NAME,
    NOTHING,
    OPEN,
    TAKE,
    Box,
    Phase,
)
from .house_buyer import house_buys
from .house_seller import house_sells
from .house_worth import copies_spare, goods_known, lies_now, seems_to_lack
from .state import Table

MOST_BID = (
    5  # coins it bids at most for the contraband and the first sale that comes with it
)
WANTED = 2  # a card is better to sell for each buyer who seems to lack it,
SPARE = 3  # and for each copy of it that the bot does not need
FIGHT_BACK = 30  # penalty for taking from a player involved in an earlier forced sale
SETBACK = 2  # bonus for taking a player's last copy, for each good that player is known to hold
HELP = 3  # penalty for paying with a card the owner seems to lack, for each good the owner has


@rule
def house(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Choose one of the legal moves."""
    if count == 1:
        return moves[0]
    if t.phase == Phase.AUCTION:
        return house_bid(t)
    if t.phase == Phase.LOT:
        return house_lot(t, box, seat)
    if t.phase == Phase.SECOND:
        return HIDE + worst_card(t, seat)
    if t.phase == Phase.NAMING:
        return house_name(t, seat, moves, count)
    if t.phase == Phase.PICK:
        return house_pick(t, seat)
    if seat == t.seller:
        return house_sells(t, box, seat)
    return house_buys(t, box, seat)


@rule
def house_bid(t: Table) -> int:
    """Raise the bid by one up to a few coins: the rest is needed to win."""
    return BID + t.high_bid + 1 if t.high_bid < MOST_BID else LEAVE


@rule
def worst_card(t: Table, seat: int) -> int:
    """Return the card to part with: the contraband, else the good it has most copies of."""
    if t.hand[seat][CONTRABAND] > 0:
        return CONTRABAND
    worst = 0
    for good in range(GOODS):
        if t.hand[seat][good] > t.hand[seat][worst]:
            worst = good
    return worst


@rule
def house_lot(t: Table, box: Box, seat: int) -> int:
    """Sell openly a spare card that others seem to lack; a liar hides the contraband."""
    if t.hand[seat][CONTRABAND] > 0 and lies_now(t, box, seat):
        return HIDE + CONTRABAND
    best = NOTHING
    most = 0
    for good in range(GOODS):
        spare = copies_spare(t, seat, good)
        if spare > 0:
            worth = SPARE * spare
            for buyer in range(t.seats):
                if buyer != seat and seems_to_lack(t, seat, buyer, good):
                    worth += WANTED
            if best == NOTHING or worth > most:
                best = good
                most = worth
    return OPEN + (CONTRABAND if best == NOTHING else best)


@rule
def house_name(t: Table, seat: int, moves: Sequence[int], count: int) -> int:
    """Name a good that players close to the goal are known to hold."""
    best = moves[0]
    most = -1
    for i in range(count):
        good = moves[i] - NAME
        worth = 0
        for buyer in range(t.seats):
            if buyer != seat and not seems_to_lack(t, seat, buyer, good):
                worth += goods_known(t, seat, buyer)
        if worth > most:
            best = moves[i]
            most = worth
    return best


@rule
def house_pick(t: Table, seat: int) -> int:
    """Take from a leader whom it hurts, and whom the two cards in return help least."""
    best = NOBODY
    most = 0
    owner = seat
    for _ in range(t.seats - 1):
        owner = left_of(t, owner)
        if t.hand[owner][t.named] == 0:
            continue
        lead = goods_known(t, seat, owner) + 1
        worth = 0
        if t.hand[owner][t.named] == 1:  # everyone has seen this
            worth += SETBACK * lead
        for card in range(CARDS):
            given = card in (t.lot, t.second)
            if given and card != CONTRABAND and seems_to_lack(t, seat, owner, card):
                worth -= HELP * lead
        if t.forced_from[seat] == owner or t.forced_from[owner] == seat:
            worth -= FIGHT_BACK
        if best == NOBODY or worth > most:
            best = owner
            most = worth
    return TAKE + best
