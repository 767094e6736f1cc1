"""Hints with reasons: the best answers, their effects, their chances and how certain they are.

All of it is computed from one table that the seat imagines, and from determinizations of
it. A game's own words decide which effects are mentioned: `soon.EVENT` for those that
become more likely, `spared.EVENT` for unwelcome ones that become less likely.
"""

import json
import math
from collections.abc import Sequence
from threading import Event as Stop
from typing import Any, Literal

import msgspec

from comptoir.bots.search import MoveEvaluation, Search
from comptoir.bots.seat import Seat
from comptoir.engine.model.actions import Action, ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.play.position import Position
from comptoir.engine.play.score_breakdown import payments
from comptoir.engine.rules.rng import dice_word
from comptoir.engine.text.words import LANGUAGES, catalogue

from .move_chances import move_chances
from .playouts import Playouts

MOST = 3  # most answers returned
NEAR = 0.15  # answers whose chance is further below the best are left out
GAMES = 128  # play-outs for the seat's chance before it answers
TABLES = 12  # imagined tables on which every answer is tried
AHEAD = 24  # moves played on each of them
LEAST = 0.25  # least average points for a source to be mentioned
OFTENER = 0.3  # share of tables by which an answer must change an event's frequency
LEADS = 2  # most effects mentioned
STEPS = 3  # most expected moves


class Gain(msgspec.Struct, frozen=True):
    """Points that an answer brings on average within the next moves, by source."""

    source: str
    points: float
    args: dict[str, Any] = {}


class Lead(msgspec.Struct, frozen=True):
    """An event that one answer makes more likely, or less likely, than the others do.

    `key` is the key of the game's words for the event. `often` is the share of imagined
    tables where it happens after this answer, `otherwise` the share after the other answers.
    """

    key: str
    often: float
    otherwise: float
    args: dict[str, Any] = {}


class Foreseen(msgspec.Struct, frozen=True):
    """A move that a seat is expected to make, with its events as a spectator would see them."""

    seat: int
    action: ActionRef
    events: list[Event] = []


class Advice(msgspec.Struct, frozen=True):
    """One answer: the chance of winning after it, its effects, and the expected moves.

    `sure` is clear, likely or close: how clearly the best answer is better than this one, or,
    for the best answer itself, how clearly it is better than the next.
    """

    action: ActionRef
    chance: float
    sure: Literal["clear", "likely", "close"]
    visits: int
    gains: list[Gain] = []
    leads: list[Lead] = []
    line: list[Foreseen] = []


def advise(
    seat: Seat,
    search: Search,
    options: Any,
    playouts: Playouts,
    stop: Stop | None = None,
) -> list[Advice]:
    """Return up to three of the best answers of a seat, the best first."""
    seed = f"hint-{dice_word(seat.dice)}"
    about = (seat.imagined, options, [seat.number], GAMES, seed)
    firsts, count = playouts.play(*about)
    analysis = search.think(seat, stop)
    chance = firsts[seat.number] / count
    left = move_chances(analysis.actions, chance)
    first, *rest = list(zip(analysis.actions, left, strict=True))[:MOST]
    ranked = [first, *sorted(rest, key=lambda pair: -pair[1])]
    kept = [
        (one, worth) for one, worth in ranked if one.visits and worth > left[0] - NEAR
    ] or ranked[:1]
    tables = [seat.imagine() for _ in range(TABLES)]
    futures = [_future(seat, one.action, tables) for one, _ in ranked]
    return [
        Advice(
            one.action.ref,
            worth,
            _sure(kept, number),
            one.visits,
            _gains(seat, futures[number].events),
            _leads(seat, number, futures),
            _line(seat, search, one.action),
        )
        for number, (one, worth) in enumerate(kept)
    ]


def _sure(
    kept: list[tuple[MoveEvaluation, float]], number: int
) -> Literal["clear", "likely", "close"]:
    """Return how clearly the best answer beats this one; the best is compared with the next."""
    if len(kept) == 1:
        return "clear"
    (one, worth), (other, less) = kept[0], kept[number or 1]
    doubt = math.hypot(_doubt(one.visits, worth), _doubt(other.visits, less))
    gap = (worth - less) / doubt
    if gap > 2:  # noqa: PLR2004 - deviations
        return "clear"
    return "likely" if gap > 1 else "close"


def _doubt(visits: int, chance: float) -> float:
    """Return half a chance's standard deviation after this many visits, with a floor."""
    return max(0.5 * math.sqrt(chance * (1 - chance) / visits), 0.005)


class _Future(msgspec.Struct, frozen=True):
    """The events that follow an answer at imagined tables, and how often each happens.

    An event is identified by its name and its text arguments, because its numbers differ from
    table to table. `sure` has the events that the answer itself causes at all of the tables.
    """

    events: list[list[Event]]
    shares: dict[tuple[str, str], float]
    sure: set[tuple[str, str]]


def _future(seat: Seat, action: Action, tables: Sequence[Position]) -> _Future:
    """Return the events that follow an answer when house bots play on."""
    followed, done = [], []
    shares: dict[tuple[str, str], float] = {}
    for table in (one.copy() for one in tables):
        entries = table.play(seat.number, action)
        done.append(_happenings(seat, entries))
        for _ in range(AHEAD):
            if not (actors := table.actors):
                break
            entries += table.play(actors[0], table.house(actors[0]))
        followed.append(seat.game.read_journal(entries))
        for key in _happenings(seat, entries):
            shares[key] = shares.get(key, 0.0) + 1 / len(tables)
    return _Future(followed, shares, set.intersection(*done))


def _happenings(seat: Seat, entries: list[tuple[int, ...]]) -> set[tuple[str, str]]:
    """Return the events that concern a seat, or all seats."""
    events = seat.game.read_journal(entries)
    return {(e.name, _said(e)) for e in events if e.seat in (None, seat.number)}


def _gains(seat: Seat, future: list[list[Event]]) -> list[Gain]:
    """Return the average points that an answer brings its seat, by source."""
    total: dict[tuple[str, str], float] = {}
    for events in future:
        for key, points, event in payments(seat.game, events):
            if event.seat == seat.number:
                source = (key, _said(event))
                total[source] = total.get(source, 0.0) + points / len(future)
    best = sorted(total, key=lambda source: -total[source])
    return [
        Gain(key, total[key, said], json.loads(said))
        for key, said in best
        if total[key, said] >= LEAST
    ]


def _leads(seat: Seat, number: int, futures: list[_Future]) -> list[Lead]:
    """Return the effects in which an answer differs most from the others.

    For the best answer, return only effects that speak for it.
    """
    words = catalogue(seat.game.folder / "words", LANGUAGES[0])
    own, others = futures[number], [*futures[:number], *futures[number + 1 :]]
    if not others:
        return []
    found = []
    for what in sorted({key for one in futures for key in one.shares} - own.sure):
        often = own.shares.get(what, 0.0)
        otherwise = sum(one.shares.get(what, 0.0) for one in others) / len(others)
        soon, spared = f"soon.{what[0]}", f"spared.{what[0]}"
        if number == 0 and often > otherwise and spared in words:
            continue  # an unwelcome event is no reason for the best answer
        key = soon if often > otherwise else spared
        if key in words and abs(often - otherwise) >= OFTENER:
            found.append(Lead(key, often, otherwise, json.loads(what[1])))
    return sorted(found, key=lambda lead: -abs(lead.often - lead.otherwise))[:LEADS]


def _said(event: Event) -> str:
    """Return an event's text arguments as JSON; numbers differ from table to table."""
    words = {name: arg for name, arg in event.args.items() if isinstance(arg, str)}
    return json.dumps(words, sort_keys=True)


def _line(seat: Seat, search: Search, action: Action) -> list[Foreseen]:
    """Return the moves expected to follow an answer, as a spectator would see them.

    Only players' actions are returned: the cards revealed or drawn at an imagined table are
    no prediction.
    """
    line = []
    for asked, said, entries in search.foresee(seat, action)[1:]:
        events = [e for e in seat.game.read_journal(entries) if e.seat is not None]
        line.append(Foreseen(asked, said.ref, [e.seen_by(None) for e in events]))
    return [step for step in line if step.events][:STEPS]
