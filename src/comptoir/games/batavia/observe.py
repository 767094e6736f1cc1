"""The observation: one row of whole numbers, with seats relative to the observer.

See `LAYOUT` for the meaning of each part. It holds all that an attentive player knows,
including the bills, since every payment is public. Numbers hidden from the seat are 0.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.helpers import from_here, seat_after, start
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .cards import count_cards
from .data import COMPANIES, GOODS, MAX_SEATS, NOTHING, SPACES, Box, Phase
from .merchant import next_stall
from .scoring import crates_in_office, gold_for_bills
from .state import Table
from .turn import most_laid_by_others

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
    ("seats: bills, as payments told", MAX_SEATS),
    ("seats: gold", MAX_SEATS),
    ("seats: space of the merchant", MAX_SEATS),
    ("seats: laid cards, by company", MAX_SEATS * COMPANIES),
    ("seats: tiles, by company", MAX_SEATS * COMPANIES),
    ("seats: cards seen bought and not yet laid, by company", MAX_SEATS * COMPANIES),
    ("spaces: 1 + company of the stall", SPACES),
    ("spaces: 1 + good of the stall", SPACES),
    ("offices, by company and good: 1 + seat of the crate", SPACES),
    ("own way, by company: spaces to the next stall", COMPANIES),
    ("own way, by company: 1 + good of that stall", COMPANIES),
    ("own way, by company: own crates in its office", COMPANIES),
    ("own way, by company: most crates of another there", COMPANIES),
    ("own way, by company: cards short of the seal", COMPANIES),
    ("crates, by good and seat", GOODS * MAX_SEATS),
    ("worth, by seat: gold if the game ended now", MAX_SEATS),
)

AT_PACKET = start(LAYOUT, "packet")
AT_DISCARD = start(LAYOUT, "discard pile")
AT_OWN = start(LAYOUT, "own hand")
AT_SEALS = start(LAYOUT, "seals")
AT_TURN = start(LAYOUT, "whose turn")
AT_BIDDING = start(LAYOUT, "seats: in the auction")
AT_HANDS = start(LAYOUT, "seats: cards in hand")
AT_BILLS = start(LAYOUT, "seats: bills")
AT_GOLD = start(LAYOUT, "seats: gold")
AT_PLACES = start(LAYOUT, "seats: space")
AT_LAID = start(LAYOUT, "seats: laid cards")
AT_TILES = start(LAYOUT, "seats: tiles")
AT_KNOWN = start(LAYOUT, "seats: cards seen bought")
AT_COMPANIES = start(LAYOUT, "spaces: 1 + company")
AT_GOODS = start(LAYOUT, "spaces: 1 + good")
AT_OFFICES = start(LAYOUT, "offices")
AT_WAYS = start(LAYOUT, "own way, by company: spaces")
AT_CRATES = start(LAYOUT, "crates")
AT_ENDED = start(LAYOUT, "worth")

# Computes a tile's company by multiplying and shifting, which is exact for every tile.
SHIFT = 10
SHARE = (1 << SHIFT) // GOODS + 1


@rule
def company_of(tile: int) -> int:
    """Return a tile's company, the tile divided by the number of goods."""
    return tile * SHARE >> SHIFT


@rule
def observe(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write a seat's observation into `out`, an array of length `OBSERVATION`."""
    observe_table(t, box, out)
    observe_companies(t, seat, out)
    out[AT_TURN] = from_here(t, seat, t.turn)
    out[AT_TURN + 1] = from_here(t, seat, t.first)
    out[AT_TURN + 2] = from_here(t, seat, t.high_bidder)
    out[AT_TURN + 3] = from_here(t, seat, t.arrival)
    observe_seats(t, seat, out)
    observe_holdings(t, seat, out)
    observe_board(t, seat, out)
    observe_ways(t, seat, out)
    observe_crates(t, seat, out)
    observe_offices(t, box, out)
    observe_rest(t, box, seat, out)


@rule
def observe_table(t: Table, box: Box, out: MutableSequence[int]) -> None:
    """Write the facts that do not concern a single seat or company."""
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
    for company in range(COMPANIES):
        out[AT_PACKET + company] = t.packet[company]
        out[AT_DISCARD + company] = t.discard[company]
        out[AT_OWN + company] = t.hand[seat][company]
        out[AT_SEALS + company] = from_here(t, seat, t.seal[company])


@rule
def observe_seats(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write the facts that are one number per seat.

    BAT-3.6  Payments are made in sight of all.
    """
    bidding = t.phase == Phase.AUCTION
    for i in range(MAX_SEATS):
        other = seat_after(t, seat, i)
        here = i < t.seats
        out[AT_BIDDING + i] = t.bidding[other] * (here and bidding)
        out[AT_HANDS + i] = count_cards(t.hand[other]) * here
        out[AT_BILLS + i] = t.bills[other] * here
        out[AT_GOLD + i] = t.gold[other] * here
        out[AT_PLACES + i] = t.place[other] * here


@rule
def observe_holdings(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write the facts that are one number per seat and company."""
    for i in range(MAX_SEATS):
        other = seat_after(t, seat, i)
        here = i < t.seats
        for company in range(COMPANIES):
            cell = i * COMPANIES + company
            out[AT_LAID + cell] = t.laid[other][company] * here
            out[AT_TILES + cell] = t.tiles[other][company] * here
            out[AT_KNOWN + cell] = t.known[other][company] * here


@rule
def observe_board(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write stalls and offices."""
    face_up = t.face_up
    for space in range(SPACES):
        tile = t.stall[space + 1]
        seen = (tile != NOTHING) & (space < face_up)
        company = company_of(tile)
        out[AT_COMPANIES + space] = (company + 1) * seen
        out[AT_GOODS + space] = (tile - company * GOODS + 1) * seen
    for space in range(SPACES):
        out[AT_OFFICES + space] = from_here(t, seat, t.crate[space])


@rule
def observe_ways(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """BAT-5.3  Write where each company's seal would lead, and how many cards it takes to
    hold it.
    """
    for company in range(COMPANIES):
        at = AT_WAYS + company
        space = next_stall(t, seat, company)
        ahead = space <= SPACES
        good = t.stall[min(space, SPACES)] - company * GOODS if ahead else 0
        most = 0
        for other in range(t.seats):
            if other != seat:
                most = max(most, crates_in_office(t, other, good))
        short = most_laid_by_others(t, seat, company) + 1 - t.laid[seat][company]
        out[at] = (space - t.place[seat]) * ahead
        out[at + COMPANIES] = (good + 1) * ahead
        out[at + 2 * COMPANIES] = crates_in_office(t, seat, good) * ahead
        out[at + 3 * COMPANIES] = most * ahead
        out[at + 4 * COMPANIES] = max(0, short)


@rule
def observe_crates(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write the number of crates that each seat has in each office."""
    for cell in range(GOODS * MAX_SEATS):
        out[AT_CRATES + cell] = 0
    for company in range(COMPANIES):
        for good in range(GOODS):
            owner = from_here(t, seat, t.crate[company * GOODS + good])
            if owner > 0:
                out[AT_CRATES + good * MAX_SEATS + owner - 1] += 1


@rule
def observe_offices(t: Table, box: Box, out: MutableSequence[int]) -> None:
    """BAT-9.2  Write each seat's gold, plus what the offices would pay it now."""
    for i in range(MAX_SEATS):
        out[AT_ENDED + i] = out[AT_GOLD + i]
    for good in range(GOODS):
        at = AT_CRATES + good * MAX_SEATS
        most = 1
        equals = 0
        for i in range(t.seats):
            if out[at + i] > most:
                most = out[at + i]
                equals = 1
            elif out[at + i] == most:
                equals += 1
        gold = box.goods[good] if equals == 1 else box.shared_goods[good]
        for i in range(t.seats):
            if out[at + i] == most:
                out[AT_ENDED + i] += gold


@rule
def observe_rest(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """BAT-9.3 to BAT-9.5  Add what bills, the arrival tile and seals would pay now."""
    most, gold = gold_for_bills(t, box)
    for i in range(t.seats):
        if t.bills[seat_after(t, seat, i)] == most:
            out[AT_ENDED + i] += gold
    if t.arrival != NOBODY:
        out[AT_ENDED + from_here(t, seat, t.arrival) - 1] += box.arrival
    for company in range(COMPANIES):
        holder = from_here(t, seat, t.seal[company])
        if holder > 0:
            out[AT_ENDED + holder - 1] += box.seal
