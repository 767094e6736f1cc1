"""Traders of Osaka as a table of contents: one line per phase or action, with the rule it
calls.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.rule import rule

from .data import (
    BUY,
    COIN,
    COLOURS,
    DISCARD,
    FETCH,
    INSURE,
    KINDS,
    PASS,
    PAY,
    RESERVE,
    RESERVE_FARM,
    TOKEN,
    Box,
    Phase,
)
from .purchase import legal_payment, pay_card, start_buying
from .setup import choose_token, legal_tokens
from .state import Table
from .turn import (
    fetch_card,
    legal_turn,
    pass_turn,
    reserve_card,
    reserve_in_farm,
    take_coin,
)
from .wreck import be_done, give_up_card, insure_good, legal_cover, legal_discards


@rule
def actors(t: Table, box: Box) -> int:
    """Return a bit for every seat that may act: in this game only one."""
    return 0 if t.phase == Phase.OVER else 1 << t.turn


@rule
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """Write a seat's legal actions in ascending order, and return how many there are."""
    if seat != t.turn:
        return 0
    if t.phase == Phase.TURN:
        return legal_turn(t, box, seat, moves)
    if t.phase == Phase.PAYING:
        return legal_payment(t, seat, moves)
    if t.phase == Phase.INSURING:
        return legal_discards(t, box, seat, moves)
    if t.phase == Phase.COVERING:
        return legal_cover(t, seat, moves)
    if t.phase == Phase.TOKEN:
        return legal_tokens(moves)
    return 0


@rule
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """Play a legal action."""
    if action == PASS:
        pass_turn(t, seat)
    elif TOKEN <= action < TOKEN + COLOURS:
        choose_token(t, seat, action - TOKEN)
    elif action == BUY:
        start_buying(t, box, seat)
    elif COIN <= action < COIN + KINDS:
        take_coin(t, seat, action - COIN)
    elif action == FETCH:
        fetch_card(t, seat)
    elif RESERVE <= action < RESERVE + KINDS:
        reserve_card(t, seat, action - RESERVE)
    elif RESERVE_FARM <= action < RESERVE_FARM + KINDS:
        reserve_in_farm(t, seat, action - RESERVE_FARM)
    else:
        play_on(t, box, seat, action)


@rule
def play_on(t: Table, box: Box, seat: int, action: int) -> None:
    """Play an action that follows a purchase: paying for it, or insuring goods."""
    if PAY <= action < PAY + KINDS:
        pay_card(t, box, seat, action - PAY)
    elif DISCARD <= action < DISCARD + KINDS:
        give_up_card(t, box, seat, action - DISCARD)
    elif INSURE <= action < INSURE + KINDS:
        insure_good(t, box, seat, action - INSURE)
    else:
        be_done(t, box, seat)
