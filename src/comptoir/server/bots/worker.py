"""The bot worker, a process in which bots think on imagined tables and return actions.

The pool starts it. It reads a message with its length before it, answers, and
ends when its input does. What it is sent holds nothing that the bot's seat may not know.
"""

import os
import struct
import sys
from functools import cache
from typing import Any, BinaryIO

import msgspec
import numpy as np

from comptoir import bots
from comptoir.engine.model import registry
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position
from comptoir.engine.rules.table import unpack

LENGTH = struct.Struct("<I")
KINDNESS = 10  # bots give way to the tables


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: who, for which seat, at which imagined table."""

    bot: str
    game: str
    seats: int
    options: dict[str, Any]
    seat: int
    dice: list[int]
    table: bytes

    @classmethod
    def at(cls, match: Match, seat: int, bot: str, dice: list[int]) -> "Question":
        """Return what to ask a bot: an imagined table, never the real one."""
        record = match.imagine(seat, dice).packed()
        options = msgspec.to_builtins(match.options)
        name, seats = match.game.name, match.seats
        return cls(bot, name, seats, options, seat, dice, record.tobytes())


class Choice(msgspec.Struct, frozen=True):
    """What it answered, or what went wrong."""

    action: int | None
    error: str = ""


@cache
def _bot(name: str, table: str) -> Any:
    """Return a bot; one that searches has a tree for each kind of table."""
    return bots.find(name)


@cache
def _box(game: str, seats: int, options: str) -> Any:
    return registry.load(game).plain_box(seats, msgspec.json.decode(options))


def choose(question: Question) -> Choice:
    """Let a bot choose."""
    try:
        game = registry.load(question.game)
        options = msgspec.json.encode(question.options).decode()
        box = _box(question.game, question.seats, options)
        record = np.frombuffer(question.table, game.table)[0]
        imagined = Position(game, unpack(record), box)
        seat = bots.Seat(imagined, question.seat, question.dice)
        bot = _bot(question.bot, f"{game.name} {question.seats}")
        action = game.actions.read(bot(seat))
    except Exception as error:  # noqa: BLE001 - a bot may be anyone's code
        return Choice(None, f"{type(error).__name__}: {error}")
    return Choice(action.number)


def main() -> None:
    """Answer questions until there are no more."""
    os.nice(KINDNESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # bots may print
    decoder = msgspec.msgpack.Decoder(Question)
    while (message := _read(sys.stdin.buffer)) is not None:
        body = msgspec.msgpack.encode(choose(decoder.decode(message)))
        answers.write(LENGTH.pack(len(body)) + body)


def _read(file: BinaryIO) -> bytes | None:
    head = file.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return file.read(*LENGTH.unpack(head))


if __name__ == "__main__":
    main()
