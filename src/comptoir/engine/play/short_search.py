"""A short Monte Carlo search, for games that have no house bot of their own.

It plays a few dozen random rollouts from determinized tables, each with a limited number of
moves. Its random generator is seeded from the observation, so equal observations give equal
moves.
"""

from hashlib import sha256
from typing import TYPE_CHECKING

from comptoir.engine.rules.rng import DICE_WORDS, throw

if TYPE_CHECKING:
    from .position import Position

ROLLOUTS = 36  # rollouts in total; every action gets at least one
LONGEST = 60  # moves in a rollout; after them it is scored as it stands


def best_move(position: "Position", seat: int) -> int:
    """Return the number of the action with the best mean rollout result."""
    legal = position.legal_numbers(seat)
    if len(legal) == 1:
        return legal[0]
    dice = dice_of(position.observe(seat))
    worth = dict.fromkeys(legal, 0.0)
    for _ in range(max(1, ROLLOUTS // len(legal))):
        imagined = position.imagine(seat, dice)
        for action in legal:
            worth[action] += _rollout(imagined.copy(), seat, action, dice)
    return max(legal, key=lambda action: worth[action])


def _rollout(position: "Position", seat: int, action: int, dice: list[int]) -> float:
    """Return the result of one random rollout after an action: by rank, then by points."""
    position.play(seat, action)
    for _ in range(LONGEST):
        actors = position.actors
        if not actors:
            break
        asked = actors[throw(dice, len(actors))]
        legal = position.legal_numbers(asked)
        position.play(asked, legal[throw(dice, len(legal))])
    points, ranks, _ = position.standing()
    others = [points[s] for s in range(len(points)) if s != seat]
    lead = (points[seat] - max(others)) / (1 + max(map(abs, points)))
    return lead - ranks[seat]


def dice_of(sight: list[int]) -> list[int]:
    """Return dice that depend only on an observation."""
    digest = sha256(repr(sight).encode()).digest()
    parts = (digest[4 * i : 4 * i + 4] for i in range(DICE_WORDS))
    return [int.from_bytes(part, "little") or 1 for part in parts]
