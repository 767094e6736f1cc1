"""Lawful Batavia tables for tests: dealt by the rules, then arranged in a few words.

Cards are written by company letter, `E D F N S` (N for the Netherlands): `"4N 2F"` is
four Dutch and two French cards. `"all"` is every card of the box.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from comptoir.engine.model.seed import chance_key
from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import chance, start_chance
from comptoir.engine.rules.table import NOBODY, Plain, copy, new_tables, unpack
from comptoir.games.batavia import game
from comptoir.games.batavia.data import (
    ACTIONS,
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
from comptoir.games.batavia.rules import legal, play

ENGLISH, DANISH, FRENCH, DUTCH, SWEDISH = range(COMPANIES)
TEA, COTTON, PORCELAIN, SILK, GINGER, NUTMEG, PEPPER = range(GOODS)
LETTERS = "EDFNS"
QUICK = {"quick_start": True}
KEY, _ = chance_key("batavia")
LONGEST = 3000  # moves; games of edge values take a few hundred
ALL = " ".join(f"{CARDS}{letter}" for letter in LETTERS)


def cards(words: str) -> list[int]:
    """Return cards by company: `"4N 2F"` is ``[0, 0, 2, 4, 0]``."""
    row = [0] * COMPANIES
    for word in (ALL if words == "all" else words).split():
        row[LETTERS.index(word[-1])] += int(word[:-1])
    return row


def deal(seats: int = 4, options: Any = None, stream: int = 0) -> tuple[Plain, Plain]:
    """Return a table dealt by the rules, and its box."""
    t, box = unpack(new_tables(game.table, 1)[0]), game.plain_box(seats, options)
    game.rules["deal"](t, box, seats, KEY, stream)
    return t, box


def table(
    seats: int = 4,
    options: Any = None,
    visited: Mapping[int, list[int]] | None = None,
    offices: Mapping[str, list[int]] | None = None,
    **fields: Any,
) -> tuple[Plain, Plain]:
    """Return a lawful table with a few things in other places, and its box.

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
    """Return who has strictly more than everyone else, or NOBODY."""
    best = max(counts)
    alone = counts.count(best) == 1 and best > 0
    return counts.index(best) if alone else NOBODY


def visit(t: Plain, seat: int, spaces: list[int]) -> None:
    """Let a merchant have called at these spaces and kept the tiles."""
    for space in spaces:
        tile = t.stall[space]
        t.stall[space] = NOTHING
        t.crate[tile] = seat
        t.tiles[seat][tile // GOODS] += 1
        t.place[seat] = max(t.place[seat], space)
        reveal_stalls(t, seat)


def fill_office(t: Plain, good: str, crates: list[int]) -> None:
    """Put so many crates of each seat into an office; the tiles have been handed in."""
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


def may(t: Plain, box: Plain, seat: int | None = None) -> list[str]:
    """Return what a seat, or the one to act, may do, as texts."""
    moves = [0] * len(ACTIONS)
    count = legal(t, box, t.turn if seat is None else seat, moves)
    return [str(ACTIONS[number]) for number in moves[:count]]


def act(t: Plain, box: Plain, *moves: str) -> list[Any]:
    """Let whoever is asked make each of these moves; return all that happened."""
    t.journal.clear()
    for move in moves:
        assert move in may(t, box)
        play(t, box, t.turn, ACTIONS.read(move).number)
        assert not game.audit(t, box)
    return game.read_journal(t.journal)


def names(events: list[Any]) -> list[str]:
    """Return the names of some events."""
    return [event.name for event in events]


def match_at(t: Plain, box: Plain) -> Match:
    """Return a match that stands at this table."""
    match = Match(game, t.seats, seed="batavia")
    match.position.table, match.position.box = copy(t), box
    return match


def positions(
    seats: int, seed: int, options: Any = None
) -> Iterator[tuple[Plain, Plain]]:
    """Play a game at random and show its table after every move, audited."""
    bot = random.Random(f"{seats} {seed}")
    t, box = deal(seats, options, stream=seed)
    yield t, box
    for _ in range(LONGEST):
        if t.phase == Phase.OVER:
            return
        play(t, box, t.turn, ACTIONS.read(bot.choice(may(t, box))).number)
        assert not game.audit(t, box)
        yield t, box
    raise AssertionError(f"no end after {LONGEST} moves")


def sample(every: int, options: Any = None) -> list[tuple[Plain, Plain]]:
    """Return copies of every so-many-th table of a random game of each size."""
    return [
        (copy(t), box)
        for seats in game.seats
        for number, (t, box) in enumerate(positions(seats, 7, options))
        if number % every == 0 or t.phase == Phase.OVER
    ]
