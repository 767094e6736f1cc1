"""The audit: conditions that must hold on every table after every move."""

from typing import Any

from comptoir.engine.rules.table import NOBODY

from .cards import discards_at_once
from .data import CARD_NAMES, COLOURS, EDO, KINDS, NOTHING, Box, Phase
from .state import Table


def audit(t: Table, box: Box) -> list[str]:
    """Return a sentence for each condition that the table violates; none for a valid table."""
    wrong = [message for fine, message in _facts(t, box) if not fine]
    for seat in range(t.seats):
        pawns = (t.market_pawn + t.farm_pawn).count(seat)
        if pawns > 1:
            wrong.append(f"{pawns} pawns of seat {seat}")
        wrong += [
            f"insured {CARD_NAMES[kind]} that seat {seat} lacks"
            for kind in range(KINDS)
            if not 0 <= t.insured[seat][kind] <= t.goods[seat][kind]
        ]
    return wrong


def _facts(t: Table, box: Box) -> list[tuple[Any, str]]:
    seats = range(t.seats)
    at_rest = t.phase in (Phase.TOKEN, Phase.TURN, Phase.PAYING)
    covering = t.phase == Phase.COVERING
    return [
        (_is_tidy(t.market, t.market_pawn, t.market_cards), "a gap in the market"),
        (_is_tidy(t.farm, t.farm_pawn, t.farm_cards), "a gap in the farm"),
        (not at_rest or EDO not in t.ship, "a ship in Edo without a payday"),
        ((t.due > 0) == (t.phase == Phase.PAYING), "a price is open and nobody pays"),
        ((t.symbols > 0) == covering, "symbols are left over"),
        ((t.cover != NOTHING) == covering, "a card insures nothing"),
        (t.bought == [0] * COLOURS, "ships are due to move"),
        (sum(t.stack) == sum(t.kept) + sum(t.unseen), "cards kept are in no pile"),
        (all(t.stack[s] <= t.points[s] for s in seats), "more cards kept than points"),
        (not _left_lying(t, box), "discarded cards wait for a pile"),
        (t.sold == [0] * len(t.sold), "tokens are due"),
        (t.passes < t.seats or t.phase == Phase.OVER, "all passed and play goes on"),
    ]


def _left_lying(t: Table, box: Box) -> bool:
    """Return True if the discard pile has cards although the pile is empty."""
    return discards_at_once(box) and any(t.discard) and not any(t.pile)


def _is_tidy(cards: list[int], pawns: list[int], count: int) -> bool:
    """Return True if a row's cards have no gap, and nothing lies after the last one."""
    behind = [*zip(cards, pawns, strict=True)][count:]
    return NOTHING not in cards[:count] and set(behind) <= {(NOTHING, NOBODY)}
