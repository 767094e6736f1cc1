"""OSA-4, ships: a purchase moves the ships of the colours bought."""

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .data import COLOURS, EDO, Box
from .payday import hold_payday
from .state import Kind, Table
from .turn import end_turn


@rule
def space_after(t: Table, colour: int, cards: int) -> int:
    """OSA-4.1  Return where a ship sails: one space for one card, two for more.

    OSA-4.2  Edo is the end of the route.
    """
    return min(t.ship[colour] + min(cards, 2), EDO)


@rule
def sail(t: Table, box: Box, seat: int) -> None:
    """OSA-4.1  Move the ships of the colours bought.

    OSA-4.3  Ships that reach Edo start a payday.
    """
    arrived = False
    for colour in range(COLOURS):
        if t.bought[colour] > 0:
            t.ship[colour] = space_after(t, colour, t.bought[colour])
            t.bought[colour] = 0
            arrived = arrived or t.ship[colour] == EDO
            note(t, Kind.SAILED, NOBODY, colour, t.ship[colour])
    if arrived:
        hold_payday(t, box)
    else:
        end_turn(t)
