"""BAT-2, setting up: stalls, cards, bills and the first auctioneer."""

from collections.abc import Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance, start_chance
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .auction import open_auction
from .cards import draw_to_hand, refill_pile
from .data import BLOCK, CARDS, COMPANIES, GOODS, NOTHING, SPACES, Box, Ending
from .state import Kind, Table


@rule
def deal(t: Table, box: Box, seats: int, key: Sequence[int], stream: int) -> None:
    """Set up a game for `seats` players, replacing the current one."""
    start_chance(t, key, stream)
    t.seats = seats
    clear_board(t)
    if box.quick_start:
        place_stalls_in_order(t, box)
    else:
        shuffle_stalls(t)
    for seat in range(len(t.bills)):
        clear_seat(t, seat)
    deal_hands(t, box)
    t.first = box.first_auctioneer  # BAT-2.6
    if t.first == NOBODY:
        t.first = chance(t, seats)
    open_auction(t, box)


@rule
def clear_board(t: Table) -> None:
    """BAT-2.7  Put seals and ship on the board, markers at 0; use all cards and tiles."""
    t.ending = Ending.NOT_YET
    t.arrival = NOBODY
    t.new_tile = NOTHING
    t.cannon = 0
    for company in range(COMPANIES):
        t.seal[company] = NOBODY
        t.marker[company] = 0
        t.packet[company] = 0
        t.discard[company] = 0
        t.pile[company] = CARDS
        t.shuffled[company] = CARDS
        t.pool[company] = 0
    for tile in range(SPACES):
        t.crate[tile] = NOBODY


@rule
def clear_seat(t: Table, seat: int) -> None:
    """BAT-2.5  Give a seat no gold and nothing held or laid; its merchant is on the start
    space.
    """
    t.bidding[seat] = 0
    t.bills[seat] = 0
    t.gold[seat] = 0
    t.place[seat] = 0
    t.draws[seat] = 0
    for company in range(COMPANIES):
        t.hand[seat][company] = 0
        t.laid[seat][company] = 0
        t.tiles[seat][company] = 0
        t.known[seat][company] = 0
        t.drawn[seat][company] = 0
        t.spent[seat][company] = 0


@rule
def shuffle_stalls(t: Table) -> None:
    """BAT-2.1  Give every block of five spaces one tile of each company. BAT-2.2"""
    t.stall[0] = NOTHING
    for company in range(COMPANIES):
        for block in range(GOODS):
            t.stall[1 + block * BLOCK + company] = company * GOODS + block
        shuffle_spaces(t, 1 + company, GOODS, BLOCK)
    for block in range(GOODS):
        shuffle_spaces(t, 1 + block * BLOCK, BLOCK, 1)
    t.face_up = 2 * BLOCK


@rule
def shuffle_spaces(t: Table, first: int, count: int, step: int) -> None:
    """Shuffle the tiles on every `step`-th space, beginning with `first`."""
    for last in range(count - 1, 0, -1):
        other = first + chance(t, last + 1) * step
        here = first + last * step
        tile = t.stall[here]
        t.stall[here] = t.stall[other]
        t.stall[other] = tile


@rule
def place_stalls_in_order(t: Table, box: Box) -> None:
    """BAT-2.3  Lay out the quick start: all tiles face up, in the fixed order."""
    t.stall[0] = NOTHING
    for space in range(SPACES):
        t.stall[space + 1] = box.quick_order[space]
    t.face_up = SPACES


@rule
def deal_hands(t: Table, box: Box) -> None:
    """BAT-2.4  Deal ten ship cards to each player. BAT-1.7  Each gets fifteen bills."""
    for seat in range(t.seats):
        t.bills[seat] = box.bills
        for _ in range(box.hand):
            note(t, Kind.DEALT, seat, draw_to_hand(t, seat))
    refill_pile(t)
