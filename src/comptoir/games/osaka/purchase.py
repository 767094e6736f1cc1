"""OSA-3.2 and OSA-3.3, a purchase: pay card by card, then take the market's cards."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import rule

from .cards import note_discard
from .data import KINDS, PAY, RANKS, Box, Phase
from .market import is_open_to, open_cards, price_for, refill, take_from_market
from .ships import sail
from .state import Kind, Table


@rule
def start_buying(t: Table, box: Box, seat: int) -> None:
    """OSA-3.3  Set the price to pay; the cards that pay it follow one by one."""
    t.due = price_for(t, box, seat)
    t.passes = 0
    t.phase = Phase.PAYING
    note(t, Kind.BUYS, seat, t.due, open_cards(t, seat))


@rule
def legal_payment(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """OSA-3.3  List the cards in hand, any of which may be paid."""
    count = 0
    for kind in range(KINDS):
        count = add_if(t.hand[seat][kind] > 0, moves, count, PAY + kind)
    return count


@rule
def pay_card(t: Table, box: Box, seat: int, kind: int) -> None:
    """OSA-3.3  Discard a card to pay with it; when the price is reached, the purchase is
    done.
    """
    t.hand[seat][kind] -= 1
    t.discard[kind] += 1
    t.due -= box.value[kind]
    note(t, Kind.PAID, seat, kind)
    note_discard(t, box)
    if t.due <= 0:
        t.due = 0  # no change is given
        take_goods(t, seat)
        refill(t)
        sail(t, box, seat)


@rule
def take_goods(t: Table, seat: int) -> None:
    """OSA-3.2  Take every market card that no other player has reserved.

    OSA-3.6  If your own reserved card is among them, your pawn comes back.
    """
    slot = 0
    while slot < t.market_cards:
        if is_open_to(t, slot, seat):
            kind = take_from_market(t, slot)
            t.goods[seat][kind] += 1
            t.bought[kind // RANKS] += 1
            note(t, Kind.BOUGHT, seat, kind)
        else:
            slot += 1
