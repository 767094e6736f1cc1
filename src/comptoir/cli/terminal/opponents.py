"""The bots around a player's table: they move, and one of them can be asked for advice."""

import subprocess
import sys
import time
from typing import Any

from comptoir import bots
from comptoir.bots.tempo import Tempo
from comptoir.cli.common.terminal import Terminal
from comptoir.engine.backends import compiler
from comptoir.engine.errors import ComptoirError
from comptoir.engine.play.match import Match
from comptoir.engine.text.words import Words

from .seating import Seating

ADVISER = "search:1s"
MOST_ADVICE = 3  # actions that a hint compares


class Opponents:
    """Bots by seat; one that fails is replaced for that move, so that no table stalls."""

    def __init__(
        self, match: Match, seating: Seating, words: Words, terminal: Terminal
    ):
        self.match = match
        self.words = words
        self.terminal = terminal
        self.dice = bots.new_dice(match.seed)
        self._pauses = bots.new_dice(f"{match.seed} pauses")
        self._tempo = Tempo()
        named = enumerate(seating.bots)
        self._bots = {seat: bots.find(name) for seat, name in named if name}
        for bot in self._bots.values():
            self._prepare(bot)

    def move(self, seat: int) -> None:
        """Let the bot of a seat move."""
        name = self.words.seat(seat)
        bot = self._tempo.patient(seat, self._bots[seat])
        try:
            with self.terminal.busy(self.words.say("terminal.thinking", name=name)):
                if self.terminal.interactive:
                    time.sleep(self._tempo.pause(self.match, self._pauses))
                bots.move(self.match, seat, bot, self.dice)
        except Exception as error:  # noqa: BLE001 - a bot may be anyone's code
            said = f"{type(error).__name__}: {error}"
            self.terminal.say(
                self.words.say("terminal.bot_failed", name=name, error=said), "red"
            )
            bots.move(self.match, seat, bots.simple.house, self.dice)
        self._tempo.moved(self.match, seat)

    def advise(self, seat: int) -> None:
        """Say which actions seem best to a bot, and what it expects to follow."""
        words = self.words
        adviser = bots.find(ADVISER)
        self._prepare(adviser)
        # Advice must not change how the other bots' dice fall.
        own = bots.new_dice(f"{self.match.seed} {len(self.match.moves)}")
        with self.terminal.busy(words.say("terminal.imagining")):
            thought = adviser.think(bots.Seat.at(self.match, seat, own))
        for weighed in thought.actions[:MOST_ADVICE]:
            if weighed.visits:
                said = words.say(
                    "terminal.advice",
                    move=words.action(weighed.action),
                    win=round(100 * weighed.win),
                    points=round(weighed.points, 1),
                    games=weighed.visits,
                )
                self.terminal.say(said, indent="· ")
        line = (f"{words.seat(s)} {words.action(a)}" for s, a in thought.line)
        self.terminal.say(words.say("terminal.expected", line=", ".join(line)))

    def _prepare(self, bot: Any) -> None:
        """Let a bot that thinks load what it needs; compile it beside the game if need be."""
        if not hasattr(bot, "prepare"):
            return
        if compiler.available() and not compiler.is_warm(self.match.game):
            warm_beside(self.match.game.name)
        bot.prepare(self.match.game, self.match.seats)


_warming: dict[str, Any] = {}


def warm_beside(game: str) -> None:
    """Compile a game in a process of its own; until it is done, bots think plainly."""
    if game not in _warming:
        command = [sys.executable, "-m", "comptoir.cli", "warm", "--game", game]
        quiet = subprocess.DEVNULL
        try:
            _warming[game] = subprocess.Popen(  # noqa: S603 - our own command
                command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
            )
        except OSError as error:
            raise ComptoirError(f"{game} cannot be compiled: {error}") from None
