"""NEG-2, setting up: two whole series and fifteen coins per player, the contraband for sale."""

from collections.abc import Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance, start_chance
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .auction import open_auction
from .data import ALL_CARDS, CARDS, COINS, COPIES, GOODS, PLAYERS, SERIES, Box, Ending
from .market import clear_market
from .state import WATCHERS, Kind, Table


@rule
def deal(t: Table, box: Box, seats: int, key: Sequence[int], stream: int) -> None:
    """Set up a game, replacing the current one."""
    start_chance(t, key, stream)
    t.seats = seats
    t.seller = NOBODY
    t.sales = 0
    t.ending = Ending.NOT_YET
    t.winner = NOBODY
    t.last_buyer = NOBODY
    t.streak = 0
    clear_market(t)
    for card in range(ALL_CARDS):
        t.pool[card] = 0
    for seat in range(PLAYERS):
        clear_seat(t, seat)
    for watcher in range(WATCHERS):
        clear_memory(t, watcher)
    deal_series(t)
    open_auction(t)


@rule
def clear_seat(t: Table, seat: int) -> None:
    """NEG-1.4  Give a seat fifteen coins, and no card yet."""
    t.coins[seat] = COINS
    t.forced_from[seat] = NOBODY
    for card in range(CARDS):
        t.hand[seat][card] = 0
    for other in range(PLAYERS):
        t.caught[seat][other] = 0


@rule
def clear_memory(t: Table, watcher: int) -> None:
    """Clear all that a watcher remembers."""
    t.unseen[watcher] = 0
    for seat in range(PLAYERS):
        for card in range(CARDS):
            t.known[watcher][seat][card] = 0


@rule
def deal_series(t: Table) -> None:
    """NEG-2.1  Deal two whole series of four cards to each player."""
    shuffle_kinds(t, GOODS)
    for place in range(GOODS):
        seat = place // SERIES
        good = t.kinds[place]
        t.hand[seat][good] = COPIES
        note(t, Kind.DEALT, seat, good)
    clear_kinds(t)


@rule
def shuffle_kinds(t: Table, count: int) -> None:
    """Put the first `count` kinds of cards into a random order."""
    for kind in range(count):
        t.kinds[kind] = kind
    for last in range(count - 1, 0, -1):
        other = chance(t, last + 1)
        kind = t.kinds[last]
        t.kinds[last] = t.kinds[other]
        t.kinds[other] = kind


@rule
def clear_kinds(t: Table) -> None:
    """Clear the scratch order."""
    for kind in range(CARDS):
        t.kinds[kind] = 0
