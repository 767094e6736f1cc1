"""The view of a seat, a spectator or the referee."""

import msgspec

from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.score import Score, ScoreSource, sure
from comptoir.engine.rules.table import NOBODY

from .data import (
    CARD_NAMES,
    COLOUR_NAMES,
    ENDING_NAMES,
    HEIGHT,
    POINT,
    RANKS,
    SPACE_NAMES,
    VALUES,
    Box,
    Phase,
)
from .market import is_open_to, price_for
from .payday import lot_size, lot_value
from .ships import space_after
from .state import Table
from .wreck import is_at_risk

Cards = dict[str, int]  # counts by card


class LotView(msgspec.Struct, kw_only=True):
    """One player's goods of one colour, highest first, and what they would bring now."""

    goods: list[int]
    insured: list[int]
    price: int  # the highest card's value plus the tokens
    points: int
    at_risk: bool


class SeatView(msgspec.Struct, kw_only=True):
    """One player's seat as the viewer sees it."""

    cards: int
    hand: Cards | None  # None if hidden
    coins: int | None  # what the hand is worth
    lots: dict[str, LotView]
    tokens: dict[str, int]
    points: int | None  # None if hidden
    height: int  # height of the pile of points: 1 is up to five cards, 2 up to ten
    points_at_most: int  # the most points that this height can mean
    score: Score
    pawn: bool  # True if the pawn lies before the player
    price: int  # price of all market cards that this seat may take
    # by colour: the space to which a purchase by this seat would move the ship
    sails: dict[str, str]


class SlotView(msgspec.Struct, kw_only=True):
    """One card of the market or the farm, and whose pawn lies on it."""

    card: str
    pawn: int | None


class View(msgspec.Struct, kw_only=True):
    """The whole table as one viewer sees it."""

    viewer: int | None
    phase: str
    turn: int | None
    mover: int | None
    first: int
    turns: int
    due: int
    symbols: int
    ships: dict[str, str]  # colour: the space
    market: list[SlotView]
    farm: list[SlotView]
    pile: int
    pile_cards: Cards | None  # None unless the viewer is the referee
    unseen: Cards | None  # cards kept as points unseen; only for the referee
    kept: Cards | None  # cards kept as points that were seen, with open notes
    discard: Cards
    tokens_to_end: int
    ending: str
    seats: list[SeatView]


def view(t: Table, box: Box, viewer: int | None) -> View:
    """Return the view of a seat, a spectator (None) or the referee."""
    over = t.phase == Phase.OVER
    referee = viewer == REFEREE
    return View(
        viewer=None if referee else viewer,
        phase=Phase(t.phase).name.lower(),
        turn=None if over else t.turn,
        mover=None if over else t.mover,
        first=t.first,
        turns=t.turns,
        due=t.due,
        symbols=t.symbols,
        ships={n: SPACE_NAMES[t.ship[c]] for c, n in enumerate(COLOUR_NAMES)},
        market=_row(t.market, t.market_pawn, t.market_cards),
        farm=_row(t.farm, t.farm_pawn, t.farm_cards),
        pile=sum(t.pile),
        pile_cards=_cards(t.pile) if referee else None,
        unseen=_cards(t.unseen) if referee else None,
        kept=_cards(t.kept) if referee or box.open_notes else None,
        discard=_cards(t.discard),
        tokens_to_end=box.tokens,
        ending=ENDING_NAMES[t.ending],
        seats=[seat_view(t, box, seat, viewer) for seat in range(t.seats)],
    )


def _cards(row: list[int]) -> Cards:
    return {CARD_NAMES[kind]: n for kind, n in enumerate(row) if n}


def _row(cards: list[int], pawns: list[int], count: int) -> list[SlotView]:
    return [
        SlotView(card=CARD_NAMES[card], pawn=None if pawn == NOBODY else pawn)
        for card, pawn in zip(cards[:count], pawns, strict=False)
    ]


def seat_view(t: Table, box: Box, seat: int, viewer: int | None) -> SeatView:
    """OSA-3.7  Return a seat's view; its number of cards is public.

    OSA-7.2  The height of its pile of points is public too.
    """
    own = viewer in (seat, REFEREE)
    open_hand = own or box.open_notes
    hand = t.hand[seat]
    height = _height(t, seat)
    coins = sum(n * box.value[kind] for kind, n in enumerate(hand))
    return SeatView(
        cards=sum(hand),
        hand=_cards(hand) if open_hand else None,
        coins=coins if open_hand else None,
        lots={
            name: _lot(t, box, seat, colour)
            for colour, name in enumerate(COLOUR_NAMES)
            if lot_size(t, seat, colour)
        },
        tokens={n: t.tokens[seat][c] for c, n in enumerate(COLOUR_NAMES)},
        points=t.points[seat] if _sees_points(t, box, seat, viewer) else None,
        height=height,
        points_at_most=height * HEIGHT,
        score=score(t, box, seat, viewer),
        pawn=seat not in t.market_pawn + t.farm_pawn,
        price=price_for(t, box, seat),
        sails=_sails(t, seat),
    )


def score(t: Table, box: Box, seat: int, viewer: int | None) -> Score:
    """OSA-7.1  Return a seat's points as of now. OSA-7.2  For others, return the minimum."""
    if _sees_points(t, box, seat, viewer):
        return Score.of([sure("points_from.paydays", t.points[seat])])
    least = max(0, (_height(t, seat) - 1) * HEIGHT + 1)
    hidden = ScoreSource(
        key="points_from.paydays", points=least, least=least, sure=False
    )
    return Score.of([hidden])


def _sees_points(t: Table, box: Box, seat: int, viewer: int | None) -> bool:
    open_to_all = box.open_points or t.phase == Phase.OVER
    return viewer in (seat, REFEREE) or bool(open_to_all)


def _height(t: Table, seat: int) -> int:
    return -(-t.stack[seat] // HEIGHT)


def _sails(t: Table, seat: int) -> dict[str, str]:
    slots = [slot for slot in range(t.market_cards) if is_open_to(t, slot, seat)]
    colours = [t.market[slot] // RANKS for slot in slots]
    return {
        name: SPACE_NAMES[space_after(t, colour, colours.count(colour))]
        for colour, name in enumerate(COLOUR_NAMES)
        if colour in colours
    }


def _lot(t: Table, box: Box, seat: int, colour: int) -> LotView:
    goods: list[int] = []
    insured: list[int] = []
    for rank in reversed(range(RANKS)):
        kind = colour * RANKS + rank
        goods += [VALUES[rank]] * t.goods[seat][kind]
        insured += [VALUES[rank]] * t.insured[seat][kind]
    return LotView(
        goods=goods,
        insured=insured,
        price=goods[0] + t.tokens[seat][colour],
        points=lot_value(t, box, seat, colour) // POINT,
        at_risk=bool(is_at_risk(t, colour)),
    )
