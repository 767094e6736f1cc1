"""How a run goes: a line an update, and what the lines say of its strength."""

from collections.abc import Sequence

import msgspec

ENOUGH = 400  # games that a share is read off


class TrainingProgress(msgspec.Struct, frozen=True):
    """How a run stands after an update; a line of its log."""

    update: int
    steps: int
    seconds: float
    speed: float  # decisions a second, learning included
    entropy: float
    change: float  # of the policy (KL)
    error: float  # of the worth, squared
    first: dict[str, float]  # share of first places against bots, by `bot/seats`
    games: dict[str, int]  # and in how many games of this update


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
    """Return the last updates that hold enough games to read a share off."""
    games = 0
    for number in range(len(lines) - 1, -1, -1):
        games += sum(lines[number].games.values())
        if games >= ENOUGH * max(1, len(lines[number].games)):
            return lines[number:]
    return lines
