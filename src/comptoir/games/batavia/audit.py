"""The audit: conditions that must hold on every table after every move."""

from typing import Any

from comptoir.engine.rules.table import NOBODY

from .data import (
    ARRIVAL,
    BLOCK,
    COMPANIES,
    COMPANY_NAMES,
    GOODS,
    NOTHING,
    SPACES,
    Box,
)
from .state import Table


def audit(t: Table, box: Box) -> list[str]:
    """Return a sentence for each condition that the table violates; none for a valid table."""
    seats = range(t.seats)
    wrong = [message for fine, message in _facts(t, box) if not fine]
    for c, name in enumerate(COMPANY_NAMES):
        laid = [t.laid[s][c] for s in seats]
        if t.marker[c] != sum(laid):
            wrong.append(f"{name} marker at {t.marker[c]}, {sum(laid)} cards laid")
        leaders = [s for s in seats if laid[s] == max(laid) > 0]
        holder = leaders[0] if len(leaders) == 1 else NOBODY
        if t.seal[c] != holder:
            wrong.append(f"{name} seal with {t.seal[c]}, not {holder}")
        if t.shuffled[c] != t.pile[c] + sum(t.drawn[s][c] for s in seats):
            wrong.append(f"{name} cards unaccounted for since the last shuffle")
    return wrong


def _facts(t: Table, box: Box) -> list[tuple[Any, str]]:
    on_board = [tile for tile in t.stall if tile != NOTHING]
    taken = [tile for tile in range(SPACES) if t.crate[tile] != NOBODY]
    blocks = [t.stall[first : first + BLOCK] for first in range(1, SPACES, BLOCK)]
    closed = blocks[t.face_up // BLOCK :]
    return [
        (t.cannon == sum(t.marker), "the cannon does not show all laid cards"),
        (sum(t.bills) == box.bills * t.seats, "bills were lost or made"),
        (sorted(on_board + taken) == list(range(SPACES)), "a tile is lost or doubled"),
        (
            all({tile // GOODS for tile in b} == set(range(COMPANIES)) for b in closed),
            "a block face down lacks a company",
        ),
        (
            t.face_up == SPACES
            or max(p for p in t.place if p != ARRIVAL) <= t.face_up - BLOCK,
            "a merchant outran the tiles face up",
        ),
        (
            sum(map(sum, t.tiles)) <= len(taken),
            "more tiles held than taken",
        ),
    ]
