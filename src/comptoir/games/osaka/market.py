"""OSA-6, the market and the farm: rows of cards, the pawns on them, and the refill."""

from collections.abc import Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY

from .cards import draw_card, renew_pile
from .data import FARM, FRESH, MARKET, NOTHING, Box
from .state import Kind, Table


@rule
def is_open_to(t: Table, slot: int, seat: int) -> bool:
    """OSA-3.2  Return True if a seat may take a market card: no other player has reserved
    it.
    """
    pawn = t.market_pawn[slot]
    return (pawn == NOBODY) | (
        pawn == seat
    )  # `|` instead of `or` keeps this branchless


@rule
def open_cards(t: Table, seat: int) -> int:
    """Return the number of market cards that a seat may take."""
    count = 0
    for slot in range(t.market_cards):
        count += is_open_to(t, slot, seat)
    return count


@rule
def price_for(t: Table, box: Box, seat: int) -> int:
    """OSA-3.3  Return the price of a purchase: the sum of all cards the seat may take."""
    price = 0
    for slot in range(t.market_cards):
        price += is_open_to(t, slot, seat) * box.value[t.market[slot]]
    return price


@rule
def free_kinds(cards: Sequence[int], pawns: Sequence[int], count: int) -> int:
    """Return a bit for every kind with a card in the row that has no pawn."""
    bits = 0
    for slot in range(count):
        bits |= (pawns[slot] == NOBODY) << cards[slot]
    return bits


@rule
def own_slot(t: Table, seat: int) -> int:
    """Return the place of a seat's reserved card in the market, or NOTHING."""
    own = NOTHING
    for slot in range(MARKET):
        if t.market_pawn[slot] == seat:
            own = slot
    return own


@rule
def free_slot(cards: Sequence[int], pawns: Sequence[int], kind: int) -> int:
    """Return the first place with a card of this kind and no pawn; there must be one."""
    slot = 0
    while cards[slot] != kind or pawns[slot] != NOBODY:
        slot += 1
    return slot


@rule
def has_pawn(t: Table, seat: int) -> bool:
    """OSA-3.5  Return True if a seat has its pawn to use. OSA-1.5  Everyone has one pawn."""
    laid = own_slot(t, seat) != NOTHING
    for slot in range(FARM):
        laid |= t.farm_pawn[slot] == seat
    return not laid


@rule
def take_from_market(t: Table, slot: int) -> int:
    """Take a card out of the row and close the gap; a pawn on the card goes back to its
    owner.
    """
    kind: int = t.market[slot]
    last = t.market_cards - 1
    for place in range(slot, last):
        t.market[place] = t.market[place + 1]
        t.market_pawn[place] = t.market_pawn[place + 1]
    t.market[last] = NOTHING
    t.market_pawn[last] = NOBODY
    t.market_cards = last
    return kind


@noinline
def add_to_market(t: Table, kind: int, pawn: int) -> None:
    """Put a card, and any pawn on it, at the end of the market's row."""
    t.market[t.market_cards] = kind
    t.market_pawn[t.market_cards] = pawn
    t.market_cards += 1


@rule
def deal_to_market(t: Table, cards: int) -> None:
    """Turn up cards from the pile for the market, until it has enough or the pile is empty."""
    for _ in range(cards):
        kind = draw_card(t)
        if kind != NOTHING:
            add_to_market(t, kind, NOBODY)
            note(t, Kind.SHOWN, NOBODY, kind)
            renew_pile(t)


@rule
def deal_to_farm(t: Table) -> None:
    """Turn up three cards from the pile for the farm, or as many as there are."""
    for _ in range(FARM):
        kind = draw_card(t)
        if kind != NOTHING:
            t.farm[t.farm_cards] = kind
            t.farm_cards += 1
            note(t, Kind.GROWN, NOBODY, kind)
            renew_pile(t)


@noinline
def refill(t: Table) -> None:
    """OSA-6.1  Refill: the farm's cards and pawns move to the market, which gets two cards
    more.

    Then three new cards come to the farm. OSA-6.3  Cards reserved by others stay, so the row
    may grow.
    """
    if t.farm_cards > 0:
        note(t, Kind.RIPENED, NOBODY, t.farm_cards)
    for slot in range(t.farm_cards):
        add_to_market(t, t.farm[slot], t.farm_pawn[slot])
        t.farm[slot] = NOTHING
        t.farm_pawn[slot] = NOBODY
    t.farm_cards = 0
    deal_to_market(t, FRESH)
    deal_to_farm(t)
