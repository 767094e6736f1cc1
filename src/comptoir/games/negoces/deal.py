"""NEG-4.6, the deal: everything changes hands at once, and the next seller is determined."""

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY

from .data import CARDS, HAND, NOTHING, Box
from .ending import find_winner
from .knowledge import forget_given, remember_got, remember_lie
from .market import clear_market, open_sale
from .state import Kind, Table


@rule
def accept_offer(t: Table, box: Box, seller: int, buyer: int) -> None:
    """NEG-4.6  Swap card and coins for card and coins; the other offers go back."""
    note(t, Kind.ACCEPTED, seller, buyer, t.offer_revision[buyer])
    card = t.offer[buyer]
    # Both cards leave their hands before either arrives, so that no player passes on the card
    # just received.
    forget_given(t, seller, buyer, t.lot, t.lot_hidden == 0)
    if card != NOTHING:
        forget_given(t, buyer, seller, card, t.offer_hidden[buyer] == 0)
    give_card(t, seller, buyer, t.lot, t.lot_hidden == 0)
    remember_lie(t, buyer, seller, t.lot, t.lot_claim)
    pay(t, seller, buyer, t.lot_coins)
    if card != NOTHING:
        t.hand[buyer][card] -= 1
        give_card(t, buyer, seller, card, t.offer_hidden[buyer] == 0)
        remember_lie(t, seller, buyer, card, t.offer_claim[buyer])
    pay(t, buyer, seller, t.offer_coins[buyer])
    t.streak = t.streak + 1 if t.last_buyer == buyer else 1
    t.last_buyer = buyer
    end_sale(t, box, buyer, seller)


@rule
def give_card(t: Table, giver: int, taker: int, card: int, seen: bool) -> None:
    """NEG-4.6  Move a card from the market to a hand. NEG-4.2  A hidden card stays hidden."""
    t.hand[taker][card] += 1
    remember_got(t, giver, taker, card, seen)
    if seen:
        note(t, Kind.TOOK, taker, card, giver)
    else:
        note(t, Kind.TOOK_HIDDEN, taker, card, giver)


@rule
def pay(t: Table, payer: int, payee: int, coins: int) -> None:
    """NEG-4.6  Pay coins from one party to the other."""
    if coins > 0:
        t.coins[payer] -= coins
        t.coins[payee] += coins
        note(t, Kind.PAID, payer, coins, payee)


@noinline
def end_sale(t: Table, box: Box, buyer: int, seller: int) -> None:
    """NEG-6.1  End the sale; the player with nine cards sells next, perhaps the same one
    again.
    """
    clear_market(t)
    t.sales += 1
    if find_winner(t, box, buyer, seller):
        return
    next_seller = seller if count_hand(t, seller) > HAND else buyer
    if next_seller != seller:
        t.last_buyer = NOBODY
        t.streak = 0
    open_sale(t, next_seller)


@rule
def count_hand(t: Table, seat: int) -> int:
    """Return the number of cards in a hand."""
    count = 0
    for card in range(CARDS):
        count += t.hand[seat][card]
    return count
