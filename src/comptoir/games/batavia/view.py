"""The view of a seat, a spectator or the referee."""

import msgspec

from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.score import Score
from comptoir.engine.rules.table import NOBODY

from .data import (
    COMPANIES,
    COMPANY_NAMES,
    ENDING_NAMES,
    GOOD_NAMES,
    GOODS,
    NOTHING,
    SPACES,
    Box,
    Phase,
)
from .score_now import score
from .state import Table

Cards = dict[str, int]  # counts by company


class SeatView(msgspec.Struct, kw_only=True):
    """One player's seat as the viewer sees it."""

    cards: int
    hand: Cards | None  # None if hidden
    bills: int | None  # None if hidden
    gold: int
    laid: Cards
    tiles: Cards
    seals: list[str]
    space: int  # space of the merchant: 0 is the start, 36 the arrival tile
    in_auction: bool
    score: Score


class StallView(msgspec.Struct, kw_only=True):
    """One space of the route; it has no company if the stall is hidden or gone."""

    space: int
    company: str | None = None
    good: str | None = None
    hidden: bool = False


class View(msgspec.Struct, kw_only=True):
    """The whole table as one viewer sees it."""

    viewer: int | None
    phase: str
    turn: int | None
    first: int
    turns: int
    high_bid: int
    high_bidder: int | None
    packet: Cards
    pile: int
    pile_cards: Cards | None  # None unless the viewer is the referee
    discard: Cards
    cannon: int
    pirate_line: int
    markers: Cards
    seals: dict[str, int | None]
    stalls: list[StallView]
    face_up: int
    offices: dict[
        str, dict[str, int]
    ]  # by good and company: the seat whose crate stands there
    goods: dict[str, int]  # gold for most crates in an office
    shared_goods: dict[str, int]  # gold for each of several equals with most crates
    exchange: list[int]  # gold for tiles of 1, 2, … companies
    arrival: int | None
    ending: str
    seats: list[SeatView]


def view(t: Table, box: Box, viewer: int | None) -> View:
    """Return the view of a seat, a spectator (None) or the referee."""
    over = t.phase == Phase.OVER
    return View(
        viewer=None if viewer == REFEREE else viewer,
        phase=Phase(t.phase).name.lower(),
        turn=None if over else t.turn,
        first=t.first,
        turns=t.turns,
        high_bid=t.high_bid,
        high_bidder=_seat(t.high_bidder),
        packet=_cards(t.packet),
        pile=sum(t.pile),
        pile_cards=_cards(t.pile) if viewer == REFEREE else None,
        discard=_cards(t.discard),
        cannon=t.cannon,
        pirate_line=box.pirate_line,
        markers=dict(zip(COMPANY_NAMES, t.marker, strict=True)),
        seals={
            name: _seat(t.seal[company]) for company, name in enumerate(COMPANY_NAMES)
        },
        stalls=[_stall(t, space, viewer) for space in range(1, SPACES + 1)],
        face_up=t.face_up,
        offices={name: _office(t, good) for good, name in enumerate(GOOD_NAMES)},
        goods=dict(zip(GOOD_NAMES, box.goods, strict=True)),
        shared_goods=dict(zip(GOOD_NAMES, box.shared_goods, strict=True)),
        exchange=box.exchange[1:],
        arrival=_seat(t.arrival),
        ending=ENDING_NAMES[t.ending],
        seats=[seat_view(t, box, seat, viewer) for seat in range(t.seats)],
    )


def opened(t: Table, box: Box, viewer: int | None) -> set[str]:
    """BAT-2.2  Return the field `stall`: some of the stalls lie face up."""
    return {"stall"}


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _cards(row: list[int]) -> Cards:
    return {COMPANY_NAMES[company]: n for company, n in enumerate(row) if n}


def _stall(t: Table, space: int, viewer: int | None) -> StallView:
    tile = t.stall[space]
    if space > t.face_up and viewer != REFEREE:
        return StallView(space=space, hidden=True)
    if tile == NOTHING:
        return StallView(space=space)
    return StallView(
        space=space,
        company=COMPANY_NAMES[tile // GOODS],
        good=GOOD_NAMES[tile % GOODS],
        hidden=space > t.face_up,
    )


def _office(t: Table, good: int) -> dict[str, int]:
    crates = [t.crate[company * GOODS + good] for company in range(COMPANIES)]
    return {COMPANY_NAMES[c]: seat for c, seat in enumerate(crates) if seat != NOBODY}


def seat_view(t: Table, box: Box, seat: int, viewer: int | None) -> SeatView:
    """BAT-3.10  Return a seat's view: its number of cards is public, but cards and bills are
    secret.
    """
    own = viewer in (seat, REFEREE)
    open_bills = own or box.open_bills or t.phase == Phase.OVER
    return SeatView(
        cards=sum(t.hand[seat]),
        hand=_cards(t.hand[seat]) if own else None,
        bills=t.bills[seat] if open_bills else None,
        gold=t.gold[seat],
        laid=_cards(t.laid[seat]),
        tiles=_cards(t.tiles[seat]),
        seals=[COMPANY_NAMES[c] for c in range(COMPANIES) if t.seal[c] == seat],
        space=t.place[seat],
        in_auction=t.phase == Phase.AUCTION and bool(t.bidding[seat]),
        score=score(t, box, seat, viewer),
    )
