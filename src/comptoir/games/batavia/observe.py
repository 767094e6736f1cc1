"""What a learner sees: one row of whole numbers, seats counted from its own.

See `LAYOUT` for the meaning of each stretch; what is hidden from the seat is 0.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.helpers import from_here, seat_after, start
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import Box, Table

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
AT_COMPANIES = start(LAYOUT, "packet")
AT_TURN = start(LAYOUT, "whose turn")
AT_SEATS = start(LAYOUT, "seats: in the auction")
AT_HOLDINGS = start(LAYOUT, "seats: laid cards")
AT_BOARD = start(LAYOUT, "spaces: 1 + company")

# A tile by its company, without a division: exact for every tile there is.
SHIFT = 10
SHARE = (1 << SHIFT) // GOODS + 1


@rule
def observe(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write what a seat sees into `out` ``[OBSERVATION]``."""
    observe_table(t, box, out)
    observe_companies(t, seat, out)
    out[AT_TURN] = from_here(t, seat, t.turn)
    out[AT_TURN + 1] = from_here(t, seat, t.first)
    out[AT_TURN + 2] = from_here(t, seat, t.high_bidder)
    out[AT_TURN + 3] = from_here(t, seat, t.arrival)
    observe_seats(t, box, seat, out)
    observe_holdings(t, seat, out)
    observe_board(t, seat, out)


@rule
def observe_table(t: Table, box: Box, out: MutableSequence[int]) -> None:
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


@rule
def observe_companies(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write packet, discard pile, own hand and seals."""
    at = AT_COMPANIES
    for company in range(COMPANIES):
        out[at + company] = t.packet[company]
        out[at + COMPANIES + company] = t.discard[company]
        out[at + 2 * COMPANIES + company] = t.hand[seat][company]
        out[at + 3 * COMPANIES + company] = from_here(t, seat, t.seal[company])


@rule
def observe_seats(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write what is one number a seat."""
    at = AT_SEATS
    bidding = t.phase == Phase.AUCTION
    for i in range(MAX_SEATS):
        other = seat_after(t, seat, i)
        here = i < t.seats
        seen = here and (i == 0 or box.open_bills != 0)
        out[at + i] = t.bidding[other] * (here and bidding)
        out[at + MAX_SEATS + i] = count_cards(t.hand[other]) * here
        out[at + 2 * MAX_SEATS + i] = t.bills[other] * seen
        out[at + 3 * MAX_SEATS + i] = t.gold[other] * here
        out[at + 4 * MAX_SEATS + i] = t.place[other] * here


@rule
def observe_holdings(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write what is one number a seat and company."""
    stretch = MAX_SEATS * COMPANIES
    for i in range(MAX_SEATS):
        other = seat_after(t, seat, i)
        here = i < t.seats
        for company in range(COMPANIES):
            cell = AT_HOLDINGS + i * COMPANIES + company
            out[cell] = t.laid[other][company] * here
            out[cell + stretch] = t.tiles[other][company] * here
            out[cell + 2 * stretch] = t.known[other][company] * here


@rule
def observe_board(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write stalls and offices."""
    at = AT_BOARD
    face_up = t.face_up
    for space in range(SPACES):
        tile = t.stall[space + 1]
        seen = (tile != NOTHING) & (space < face_up)
        company = tile * SHARE >> SHIFT
        out[at + space] = (company + 1) * seen
        out[at + SPACES + space] = (tile - company * GOODS + 1) * seen
    for space in range(SPACES):
        out[at + 2 * SPACES + space] = from_here(t, seat, t.crate[space])
