"""What attentive players know of hidden cards: at least so many of a kind with someone.

A watcher is a seat, or the public, who is never a party to a deal. What lies hidden on
the market still counts as its owner's until the deal.
"""

from comptoir.engine.rules.rule import noinline, rule

from .data import CARDS
from .state import WATCHERS, Table


@rule
def show_cards(t: Table, holder: int, card: int, count: int) -> None:
    """NEG-1.4  Hands are secret, but what was laid open has been seen by all."""
    for watcher in range(WATCHERS):
        if watcher != holder:
            row = t.known[watcher][holder]
            row[card] = max(row[card], count)


@noinline
def forget_given(t: Table, giver: int, taker: int, card: int, seen: bool) -> None:
    """NEG-4.2  Who sees a card leave a hand counts one of it less, the others of each."""
    for watcher in range(WATCHERS):
        if watcher == taker or (seen and watcher != giver):
            forget_one(t, watcher, giver, card)
        elif watcher != giver:
            # It may have been any of the cards the giver was known to hold.
            for kind in range(CARDS):
                forget_one(t, watcher, giver, kind)
            t.unseen[watcher] += 1


@rule
def remember_got(t: Table, giver: int, taker: int, card: int, seen: bool) -> None:
    """NEG-4.2  The giver knows what the taker now has; all do where it was seen."""
    for watcher in range(WATCHERS):
        if watcher == giver or (seen and watcher != taker):
            t.known[watcher][taker][card] += 1


@rule
def forget_one(t: Table, watcher: int, holder: int, card: int) -> None:
    """Count one card less that a watcher is sure of."""
    if t.known[watcher][holder][card] > 0:
        t.known[watcher][holder][card] -= 1


@rule
def remember_lie(t: Table, taker: int, giver: int, card: int, claim: int) -> None:
    """NEG-4.5  Who takes a hidden card sees whether it is what it was said to be."""
    if claim >= 0 and claim != card:
        t.caught[taker][giver] += 1
