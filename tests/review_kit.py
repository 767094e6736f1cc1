"""Helpers for tests of reviews: a shallow depth, and games to review."""

from typing import Any

from comptoir import Match, bots
from comptoir.engine.backends.compiler import Compiled
from comptoir.review import Depth
from comptoir.review.playouts import KERNELS

SHALLOW = Depth(60_000, 16, 16, 8)


def warm(game: Any) -> None:
    """Compile what a review needs, if it is not compiled."""
    kernels = Compiled(game)
    for name in ("guided", "search", *KERNELS):
        kernels.warm(name)


def played(game: Any, bot: str, seed: str, moves: int | None = None) -> Match:
    """Return a game of one bot against itself, whole or only the first moves."""
    match, dice = Match(game, seed=seed), bots.new_dice(seed)
    players = [bots.find(bot) for _ in range(match.seats)]
    while not match.over and len(match.moves) != moves:
        seat = match.actors[0]
        bots.move(match, seat, players[seat], dice)
    return match
