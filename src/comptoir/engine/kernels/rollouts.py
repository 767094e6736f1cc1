"""Rollouts from what seats know, as one kernel: imagine a table, make a move, play it out.

Rollout `i` always has the same dice: whatever move is tried starts from the same imagined
tables, so the difference between two moves has a much smaller error than their results.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import imagine, play, standing
from comptoir.engine.rules.rng import KEY_WORDS, start_dice

from .arrays import Zeros, zeros
from .kernel import kernel
from .loop import STATE_WORDS, next_seat, play_on
from .search import LONGEST, first_share, lay

NOTHING = -1  # the action of rollouts in which the bots move at once


def rollout_arguments(
    game: Game, seats: int = 1, viewers: int = 1, count: int = 1, zeros: Zeros = zeros
) -> Mapping[str, Any]:
    """Return all arguments of `count` rollouts by parameter name."""
    return {
        "viewers": zeros("i8", viewers),
        "key": zeros("i8", KEY_WORDS),
        "seat": 0,
        "action": NOTHING,
        "bots": zeros("i8", seats),
        "moves": zeros("i8", len(game.actions)),
        "state": zeros("i8", STATE_WORDS),
        "points": zeros("i8", seats),
        "ranks": zeros("i8", seats),
        "shares": zeros("f8", seats, count),
        "leads": zeros("f8", seats, count),
    }


@kernel(rollout_arguments, gpu=False, counts=False)
def rollouts(
    tables: Any,
    boxes: Any,
    viewers: Sequence[int],
    key: Sequence[int],
    seat: int,
    action: int,
    bots: Sequence[int],
    moves: MutableSequence[int],
    state: MutableSequence[int],
    points: MutableSequence[int],
    ranks: MutableSequence[int],
    shares: Any,
    leads: Any,
    first: int,
    end: int,
) -> None:
    """Play games on table 1 from table 0, as the viewers imagine it in turn.

    Write each seat's share of first place, and its lead: its points less the mean of the
    others'.
    """
    box = boxes[0]
    for i in range(first, end):
        lay(tables, 1, 0)
        t = tables[1]
        start_dice(state, key, i, t.block)  # imagining replaces the block
        imagine(t, box, viewers[i % len(viewers)], state)
        if action != NOTHING:
            play(t, box, seat, action)
        asked = next_seat(t, box, state)
        play_on(t, box, bots, moves, (), state, asked, LONGEST)
        standing(t, box, points, ranks)
        total = 0
        for other in range(t.seats):
            total += points[other]
        for other in range(t.seats):
            shares[other][i] = first_share(other, t.seats, ranks)
            rest = total - points[other]
            leads[other][i] = points[other] - rest / (t.seats - 1)
