"""OSA-3, a turn: buy, take a coin, or reserve a card."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import left_of

from .cards import count_coins
from .data import (
    BUY,
    COIN,
    FETCH,
    KINDS,
    NOTHING,
    PASS,
    RESERVE,
    RESERVE_FARM,
    Box,
    Ending,
    Phase,
)
from .market import (
    free_kinds,
    free_slot,
    has_pawn,
    open_cards,
    own_slot,
    price_for,
    refill,
    take_from_market,
)
from .scoring import end_game
from .state import Kind, Table


@rule
def start_turn(t: Table) -> None:
    """OSA-3.1  Begin a turn; a market without a card that the player may take is refilled
    first.
    """
    t.turn = t.mover
    t.phase = Phase.TURN
    if open_cards(t, t.turn) == 0:
        refill(t)


@rule
def end_turn(t: Table) -> None:
    """OSA-3.9  End the turn; the next player clockwise is next."""
    t.turns += 1
    t.mover = left_of(t, t.mover)
    start_turn(t)


@rule
def may_buy(t: Table, box: Box, seat: int) -> bool:
    """OSA-3.3  Return True if there is a card to buy and the hand can pay the price."""
    price = price_for(t, box, seat)
    return 0 < price <= count_coins(box, t.hand[seat])


@rule
def legal_turn(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """OSA-3.8  List buying, taking a coin and reserving; passing only if nothing else is
    possible.
    """
    free = free_kinds(t.market, t.market_pawn, t.market_cards)
    fetches = own_slot(t, seat) != NOTHING
    reserves = has_pawn(t, seat)
    count = add_if(may_buy(t, box, seat), moves, 0, BUY)
    count = list_kinds(moves, count, COIN, free)
    count = add_if(fetches, moves, count, FETCH)  # OSA-3.4
    if reserves:  # OSA-3.5
        count = list_kinds(moves, count, RESERVE, free)
        grown = free_kinds(t.farm, t.farm_pawn, t.farm_cards)
        count = list_kinds(moves, count, RESERVE_FARM, grown)
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@rule
def list_kinds(moves: MutableSequence[int], count: int, first: int, bits: int) -> int:
    """List the action `first` + kind for every kind that has its bit set."""
    for kind in range(KINDS):
        count = add_if(bits >> kind & 1 == 1, moves, count, first + kind)
    return count


@rule
def take_coin(t: Table, seat: int, kind: int) -> None:
    """OSA-3.4  Take a free market card into your hand."""
    take_from_market(t, free_slot(t.market, t.market_pawn, kind))
    t.hand[seat][kind] += 1
    t.passes = 0
    note(t, Kind.TOOK, seat, kind)
    end_turn(t)


@rule
def fetch_card(t: Table, seat: int) -> None:
    """OSA-3.4  Take your reserved card into your hand. OSA-3.6  The pawn comes back."""
    kind = take_from_market(t, own_slot(t, seat))
    t.hand[seat][kind] += 1
    t.passes = 0
    note(t, Kind.FETCHED, seat, kind)
    end_turn(t)


@rule
def reserve_card(t: Table, seat: int, kind: int) -> None:
    """OSA-3.5  Put your pawn on a market card that nobody has reserved."""
    t.market_pawn[free_slot(t.market, t.market_pawn, kind)] = seat
    t.passes = 0
    note(t, Kind.RESERVED, seat, kind)
    end_turn(t)


@rule
def reserve_in_farm(t: Table, seat: int, kind: int) -> None:
    """OSA-3.5  Put your pawn on a farm card that nobody has reserved."""
    t.farm_pawn[free_slot(t.farm, t.farm_pawn, kind)] = seat
    t.passes = 0
    note(t, Kind.RESERVED_FARM, seat, kind)
    end_turn(t)


@rule
def pass_turn(t: Table, seat: int) -> None:
    """OSA-3.8  Pass, since there is no other action; if all pass in a row, the game ends."""
    note(t, Kind.PASSED, seat)
    t.passes += 1
    if t.passes == t.seats:
        t.turns += 1
        end_game(t, Ending.STANDSTILL)
    else:
        end_turn(t)
