"""The audit: conditions that must hold on every table after every move."""

from typing import Any

from comptoir.engine.rules.table import NOBODY

from .data import (
    ALL_COINS,
    CARD_NAMES,
    CARDS,
    CONTRABAND,
    COPIES,
    HAND,
    NOTHING,
    PLAYERS,
    Box,
    Phase,
)
from .market import has_offer
from .state import WATCHERS, Table


def audit(t: Table, box: Box) -> list[str]:
    """Return a sentence for each condition that the table violates; a valid table has none."""
    wrong = [message for fine, message in _facts(t, box) if not fine]
    for card in range(CARDS):
        held = sum(t.hand[seat][card] for seat in range(PLAYERS))
        count = held + [t.lot, t.second].count(card)
        copies = COPIES if card != CONTRABAND else int(t.phase != Phase.AUCTION)
        if count != copies:
            wrong.append(f"{count} {CARD_NAMES[card]} cards, not {copies}")
    for seat in range(PLAYERS):
        wrong += _wrong_offer(t, box, seat)
        wrong += _wrong_knowledge(t, seat)
    return wrong


def _facts(t: Table, box: Box) -> list[tuple[Any, str]]:
    auction = t.phase == Phase.AUCTION
    price = 0 if auction else t.high_bid
    sizes = [sum(hand) for hand in t.hand]
    if t.seller != NOBODY:
        sizes[t.seller] += sum(card != NOTHING for card in (t.lot, t.second))
    nines = 0 if auction else 1
    return [
        (sum(t.coins) == ALL_COINS - price, "coins were lost or made"),
        (
            sorted(sizes) == [HAND] * (PLAYERS - nines) + [HAND + 1] * nines,
            f"hands of {sizes} cards",
        ),
        (t.seller == NOBODY or sizes[t.seller] == HAND + 1, "the wrong seller"),
        (t.lot != NOTHING or not t.lot_hidden, "nothing lies hidden"),
        (0 <= t.lot_coins <= t.coins[t.seller], "the seller owes the lot's coins"),
        (
            (t.lot != NOTHING) == (Phase.SALE <= t.phase <= Phase.PICK),
            "a lot at the wrong time",
        ),
        ((t.named != NOTHING) == (t.phase == Phase.PICK), "a good named too soon"),
    ]


def _wrong_offer(t: Table, box: Box, seat: int) -> list[str]:
    if not has_offer(t, seat):
        return []
    card = t.offer[seat]
    facts = [
        (t.phase == Phase.SALE and seat != t.seller, "offers at the wrong time"),
        (card == NOTHING or t.hand[seat][card] > 0, "offers a card not held"),
        (0 <= t.offer_coins[seat] <= t.coins[seat], "offers coins not owned"),
        (t.offer_revision[seat] > 0, "offers without a revision"),
        (
            box.revisions == 0 or t.offer_revision[seat] <= box.revisions,
            "offers beyond the bound",
        ),
    ]
    return [f"seat {seat} {message}" for fine, message in facts if not fine]


def _wrong_knowledge(t: Table, holder: int) -> list[str]:
    has = list(t.hand[holder])
    if holder == t.seller:
        for card in (t.lot, t.second):
            if card != NOTHING:
                has[card] += 1
    return [
        f"watcher {watcher} knows of more {CARD_NAMES[card]} cards than seat {holder} has"
        for watcher in range(WATCHERS)
        for card in range(CARDS)
        if t.known[watcher][holder][card] > (0 if watcher == holder else has[card])
    ]
