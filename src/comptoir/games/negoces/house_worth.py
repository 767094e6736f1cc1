"""The house bot's values of cards, coins and claims, in tenths of a coin."""

from comptoir.engine.rules.rule import rule

from .data import CONTRABAND, COPIES, GOODS, NOTHING, PLAYERS, Box
from .state import Table

NEW_GOOD = 40  # the value of a good that the hand lacks
EACH_GOOD = 4  # more for each different good already held: the last goods win
COPY = 2  # the value of a further copy
BURDEN = -6  # the value of the contraband
COIN = 10
COIN_MISSING = 25  # the value of a coin while fewer than ten are held
WORD = (
    5  # the value of a hidden card claimed to be a good, in tenths of the good's value
)
PERCENT = 100


@rule
def lacks(t: Table, seat: int, card: int) -> bool:
    """Return True if a card is a good that the seat's own hand lacks."""
    return card != CONTRABAND and t.hand[seat][card] == 0


@rule
def copies_spare(t: Table, seat: int, good: int) -> int:
    """Count the copies of a good beyond the one that is needed."""
    return max(0, t.hand[seat][good] - 1)


@rule
def seems_to_lack(t: Table, seat: int, other: int, card: int) -> bool:
    """Return True if the seat has not seen that another player holds a card."""
    return t.known[seat][other][card] == 0


@rule
def surely_lacks(t: Table, seat: int, other: int, card: int) -> bool:
    """Return True if the seat knows where all copies of a good are, and none is with that
    player.
    """
    placed = t.hand[seat][card]
    for holder in range(t.seats):
        placed += t.known[seat][holder][card]
    return t.known[seat][other][card] == 0 and placed >= COPIES


@rule
def goods_known(t: Table, seat: int, other: int) -> int:
    """Count the different goods that a seat knows another player to hold."""
    count = 0
    for good in range(GOODS):
        if t.known[seat][other][good] > 0:
            count += 1
    return count


@rule
def worth_of_card(t: Table, seat: int, card: int) -> int:
    """Return the value of a card, which depends on what the own hand lacks."""
    if card == CONTRABAND:
        return BURDEN
    if t.hand[seat][card] > 0:
        return COPY
    worth = NEW_GOOD
    for good in range(GOODS):
        if t.hand[seat][good] > 0:
            worth += EACH_GOOD
    return worth


@rule
def worth_of_word(t: Table, seat: int, owner: int, claim: int) -> int:
    """Return the value of a hidden card by its owner's claim, if they never lied to this
    seat.
    """
    if claim == NOTHING or t.caught[seat][owner] > 0:
        return 0
    return worth_of_card(t, seat, claim) * WORD // 10


@rule
def worth_of_coins(t: Table, box: Box, seat: int, coins: int) -> int:
    """Return the value of receiving coins; those missing to the goal are worth more."""
    missing = max(0, box.goal_coins - t.coins[seat])
    return coins * COIN + min(coins, missing) * (COIN_MISSING - COIN)


@rule
def lies_now(t: Table, box: Box, seat: int) -> bool:
    """Return True if the bot lies in this sale, as it does in `lying` percent of all sales.

    No random number is used: a hash of public facts decides (the sale, the seat, its coins).
    """
    # seats are counted from the buyer of the contraband
    place = (seat - t.high_bidder) % PLAYERS
    mood = t.sales * 37 + place * 59 + t.coins[seat] * 31
    return mood % PERCENT < box.lying


@rule
def lie_for(t: Table, seat: int, other: int, card: int) -> int:
    """Return what to call a hidden card as a lie: a good that the other player seems to
    lack.
    """
    best = 0
    least = COPIES * COPIES
    for good in range(GOODS):
        # Of a good that the bot holds often, the others have fewer.
        held = t.known[seat][other][good] * COPIES - t.hand[seat][good]
        if good != card and held < least:
            best = good
            least = held
    return best
