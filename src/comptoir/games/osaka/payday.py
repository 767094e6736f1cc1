"""OSA-5.1 to OSA-5.7, payday: lots are sold, points kept, tokens taken."""

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, left_of

from .cards import draw_card, note_discard, renew_pile
from .data import COLOURS, EDO, NOTHING, POINT, RANKS, Box, Ending
from .scoring import count_tokens, end_game
from .state import Kind, Table
from .wreck import ask_for_insurance


@rule
def hold_payday(t: Table, box: Box) -> None:
    """OSA-5.4  Pay the colours in order, each to the player whose turn it is first.

    OSA-5.5  Each colour is paid separately.
    """
    for colour in range(COLOURS):
        if t.ship[colour] == EDO:
            note(t, Kind.PAYDAY, NOBODY, colour)
            seat = t.mover
            for _ in range(t.seats):
                sell_lot(t, box, seat, colour)
                seat = left_of(t, seat)
    take_tokens(t)
    if is_delivered(t, box):
        t.turns += 1
        end_game(t, Ending.DELIVERED)
    else:
        ask_for_insurance(t, box)


@rule
def lot_size(t: Table, seat: int, colour: int) -> int:
    """Return the number of a seat's goods of a colour."""
    count = 0
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        count += t.goods[seat][kind]
    return count


@rule
def lot_value(t: Table, box: Box, seat: int, colour: int) -> int:
    """OSA-5.2  Return a lot's value: (highest card + tokens) × cards, rounded up to fives."""
    highest = 0
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        if t.goods[seat][kind] > 0:
            highest = box.value[kind]  # of a colour, later kinds have higher values
    price = highest + t.tokens[seat][colour]
    value = price * lot_size(t, seat, colour)
    return (value + POINT - 1) // POINT * POINT


@rule
def sell_lot(t: Table, box: Box, seat: int, colour: int) -> None:
    """OSA-5.1  Sell all goods of a colour, insured or not. OSA-5.2  Get a point for each 5."""
    value = lot_value(t, box, seat, colour)
    if lot_size(t, seat, colour) == 0:
        return
    points = value // POINT
    note(t, Kind.SOLD, seat, colour, value, points)
    t.points[seat] += points
    t.sold[seat] |= 1 << colour
    left = points
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        left = keep_points(t, seat, kind, left)
    note_discard(t, box)  # for the cards of the lot that were not kept
    draw_points(t, seat, left)


@rule
def keep_points(t: Table, seat: int, kind: int, points: int) -> int:
    """OSA-5.3  Keep cards face down for points, the lowest first; discard the rest.

    Returns the points for which there was no card yet.
    """
    for _ in range(t.goods[seat][kind]):
        if points > 0:
            points -= 1
            t.kept[kind] += 1
            t.stack[seat] += 1
            note(t, Kind.KEPT, seat, kind)
        else:
            t.discard[kind] += 1
            note(t, Kind.CLEARED, seat, kind)
    t.goods[seat][kind] = 0
    t.insured[seat][kind] = 0
    return points


@rule
def draw_points(t: Table, seat: int, points: int) -> None:
    """OSA-5.3  Missing cards come from the pile, unseen; a point without a card counts."""
    drawn = 0
    for _ in range(points):
        kind = draw_card(t)
        if kind != NOTHING:
            t.unseen[kind] += 1
            t.stack[seat] += 1
            drawn += 1
            renew_pile(t)
    if drawn > 0:
        note(t, Kind.FACE_DOWN, seat, drawn)
    if drawn < points:
        note(t, Kind.BARE, seat, points - drawn)


@rule
def take_tokens(t: Table) -> None:
    """OSA-5.6  Take a token of every colour in which the player has just scored; it counts
    from now on.
    """
    seat = t.mover
    for _ in range(t.seats):
        for colour in range(COLOURS):
            if t.sold[seat] >> colour & 1:
                t.tokens[seat][colour] += 1
                note(t, Kind.DELIVERED, seat, colour)
        t.sold[seat] = 0
        seat = left_of(t, seat)


@rule
def is_delivered(t: Table, box: Box) -> bool:
    """OSA-5.7  Return True if a player has eight tokens in all, which ends the game."""
    most = 0
    for seat in range(t.seats):
        most = max(most, count_tokens(t, seat))
    return most >= box.tokens
