"""Reasons: the concrete consequences in which one move differs from another.

Both moves are tried on the same imagined tables, which the favourites of the game's network
play on for some turns. What is counted is named by a game's own words:

- points by source, of the seat itself and of the others (`gold_from.EVENT`);
- the seat's own events, `soon.EVENT` or, for unwelcome ones, `spared.EVENT`;
- events of an opponent (`rival.EVENT`);
- what the seat has left when its next turn begins (`left.FIELD`, a number of its view).

A reason is given only if it speaks for the better move and exceeds its error, and a second one
only if it does not always come with the first.
"""

import json
from collections.abc import Generator
from typing import Any, Literal

import msgspec

from comptoir.bots.policy import network_of
from comptoir.bots.search import finish
from comptoir.bots.seat import Seat
from comptoir.engine.model.actions import Action
from comptoir.engine.model.events import Event
from comptoir.engine.play.position import Position
from comptoir.engine.play.score_breakdown import payments
from comptoir.engine.text.words import LANGUAGES, catalogue

from .columns import error, mean, spread

TABLES = 16  # imagined tables on which both moves are tried
AHEAD = 8  # moves played on each of them, per seat
SURE = 2.0  # standard errors by which a difference must exceed 0
POINTS = 1.0  # least difference in points
OFTENER = 0.25  # least difference in the share of tables with an event
MOST = 2  # reasons given
ALIKE = 0.9  # correlation above which two differences count as one

Kind = Literal["points", "event", "rival", "left"]
Fact = tuple[Kind, str, int, str]  # kind, key of the words, seat, arguments as JSON


class Consequence(msgspec.Struct, frozen=True):
    """A consequence in which one move differs from another, over the coming turns.

    `points` come from a source, to the seat or to an opponent. `event` and `rival` count the
    tables, as a share, on which something happens to the seat or to an opponent. `left` counts
    what the seat has left when its next turn begins. `key` is the key of the game's words,
    `amount` the mean after the better move, `otherwise` the mean after the other one, `error`
    the standard error of the difference.
    """

    kind: Kind
    key: str
    seat: int
    amount: float
    otherwise: float
    error: float
    args: dict[str, Any] = {}


def reasons(seat: Seat, better: Action, worse: Action) -> list[Consequence]:
    """Return the most important reasons why one move of a seat is better than another."""
    return finish(reasoning(seat, better, worse))


def reasoning(
    seat: Seat, better: Action, worse: Action
) -> Generator[None, None, list[Consequence]]:
    """Find reasons step by step: a host with a single thread does other work in between."""
    tables = [seat.imagine() for _ in range(TABLES)]
    one: list[dict[Fact, float]] = []
    other: list[dict[Fact, float]] = []
    for facts, action in ((one, better), (other, worse)):
        for table in tables:
            facts.append(_followed(seat, action, table.copy()))
            yield
    found: list[tuple[Consequence, list[float]]] = []
    for fact in sorted({fact for facts in (*one, *other) for fact in facts}):
        kind, key, whose, args = fact
        pairs = [
            (a.get(fact, 0.0), b.get(fact, 0.0))
            for a, b in zip(one, other, strict=True)
        ]
        amount, otherwise = map(mean, zip(*pairs, strict=True))
        gaps = [a - b for a, b in pairs]
        doubt = error(gaps)
        least = POINTS if kind in ("points", "left") else OFTENER
        welcome = whose == seat.number and not key.startswith("spared.")
        gap = mean(gaps) if welcome else -mean(gaps)
        if gap >= least and gap > SURE * doubt:
            about = (kind, key, whose, amount, otherwise, doubt, json.loads(args))
            found.append((Consequence(*about), gaps))
    told: list[tuple[Consequence, list[float]]] = []
    for reason, gaps in sorted(found, key=lambda one: _weight(one[0])):
        events = [other for one, other in told if one.kind in ("event", "rival")]
        counts = reason.kind in ("points", "left")
        if len(told) < MOST and (counts or not any(_alike(gaps, e) for e in events)):
            told.append((reason, gaps))
    return [reason for reason, _ in told]


def _alike(one: list[float], other: list[float]) -> bool:
    """Return True if two events go together, such as taking a seal and its stall."""
    if len({*one}) == 1 or len({*other}) == 1:
        return len({*one}) == len({*other})
    middle, its = mean(one), mean(other)
    together = [(a - middle) * (b - its) for a, b in zip(one, other, strict=True)]
    return abs(mean(together)) > ALIKE * spread(one) * spread(other)


def _weight(reason: Consequence) -> tuple[int, float, str]:
    """Order reasons: points first, then events, what is left, and the opponents' events."""
    order = ("points", "event", "left", "rival")
    gap = abs(reason.amount - reason.otherwise)
    return order.index(reason.kind), -gap, reason.key


def _followed(seat: Seat, action: Action, table: Position) -> dict[Fact, float]:
    """Return what happens on a table after a move."""
    words = catalogue(seat.game.folder / "words", LANGUAGES[0])
    entries = table.play(seat.number, action)
    found: dict[Fact, float] = {}
    others, left = False, False
    for _ in range(AHEAD * seat.seats):
        if not (actors := table.actors):
            break
        if others and not left and actors == [seat.number]:
            left = True
            found |= _left(seat, table, words)
        others |= actors[0] != seat.number
        entries += table.play(actors[0], _next(table, actors[0]))
    if not left:
        found |= _left(seat, table, words)
    events = seat.game.read_journal(entries)
    for key, points, event in payments(seat.game, events):
        assert event.seat is not None
        fact: Fact = ("points", key, event.seat, _said(event))
        found[fact] = found.get(fact, 0.0) + points
    for event in events:
        found |= _happened(seat, event, words)
    return found


def _next(table: Position, asked: int) -> Action:
    """Return the network's favourite; without a network, the house bot's move."""
    network = network_of(table.game)
    if network is None or not network.fits(table.box):
        return table.house(asked)
    legal = table.legal(asked)
    choices = [table.choice(asked, action) for action in legal]
    logits, _ = network.evaluate(table.observe(asked), choices)
    return max(zip(legal, logits, strict=True), key=lambda one: one[1])[0]


def _happened(seat: Seat, event: Event, words: Any) -> dict[Fact, float]:
    """Return an event that a game's words mention in reasons."""
    soon, spared = f"soon.{event.name}", f"spared.{event.name}"
    if event.seat in (None, seat.number):
        key = spared if spared in words else soon
        if key in words:
            return {("event", key, seat.number, _said(event)): 1.0}
    elif (rival := f"rival.{event.name}") in words:
        return {("rival", rival, event.seat, _said(event)): 1.0}
    return {}


def _left(seat: Seat, table: Position, words: Any) -> dict[Fact, float]:
    """Return the numbers in a seat's own view that a game's words mention in reasons."""
    view = table.view(seat.number).seats[seat.number]
    named = (key.partition(".") for key in words if key.startswith("left."))
    return {
        ("left", f"left.{field}", seat.number, "{}"): float(getattr(view, field))
        for _, _, field in named
    }


def _said(event: Event) -> str:
    """Return an event's text arguments as JSON; numbers differ from table to table."""
    words = {name: arg for name, arg in event.args.items() if isinstance(arg, str)}
    return json.dumps(words, sort_keys=True)
