"""Lawful Batavia tables for tests: dealt by the rules, then arranged in a few words.

Cards are written by company letter, `E D F N S` (N for the Netherlands): `"4N 2F"` is
four Dutch and two French cards. `"all"` is every card of the box.
"""

from collections.abc import Mapping
from typing import Any

from comptoir.engine.rules.rng import chance, start_chance
from comptoir.engine.rules.table import NOBODY, Plain
from comptoir.games.batavia import game
from comptoir.games.batavia.data import (
    CARDS,
    COMPANIES,
    COMPANY_NAMES,
    GOOD_NAMES,
    GOODS,
    MAX_SEATS,
    NOTHING,
    Phase,
)
from comptoir.games.batavia.merchant import reveal_stalls
from game_kit import Kit

ENGLISH, DANISH, FRENCH, DUTCH, SWEDISH = range(COMPANIES)
TEA, COTTON, PORCELAIN, SILK, GINGER, NUTMEG, PEPPER = range(GOODS)
LETTERS = "EDFNS"
QUICK = {"quick_start": True}
KIT = Kit(game)
KEY = KIT.key
deal, may, act = KIT.deal, KIT.may, KIT.act
match_at, positions, sample = KIT.match_at, KIT.positions, KIT.sample
ALL = " ".join(f"{CARDS}{letter}" for letter in LETTERS)


def cards(words: str) -> list[int]:
    """Return cards by company: `"4N 2F"` is ``[0, 0, 2, 4, 0]``."""
    row = [0] * COMPANIES
    for word in (ALL if words == "all" else words).split():
        row[LETTERS.index(word[-1])] += int(word[:-1])
    return row


def table(
    seats: int = 4,
    options: Any = None,
    visited: Mapping[int, list[int]] | None = None,
    offices: Mapping[str, list[int]] | None = None,
    **fields: Any,
) -> tuple[Plain, Plain]:
    """Return a lawful table, with a few things moved, and its box.

    Of `hands`, `laid` (by seat), `packet`, `discard` and `pile`, those not named are
    empty; all other cards form the pile, or the last hand where a pile is named.
    """
    t, box = deal(seats, options)
    piles = {"hands", "laid", "packet", "discard", "pile"} & fields.keys()
    if piles:
        arrange_cards(t, **{name: fields.pop(name) for name in piles})
    for seat, spaces in (visited or {}).items():
        visit(t, seat, spaces)
    for good, crates in (offices or {}).items():
        fill_office(t, good, crates)
    if "turn" in fields:
        t.phase = Phase.TURN
        t.first = (fields["turn"] - fields.get("turns", 0)) % seats
    for name, value in fields.items():
        setattr(t, name, padded(value, getattr(t, name)))
    t.journal.clear()
    assert not game.audit(t, box)
    return t, box


def padded(value: Any, field: Any) -> Any:
    """Return a list made as long as the field it replaces."""
    if not isinstance(field, list):
        return value
    return list(value) + field[len(value) :]


def arrange_cards(
    t: Plain,
    hands: Mapping[int, str] | None = None,
    laid: Mapping[int, str] | None = None,
    packet: str = "",
    discard: str = "",
    pile: str | None = None,
) -> None:
    """Put all cards where they are said to be; the pile was just shuffled."""
    t.hand, t.laid, t.known, t.drawn = (no_cards() for _ in range(4))
    t.packet, t.discard = cards(packet), cards(discard)
    for seat, words in (hands or {}).items():
        t.hand[seat] = cards(words)
    for seat, words in (laid or {}).items():
        t.laid[seat] = cards(words)
    t.pile = cards(pile or "")
    for company in range(COMPANIES):
        laid_cards = [row[company] for row in t.laid[: t.seats]]
        held = sum(row[company] for row in t.hand)
        others = t.packet[company] + t.discard[company] + t.pile[company]
        rest = CARDS - sum(laid_cards) - held - others
        assert rest >= 0, f"too many {COMPANY_NAMES[company]} cards"
        row = t.pile if pile is None else t.hand[t.seats - 1]
        row[company] += rest
        t.marker[company] = sum(laid_cards)
        t.seal[company] = leader(laid_cards)
    t.cannon = sum(t.marker)
    t.shuffled = list(t.pile)


def no_cards() -> list[list[int]]:
    """Return no card of any company, by seat."""
    return [[0] * COMPANIES for _ in range(MAX_SEATS)]


def leader(counts: list[int]) -> int:
    """Return the seat with strictly more than every other, or NOBODY."""
    best = max(counts)
    alone = counts.count(best) == 1 and best > 0
    return counts.index(best) if alone else NOBODY


def visit(t: Plain, seat: int, spaces: list[int]) -> None:
    """Set up a merchant that has visited these spaces and kept the tiles."""
    for space in spaces:
        tile = t.stall[space]
        t.stall[space] = NOTHING
        t.crate[tile] = seat
        t.tiles[seat][tile // GOODS] += 1
        t.place[seat] = max(t.place[seat], space)
        reveal_stalls(t, seat)


def fill_office(t: Plain, good: str, crates: list[int]) -> None:
    """Put these numbers of crates, by seat, into an office; their tiles have been handed in."""
    tiles = [c * GOODS + GOOD_NAMES.index(good) for c in range(COMPANIES)]
    for seat, count in enumerate(crates):
        for _ in range(count):
            tile = tiles.pop()
            t.crate[tile] = seat
            t.stall[t.stall.index(tile)] = NOTHING


def load_die(t: Plain, box: Plain, face: int) -> None:
    """Set the table's chance so that the next roll shows a face."""
    for stream in range(1000):
        start_chance(t, KEY, stream)
        roll = chance(t, box.die) + 1
        start_chance(t, KEY, stream)
        if roll == face:
            return
    raise AssertionError(f"a die of {box.die} never shows {face}")
