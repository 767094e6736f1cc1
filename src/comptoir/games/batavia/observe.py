"""What a learner sees: one row of whole numbers, seats counted from its own.

See `LAYOUT` for the meaning of each stretch; what is hidden from the seat is 0.
"""

from collections.abc import MutableSequence

from comptoir.engine.rule import rule
from comptoir.engine.table import Box, Table

from .cards import count_cards
from .data import COMPANIES, GOODS, MAX_SEATS, NOTHING, SPACES, Phase

PHASES = len(Phase)

LAYOUT = (
    ("phase, one-hot", PHASES),
    ("seats at the table", 1),
    ("turns taken this round", 1),
    ("the high bid", 1),
    ("tile just taken: 1 + company", 1),
    ("last face-up space", 1),
    ("cards in the pile", 1),
    ("cannon", 1),
    ("pirate line", 1),
    ("packet, by company", COMPANIES),
    ("discard pile, by company", COMPANIES),
    ("own hand, by company", COMPANIES),
    ("seals, by company: 1 + seat", COMPANIES),
    ("whose turn, first player, high bidder, arrival tile: 1 + seat", 4),
    ("seats: in the auction", MAX_SEATS),
    ("seats: cards in hand", MAX_SEATS),
    ("seats: bills, where seen", MAX_SEATS),
    ("seats: gold", MAX_SEATS),
    ("seats: space of the merchant", MAX_SEATS),
    ("seats: laid cards, by company", MAX_SEATS * COMPANIES),
    ("seats: tiles, by company", MAX_SEATS * COMPANIES),
    ("seats: cards seen bought and not yet laid, by company", MAX_SEATS * COMPANIES),
    ("spaces: 1 + company of the stall", SPACES),
    ("spaces: 1 + good of the stall", SPACES),
    ("offices, by company and good: 1 + seat of the crate", SPACES),
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
    at = observe_table(t, box, out)
    at = observe_companies(t, seat, out, at)
    out[at] = from_here(t, seat, t.turn)
    out[at + 1] = from_here(t, seat, t.first)
    out[at + 2] = from_here(t, seat, t.high_bidder)
    out[at + 3] = from_here(t, seat, t.arrival)
    at = observe_seats(t, box, seat, out, at + 4)
    at = observe_holdings(t, seat, out, at)
    observe_board(t, seat, out, at)


@rule
def observe_table(t: Table, box: Box, out: MutableSequence[int]) -> int:
    """Write the facts that belong to no seat and no company."""
    for phase in range(PHASES):
        out[phase] = 1 if t.phase == phase else 0
    at = PHASES
    out[at] = t.seats
    out[at + 1] = t.turns
    out[at + 2] = t.high_bid
    out[at + 3] = t.new_tile + 1
    out[at + 4] = t.face_up
    out[at + 5] = count_cards(t.pile)
    out[at + 6] = t.cannon
    out[at + 7] = box.pirate_line
    return at + 8


@rule
def observe_companies(t: Table, seat: int, out: MutableSequence[int], at: int) -> int:
    """Write packet, discard pile, own hand and seals."""
    for company in range(COMPANIES):
        out[at + company] = t.packet[company]
        out[at + COMPANIES + company] = t.discard[company]
        out[at + 2 * COMPANIES + company] = t.hand[seat][company]
        out[at + 3 * COMPANIES + company] = from_here(t, seat, t.seal[company])
    return at + 4 * COMPANIES


@rule
def observe_seats(
    t: Table, box: Box, seat: int, out: MutableSequence[int], at: int
) -> int:
    """Write what is one number a seat."""
    bidding = t.phase == Phase.AUCTION
    for i in range(MAX_SEATS):
        other = (seat + i) % t.seats
        here = i < t.seats
        seen = here and (i == 0 or box.open_bills != 0)
        out[at + i] = t.bidding[other] if here and bidding else 0
        out[at + MAX_SEATS + i] = count_cards(t.hand[other]) if here else 0
        out[at + 2 * MAX_SEATS + i] = t.bills[other] if seen else 0
        out[at + 3 * MAX_SEATS + i] = t.gold[other] if here else 0
        out[at + 4 * MAX_SEATS + i] = t.place[other] if here else 0
    return at + 5 * MAX_SEATS


@rule
def observe_holdings(t: Table, seat: int, out: MutableSequence[int], at: int) -> int:
    """Write what is one number a seat and company."""
    stretch = MAX_SEATS * COMPANIES
    for i in range(MAX_SEATS):
        other = (seat + i) % t.seats
        here = i < t.seats
        for company in range(COMPANIES):
            cell = at + i * COMPANIES + company
            out[cell] = t.laid[other][company] if here else 0
            out[cell + stretch] = t.tiles[other][company] if here else 0
            out[cell + 2 * stretch] = t.known[other][company] if here else 0
    return at + 3 * stretch


@rule
def observe_board(t: Table, seat: int, out: MutableSequence[int], at: int) -> None:
    """Write stalls and offices."""
    for space in range(SPACES):
        tile = t.stall[space + 1]
        seen = tile != NOTHING and space < t.face_up
        out[at + space] = tile // GOODS + 1 if seen else 0
        out[at + SPACES + space] = tile % GOODS + 1 if seen else 0
        out[at + 2 * SPACES + space] = from_here(t, seat, t.crate[space])
