"""BOR-8, the end: points and the winner."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule

from .data import CARDS, HARBOURS, MISSIONS, PIRATES, Box, Place
from .state import Kind, Table


@rule
def count_cards(t: Table, seat: int) -> int:
    """BOR-8.2  Return the points for cards: one for each shipment and harbour card in the
    warehouse.
    """
    count = 0
    for card in range(CARDS):
        if t.place[card] == Place.STORE + seat:
            count += 1
    for harbour in range(HARBOURS):
        if t.harbour_place[harbour] == Place.STORE + seat:
            count += 1
    return count


@rule
def count_missions(t: Table, seat: int) -> int:
    """BOR-8.3  Return the number of missions that a player completed."""
    count = 0
    for mission in range(MISSIONS):
        if t.mission_place[mission] == Place.STORE + seat:
            count += 1
    return count


@rule
def mission_points(t: Table, box: Box, seat: int) -> int:
    """BOR-8.2  Return the sum of the values of a player's missions."""
    points = 0
    for mission in range(MISSIONS):
        if t.mission_place[mission] == Place.STORE + seat:
            points += box.mission_value[mission]
    return points


@rule
def points_of(t: Table, box: Box, seat: int) -> int:
    """BOR-8.2  Return the points for cards and missions.

    BOR-9.3  The pirate ship costs two points.
    """
    points = count_cards(t, seat) + mission_points(t, box, seat)
    return points - PIRATES if t.pirate == seat else points


@rule
def tell_scores(t: Table, box: Box) -> None:
    """Add events to the journal that say where every point came from."""
    for seat in range(t.seats):
        note(t, Kind.SCORED_CARDS, seat, count_cards(t, seat))
        note(t, Kind.SCORED_MISSIONS, seat, mission_points(t, box, seat))
        if t.pirate == seat:
            note(t, Kind.LOST_POINTS, seat, -PIRATES)


def tie_break(t: Table, box: Box, seat: int) -> dict[str, int]:
    """BOR-8.3  Return what decides between seats with equal points."""
    return {"missions": count_missions(t, seat)}


@rule
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """BOR-8.3  Write points and ranks: most points win, then most missions; ties share victory.

    Return the ending.
    """
    for seat in range(t.seats):
        points[seat] = points_of(t, box, seat)
    for seat in range(t.seats):
        ranks[seat] = 1
        for other in range(t.seats):
            ahead = points[other] - points[seat]
            if ahead == 0:
                ahead = count_missions(t, other) - count_missions(t, seat)
            if ahead > 0:
                ranks[seat] += 1
    return t.ending
