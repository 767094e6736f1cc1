"""What a learner sees: one row of whole numbers, seats counted from its own.

See `LAYOUT` for the meaning of each stretch; what the table does not show the seat is 0.
"""

from collections.abc import MutableSequence

from comptoir.engine.rule import rule
from comptoir.engine.table import Box, Table

from .cards import count_cards
from .data import COLOURS, FARM, HEIGHT, KINDS, MARKET, MAX_SEATS, Phase

PHASES = len(Phase)

LAYOUT = (
    ("phase, one-hot", PHASES),
    ("seats at the table", 1),
    ("turns over", 1),
    ("coins still to pay", 1),
    ("colour to insure: 1 + colour", 1),
    ("symbols left", 1),
    ("cards in the pile", 1),
    ("tokens that end the game", 1),
    ("who acts, whose turn it is, first player: 1 + seat", 3),
    ("ships, by colour", COLOURS),
    ("market: 1 + kind", MARKET),
    ("market: 1 + seat of the pawn", MARKET),
    ("farm: 1 + kind", FARM),
    ("farm: 1 + seat of the pawn", FARM),
    ("discard pile, by kind", KINDS),
    ("seats: cards in hand", MAX_SEATS),
    ("seats: points, where seen", MAX_SEATS),
    ("seats: height of the points, in fives", MAX_SEATS),
    ("seats: tokens, by colour", MAX_SEATS * COLOURS),
    ("seats: hand, where seen, by kind", MAX_SEATS * KINDS),
    ("seats: goods, by kind", MAX_SEATS * KINDS),
    ("seats: insured goods, by kind", MAX_SEATS * KINDS),
)
OBSERVATION = sum(size for _, size in LAYOUT)


@rule
def from_here(t: Table, seat: int, other: int) -> int:
    """Return 1 for the own seat, 2 for the left neighbour and so on; 0 for nobody."""
    ahead = other - seat + 1  # no division: it would cost more than all the rest
    return 0 if other < 0 else ahead if ahead > 0 else ahead + t.seats


@rule
def observe(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write what a seat sees into `out` ``[OBSERVATION]``."""
    at = observe_table(t, box, seat, out)
    at = observe_rows(t, seat, out, at)
    at = observe_seats(t, box, seat, out, at)
    observe_cards(t, box, seat, out, at)


@rule
def observe_table(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> int:
    """Write the facts that belong to no card and no seat."""
    for phase in range(PHASES):
        out[phase] = 1 if t.phase == phase else 0
    at = PHASES
    out[at] = t.seats
    out[at + 1] = t.turns
    out[at + 2] = t.due
    out[at + 3] = t.cover + 1
    out[at + 4] = t.symbols
    out[at + 5] = count_cards(t.pile)
    out[at + 6] = box.tokens
    out[at + 7] = from_here(t, seat, t.turn)
    out[at + 8] = from_here(t, seat, t.mover)
    out[at + 9] = from_here(t, seat, t.first)
    at += 10
    for colour in range(COLOURS):
        out[at + colour] = t.ship[colour]
    return at + COLOURS


@rule
def observe_rows(t: Table, seat: int, out: MutableSequence[int], at: int) -> int:
    """Write market, farm and discard pile."""
    for slot in range(MARKET):
        out[at + slot] = t.market[slot] + 1
        out[at + MARKET + slot] = from_here(t, seat, t.market_pawn[slot])
    at += 2 * MARKET
    for slot in range(FARM):
        out[at + slot] = t.farm[slot] + 1
        out[at + FARM + slot] = from_here(t, seat, t.farm_pawn[slot])
    at += 2 * FARM
    for kind in range(KINDS):
        out[at + kind] = t.discard[kind]
    return at + KINDS


@rule
def observe_seats(
    t: Table, box: Box, seat: int, out: MutableSequence[int], at: int
) -> int:
    """OSA-7.2  Write what is one number a seat, and the tokens; points where seen."""
    for i in range(MAX_SEATS):
        other = (seat + i) % t.seats
        here = i < t.seats
        seen = i == 0 or box.open_points != 0 or t.phase == Phase.OVER
        out[at + i] = count_cards(t.hand[other]) if here else 0
        out[at + MAX_SEATS + i] = t.points[other] if here and seen else 0
        height = (t.stack[other] + HEIGHT - 1) // HEIGHT
        out[at + 2 * MAX_SEATS + i] = height if here else 0
        for colour in range(COLOURS):
            cell = at + 3 * MAX_SEATS + i * COLOURS + colour
            out[cell] = t.tokens[other][colour] if here else 0
    return at + (3 + COLOURS) * MAX_SEATS


@rule
def observe_cards(
    t: Table, box: Box, seat: int, out: MutableSequence[int], at: int
) -> None:
    """OSA-3.7  Write hands where they are seen, goods and insured goods."""
    stretch = MAX_SEATS * KINDS
    for i in range(MAX_SEATS):
        other = (seat + i) % t.seats
        here = i < t.seats
        seen = here and (i == 0 or box.open_notes != 0)
        for kind in range(KINDS):
            cell = at + i * KINDS + kind
            out[cell] = t.hand[other][kind] if seen else 0
            out[cell + stretch] = t.goods[other][kind] if here else 0
            out[cell + 2 * stretch] = t.insured[other][kind] if here else 0
