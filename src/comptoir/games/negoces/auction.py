"""NEG-3, the first round: the auction of the contraband."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rng import chance
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import left_of

from .data import BID, CONTRABAND, FIRST_BID, LEAVE, RAISES, Phase
from .knowledge import show_cards
from .market import open_sale
from .state import Kind, Table


@rule
def open_auction(t: Table) -> None:
    """NEG-2.2  Put the contraband on the market.

    NEG-3.1  A player drawn by lot opens with 1.
    """
    for seat in range(t.seats):
        t.bidding[seat] = 1
    t.phase = Phase.AUCTION
    t.turn = chance(t, t.seats)
    t.high_bidder = t.turn
    t.high_bid = FIRST_BID
    note(t, Kind.OPENED, t.turn, FIRST_BID)
    ask_next_bidder(t)


@rule
def legal_bids(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """NEG-3.2  List raising by one or two, up to the coins you own, and leaving for good."""
    count = 0
    for bid in range(t.high_bid + 1, t.high_bid + RAISES + 1):
        count = add_if(bid <= t.coins[seat], moves, count, BID + bid)
    moves[count] = LEAVE
    return count + 1


@rule
def place_bid(t: Table, seat: int, bid: int) -> None:
    """NEG-3.2  Bid higher; the next bidder clockwise is asked."""
    t.high_bid = bid
    t.high_bidder = seat
    note(t, Kind.BID, seat, bid)
    ask_next_bidder(t)


@rule
def leave_auction(t: Table, seat: int) -> None:
    """NEG-3.2  Leave the auction; a player who leaves does not come back."""
    t.bidding[seat] = 0
    note(t, Kind.LEFT, seat)
    ask_next_bidder(t)


@noinline
def ask_next_bidder(t: Table) -> None:
    """NEG-3.2  Ask the next bidder clockwise; one who cannot raise leaves.

    The last bidder buys the card.
    """
    t.turn = left_of(t, t.turn)
    while t.turn != t.high_bidder:
        if t.bidding[t.turn]:
            if t.coins[t.turn] > t.high_bid:
                return
            t.bidding[t.turn] = 0
            note(t, Kind.LEFT, t.turn)
        t.turn = left_of(t, t.turn)
    settle_auction(t)


@rule
def settle_auction(t: Table) -> None:
    """NEG-3.3  Give the card to the highest bidder; the coins paid leave the game."""
    buyer = t.high_bidder
    t.bidding[buyer] = 0
    t.coins[buyer] -= t.high_bid
    t.hand[buyer][CONTRABAND] += 1
    show_cards(t, buyer, CONTRABAND, 1)
    note(t, Kind.BOUGHT, buyer, t.high_bid)
    open_sale(t, buyer)
