"""A few rules of thumb, with dice: bots that always chose the same would clash."""

from collections.abc import MutableSequence, Sequence

from comptoir.design import rule, throw

from .table import GUIDE, KINDS, Box, Table

RICH = 10  # points for which it chooses the highest tide, give or take the dice
SPREAD = 3


@rule
def house(
    t: Table,
    box: Box,
    seat: int,
    moves: Sequence[int],
    count: int,
    dice: MutableSequence[int],
) -> int:
    """Guide the ship that brings most; choose a tide that fits the ships, varied by dice."""
    best = moves[0]
    if best >= GUIDE:
        for n in range(count):
            if worth(t, box, seat, moves[n] - GUIDE) > worth(
                t, box, seat, best - GUIDE
            ):
                best = moves[n]
        return best
    most = 0
    for ship in range(KINDS):
        if t.roads[ship]:
            most = max(most, worth(t, box, seat, ship))
    wanted = min(most, RICH) * count // RICH + throw(dice, SPREAD) - 1
    return moves[max(0, min(wanted, count - 1))]


@rule
def worth(t: Table, box: Box, seat: int, ship: int) -> int:
    """Return the points that a ship would bring a pilot."""
    flown = 0
    for other in range(KINDS):
        if box.flag[other] == box.flag[ship]:
            flown += t.fleet[seat][other]
    return box.tonnage[ship] + (flown % 2) * box.pair
