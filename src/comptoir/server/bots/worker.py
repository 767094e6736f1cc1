"""The bot worker: a process in which bots choose actions on imagined tables.

The pool starts it. It reads length-prefixed requests and answers each; an empty message
makes it answer the current request at once. It exits when its input ends, whatever it is
doing. The requests contain nothing that the bot's seat may not know.
"""

import os
import threading
import time
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, Literal

import msgspec
import numpy as np

from comptoir import bots
from comptoir.bots.bargainer import Bargainer
from comptoir.bots.search import Search, ready_kernels
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.model.talk import BotTurn, Spoken
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.position import Position
from comptoir.engine.play.record import Record
from comptoir.engine.rules.table import unpack
from comptoir.review import (
    DEPTHS,
    Evaluator,
    Explained,
    MomentEvaluation,
    explained,
)
from comptoir.review.advice import Advice, advise
from comptoir.server.operations import child

PATIENCE = 1.0  # seconds per move while a game's search is not compiled
BOTS = 8  # bots kept in memory, with the trees they have allocated
BOXES = 32  # boxes kept in memory
PLAYOUTS = 64  # play-outs of each imagined table
IDLE = 0.25  # seconds between two checks for newly compiled kernels


class BotQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request for a bot's move: its name, the seat, and the table as that seat imagines it.

    `patience` limits a search that is not compiled, in seconds.
    """

    bot: str
    game: str
    seats: int
    options: dict[str, Any]
    rules: int
    seat: int
    dice: list[int]
    table: bytes
    patience: float = PATIENCE
    tell: bool = False  # return the best answers with reasons, not just one
    talk: list[Spoken] | None = None  # what was said, where the bot may speak
    hears: bool = False  # the bot is asked because of a phrase

    @classmethod
    def at(
        cls,
        match: Match,
        seat: int,
        bot: str,
        dice: list[int],
        patience: float = PATIENCE,
        *,
        tell: bool = False,
        talk: list[Spoken] | None = None,
        hears: bool = False,
    ) -> "BotQuestion":
        """Return the request for a bot's move, with an imagined table, never the real one."""
        record = match.imagine(seat, dice).packed()
        options = msgspec.to_builtins(match.options)
        about = (bot, match.game.name, match.seats, options, match.rules)
        return cls(*about, seat, dice, record.tobytes(), patience, tell, talk, hears)


class ReviewQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request to evaluate `count` moments of a finished game, from move `first` on."""

    record: Record
    first: int
    count: int
    depth: str
    rough: bool = False  # only a rough estimate of the chances
    bot: str = "house"  # the bot of the play-outs


class ReasonsQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request for the reasons why one move was better than another."""

    record: Record
    decision: Explained
    bot: str = "house"  # the bot that plays on


class ChancesQuestion(msgspec.Struct, frozen=True, tag=True):
    """A request for every seat's chances of winning, at tables that the viewers imagine."""

    game: str
    seats: int
    options: dict[str, Any]
    rules: int
    viewers: list[int]
    tables: list[bytes]
    seed: str
    bot: str = "house"  # the bot of the play-outs


AnyQuestion = BotQuestion | ReviewQuestion | ReasonsQuestion | ChancesQuestion


class BotChoice(msgspec.Struct, frozen=True):
    """A bot's answer, or why it failed.

    `short` says why a search ended early. It made `iterations` of the promised `of`, which is
    0 if the budget was a time. In a negotiation, `turn` is what the bot does and says: then
    no action is an answer too.
    """

    action: int | None
    error: str = ""
    short: Literal["", "plain", "stopped"] = ""
    iterations: int = 0
    of: int = 0
    advice: list[Advice] = []
    glances: list[MomentEvaluation] = []
    explained: Explained | None = None
    turn: BotTurn | None = None


_kernels: dict[str, Compiled] = {}  # the games' compiled kernels, once they are loaded


def _loaded(game: Game) -> Compiled | None:
    return _kernels.get(game.name)


_evaluator = Evaluator(_loaded)


@lru_cache(BOTS)
def _bot(name: str, table: str) -> Any:
    """Return a bot; a search bot has a tree for each kind of table."""
    return bots.find(name)


@lru_cache(BOXES)
def _box(game: str, seats: int, options: str, rules: int) -> Any:
    return registry.load(game).plain_box(seats, msgspec.json.decode(options), rules)


def look_at_moments(asked: ReviewQuestion, stop: threading.Event) -> BotChoice:
    """Evaluate moments of a game until told to stop; an interrupted moment is left out."""
    try:
        found: list[MomentEvaluation] = []
        depth, moves = DEPTHS[asked.depth], len(asked.record.moves)
        match = replay(asked.record, asked.first)
        for number in range(asked.first, min(asked.first + asked.count, moves + 1)):
            move = None
            if number < moves:
                seat, _, action = asked.record.moves[number].partition(" ")
                move = int(seat), match.game.actions.read(action)
            if asked.rough:
                glance = _evaluator.glance(match, depth)
            else:
                glance = _evaluator.evaluate(match, depth, moves, move, stop)
            if glance.stopped or (found and stop.is_set()):
                break
            found.append(glance)
            if move:
                match.play(*move)
    except Exception as error:  # noqa: BLE001 - the worker goes on
        return BotChoice(None, f"{type(error).__name__}: {error}")
    return BotChoice(None, short="stopped" if stop.is_set() else "", glances=found)


def find_reasons(asked: ReasonsQuestion) -> BotChoice:
    """Find the reasons why one move was better than another."""
    try:
        return BotChoice(None, explained=explained(asked.record, asked.decision))
    except Exception as error:  # noqa: BLE001 - the worker goes on
        return BotChoice(None, f"{type(error).__name__}: {error}")


def play_on(asked: ChancesQuestion) -> BotChoice:
    """Finish games from imagined tables, and count how often each seat finishes first."""
    try:
        game, total = registry.load(asked.game), [0.0] * asked.seats
        options = msgspec.json.encode(asked.options).decode()
        box = _box(asked.game, asked.seats, options, asked.rules)
        played = 0
        for packed in asked.tables:
            record = np.frombuffer(packed, game.table)[0]
            about = (Position(game, unpack(record), box), asked.viewers)
            deals = _evaluator.playouts.deals(*about, PLAYOUTS, asked.seed)
            shares = deals.play().shares
            total = [one + sum(more) for one, more in zip(total, shares, strict=True)]
            played += deals.count
    except Exception as error:  # noqa: BLE001 - the worker goes on
        return BotChoice(None, f"{type(error).__name__}: {error}")
    chances = [first / played for first in total]
    return BotChoice(None, glances=[MomentEvaluation(chances, [], played)])


def choose(question: BotQuestion, stop: threading.Event) -> BotChoice:
    """Let a bot choose an action; `stop` ends its search early."""
    try:
        game = registry.load(question.game)
        options = msgspec.json.encode(question.options).decode()
        box = _box(question.game, question.seats, options, question.rules)
        record = np.frombuffer(question.table, game.table)[0]
        imagined = Position(game, unpack(record), box)
        seat = bots.Seat(imagined, question.seat, question.dice, question.talk)
        seat.hears = question.hears
        bot = _bot(question.bot, f"{game.name} {question.seats}")
        if isinstance(bot, Bargainer):
            if not question.tell and (turn := bot.bargained(seat)):
                return BotChoice(turn.action, turn=turn)
            bot = bot.bot
        if isinstance(bot, Search):
            bot.patience, bot.kernels = question.patience, _loaded
            if question.tell and len(seat.legal) > 1:
                answers = advise(seat, bot, _evaluator.playouts, stop)
                best = game.actions.read(answers[0].action)
                return BotChoice(best.number, advice=answers)
            found = bot.decide(seat, stop)
            of = bot.budget_for(game).iterations or 0
            return BotChoice(found.action.number, "", found.short, found.iterations, of)
        action = game.actions.read(bot(seat))
    except Exception as error:  # noqa: BLE001 - a bot may be third-party code
        return BotChoice(None, f"{type(error).__name__}: {error}")
    return BotChoice(action.number)


def answer(question: AnyQuestion, stop: threading.Event) -> BotChoice:
    """Return the answer to a request of any kind."""
    if isinstance(question, ReviewQuestion):
        return look_at_moments(question, stop)
    if isinstance(question, ReasonsQuestion):
        return find_reasons(question)
    if isinstance(question, ChancesQuestion):
        return play_on(question)
    return choose(question, stop)


def main() -> None:
    """Answer requests until the input ends."""
    answers = child.settle()
    asked: SimpleQueue[tuple[AnyQuestion, threading.Event]] = SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    threading.Thread(target=_load, daemon=True).start()
    try:
        answers.write(child.READY)
        while True:
            child.reply(answers, msgspec.msgpack.encode(answer(*asked.get())))
    except BrokenPipeError:  # the server was killed
        os._exit(0)


def _load() -> None:
    """Load the kernels of all games in the background, as soon as they are compiled.

    Loading takes a few seconds on a busy machine, and no request waits for it.
    """
    cold = [*registry.games().values()]
    while cold:
        for game in [*cold]:
            if kernels := ready_kernels(game):
                _kernels[game.name] = kernels
                cold.remove(game)
        time.sleep(IDLE)


def _listen(asked: "SimpleQueue[tuple[AnyQuestion, threading.Event]]") -> None:
    """Queue incoming requests; stop the current one on an empty message, exit at the end."""
    decoder, stop = msgspec.msgpack.Decoder(AnyQuestion), threading.Event()
    for message in child.messages():
        if message:
            stop = threading.Event()
            asked.put((decoder.decode(message), stop))
        else:
            stop.set()
    os._exit(0)


if __name__ == "__main__":
    main()
