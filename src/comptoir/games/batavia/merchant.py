"""BAT-5, the merchant moves, and BAT-6, the exchange of tiles."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY

from .data import (
    ARRIVAL,
    BLOCK,
    COMPANIES,
    EXCHANGE,
    GOODS,
    KEEP,
    MOVE,
    NOTHING,
    SPACES,
    Box,
    Phase,
)
from .state import Kind, Table


@noinline
def next_stall(t: Table, seat: int, company: int) -> int:
    """BAT-5.3  Return the next stall of a company ahead of the merchant, else ARRIVAL.

    BAT-5.4  Stalls behind the merchant no longer count. The next stall is face up: the
    merchant has not reached the last face-up block of five, so the block still shows one stall
    of every company (BAT-5.6).
    """
    for space in range(t.place[seat] + 1, SPACES + 1):
        tile = t.stall[space]
        if tile != NOTHING and tile // GOODS == company:
            return space
    return ARRIVAL


@rule
def legal_seals(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """BAT-5.2  List the seals that the seat holds and that have a stall ahead."""
    count = 0
    for company in range(COMPANIES):
        may = t.seal[company] == seat and next_stall(t, seat, company) <= SPACES
        count = add_if(may, moves, count, MOVE + company)
    return count


@rule
def follow_seals(t: Table, seat: int) -> None:
    """BAT-5.1  Follow the one seal that leads ahead; let the player choose if there are
    several.

    BAT-8.1  If there is none, the merchant arrives.
    """
    choices = 0
    only = NOTHING
    for company in range(COMPANIES):
        if t.seal[company] == seat and next_stall(t, seat, company) <= SPACES:
            choices += 1
            only = company
    if choices == 0:
        arrive(t, seat)
    elif choices == 1:
        move_to_stall(t, seat, only)
    else:
        t.phase = Phase.SEAL


@rule
def arrive(t: Table, seat: int) -> None:
    """BAT-8.1  Move to the arrival tile and take it.

    BAT-8.3  There is nothing to exchange then.
    """
    t.place[seat] = ARRIVAL
    t.arrival = seat
    note(t, Kind.ARRIVED, seat)
    reveal_stalls(t, seat)
    t.new_tile = NOTHING
    t.phase = Phase.EXCHANGE


@rule
def move_to_stall(t: Table, seat: int, company: int) -> None:
    """BAT-5.1  Move the merchant onto the stall's space and take its tile."""
    space = next_stall(t, seat, company)
    tile = t.stall[space]
    t.stall[space] = NOTHING
    t.place[seat] = space
    t.tiles[seat][company] += 1
    t.new_tile = company
    # BAT-5.5: a crate in the office of its good, on the space of its company
    t.crate[tile] = seat
    note(t, Kind.MOVED, seat, space)
    note(t, Kind.TOOK, seat, company, tile % GOODS)
    reveal_stalls(t, seat)
    t.phase = Phase.EXCHANGE


@rule
def reveal_stalls(t: Table, seat: int) -> None:
    """BAT-5.6  Turn up the next five tiles when one of the last five face-up tiles is
    reached.
    """
    while t.place[seat] > t.face_up - BLOCK and t.face_up < SPACES:
        for _ in range(BLOCK):
            t.face_up += 1
            tile = t.stall[t.face_up]
            note(t, Kind.TURNED, NOBODY, t.face_up, tile // GOODS, tile % GOODS)


@rule
def may_exchange(t: Table, seat: int) -> bool:
    """BAT-6.1  Return True if the new tile is the only one the seat holds of its company."""
    return t.new_tile != NOTHING and t.tiles[seat][t.new_tile] == 1


@rule
def legal_exchange(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """BAT-6.1  List exchanging the tiles, and keeping them."""
    moves[0] = EXCHANGE
    moves[1] = KEEP
    return 2


@rule
def companies_held(t: Table, seat: int) -> int:
    """Return the number of companies of which a seat holds tiles."""
    count = 0
    for company in range(COMPANIES):
        if t.tiles[seat][company] > 0:
            count += 1
    return count


@rule
def exchange_tiles(t: Table, box: Box, seat: int) -> None:
    """BAT-6.2  Hand in one tile of every company held. BAT-6.3  Get gold for their number."""
    count = companies_held(t, seat)
    for company in range(COMPANIES):
        if t.tiles[seat][company] > 0:
            t.tiles[seat][company] -= 1
    gold = box.exchange[count]
    t.gold[seat] += gold
    note(t, Kind.EXCHANGED, seat, count, gold)
