"""BAT-3, the auction: it decides who goes first this round, and at what price."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, left_of

from .cards import count_cards, refill_pile, take_card
from .data import BID, COMPANIES, PASS, Box, Phase
from .state import Kind, Table


@rule
def open_auction(t: Table, box: Box) -> None:
    """BAT-3.1  Roll the die and turn up that many cards.

    BAT-3.2  The left neighbour speaks first.
    """
    die = chance(t, box.die) + 1
    note(t, Kind.ROLLED, t.first, die)
    for _ in range(die):
        # BAT-3.9: cards that are missing from the pile are not drawn
        if count_cards(t.pile) > 0:
            turn_up_card(t)
    t.turns = 0
    t.stirred = 0
    t.high_bid = 0
    t.high_bidder = NOBODY
    for seat in range(t.seats):
        t.bidding[seat] = 1
    t.turn = left_of(t, t.first)
    t.phase = Phase.AUCTION


@rule
def turn_up_card(t: Table) -> None:
    """BAT-3.1  Add the top card of the pile to the packet, face up."""
    company = take_card(t, t.pile)
    t.packet[company] += 1
    t.shuffled[company] -= 1
    note(t, Kind.SHOWN, NOBODY, company)
    refill_pile(t)


@rule
def legal_bids(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """BAT-3.3  List passing, and bids above the last one up to the bills that the seat
    holds.
    """
    moves[0] = PASS
    count = 1
    for bid in range(t.high_bid + 1, t.bills[seat] + 1):
        moves[count] = BID + bid
        count += 1
    return count


@rule
def place_bid(t: Table, seat: int, bid: int) -> None:
    """BAT-3.3  Raise the bid; the next seat that is still in the auction answers it."""
    note(t, Kind.BID, seat, bid)
    t.high_bid = bid
    t.high_bidder = seat
    next_bidder(t, seat)


@rule
def leave_auction(t: Table, seat: int) -> None:
    """BAT-3.4  Leave this auction; a player who does not raise is out."""
    note(t, Kind.PASSED, seat)
    t.bidding[seat] = 0
    next_bidder(t, seat)


@rule
def next_bidder(t: Table, seat: int) -> None:
    """BAT-3.5  Ask the bidders in turn until one is left. If nobody has bid, that one may still
    bid.
    """
    bidders = 0
    for other in range(t.seats):
        bidders += t.bidding[other]
    if bidders == 0:
        leave_unsold(t)
    elif bidders == 1 and t.high_bidder != NOBODY:
        settle_auction(t)
    else:
        t.turn = left_of(t, seat)
        while t.bidding[t.turn] == 0:
            t.turn = left_of(t, t.turn)


@rule
def leave_unsold(t: Table) -> None:
    """BAT-3.8  End the auction after all have passed: the packet and the first player stay."""
    note(t, Kind.UNSOLD, NOBODY)
    t.turn = t.first
    t.phase = Phase.TURN


@rule
def settle_auction(t: Table) -> None:
    """BAT-3.6  Let the winner pay the bid.

    BAT-3.7  The winner takes packet and ship, and goes first.
    """
    winner = t.high_bidder
    pay_round_the_table(t, winner, t.high_bid)
    take_packet(t, winner)
    t.first = winner
    t.turn = winner
    t.phase = Phase.TURN


@rule
def pay_round_the_table(t: Table, winner: int, bid: int) -> None:
    """BAT-3.6  Pay the bid to the others one bill at a time, clockwise from the left
    neighbour.
    """
    payee = winner
    for _ in range(bid):
        payee = left_of(t, payee)
        if payee == winner:
            payee = left_of(t, payee)
        t.bills[winner] -= 1
        t.bills[payee] += 1
        note(t, Kind.PAID, winner, payee, 1)


@rule
def take_packet(t: Table, winner: int) -> None:
    """BAT-3.7  Add the packet to the winner's hand; everyone saw its cards."""
    cards = 0
    for company in range(COMPANIES):
        cards += t.packet[company]
        t.hand[winner][company] += t.packet[company]
        t.known[winner][company] += t.packet[company]
        t.packet[company] = 0
    if cards > 0:
        t.stirred = 1
    note(t, Kind.WON, winner, t.high_bid, cards)
