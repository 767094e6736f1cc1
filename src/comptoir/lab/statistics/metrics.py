"""The metrics that answer a designer's questions, each a numerator and a denominator per game.

Most metrics are means over games, with denominator 1. Others are shares of something else, such
as how many leaders at half-time went on to win. Both kinds have confidence intervals.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from comptoir.engine.kernels.facts import (
    BEHIND,
    BITS,
    CHANGES,
    DECISIONS,
    FIRST,
    HALF,
    LATE,
    LEADER,
    LOOKS,
    MOVES,
    OPTIONS,
    SINCE,
    TURN_BITS,
    TURN_DECISIONS,
    TURNS,
    UNIT,
)
from comptoir.engine.runs.facts import Facts
from comptoir.lab.studies.study import HumanPace

Array = np.ndarray[Any, Any]
Column = tuple[Array, Array]
MINUTE = 60.0
BINS = 8  # histogram bins for each doubling of the length
MOST_BINS = 96

# The question that a metric answers, by the first word of the metric's name. The metrics in
# NUMBERS are plain numbers, whose precision is a percentage of the value. All others are
# shares, whose precision is in percentage points.
QUESTION_OF = {
    "seat": "seats", "place": "seats", "shared": "seats",
    "moves": "length", "decisions": "length", "minutes": "length",
    "lead": "lead", "behind": "lead", "changes": "lead", "margin": "lead",
    "luck": "tension", "favourite": "tension", "kingmaker": "tension",
    "hopeless": "tension",
    "ending": "endings", "points": "endings", "deadlock": "endings",
    "options": "choice", "bits": "choice", "free": "choice",
    "better": "skill",
}  # fmt: skip
NUMBERS = ("moves", "decisions", "minutes", "changes", "margin", "points", "options",
           "bits", "behind")  # fmt: skip


def kind(metric: str) -> str:
    """Return a metric's kind, which is the first word of its name."""
    return metric.partition(".")[0]


def is_share(metric: str) -> bool:
    """Return True if a metric is a share, from 0 to 1."""
    return kind(metric) not in NUMBERS


def of_games(
    facts: Facts, pace: HumanPace, endings: Sequence[str], better: int | None = None
) -> dict[str, Column]:
    """Return every metric of the given games, by name; `better` is the seat of a stronger
    bot.
    """
    words, wins = facts.words, facts.wins
    games, seats = wins.shape
    one = np.ones(games)
    found: dict[str, Column] = {}
    order = (words[:, [FIRST]] + np.arange(seats)) % seats
    placed = np.take_along_axis(wins, order, axis=1)
    for name, won in {"seat": wins, "place": placed}.items():
        found |= {f"{name}.{n + 1}": (won[:, n], one) for n in range(seats)}
    if better is not None:
        return {"better": (wins[:, better], one)}
    found["shared"] = ((facts.ranks == 1).sum(axis=1) > 1).astype(float), one
    found |= _length(words, pace, one) | _lead(facts, wins, one)
    for number, name in enumerate(endings):
        if number:  # 0 marks unfinished games
            found[f"ending.{name}"] = (facts.ending == number).astype(float), one
    return found


def _length(words: Array, pace: HumanPace, one: Array) -> dict[str, Column]:
    """Return the metrics of game length and of the number of choices."""
    moves, decisions = words[:, MOVES] * 1.0, words[:, DECISIONS] * 1.0
    bits = words[:, BITS] / UNIT
    return {
        "moves": (moves, one),
        "decisions": (decisions, one),
        "minutes": (minutes(words, pace), one),
        "options": (words[:, OPTIONS] * 1.0, decisions),
        "bits": (bits, decisions),
        "free": (decisions, moves),
    }


def minutes(words: Array, pace: HumanPace) -> Array:
    """Return how many minutes each game would take people, at the pace that the study
    assumes. Of decisions that people make at the same time, the slowest counts.
    """
    seconds = (
        words[:, TURNS] * pace.move
        + words[:, TURN_DECISIONS] * pace.decision
        + words[:, TURN_BITS] / UNIT * pace.bit
    )
    return np.asarray(seconds / MINUTE)


def histogram(lengths: Array) -> Array:
    """Return a histogram of minutes; eight bins cover each doubling of the length."""
    at = np.floor(BINS * np.log2(np.maximum(lengths, 1.0))).astype(int)
    return np.bincount(np.clip(at, 0, MOST_BINS - 1), minlength=MOST_BINS)


def _lead(facts: Facts, wins: Array, one: Array) -> dict[str, Column]:
    """Return the metrics about leading during the game; none if the game shows no points."""
    words, points = facts.words, np.sort(facts.points, axis=1)
    rows = np.arange(len(words))
    found: dict[str, Column] = {
        "margin": ((points[:, -1] - points[:, -2]) * 1.0, one),
        "points": (points.mean(axis=1), one),
    }
    if len(points[0]) > 2:  # noqa: PLR2004 - of two it is a shared victory
        found["deadlock"] = (points[:, -1] == points[:, 0]) * 1.0, one
    if (words[:, LEADER] < 0).all():
        return found
    for name, word in {"lead.half": HALF, "lead.late": LATE}.items():
        led = words[:, word]
        found[name] = np.where(led >= 0, wins[rows, led], 0.0), (led >= 0) * 1.0
    last = words[:, LEADER]
    kept = (last >= 0) & (wins[rows, last] > 0)
    since = words[:, SINCE] / np.maximum(words[:, LOOKS], 1)
    found["lead.settled"] = np.where(kept, since, 1.0), one
    found["changes"] = words[:, CHANGES] * 1.0, one
    behind = (words[:, BEHIND : BEHIND + wins.shape[1]] * wins).sum(axis=1)
    found["behind"] = behind, one
    return found


def of_trials(
    wins: Array, trials: Sequence[tuple[Array, Array, int]]
) -> dict[str, Column]:
    """Return the metrics of replays from intermediate positions; `wins` are the real games'
    wins.

    Each trial holds the wins by table and seat, the seat to act, and the number of replays.
    """
    found: dict[str, Column] = {}
    one = np.ones(len(wins))
    for at, (won, asked, count) in enumerate(trials):
        chances = won / count
        found[f"luck.{at}"] = (chances * wins).sum(axis=1), one
        best = chances == chances.max(axis=1, keepdims=True)
        share = best / best.sum(axis=1, keepdims=True)
        if at:
            found[f"favourite.{at}"] = (share * wins).sum(axis=1), one
        if at == len(trials) - 1:
            out = won == 0
            open_ = (chances.max(axis=1) < 1) & (asked >= 0)
            moves = out[np.arange(len(wins)), np.maximum(asked, 0)]
            found["kingmaker"] = (moves & open_) * 1.0, one
            found["hopeless"] = out.mean(axis=1), one
    return found
