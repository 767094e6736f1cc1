"""Hints that teach: the best answers, what each leads to, the chance it gives, how surely.

All of it is made from one table that the asking seat imagines, and from what it deals anew.
"""

import math
from threading import Event
from typing import Any, Literal

import msgspec

from comptoir.bots.search import Search, Weighed
from comptoir.bots.seat import Seat
from comptoir.engine.model.actions import Action, ActionRef
from comptoir.engine.rules.rng import dice_word
from comptoir.engine.text.score_breakdown import payments

from .playouts import Playouts
from .worth import worths

MOST = 3  # answers that are compared
NEAR = 0.15  # of chance: answers that are further behind teach nothing
GAMES = 128  # play-outs for the chance before the answer
TABLES = 8  # imagined ones that an answer is tried on
AHEAD = 12  # moves that they go on
LEAST = 0.25  # points that a source brings on average, to be told
STEPS = 3  # of what is expected to follow


class Gain(msgspec.Struct, frozen=True):
    """Points that an answer brings within the next moves, by the key of their source."""

    source: str
    points: float
    args: dict[str, Any] = {}


class Foreseen(msgspec.Struct, frozen=True):
    """What somebody is expected to do."""

    seat: int
    action: ActionRef


class Advice(msgspec.Struct, frozen=True):
    """One answer: the chance it leaves, what it brings, and what is expected to follow.

    `sure` says how much better than it the best answer is found, or, of the best, how much
    better it is than the next: clearly, likely, or hardly.
    """

    action: ActionRef
    chance: float
    sure: Literal["clear", "likely", "close"]
    visits: int
    gains: list[Gain] = []
    line: list[Foreseen] = []


def advise(
    seat: Seat,
    search: Search,
    options: Any,
    playouts: Playouts,
    stop: Event | None = None,
) -> list[Advice]:
    """Return the two or three best answers of a seat, the best first."""
    seed = f"hint-{dice_word(seat.dice)}"
    about = (seat.imagined, options, [seat.number], GAMES, seed)
    firsts, count = playouts.play(*about)
    thought = search.think(seat, stop)
    chance = firsts[seat.number] / count
    left = worths(thought.actions, chance)
    ranked = list(zip(thought.actions, left, strict=True))[:MOST]
    kept = [
        (one, worth) for one, worth in ranked if one.visits and worth > left[0] - NEAR
    ] or ranked[:1]
    return [
        Advice(
            one.action.ref,
            worth,
            _sure(kept, number),
            one.visits,
            _gains(seat, one.action),
            [
                Foreseen(n, a.ref)
                for n, a in search.expect(seat, one.action)[1 : STEPS + 1]
            ],
        )
        for number, (one, worth) in enumerate(kept)
    ]


def _sure(
    kept: list[tuple[Weighed, float]], number: int
) -> Literal["clear", "likely", "close"]:
    """Return how far an answer is from the best one; the best from the next."""
    if len(kept) == 1:
        return "clear"
    (one, worth), (other, less) = kept[0], kept[number or 1]
    doubt = math.hypot(_doubt(one.visits, worth), _doubt(other.visits, less))
    gap = (worth - less) / doubt
    if gap > 2:  # noqa: PLR2004 - deviations
        return "clear"
    return "likely" if gap > 1 else "close"


def _doubt(visits: int, chance: float) -> float:
    """Return the deviation of a chance that rests on so many visits; half is foreseen."""
    return max(0.5 * math.sqrt(chance * (1 - chance) / visits), 0.005)


def _gains(seat: Seat, action: Action) -> list[Gain]:
    """Return the points that an answer brings its seat, as house bots play on."""
    total: dict[tuple[str, str], float] = {}
    words: dict[tuple[str, str], dict[str, Any]] = {}
    for _ in range(TABLES):
        table = seat.imagine()
        entries = table.play(seat.number, action)
        for _ in range(AHEAD):
            if not (actors := table.actors):
                break
            entries += table.play(actors[0], table.house(actors[0]))
        events = seat.game.read_journal(entries)
        for key, points, event in payments(seat.game, events):
            if event.seat == seat.number:
                said = {k: v for k, v in event.args.items() if isinstance(v, str)}
                words[key, str(said)] = said
                total[key, str(said)] = total.get((key, str(said)), 0.0) + points
    means = {source: points / TABLES for source, points in total.items()}
    best = sorted(means, key=lambda source: -means[source])
    return [Gain(s[0], means[s], words[s]) for s in best if means[s] >= LEAST]
