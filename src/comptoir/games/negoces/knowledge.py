"""What attentive players know of hidden cards: lower bounds for each player and kind.

A watcher is a seat, or the public, which takes part in no deal. Until a deal, cards hidden on
the market count as their owner's.
"""

from comptoir.engine.rules.rule import noinline, rule

from .data import CARDS
from .state import WATCHERS, Table


@rule
def show_cards(t: Table, holder: int, card: int, count: int) -> None:
    """NEG-1.4  Record that all have seen cards in a hand: hands are secret, but not cards
    laid open.
    """
    for watcher in range(WATCHERS):
        if watcher != holder:
            row = t.known[watcher][holder]
            row[card] = max(row[card], count)


@noinline
def forget_given(t: Table, giver: int, taker: int, card: int, seen: bool) -> None:
    """NEG-4.2  Lower the giver's bounds after a deal.

    If the card was seen, the bound of its kind is lowered, else the bounds of all kinds.
    """
    for watcher in range(WATCHERS):
        if watcher == taker or (seen and watcher != giver):
            forget_one(t, watcher, giver, card)
        elif watcher != giver:
            # Any of the cards that the giver was known to hold may be the one that went.
            for kind in range(CARDS):
                forget_one(t, watcher, giver, kind)
            t.unseen[watcher] += 1


@rule
def remember_got(t: Table, giver: int, taker: int, card: int, seen: bool) -> None:
    """NEG-4.2  Raise the taker's bound for the card received.

    The giver's memory always records it, that of everyone only if the card was seen.
    """
    for watcher in range(WATCHERS):
        if watcher == giver or (seen and watcher != taker):
            t.known[watcher][taker][card] += 1


@rule
def forget_one(t: Table, watcher: int, holder: int, card: int) -> None:
    """Lower a watcher's bound for one kind of card by one."""
    if t.known[watcher][holder][card] > 0:
        t.known[watcher][holder][card] -= 1


@rule
def remember_lie(t: Table, taker: int, giver: int, card: int, claim: int) -> None:
    """NEG-4.5  Record a lie if a hidden card that was taken is not what its owner claimed."""
    if claim >= 0 and claim != card:
        t.caught[taker][giver] += 1
