"""Lawful Négoces tables for tests: dealt by the rules, then arranged in a few words.

Cards are written by their number in the box, `1` jade to `8` tea, `X` the contraband:
`"1112"` is three jade and one jewels.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from comptoir.engine.model.seed import chance_key
from comptoir.engine.play.match import Match
from comptoir.engine.rules.table import Plain, copy, new_tables, unpack
from comptoir.games.negoces import game
from comptoir.games.negoces.data import ACTIONS, CARDS, COPIES, Phase
from comptoir.games.negoces.rules import actors, legal, play

JADE, JEWELS, PERFUME, SPICES, COFFEE, SILK, WINE, TEA, CONTRABAND = range(CARDS)
SIGNS = "12345678X"
SERIES = ["11112222", "33334444", "55556666", "77778888"]
KEY, _ = chance_key("negoces")
LONGEST = 5000  # moves


def cards(words: str) -> list[int]:
    """Return cards by kind: `"112X"` is ``[2, 1, 0, 0, 0, 0, 0, 0, 1]``."""
    return [words.count(sign) for sign in SIGNS]


def deal(options: Any = None, stream: int = 0) -> tuple[Plain, Plain]:
    """Return a table dealt by the rules, and its box."""
    t, box = unpack(new_tables(game.table, 1)[0]), game.plain_box(4, options)
    game.rules["deal"](t, box, 4, KEY, stream)
    return t, box


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


def may(t: Plain, box: Plain, seat: int) -> list[str]:
    """Return what a seat may do, as texts."""
    moves = [0] * len(ACTIONS)
    count = legal(t, box, seat, moves)
    return [str(ACTIONS[number]) for number in moves[:count]]


def act(t: Plain, box: Plain, *moves: tuple[int, str]) -> list[Any]:
    """Let seats make each of these moves; return all that happened."""
    t.journal.clear()
    for seat, move in moves:
        assert move in may(t, box, seat), f"{move}: {may(t, box, seat)}"
        play(t, box, seat, ACTIONS.read(move).number)
        assert [] == game.audit(t, box)
    return game.read_journal(t.journal)


def asked(t: Plain, box: Plain) -> list[int]:
    """Return the seats that may act."""
    bits = actors(t, box)
    return [seat for seat in range(4) if bits >> seat & 1]


def names(events: list[Any]) -> list[str]:
    """Return the names of some events."""
    return [event.name for event in events]


def hand(t: Plain, seat: int) -> str:
    """Return a hand as the builder writes it."""
    return "".join(SIGNS[card] * n for card, n in enumerate(t.hand[seat]))


def known(t: Plain, watcher: int, holder: int) -> str:
    """Return what a watcher is sure of, as the builder writes it."""
    return "".join(SIGNS[card] * n for card, n in enumerate(t.known[watcher][holder]))


def match_at(t: Plain, box: Plain) -> Match:
    """Return a match that stands at this table."""
    match = Match(game, 4, seed="negoces")
    match.position.table, match.position.box = copy(t), box
    return match


def positions(seed: int, options: Any = None) -> Iterator[tuple[Plain, Plain]]:
    """Play a game at random and show its table after every move, audited."""
    bot = random.Random(seed)
    t, box = deal(options, stream=seed)
    yield t, box
    for _ in range(LONGEST):
        if t.phase == Phase.OVER:
            return
        seat = bot.choice(asked(t, box))
        play(t, box, seat, ACTIONS.read(bot.choice(may(t, box, seat))).number)
        assert [] == game.audit(t, box)
        t.journal.clear()
        yield t, box
    raise AssertionError(f"no end after {LONGEST} moves")


def sample(every: int, options: Any = None) -> list[tuple[Plain, Plain]]:
    """Return copies of every so-many-th table of a random game, and of its last."""
    return [
        (copy(t), box)
        for number, (t, box) in enumerate(positions(7, options))
        if number % every == 0 or t.phase == Phase.OVER
    ]
