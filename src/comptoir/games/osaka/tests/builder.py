"""Lawful Osaka tables for tests: dealt by the rules, then arranged in a few words.

Cards are written by colour letter and value: `"R5 2Y3"` is a red 5 and two yellow 3s;
`"B2:1"` in market or farm has the pawn of seat 1 on it. Tokens are letters, `"RRG"`,
ships letters with their space, `"R4 B3"`.
"""

import re
from collections.abc import Mapping
from typing import Any

from comptoir.engine.rules.table import NOBODY, Plain
from comptoir.games.osaka import game
from comptoir.games.osaka.data import (
    CARD_NAMES,
    COLOURS,
    KINDS,
    MAX_SEATS,
    NOTHING,
    RANKS,
    VALUES,
    Phase,
)
from game_kit import Kit

RED, BLUE, YELLOW, GREEN = range(COLOURS)
LETTERS = "RBYG"
KIT = Kit(game)
KEY = KIT.key
deal, may, act = KIT.deal, KIT.may, KIT.act
match_at, positions, sample = KIT.match_at, KIT.positions, KIT.sample
CARD = re.compile(r"(\d*)([RBYG])([235])(?::(\d))?")


def kind_of(word: str) -> int:
    """Return the kind of a card: `"R5"` is 2."""
    return LETTERS.index(word[0]) * RANKS + VALUES.index(int(word[1]))


def cards(words: str) -> list[int]:
    """Return cards by kind."""
    row = [0] * KINDS
    for word in words.split():
        count, letter, value, _ = CARD.fullmatch(word).groups()
        row[kind_of(letter + value)] += int(count or 1)
    return row


def slots(words: str) -> list[tuple[int, int]]:
    """Return cards in a row, each with the seat whose pawn lies on it."""
    found = []
    for word in words.split():
        count, letter, value, pawn = CARD.fullmatch(word).groups()
        seat = NOBODY if pawn is None else int(pawn)
        found += [(kind_of(letter + value), seat)] * int(count or 1)
    return found


def told(row: list[int]) -> str:
    """Return cards by kind in their written form: the inverse of `cards`."""
    words = []
    for kind, count in enumerate(row):
        name = LETTERS[kind // RANKS] + str(VALUES[kind % RANKS])
        words += [name if count == 1 else f"{count}{name}"] * (count > 0)
    return " ".join(words)


def row_of(t: Plain, name: str) -> str:
    """Return the market or the farm in written form."""
    count = getattr(t, f"{name}_cards")
    pairs = zip(getattr(t, name)[:count], getattr(t, f"{name}_pawn"), strict=False)
    return " ".join(
        told([int(k == kind) for k in range(KINDS)]) + (f":{pawn}" if pawn >= 0 else "")
        for kind, pawn in pairs
    )


def table(
    seats: int = 4,
    options: Any = None,
    *,
    turn: int = 0,
    market: str = "R2",
    farm: str = "",
    discard: str = "",
    pile: str | None = None,
    ships: str = "",
    **by_seat: Mapping[int, Any],
) -> tuple[Plain, Plain]:
    """Return a lawful table in somebody's turn, and its box.

    `hands`, `goods`, `insured`, `tokens` and `points` are by seat; those not given are empty.
    All other cards form the pile, or if a pile is given, are the last seat's points.
    """
    t, box = deal(seats, options)
    clear(t)
    t.turn = t.mover = turn
    t.first = (turn + 1) % seats
    t.phase = Phase.TURN
    lay_out(t, "market", market)
    lay_out(t, "farm", farm)
    t.discard = cards(discard)
    for word in ships.split():
        t.ship[LETTERS.index(word[0])] = int(word[1])
    for name, field in (("hands", "hand"), ("goods", "goods"), ("insured", "insured")):
        for seat, words in by_seat.pop(name, {}).items():
            getattr(t, field)[seat] = cards(words)
    for seat, letters in by_seat.pop("tokens", {}).items():
        t.tokens[seat] = [letters.count(letter) for letter in LETTERS]
    put_rest(t, box, pile)
    for seat, points in by_seat.pop("points", {}).items():
        t.points[seat] += points
    assert not by_seat
    t.journal.clear()
    assert [] == game.audit(t, box)
    return t, box


def clear(t: Plain) -> None:
    """Take all cards off a table."""
    for name in ("market", "farm"):
        row = getattr(t, name)
        setattr(t, name, [NOTHING] * len(row))
        setattr(t, f"{name}_pawn", [NOBODY] * len(row))
        setattr(t, f"{name}_cards", 0)
    t.hand = [[0] * KINDS for _ in range(MAX_SEATS)]


def lay_out(t: Plain, name: str, words: str) -> None:
    """Lay cards out in market or farm, with pawns."""
    for slot, (kind, pawn) in enumerate(slots(words)):
        getattr(t, name)[slot] = kind
        getattr(t, f"{name}_pawn")[slot] = pawn
        setattr(t, f"{name}_cards", slot + 1)


def put_rest(t: Plain, box: Plain, pile: str | None) -> None:
    """Put the cards that have no place yet into the pile, or out of play."""
    t.pile = cards(pile or "")
    lying = t.market[: t.market_cards] + t.farm[: t.farm_cards]
    for kind in range(KINDS):
        named = [t.pile, t.discard, *t.hand, *t.goods]
        rest = box.cards[kind] - lying.count(kind) - sum(row[kind] for row in named)
        assert rest >= 0, f"too many {CARD_NAMES[kind]} cards"
        (t.pile if pile is None else t.kept)[kind] += rest
    t.stack[t.seats - 1] = t.points[t.seats - 1] = sum(t.kept)
