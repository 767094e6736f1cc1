"""Négoces as a table of contents: one line per phase or action, with the rule it calls."""

from collections.abc import MutableSequence

from comptoir.engine.rules.rule import rule

from .auction import leave_auction, legal_bids, place_bid
from .data import (
    ACCEPT,
    ALL_COINS,
    BID,
    CARDS,
    CLAIM,
    COINS,
    FIRST_BID,
    FORCE,
    GOODS,
    HIDE,
    LEAVE,
    NAME,
    NUMBERS,
    OPEN,
    PLAYERS,
    PUT_COINS,
    RENEW,
    TAKE,
    WITHDRAW,
    Box,
    Phase,
)
from .deal import accept_offer
from .forced import (
    force_sale,
    legal_names,
    legal_picks,
    legal_second,
    name_good,
    pick_card,
    put_second,
)
from .market import (
    hear_offers,
    legal_lot,
    legal_offers,
    legal_seller,
    make_claim,
    negotiators,
    offer_card,
    put_lot,
    put_lot_coins,
    put_offer_coins,
    renew_offer,
    say_ready,
    withdraw_offer,
)
from .state import Table


@rule
def actors(t: Table, box: Box) -> int:
    """Return a bit for every seat that may act: during a sale, all that still negotiate."""
    if t.phase == Phase.OVER:
        return 0
    if t.phase == Phase.SALE:
        return negotiators(t, box)
    return 1 << t.turn


@rule
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """Write a seat's legal actions in ascending order, and return how many there are."""
    if t.phase == Phase.SALE:
        if seat == t.seller:
            return legal_seller(t, box, seat, moves)
        return legal_offers(t, box, seat, moves)
    if seat != t.turn:
        return 0
    if t.phase == Phase.AUCTION:
        return legal_bids(t, seat, moves)
    if t.phase == Phase.LOT:
        return legal_lot(t, seat, moves)
    if t.phase == Phase.SECOND:
        return legal_second(t, seat, moves)
    if t.phase == Phase.NAMING:
        return legal_names(t, seat, moves)
    if t.phase == Phase.PICK:
        return legal_picks(t, seat, moves)
    return 0


@rule
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """Play a legal action."""
    if BID + FIRST_BID < action <= BID + COINS:
        place_bid(t, seat, action - BID)
    elif action == LEAVE:
        leave_auction(t, seat)
    elif is_card(action):
        lay_card(t, seat, action)
    elif action == FORCE:
        force_sale(t, seat)
    elif NAME <= action < NAME + GOODS:
        name_good(t, seat, action - NAME)
    elif TAKE <= action < TAKE + PLAYERS:
        pick_card(t, box, seat, action - TAKE)
    elif seat == t.seller:
        sell(t, box, seat, action)
    else:
        negotiate(t, seat, action)


@rule
def is_card(action: int) -> bool:
    """Return True if an action puts a card on the market, open or hidden."""
    return OPEN <= action < OPEN + CARDS or HIDE <= action < HIDE + CARDS


@rule
def lay_card(t: Table, seat: int, action: int) -> None:
    """Put a card on the market: the lot, an offer or the second card of a forced sale."""
    hidden = 1 if HIDE <= action < HIDE + CARDS else 0
    card = action - HIDE if hidden else action - OPEN
    if t.phase == Phase.LOT:
        put_lot(t, seat, card, hidden)
    elif t.phase == Phase.SECOND:
        put_second(t, seat, card)
    else:
        offer_card(t, seat, card, hidden)


@rule
def negotiate(t: Table, seat: int, action: int) -> None:
    """Play an action of a buyer, on its own offer."""
    if CLAIM <= action < CLAIM + CARDS:
        make_claim(t, seat, action - CLAIM)
    elif PUT_COINS <= action < PUT_COINS + ALL_COINS:
        put_offer_coins(t, seat, action - PUT_COINS)
    elif action == WITHDRAW:
        withdraw_offer(t, seat)
    elif action == RENEW:
        renew_offer(t, seat)
    else:
        say_ready(t, seat)


@rule
def sell(t: Table, box: Box, seat: int, action: int) -> None:
    """Play the seller's action on the lot, or accept an offer."""
    hear_offers(t)
    if CLAIM <= action < CLAIM + CARDS:
        make_claim(t, seat, action - CLAIM)
    elif PUT_COINS <= action < PUT_COINS + ALL_COINS:
        put_lot_coins(t, seat, action - PUT_COINS)
    elif ACCEPT <= action < ACCEPT + PLAYERS * NUMBERS:
        accept_offer(t, box, seat, (action - ACCEPT) // NUMBERS)
    else:
        say_ready(t, seat)
