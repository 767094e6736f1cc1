"""BAT-4, a turn: draw two cards, or lay some and move the merchant."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, left_of

from .auction import open_auction
from .cards import count_cards, draw_to_hand, refill_pile
from .data import COMPANIES, DRAW, LAY, SPACES, STOP, Box, Ending, Phase
from .merchant import next_stall
from .pirates import pirates_look
from .scoring import end_game
from .state import Kind, Table


@rule
def most_laid_by_others(t: Table, seat: int, company: int) -> int:
    """Return the most cards of a company that another seat has laid; a majority needs more."""
    most = 0
    for other in range(t.seats):
        if other != seat and t.laid[other][company] > most:
            most = t.laid[other][company]
    return most


@rule
def leads_somewhere(t: Table, seat: int, company: int) -> bool:
    """BAT-8.2  Return True if a seal is of use: once the arrival tile is gone, only with a
    stall ahead.
    """
    return t.arrival == NOBODY or next_stall(t, seat, company) <= SPACES


@rule
def may_play(t: Table, seat: int) -> bool:
    """BAT-4.3  Return True if a seat has a majority or can lay one from its hand. BAT-4.6"""
    cards = 0
    can_lead = False
    for company in range(COMPANIES):
        held = t.hand[seat][company]
        cards += held
        fleet = t.laid[seat][company] + held
        if fleet > most_laid_by_others(t, seat, company):
            can_lead = can_lead or leads_somewhere(t, seat, company)
    return can_lead and cards > 0


@rule
def may_stop(t: Table, seat: int) -> bool:
    """BAT-4.3  Return True if a seat holds a majority, and may therefore stop laying cards."""
    for company in range(COMPANIES):
        if t.seal[company] == seat and leads_somewhere(t, seat, company):
            return True
    return False


@rule
def legal_turn(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """BAT-4.1  List drawing and, if allowed, laying cards; without a pile, whoever can lay
    must.
    """
    playable = may_play(t, seat)
    may_draw = not playable or count_cards(t.pile) > 0
    count = add_if(may_draw, moves, 0, DRAW)
    if playable:
        count = legal_cards(t, seat, moves, count)
    return count


@rule
def legal_cards(t: Table, seat: int, moves: MutableSequence[int], count: int) -> int:
    """BAT-4.2  List the cards in hand, any of which may be laid."""
    for company in range(COMPANIES):
        count = add_if(t.hand[seat][company] > 0, moves, count, LAY + company)
    return count


@rule
def legal_laying(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """BAT-4.2  List the cards to lay next, and stopping if the seat holds a majority."""
    count = legal_cards(t, seat, moves, 0)
    return add_if(may_stop(t, seat), moves, count, STOP)


@rule
def draw_two(t: Table, seat: int) -> None:
    """BAT-4.1  Take two cards from the pile."""
    for _ in range(2):
        if count_cards(t.pile) > 0:
            note(t, Kind.DREW, seat, draw_to_hand(t, seat))
            refill_pile(t)
            t.stirred = 1


@rule
def lay_card(t: Table, seat: int, company: int) -> None:
    """BAT-4.2  Lay a card before you.

    BAT-4.7  The cannon and the ship's marker go up by one.
    """
    t.hand[seat][company] -= 1
    t.laid[seat][company] += 1
    if t.known[seat][company] > 0:
        t.known[seat][company] -= 1
    else:
        t.spent[seat][company] += 1
    t.marker[company] += 1
    t.cannon += 1
    t.stirred = 1
    t.phase = Phase.LAYING
    note(t, Kind.LAID, seat, company)
    pass_seal(t, seat, company)


@rule
def pass_seal(t: Table, seat: int, company: int) -> None:
    """BAT-4.4  Give the seal to the seat with strictly the most laid cards.

    BAT-4.5  A tie returns it.
    """
    holder = t.seal[company]
    most = most_laid_by_others(t, seat, company)
    if t.laid[seat][company] > most and holder != seat:
        t.seal[company] = seat
        note(t, Kind.SEAL_TAKEN, seat, company)
    elif t.laid[seat][company] == most and holder != NOBODY:
        t.seal[company] = NOBODY
        note(t, Kind.SEAL_RETURNED, holder, company)


@rule
def end_turn(t: Table, box: Box, seat: int) -> None:
    """BAT-7.1  Check for an attack of the pirates; then the next turn begins, or the round
    ends.
    """
    pirates_look(t, box)
    t.turns += 1
    if t.turns < t.seats:
        t.turn = left_of(t, seat)
        t.phase = Phase.TURN
    elif t.arrival != NOBODY or t.stirred == 0:
        # BAT-4.1  A standstill: in this round nobody laid, drew or bought a card.
        end_game(t, box, Ending.STANDSTILL if t.arrival == NOBODY else Ending.ARRIVAL)
    else:
        open_auction(t, box)
