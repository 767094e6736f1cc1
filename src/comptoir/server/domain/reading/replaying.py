"""Replays, single moments, texts and puzzle positions, computed from a record.

The computation takes long, so a worker process does it. A request contains a record, or what
the reader may see of a running game; the server passes the answer on to the reader unchanged.
"""

from typing import Any

import msgspec

from comptoir.engine.model import registry
from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.components import BadFile
from comptoir.engine.model.events import Event
from comptoir.engine.model.game import REFEREE
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.preview import Outcome, preview
from comptoir.engine.play.record import Record
from comptoir.engine.text.words import Labels
from comptoir.server.domain.protocol.bodies import ReplayMove
from comptoir.server.domain.protocol.hints import ExpectedMove, HintedReason

from .export import Story, write


class Moment(msgspec.Struct, frozen=True):
    """The table after some moves, as a seat sees it; without a seat, as the referee does."""

    move: int
    view: Any
    actors: list[int]


class MovesQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request for every `ReplayMove` of a game."""

    record: Record


class MomentQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request for the `Moment` at the end of a record, seen by a seat or by the referee."""

    record: Record
    eyes: int | None


class PuzzleQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request for the `PuzzleView` of a seat at the end of a record."""

    record: Record
    seat: int


class PuzzleView(msgspec.Struct, frozen=True):
    """A puzzle as its seat sees it: the view, the question and the legal actions."""

    seat: int
    seats: int
    move: int
    view: Any
    actors: list[int]
    prompt: tuple[str, dict[str, Any]]
    legal: list[ActionRef]
    labels: Labels  # the labels printed on components


class PuzzleSolution(msgspec.Struct, frozen=True):
    """The best answer to a puzzle, and the next best one, with the chances of winning.

    `reasons` compare the two, and `line` is what probably follows the best one, as in a hint.
    `rating` tells how hard the puzzle is. `events` are the certain effects of the best answer,
    and `view` the table after it, unless chance decides.
    """

    best: ActionRef
    second: ActionRef | None
    chance: float
    others: float
    rating: int
    reasons: list[HintedReason]
    line: list[ExpectedMove]
    events: list[Event] = []
    view: Any = None


class SolutionQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request for a `PuzzleSolution` with the effects of its best answer."""

    record: Record
    seat: int
    solution: PuzzleSolution


class CardsQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request to read a components file that a player has sent."""

    game: str
    name: str
    text: str
    language: str


class ReadCards(msgspec.Struct, frozen=True):
    """The content of a components file, or its faults, one per line."""

    content: dict[str, Any]
    faults: str = ""


ExportQuestion = (
    MovesQuestion
    | MomentQuestion
    | Story
    | PuzzleQuestion
    | SolutionQuestion
    | CardsQuestion
)


def answer(question: ExportQuestion) -> bytes:
    """Return the answer to a request: JSON, or a game told as text."""
    match question:
        case MovesQuestion():
            return msgspec.json.encode(_moves(question.record))
        case MomentQuestion():
            return msgspec.json.encode(_look(question))
        case Story():
            return write(question).encode()
        case PuzzleQuestion():
            return msgspec.json.encode(_ask(question))
        case SolutionQuestion():
            return msgspec.json.encode(_solve(question))
        case CardsQuestion():
            return msgspec.json.encode(_read_cards(question))


def _moves(record: Record) -> list[ReplayMove]:
    match = replay(record, 0)
    moves = [ReplayMove(None, None, match.opening, _scores(match))]
    for text in record.moves:
        seat, _, action = text.partition(" ")
        events = match.play(int(seat), action)
        move = match.moves[-1]
        moves.append(ReplayMove(move.seat, move.action.ref, events, _scores(match)))
    return moves


def _scores(match: Match) -> list[int]:
    """Return what every seat would have if the game had ended then, all hands open."""
    return [score.points for score in match.position.scores(REFEREE)]


def _look(asked: MomentQuestion) -> Moment:
    match: Match = replay(asked.record)
    view = match.referee_view() if asked.eyes is None else match.view(asked.eyes)
    return Moment(len(match.moves), view, match.actors)


def _ask(asked: PuzzleQuestion) -> PuzzleView:
    match, seat = replay(asked.record), asked.seat
    about = (seat, match.seats, len(match.moves), match.view(seat), match.actors)
    legal = [action.ref for action in match.legal(seat)]
    return PuzzleView(*about, match.prompt(seat), legal, match.position.labels)


def _solve(asked: SolutionQuestion) -> PuzzleSolution:
    outcome = preview(replay(asked.record), asked.seat, str(asked.solution.best))
    assert isinstance(outcome, Outcome)
    after = {"events": outcome.events, "view": outcome.view}
    return msgspec.structs.replace(asked.solution, **after)


def _read_cards(asked: CardsQuestion) -> ReadCards:
    game = registry.load(asked.game)
    assert game.components
    try:
        return ReadCards(game.components.parse(asked.text, asked.name))
    except BadFile as error:
        return ReadCards({}, error.said(game.words(asked.language)))
