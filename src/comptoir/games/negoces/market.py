"""NEG-4, the negotiation: one card for sale, and offers that change at any time.

Every change of a card or coins makes a standing offer with a new revision at once; there are no
drafts. A buyer loses nothing by this: to raise an offer, change the card first; to lower it,
lower the coins first. Then no offer in between costs more than the old or the new one.
"""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import noinline, rule

from .data import (
    ACCEPT,
    CARDS,
    CLAIM,
    FORCE,
    HIDE,
    NOTHING,
    NUMBERS,
    OPEN,
    PLAYERS,
    PUT_COINS,
    READY,
    RENEW,
    WAIT,
    WITHDRAW,
    Box,
    Phase,
)
from .knowledge import show_cards
from .state import Kind, Table


@rule
def clear_market(t: Table) -> None:
    """NEG-4.6  Clear the market: no card for sale, and no offers."""
    t.lot = NOTHING
    t.lot_hidden = 0
    t.lot_claim = NOTHING
    t.lot_coins = 0
    t.lot_revision = 0
    t.second = NOTHING
    t.named = NOTHING
    for seat in range(PLAYERS):
        clear_offer(t, seat)
        t.offer_revision[seat] = 0
        t.heard[seat] = 0
        t.ready[seat] = 0


@rule
def clear_offer(t: Table, seat: int) -> None:
    """NEG-4.3  Clear a seat's offer."""
    t.offer[seat] = NOTHING
    t.offer_hidden[seat] = 0
    t.offer_claim[seat] = NOTHING
    t.offer_coins[seat] = 0
    t.offer_floor[seat] = 0


@rule
def open_sale(t: Table, seller: int) -> None:
    """NEG-4.1  Begin a sale: the player with nine cards sells, the others buy."""
    t.seller = seller
    t.turn = seller
    t.phase = Phase.LOT
    note(t, Kind.SELLER, seller, t.sales + 1)


@rule
def list_cards(
    t: Table, seat: int, verb: int, moves: MutableSequence[int], count: int
) -> int:
    """List a verb once for every kind of card in a hand."""
    hand = t.hand[seat]
    for card in range(CARDS):
        count = add_if(hand[card] > 0, moves, count, verb + card)
    return count


@rule
def legal_lot(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """NEG-4.2  List every card of the hand, contraband too, as open or hidden."""
    count = list_cards(t, seat, OPEN, moves, 0)
    return list_cards(t, seat, HIDE, moves, count)


@rule
def put_lot(t: Table, seat: int, card: int, hidden: int) -> None:
    """NEG-4.2  Put a card up for sale; it has left the hand and cannot be taken back."""
    t.hand[seat][card] -= 1
    t.lot = card
    t.lot_hidden = hidden
    t.phase = Phase.SALE
    if hidden:
        note(t, Kind.PUT_HIDDEN, seat, card)
    else:
        show_cards(t, seat, card, 1)
        note(t, Kind.PUT_OPEN, seat, card)


@rule
def has_offer(t: Table, seat: int) -> bool:
    """NEG-4.3  Return True if a seat offers a card, coins or both."""
    return t.offer[seat] != NOTHING or t.offer_coins[seat] > 0


@rule
def may_revise(t: Table, box: Box, seat: int) -> bool:
    """NEG-4.8  Return True if an offer may be changed: a new revision and its number are free.

    An option limits the number of revisions. An accept names the revision by its number modulo
    NUMBERS. At a table without a limit, a number is reused only after the seller has acted, so
    no accept can hit a different offer of the same number. Withdrawing is always allowed there,
    since nothing is offered under the number of a withdrawal.
    """
    revision = t.offer_revision[seat]
    if box.revisions > 0:
        return revision < box.revisions
    return revision - t.heard[seat] < NUMBERS - 1


@rule
def is_done(t: Table, box: Box, seat: int) -> bool:
    """NEG-4.8  Return True if a buyer is ready or out of revisions."""
    if t.ready[seat]:
        return True
    return box.revisions > 0 and t.offer_revision[seat] >= box.revisions


@rule
def buyers_done(t: Table, box: Box) -> bool:
    """NEG-4.8  Return True if all buyers are ready or out of revisions."""
    done = True
    for seat in range(t.seats):
        if seat != t.seller and not is_done(t, box, seat):
            done = False
    return done


@rule
def negotiators(t: Table, box: Box) -> int:
    """NEG-4.8  Return the seats the table waits for: buyers not done, a seller who is not
    waiting.

    Other seats may act too, but the table does not wait for them.
    """
    bits = 0
    for seat in range(t.seats):
        if seat != t.seller and not is_done(t, box, seat):
            bits |= 1 << seat
    if bits == 0 or not t.ready[t.seller]:
        bits |= 1 << t.seller
    return bits


@rule
def legal_offers(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """NEG-4.3  List offering another card, setting coins, withdrawing and saying ready.

    NEG-4.8  At a table without a limit, ready buyers may still do all of this.
    """
    if is_done(t, box, seat) and not box.free:
        return 0
    count = 0
    revises = may_revise(t, box, seat)
    if revises:
        count = list_offer_cards(t, seat, OPEN, 0, moves, count)
        count = list_offer_cards(t, seat, HIDE, 1, moves, count)
    if may_claim(t, seat):
        count = list_claims(moves, count)
    if revises:
        least = 1 if t.offer[seat] == NOTHING else 0
        for coins in range(least, t.coins[seat] + 1):
            other = coins != t.offer_coins[seat]
            count = add_if(other, moves, count, PUT_COINS + coins)
    offers = has_offer(t, seat)
    count = add_if(offers and (revises or box.free != 0), moves, count, WITHDRAW)
    renews = offers and revises and t.offer_floor[seat] != t.lot_coins
    count = add_if(renews, moves, count, RENEW)
    return add_if(not t.ready[seat], moves, count, READY)


@rule
def list_offer_cards(
    t: Table, seat: int, verb: int, hidden: int, moves: MutableSequence[int], count: int
) -> int:
    """NEG-4.3  List every card of the hand that is not already offered in this way."""
    hand = t.hand[seat]
    offered = t.offer[seat] if t.offer_hidden[seat] == hidden else NOTHING
    for card in range(CARDS):
        may = hand[card] > 0 and card != offered
        count = add_if(may, moves, count, verb + card)
    return count


@rule
def may_claim(t: Table, seat: int) -> bool:
    """NEG-4.5  Return True if a seat may say what its hidden card is: once, truly or not."""
    if seat == t.seller:
        return t.lot_hidden != 0 and t.lot_claim == NOTHING
    return t.offer_hidden[seat] != 0 and t.offer_claim[seat] == NOTHING


@rule
def list_claims(moves: MutableSequence[int], count: int) -> int:
    """NEG-4.5  List claiming any card: talk binds nobody."""
    for card in range(CARDS):
        moves[count] = CLAIM + card
        count += 1
    return count


@rule
def offer_card(t: Table, seat: int, card: int, hidden: int) -> None:
    """NEG-4.3  Offer a card, open or hidden, in place of the one before."""
    t.offer[seat] = card
    t.offer_hidden[seat] = hidden
    t.offer_claim[seat] = NOTHING
    if not hidden:
        show_cards(t, seat, card, 1)
    renew_offer(t, seat)


@rule
def put_offer_coins(t: Table, seat: int, coins: int) -> None:
    """NEG-4.3  Offer so many of the buyer's coins, more or fewer than before."""
    t.offer_coins[seat] = coins
    renew_offer(t, seat)


@noinline
def renew_offer(t: Table, seat: int) -> None:
    """NEG-4.4  Make a new revision, which binds while the lot carries the coins it has now."""
    t.offer_floor[seat] = t.lot_coins
    revision = t.offer_revision[seat] + 1
    t.offer_revision[seat] = revision
    coins = t.offer_coins[seat]
    if t.offer[seat] == NOTHING:
        note(t, Kind.OFFERED_COINS, seat, coins, revision)
    elif t.offer_hidden[seat]:
        note(t, Kind.OFFERED_HIDDEN, seat, t.offer[seat], coins, revision)
    else:
        note(t, Kind.OFFERED_OPEN, seat, t.offer[seat], coins, revision)
    wake_all(t)


@rule
def withdraw_offer(t: Table, seat: int) -> None:
    """NEG-4.3  Withdraw an offer; that is a revision too."""
    clear_offer(t, seat)
    t.offer_revision[seat] += 1
    note(t, Kind.WITHDREW, seat, t.offer_revision[seat])
    wake_all(t)


@rule
def wake_all(t: Table) -> None:
    """NEG-4.8  Reset 'ready' for all: it lasts until the lot or an offer changes."""
    for seat in range(t.seats):
        t.ready[seat] = 0


@rule
def say_ready(t: Table, seat: int) -> None:
    """NEG-4.8  Mark a buyer as ready, or a seller as waiting for the next change."""
    t.ready[seat] = 1
    if seat == t.seller:
        note(t, Kind.WAITS, seat)
    else:
        note(t, Kind.READY, seat)


@rule
def make_claim(t: Table, seat: int, card: int) -> None:
    """NEG-4.5  Say aloud what a hidden card is; it may be a lie."""
    if seat == t.seller:
        t.lot_claim = card
    else:
        t.offer_claim[seat] = card
    note(t, Kind.CLAIMED, seat, card)
    wake_all(t)


@rule
def is_binding(t: Table, seat: int) -> bool:
    """NEG-4.4  Return True if the lot still has the coins it had when the offer was made."""
    return has_offer(t, seat) and t.lot_coins >= t.offer_floor[seat]


@rule
def legal_seller(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """NEG-4.7  List accepting and forcing; until all buyers are done, also claims, coins and
    waiting.

    NEG-4.8  At a table without a limit, list them also later, and while the seller waits.
    """
    waits = t.ready[seat] != 0
    done = buyers_done(t, box)
    if (
        waits and not done and box.rules == 1
    ):  # under version 1 of the rules, a waiting seller could not act
        return 0
    count = 0
    if box.free or not (waits or done):
        if may_claim(t, seat):
            count = list_claims(moves, count)
        count = list_lot_coins(t, box, seat, moves, count)
        count = add_if(not waits, moves, count, WAIT)
    for buyer in range(t.seats):
        number = t.offer_revision[buyer] % NUMBERS
        accept = ACCEPT + buyer * NUMBERS + number
        count = add_if(is_binding(t, buyer), moves, count, accept)
    moves[count] = FORCE
    return count + 1


@rule
def list_lot_coins(
    t: Table, box: Box, seat: int, moves: MutableSequence[int], count: int
) -> int:
    """NEG-4.4  List adding and removing coins on the card for sale, up to the coins you own."""
    if box.revisions == 0 or t.lot_revision < box.revisions:
        for coins in range(t.coins[seat] + 1):
            other = coins != t.lot_coins
            count = add_if(other, moves, count, PUT_COINS + coins)
    return count


@rule
def put_lot_coins(t: Table, seat: int, coins: int) -> None:
    """NEG-4.4  Set the coins on the card for sale."""
    t.lot_coins = coins
    t.lot_revision += 1
    note(t, Kind.LOT_COINS, seat, coins)
    wake_all(t)


@rule
def hear_offers(t: Table) -> None:
    """NEG-4.8  Record that the seller has acted with all current offers on the table."""
    for seat in range(t.seats):
        t.heard[seat] = t.offer_revision[seat]
