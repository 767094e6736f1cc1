"""Progress of a run: one line per update, and the strength measured by them."""

from collections.abc import Sequence

import msgspec

ENOUGH = 400  # games needed to estimate a share


class TrainingProgress(msgspec.Struct, frozen=True):
    """The statistics of a run after an update; a line of its log."""

    update: int
    steps: int
    seconds: float
    speed: float  # decisions per second, learning included
    entropy: float
    change: float  # KL divergence of the policy from the one before the update
    error: float  # mean squared error of the value
    first: dict[str, float]  # share of first places against bots, by `bot/seats`
    games: dict[str, int]  # number of these games in this update, by `bot/seats`


def strength(lines: Sequence[TrainingProgress]) -> dict[str, float]:
    """Return the shares of first places against bots over all these updates."""
    games: dict[str, int] = {}
    firsts: dict[str, float] = {}
    for line in lines:
        for name, count in line.games.items():
            games[name] = games.get(name, 0) + count
            firsts[name] = firsts.get(name, 0.0) + count * line.first[name]
    return {name: firsts[name] / games[name] for name in sorted(games)}


def lately(lines: Sequence[TrainingProgress]) -> Sequence[TrainingProgress]:
    """Return the last updates that together hold enough games to estimate a share."""
    games = 0
    for number in range(len(lines) - 1, -1, -1):
        games += sum(lines[number].games.values())
        if games >= ENOUGH * max(1, len(lines[number].games)):
            return lines[number:]
    return lines
