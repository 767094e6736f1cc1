"""The rules, one function for each paragraph of RULES.md, in the subset that compiles."""

from collections.abc import MutableSequence

from comptoir.design import (
    NOBODY,
    NOTHING,
    count,
    draw,
    move_all,
    note,
    rank,
    rule,
)

from .table import CHOOSE, FLAGS, GUIDE, KINDS, TIDES, Box, Kind, Phase, Table

MOST = len(TIDES)
NATIONS = len(FLAGS)


@rule
def deal(t: Table, box: Box) -> None:
    """PIL-1.2  Each pilot has one of each tide."""
    for seat in range(t.seats):
        for tide in range(MOST):
            t.tides[seat][tide] = 1
    arrive(t)


@rule
def arrive(t: Table) -> None:
    """PIL-2.1  As many ships as pilots less one arrive, at least two."""
    for _ in range(max(2, t.seats - 1)):
        ship = draw(t, t.pile)
        if ship != NOTHING:
            t.roads[ship] += 1
            note(t, Kind.ARRIVED, NOBODY, ship)
    t.phase = Phase.CHOOSE
    t.turn = NOBODY


@rule
def actors(t: Table, box: Box) -> int:
    """PIL-2.2  All choose at once. PIL-2.4  Then one after the other guides a ship."""
    if t.phase == Phase.OVER:
        return 0
    if t.phase == Phase.GUIDE:
        return 1 << t.turn
    bits = 0
    for seat in range(t.seats):
        if t.tide[seat] == NOTHING:
            bits |= 1 << seat
    return bits


@rule
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """PIL-2.2  Any tide that the pilot still has. PIL-2.4  Any ship in the roads."""
    number = 0
    if t.phase == Phase.CHOOSE and t.tide[seat] == NOTHING:
        for tide in range(MOST):
            if t.tides[seat][tide]:
                moves[number] = CHOOSE + tide
                number += 1
    if t.phase == Phase.GUIDE and t.turn == seat:
        for ship in range(KINDS):
            if t.roads[ship]:
                moves[number] = GUIDE + ship
                number += 1
    return number


@rule
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """PIL-2.2  Choose a tide in secret. PIL-2.4  Or guide a ship."""
    if action < GUIDE:
        t.tide[seat] = action - CHOOSE
        note(t, Kind.CHOSE, seat, t.tide[seat])
        if actors(t, box) == 0:
            show_tides(t, box)
    else:
        guide(t, box, seat, action - GUIDE)


@rule
def show_tides(t: Table, box: Box) -> None:
    """PIL-2.3  All tides are shown at once and used up; equal ones clash."""
    t.phase = Phase.GUIDE
    for seat in range(t.seats):
        t.tides[seat][t.tide[seat]] = 0
        note(t, Kind.SHOWED, seat, t.tide[seat])
    for tide in range(MOST):
        if alike(t, tide) > 1:
            note(t, Kind.CLASHED, NOBODY, tide)
    next_pilot(t, box, MOST)


@rule
def alike(t: Table, tide: int) -> int:
    """PIL-2.3  Count the pilots who chose a tide."""
    number = 0
    for seat in range(t.seats):
        number += t.tide[seat] == tide
    return number


@rule
def next_pilot(t: Table, box: Box, below: int) -> None:
    """PIL-2.4  Pilots act from the highest tide to the lowest, while ships are left."""
    t.turn = NOBODY
    if count(t.roads):
        for tide in range(below):
            if alike(t, tide) == 1:
                for seat in range(t.seats):
                    if t.tide[seat] == tide:
                        t.turn = seat
    if t.turn == NOBODY:
        end_round(t, box)


@rule
def guide(t: Table, box: Box, seat: int, ship: int) -> None:
    """PIL-2.4  The ship brings its tonnage. PIL-3.2  A pair with the same flag brings more."""
    t.roads[ship] -= 1
    flown = 0
    for other in range(KINDS):
        if box.flag[other] == box.flag[ship]:
            flown += t.fleet[seat][other]
    t.fleet[seat][ship] += 1
    points = box.tonnage[ship] + (flown % 2) * box.pair
    t.points[seat] += points
    note(t, Kind.GUIDED, seat, ship, points)
    next_pilot(t, box, t.tide[seat])


@rule
def end_round(t: Table, box: Box) -> None:
    """PIL-2.5  Ships that nobody guides leave. PIL-3.1  After six rounds the game ends."""
    for ship in range(KINDS):
        for _ in range(t.roads[ship]):
            note(t, Kind.LEFT, NOBODY, ship)
    move_all(t.roads, t.gone)
    for seat in range(t.seats):
        t.tide[seat] = NOTHING
    t.played += 1
    if t.played == box.rounds:
        t.phase = Phase.OVER
        note(t, Kind.ENDED, NOBODY)
    else:
        arrive(t)


@rule
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """PIL-3.3  The most points win; equals share."""
    for seat in range(t.seats):
        points[seat] = t.points[seat]
    rank(t, points, ranks)
    return 1 if t.phase == Phase.OVER else 0
