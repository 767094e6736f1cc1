"""BOR-1.5, the companies: columns of merchants, and moving between them (BOR-5.1)."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .data import COMPANIES, MOVE, NOTHING, PLACE, RANKS, Phase
from .state import Kind, Table


@rule
def free_rank(t: Table, company: int) -> int:
    """Return the highest free rank of a company; RANKS if it is full."""
    rank = 0
    while rank < RANKS and t.column[company][rank] != NOBODY:
        rank += 1
    return rank


@rule
def is_full(t: Table, company: int) -> bool:
    """BOR-5.2  Return True if a company has five merchants and cannot be entered."""
    return t.column[company][RANKS - 1] != NOBODY


@rule
def enter(t: Table, company: int, seat: int) -> int:
    """BOR-2.3, BOR-5.1  Put a merchant on the highest free rank of a company."""
    rank = free_rank(t, company)
    t.column[company][rank] = seat
    return rank


@rule
def leave(t: Table, company: int, rank: int) -> None:
    """BOR-5.1  Take a merchant out of a company; the ones below it move up."""
    for below in range(rank, RANKS - 1):
        t.column[company][below] = t.column[company][below + 1]
    t.column[company][RANKS - 1] = NOBODY


@rule
def legal_places(t: Table, other_than: int, moves: MutableSequence[int]) -> int:
    """BOR-5.2  List the companies with a free rank, except `other_than`."""
    count = 0
    for company in range(COMPANIES):
        may = company != other_than and not is_full(t, company)
        count = add_if(may, moves, count, PLACE + company)
    return count


@rule
def legal_movers(t: Table, seat: int, moves: MutableSequence[int], count: int) -> int:
    """BOR-5.1  List all merchants: with at most fifteen, some other company always has
    space.
    """
    for company in range(COMPANIES):
        for rank in range(RANKS):
            own = t.column[company][rank] == seat
            count = add_if(own, moves, count, MOVE + company * RANKS + rank)
    return count


@rule
def start_moving(t: Table, post: int) -> None:
    """BOR-5.1  Choose the merchant that moves."""
    t.company = post // RANKS
    t.attacker = post % RANKS
    t.phase = Phase.MOVING


@rule
def finish_moving(t: Table, seat: int, company: int) -> None:
    """BOR-5.1  Move the merchant from its company to the highest free rank of another."""
    origin = t.company
    leave(t, origin, t.attacker)
    rank = enter(t, company, seat)
    note(t, Kind.MOVED, seat, origin, company, rank + 1)
    t.company = NOTHING
    t.attacker = NOTHING
    end_companies(t)


@rule
def end_companies(t: Table) -> None:
    """BOR-3.1  Go on from the companies phase to the shipment, which is compulsory."""
    t.turn = t.mover
    t.phase = Phase.HARBOUR
