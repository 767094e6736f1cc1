"""Lessons: a scripted first game, explained step by step, in which the learner moves.

A game keeps its lesson as `lesson.json`: seed, options, moves, and notes by the number of
the move that they precede; the texts are `lesson.*` in the game's catalogues. The same
steps are the pictures beside the rules.
"""

from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get

from comptoir.engine.model import registry
from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.text.words import Labels
from comptoir.server.domain.protocol.wire import Prompt
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.web.shared.documents import PACKED, Documents

LEARNT = 5  # most moves of the learner, and in all, in games without a lesson
LONGEST = 40


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as stored in `lesson.json`."""

    seats: int
    seed: str
    moves: list[str]
    notes: dict[str, str]  # notes by the number of moves made before them
    points: dict[
        str, list[str]
    ] = {}  # for each sentence of a note the place on the board that it is about
    options: dict[str, Any] = {}
    pictures: dict[str, int] = {}  # the step that illustrates a numbered rule
    learner: int = 0
    choice: int | None = None  # the puzzle with which it ends: a free choice


class Step(msgspec.Struct, frozen=True):
    """The table before a move, as the learner sees it; the last step has no move."""

    seat: int | None
    action: ActionRef | None
    events: list[Event]  # what the move before it caused
    view: Any
    legal: list[ActionRef]
    prompt: Prompt | None
    actors: list[int]
    note: str
    points: list[str]  # the place on the board that each sentence of the note is about


class Lesson(msgspec.Struct, frozen=True):
    """A lesson: a scripted game with its steps."""

    game: str
    learner: int
    seats: int
    steps: list[Step]
    pictures: dict[str, int]
    labels: Labels  # the words or symbols printed on components
    choice: int | None  # the number of the puzzle with which it ends


@get(
    "/api/games/{game:str}/lesson",
    tags=["games"],
    sync_to_thread=False,
    opt={PACKED: True},
)
def lesson(
    request: Request[Any, Any, Any], documents: Documents, game: str
) -> Response[Lesson]:
    """Return the lesson of a game."""
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return documents.answer(
        request,
        ("lesson", game),
        MediaType.JSON,
        lambda: msgspec.json.encode(read(game)),
    )


HANDLERS = [lesson]


@cache
def read(name: str) -> Lesson:
    """Play the script of a lesson, and return the lesson with its steps."""
    game = registry.load(name)
    file = game.folder / "lesson.json"
    if file.is_file():
        script = msgspec.json.decode(file.read_bytes(), type=Script)
    else:
        script = usual_script(game)
    match = Match(game, script.seats, script.seed, script.options)
    steps, events = [], match.opening
    for number, move in enumerate([*script.moves, ""]):
        seat, _, action = move.partition(" ")
        steps.append(_step(match, script, number, (seat, action), events))
        if move:
            events = match.play(int(seat), action)
    return Lesson(
        game=name,
        learner=script.learner,
        seats=script.seats,
        steps=steps,
        pictures=script.pictures,
        labels=match.position.labels,
        choice=script.choice,
    )


def usual_script(game: Game) -> Script:
    """Return a script for a game without a lesson: a few moves of the house bot."""
    match = Match(game, game.seats[0], "lesson")
    moves: list[str] = []
    own = 0  # moves made by the learner
    while own < LEARNT and len(moves) < LONGEST and not match.over:
        seat = match.actors[0]
        action = match.position.house(seat)
        match.play(seat, action)
        moves.append(f"{seat} {action}")
        own += seat == 0
    return Script(match.seats, "lesson", moves, {"0": "usual"})


def _step(
    match: Match,
    script: Script,
    number: int,
    move: tuple[str, str],
    events: list[Event],
) -> Step:
    learner = script.learner
    asked = learner in match.actors
    note = script.notes.get(str(number), "")
    return Step(
        seat=int(move[0]) if move[0] else None,
        action=match.game.actions.read(move[1]).ref if move[1] else None,
        events=[event.seen_by(learner) for event in events],
        view=match.view(learner),
        legal=[action.ref for action in match.legal(learner)],
        prompt=Prompt(*match.prompt(learner)) if asked else None,
        actors=match.actors,
        note=note,
        points=script.points.get(note, []),
    )
