"""OSA-2, setting up: market, farm, starting hands, the first player and the tokens."""

from collections.abc import MutableSequence, Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance, start_chance
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, left_of

from .cards import count_cards, count_coins, draw_card, renew_pile
from .data import (
    COLOURS,
    KINDS,
    MARKET_START,
    NOTHING,
    OSAKA,
    TOKEN,
    Box,
    Ending,
    Phase,
)
from .market import deal_to_farm, deal_to_market
from .state import Kind, Table
from .turn import start_turn


@rule
def deal(t: Table, box: Box, seats: int, key: Sequence[int], stream: int) -> None:
    """Set up a game for `seats` players, replacing the current one."""
    start_chance(t, key, stream)
    t.seats = seats
    clear_table(t)
    clear_rows(t)
    for kind in range(KINDS):
        clear_kind(t, box, kind)
    for seat in range(len(t.points)):
        clear_seat(t, seat)
    deal_to_market(t, MARKET_START)  # OSA-2.1
    deal_to_farm(t)
    for seat in range(seats):
        turn_up_hand(t, box, seat)
    t.first = first_player(t, box)
    coins, cards = count_coins(box, t.hand[t.first]), count_cards(t.hand[t.first])
    note(t, Kind.STARTS, t.first, coins, cards)
    t.turn = t.first
    t.mover = t.first
    t.phase = Phase.TOKEN


@rule
def clear_table(t: Table) -> None:
    """OSA-2.1  Put all ships in Osaka, with no action in progress.

    OSA-1.4  One ship per colour.
    """
    t.turns = 0
    t.passes = 0
    t.due = 0
    t.asked = 0
    t.cover = NOTHING
    t.symbols = 0
    t.covered = 0
    t.ending = Ending.NOT_YET
    for colour in range(COLOURS):
        t.ship[colour] = OSAKA
        t.bought[colour] = 0


@rule
def clear_rows(t: Table) -> None:
    """Leave market and farm empty."""
    t.market_cards = 0
    t.farm_cards = 0
    for slot in range(len(t.market)):
        t.market[slot] = NOTHING
        t.market_pawn[slot] = NOBODY
    for slot in range(len(t.farm)):
        t.farm[slot] = NOTHING
        t.farm_pawn[slot] = NOBODY


@rule
def clear_kind(t: Table, box: Box, kind: int) -> None:
    """OSA-1.2  Put all cards of a kind into the pile."""
    t.pile[kind] = box.cards[kind]
    t.discard[kind] = 0
    t.kept[kind] = 0
    t.unseen[kind] = 0


@rule
def clear_seat(t: Table, seat: int) -> None:
    """Clear everything a seat holds."""
    t.sold[seat] = 0
    t.points[seat] = 0
    t.stack[seat] = 0
    for colour in range(COLOURS):
        t.tokens[seat][colour] = 0
    for kind in range(KINDS):
        t.hand[seat][kind] = 0
        t.goods[seat][kind] = 0
        t.insured[seat][kind] = 0


@rule
def turn_up_hand(t: Table, box: Box, seat: int) -> None:
    """OSA-2.2  Turn up cards until they sum to at least 8; they are the seat's starting
    hand.
    """
    while count_coins(box, t.hand[seat]) < box.hand:
        kind = draw_card(t)
        if kind == NOTHING:
            return
        t.hand[seat][kind] += 1
        note(t, Kind.TURNED_UP, seat, kind)
        renew_pile(t)


@rule
def order_of_hand(t: Table, box: Box, seat: int) -> int:
    """OSA-2.3  Return a number by which hands are compared: first by sum, then by number of
    cards.
    """
    return count_coins(box, t.hand[seat]) * 1000 + count_cards(t.hand[seat])


@rule
def first_player(t: Table, box: Box) -> int:
    """OSA-2.3  Return who starts: lowest sum, then fewest cards, then drawn at random."""
    lowest = order_of_hand(t, box, 0)
    equals = 0
    for seat in range(t.seats):
        lowest = min(lowest, order_of_hand(t, box, seat))
    for seat in range(t.seats):
        if order_of_hand(t, box, seat) == lowest:
            equals += 1
    lot = chance(t, equals) if equals > 1 else 0
    seat = 0
    while order_of_hand(t, box, seat) > lowest or lot > 0:
        if order_of_hand(t, box, seat) == lowest:
            lot -= 1
        seat += 1
    return seat


@rule
def legal_tokens(moves: MutableSequence[int]) -> int:
    """OSA-2.4  List the tokens of all colours. OSA-1.5  There are always enough."""
    for colour in range(COLOURS):
        moves[colour] = TOKEN + colour
    return COLOURS


@rule
def choose_token(t: Table, seat: int, colour: int) -> None:
    """OSA-2.4  Take a token; all seats do so, clockwise.

    OSA-3.9  Then the first player's turn begins.
    """
    t.tokens[seat][colour] += 1
    note(t, Kind.CHOSE, seat, colour)
    t.turn = left_of(t, seat)
    if t.turn == t.first:
        start_turn(t)
