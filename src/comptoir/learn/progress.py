"""The progress of a run: one line per update, and the strength computed from the lines."""

from collections.abc import Sequence

import msgspec

ENOUGH = 400  # games needed to estimate a share of first places


class TrainingProgress(msgspec.Struct, frozen=True):
    """The statistics of a run after an update, as a line of its log."""

    update: int
    steps: int
    seconds: float
    speed: float  # decisions per second, including the time for learning
    entropy: float
    change: float  # KL divergence between the policies before and after the update
    error: float  # mean squared error of the predicted values
    first: dict[str, float]  # share of first places against bots, by `bot/seats`
    games: dict[
        str, int
    ]  # number of the games against bots in this update, by `bot/seats`


def strength(lines: Sequence[TrainingProgress]) -> dict[str, float]:
    """Return the shares of first places against bots, over the updates of all these lines."""
    games: dict[str, int] = {}
    firsts: dict[str, float] = {}
    for line in lines:
        for name, count in line.games.items():
            games[name] = games.get(name, 0) + count
            firsts[name] = firsts.get(name, 0.0) + count * line.first[name]
    return {name: firsts[name] / games[name] for name in sorted(games)}


def lately(lines: Sequence[TrainingProgress]) -> Sequence[TrainingProgress]:
    """Return the most recent updates that together have enough games to estimate a share."""
    games = 0
    for number in range(len(lines) - 1, -1, -1):
        games += sum(lines[number].games.values())
        if games >= ENOUGH * max(1, len(lines[number].games)):
            return lines[number:]
    return lines
