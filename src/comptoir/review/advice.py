"""Hints: the best answers, their chances, and why one is better than the next.

The search nominates a few answers; play-outs on the same imagined tables compare them. All of
it is computed from one table that the seat imagines, and from determinizations of it.
"""

import math
from collections.abc import Generator
from threading import Event as Stop
from typing import Literal

import msgspec

from comptoir.bots.search import Search, finish
from comptoir.bots.seat import Seat
from comptoir.engine.model.actions import Action, ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.rules.rng import dice_word

from .columns import Column, error, less, mean
from .playouts import Playouts
from .reasons import Consequence, reasoning

MOST = 3  # most answers returned
NEAR = 0.15  # third answers whose chance is further below the best are left out
GAMES = 1024  # play-outs of every answer
CLEAR, LIKELY = 3.0, 2.0  # standard errors by which a difference is clear, or likely
STEPS = 3  # most expected moves


class Foreseen(msgspec.Struct, frozen=True):
    """A move that a seat is expected to make, with its events as a spectator would see them."""

    seat: int
    action: ActionRef
    events: list[Event] = []


class Advice(msgspec.Struct, frozen=True):
    """One answer: the chance of winning after it, its effects, and the expected moves.

    The best answer is compared with the next best one, each other answer with the best.
    `error` is the standard error of the difference, `sure` tells how clear it is (`close`:
    about equal). `reasons` are the consequences that make the better of the two better, none
    if the two are about equal.
    """

    action: ActionRef
    chance: float
    error: float
    sure: Literal["clear", "likely", "close"]
    visits: int
    reasons: list[Consequence] = []
    line: list[Foreseen] = []


def advise(
    seat: Seat, search: Search, playouts: Playouts, stop: Stop | None = None
) -> list[Advice]:
    """Return up to three of the best answers of a seat, the best first.

    The search's favourite comes first, unless the play-outs clearly prefer another answer.
    """
    return finish(advising(seat, search, playouts, stop))


def advising(
    seat: Seat, search: Search, playouts: Playouts, stop: Stop | None = None
) -> Generator[None, None, list[Advice]]:
    """Advise step by step: a host with a single thread does other work in between."""
    seed = f"hint-{dice_word(seat.dice)}"
    analysis = yield from search.thinking(seat, stop)
    tried = [one for one in analysis.actions if one.visits][:MOST] or analysis.actions[
        :1
    ]
    deals = playouts.deals(seat.imagined, [seat.number], GAMES, seed)
    worth: dict[Action, Column] = {}
    for one in tried:
        outcomes = yield from deals.playing(seat.number, one.action)
        worth[one.action] = outcomes.shares[seat.number]
    visits = {one.action: one.visits for one in tried}
    best = tried[0].action
    for action, value in worth.items():
        gap, doubt = _gap(value, worth[best])
        if gap > LIKELY * doubt:
            best = action
    rest = sorted(worth.keys() - {best}, key=lambda a: (-mean(worth[a]), a.number))
    if not rest:
        return [Advice(best.ref, mean(worth[best]), 0.0, "clear", visits[best])]
    near = [a for a in rest[1:] if mean(worth[a]) > mean(worth[best]) - NEAR]
    answers = []
    for action in [best, rest[0], *near]:
        other = best if action != best else rest[0]
        about = (action, best, other, visits)
        answers.append((yield from _advice(seat, search, worth, *about)))
    return answers


def _advice(
    seat: Seat,
    search: Search,
    worth: dict[Action, Column],
    action: Action,
    best: Action,
    other: Action,
    visits: dict[Action, int],
) -> Generator[None, None, Advice]:
    """Return an answer compared with another one; none is better than the best."""
    gap, doubt = _gap(worth[action], worth[other])
    times = abs(gap) / doubt if doubt else math.inf if gap else 0.0
    sure: Literal["clear", "likely", "close"] = (
        "clear" if times > CLEAR else "likely" if times > LIKELY else "close"
    )
    pair = (action, other) if gap > 0 else (other, action)
    why = [] if sure == "close" else (yield from reasoning(seat, *pair))
    chance = min(mean(worth[action]), mean(worth[best]))
    line = expected(seat, search, action)
    return Advice(action.ref, chance, doubt, sure, visits[action], why, line)


def _gap(one: Column, other: Column) -> tuple[float, float]:
    """Return the difference of two means on the same tables, and its standard error."""
    gaps = less(one, other)
    return mean(gaps), error(gaps)


def expected(seat: Seat, search: Search, action: Action) -> list[Foreseen]:
    """Return the moves expected to follow an answer, as a spectator would see them.

    Only players' actions are returned: the cards revealed or drawn at an imagined table are
    no prediction.
    """
    line = []
    for asked, said, entries in search.foresee(seat, action)[1:]:
        events = [e for e in seat.game.read_journal(entries) if e.seat is not None]
        line.append(Foreseen(asked, said.ref, [e.seen_by(None) for e in events]))
    return [step for step in line if step.events][:STEPS]
