"""Lawful Négoces tables for tests: dealt by the rules, then arranged in a few words.

Cards are written by their number in the box, `1` jade to `8` tea, `X` the contraband:
`"1112"` is three jade and one jewels.
"""

from collections.abc import Mapping
from typing import Any

from comptoir.engine.rules.table import Plain
from comptoir.games.negoces import game
from comptoir.games.negoces.data import CARDS, COPIES, Phase
from game_kit import Kit

JADE, JEWELS, PERFUME, SPICES, COFFEE, SILK, WINE, TEA, CONTRABAND = range(CARDS)
SIGNS = "12345678X"
SERIES = ["11112222", "33334444", "55556666", "77778888"]
KIT = Kit(game)
asked, may, act = KIT.asked, KIT.may, KIT.act
match_at, positions, sample = KIT.match_at, KIT.positions, KIT.sample


def cards(words: str) -> list[int]:
    """Return cards by kind: `"112X"` is ``[2, 1, 0, 0, 0, 0, 0, 0, 1]``."""
    return [words.count(sign) for sign in SIGNS]


def deal(options: Any = None, stream: int = 0) -> tuple[Plain, Plain]:
    """Return a table dealt by the rules, and its box."""
    return KIT.deal(4, options, stream)


def auction(opener: int = 0, options: Any = None) -> tuple[Plain, Plain]:
    """Return a table at the first question of the auction, with a given opener."""
    for stream in range(100):
        t, box = deal(options, stream)
        if t.high_bidder == opener:
            t.journal.clear()
            return t, box
    raise AssertionError(f"seat {opener} never opens")


def table(
    options: Any = None,
    hands: Mapping[int, str] | None = None,
    coins: list[int] | None = None,
    seller: int = 0,
) -> tuple[Plain, Plain]:
    """Return a table where a seller with nine cards is to put one up for sale.

    Hands not named share the cards left, in order, eight each and nine for the seller;
    the contraband goes to the seller if nobody has it. Nothing has been seen yet.
    """
    t, box = deal(options)
    t.hand = _hands(dict(hands or {}), seller)
    t.coins = coins or [15, 15, 15, 15]
    t.high_bid = 60 - sum(t.coins)
    t.high_bidder, t.seller, t.turn = seller, seller, seller
    t.bidding, t.phase = [0] * 4, Phase.LOT
    t.journal.clear()
    assert [] == game.audit(t, box)
    return t, box


def _hands(hands: dict[int, str], seller: int) -> list[list[int]]:
    if seller not in hands:
        hands[seller] = SERIES[seller]
    if not any("X" in hand for hand in hands.values()) and len(hands[seller]) < 9:
        hands[seller] += "X"
    rest = "".join(
        sign * (COPIES - sum(hand.count(sign) for hand in hands.values()))
        for sign in SIGNS[:-1]
    )
    if not any("X" in hand for hand in hands.values()):
        rest += "X"
    for seat in range(4):
        if seat not in hands:
            hands[seat], rest = rest[:8], rest[8:]
    assert not rest, f"cards left: {rest}"
    return [cards(hands[seat]) for seat in range(4)]


def sale(lot: str = "open jade", **arrangement: Any) -> tuple[Plain, Plain]:
    """Return a table where a lot lies on the market and all may speak."""
    t, box = table(**arrangement)
    act(t, box, (t.seller, lot))
    t.journal.clear()
    return t, box


def forced(*moves: str, lot: str = "open jade", **arrangement: Any) -> Any:
    """Return a table where the seller has forced the sale and made some moves since."""
    t, box = sale(lot, **arrangement)
    for move in ("force", *moves):
        act(t, box, (t.seller, move))
    t.journal.clear()
    return t, box


def hand(t: Plain, seat: int) -> str:
    """Return a hand as the builder writes it."""
    return "".join(SIGNS[card] * n for card, n in enumerate(t.hand[seat]))


def known(t: Plain, watcher: int, holder: int) -> str:
    """Return what a watcher is sure of, as the builder writes it."""
    return "".join(SIGNS[card] * n for card, n in enumerate(t.known[watcher][holder]))
