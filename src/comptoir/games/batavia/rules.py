"""Batavia as a table of contents: one line per phase or action, with the rule it calls."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule

from .auction import leave_auction, legal_bids, place_bid
from .data import (
    BID,
    COMPANIES,
    DRAW,
    EXCHANGE,
    KEEP,
    LAY,
    MOST_BID,
    MOVE,
    PASS,
    STOP,
    Box,
    Phase,
)
from .merchant import (
    exchange_tiles,
    follow_seals,
    legal_exchange,
    legal_seals,
    may_exchange,
    move_to_stall,
)
from .state import Kind, Table
from .turn import draw_two, end_turn, lay_card, legal_laying, legal_turn


@rule
def actors(t: Table, box: Box) -> int:
    """Return a bit for every seat that may act: here the one whose turn it is."""
    return 0 if t.phase == Phase.OVER else 1 << t.turn


@rule
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """Write a seat's legal actions in ascending order, and return how many there are."""
    if seat != t.turn:
        return 0
    if t.phase == Phase.AUCTION:
        return legal_bids(t, seat, moves)
    if t.phase == Phase.TURN:
        return legal_turn(t, seat, moves)
    if t.phase == Phase.LAYING:
        return legal_laying(t, seat, moves)
    if t.phase == Phase.SEAL:
        return legal_seals(t, seat, moves)
    if t.phase == Phase.EXCHANGE:
        return legal_exchange(t, seat, moves)
    return 0


@rule
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """Play a legal action, and what follows automatically after the last one of a turn."""
    if action == PASS:
        leave_auction(t, seat)
    elif BID < action <= BID + MOST_BID:
        place_bid(t, seat, action - BID)
    elif action == DRAW:
        draw_two(t, seat)
    elif LAY <= action < LAY + COMPANIES:
        lay_card(t, seat, action - LAY)
    else:
        play_on(t, box, seat, action)
    if ends_turn(t, seat, action):
        end_turn(t, box, seat)


@rule
def play_on(t: Table, box: Box, seat: int, action: int) -> None:
    """Play an action that follows the laying of cards: moving or exchanging."""
    if action == STOP:
        follow_seals(t, seat)
    elif MOVE <= action < MOVE + COMPANIES:
        move_to_stall(t, seat, action - MOVE)
    elif action == EXCHANGE:
        exchange_tiles(t, box, seat)
    else:
        note(t, Kind.KEPT, seat)


@rule
def ends_turn(t: Table, seat: int, action: int) -> bool:
    """Return True if an action ended the turn, such as a move with nothing to exchange
    afterwards.
    """
    if action == DRAW:
        return True
    if t.phase != Phase.EXCHANGE:
        return False
    return action in (EXCHANGE, KEEP) or not may_exchange(t, seat)
