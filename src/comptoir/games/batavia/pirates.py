"""BAT-7, the pirates: if too many cards are laid, the largest company loses all of its
cards.
"""

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .cards import refill_pile
from .data import COMPANIES, Box
from .state import Kind, Table


@rule
def pirates_look(t: Table, box: Box) -> None:
    """BAT-7.1  Let the pirates attack if the cannon is at the pirate line.

    BAT-7.4  They attack at most once in a turn.
    """
    if t.cannon < box.pirate_line:
        return
    most = 0
    for company in range(COMPANIES):
        most = max(most, t.marker[company])
    for company in range(COMPANIES):
        if (
            t.marker[company] == most
        ):  # BAT-7.2: all companies that share the most cards
            raid_company(t, company)
    refill_pile(t)


@rule
def raid_company(t: Table, company: int) -> None:
    """BAT-7.2  Discard all laid cards of a company.

    BAT-7.3  Reset its marker to 0, and return its seal.
    """
    cards = t.marker[company]
    for seat in range(t.seats):
        t.discard[company] += t.laid[seat][company]
        t.laid[seat][company] = 0
    t.marker[company] = 0
    t.cannon -= cards
    note(t, Kind.RAIDED, NOBODY, company, cards)
    if t.seal[company] != NOBODY:
        note(t, Kind.SEAL_RETURNED, t.seal[company], company)
        t.seal[company] = NOBODY
