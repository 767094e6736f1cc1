"""The bots at a player's table, and the bot that gives advice."""

import time
from typing import Any

from comptoir import bots
from comptoir.bots.conversation import Conversation
from comptoir.bots.tempo import Tempo
from comptoir.cli.common.terminal import Terminal
from comptoir.engine.backends import compiler
from comptoir.engine.backends.warming import SEARCH, Urgency, Warmer
from comptoir.engine.model.talk import BotTurn, Spoken
from comptoir.engine.play.match import Match
from comptoir.engine.text.words import Words
from comptoir.review.advice import advise
from comptoir.review.playouts import Playouts

from . import advice
from .seating import Seating

ADVISER = "master:1s"
PATIENCE = 1.0  # seconds that a bot may take per move while the game is not compiled


class Opponents:
    """The bots by seat; if a bot fails, another one makes its move, so that the game goes
    on.
    """

    def __init__(
        self, match: Match, seating: Seating, words: Words, terminal: Terminal
    ):
        self.match = match
        self.words = words
        self.terminal = terminal
        self.dice = bots.new_dice(match.seed)
        self._pauses = bots.new_dice(f"{match.seed} pauses")
        self._tempo = Tempo()
        self._warmer = Warmer()
        self._kinds = {seat: name for seat, name in enumerate(seating.bots) if name}
        self._bots = {seat: bots.find(name) for seat, name in self._kinds.items()}
        for bot in self._bots.values():
            self._prepare(bot)
        self._talk = Conversation(match, self._bots, self.dice, self._say)

    def move(self, seat: int) -> None:
        """Let the bot in a seat make its move."""
        name = self.words.seat(seat)
        kind = self._tempo.kind(seat, self._kinds[seat])
        try:
            with self.terminal.busy(self._thinking(seat)):
                if self.terminal.interactive:
                    time.sleep(self._tempo.pause(self.match, self._pauses))
                turn = self._talk.turn(seat)
                if kind != self._kinds[seat] or turn == BotTurn(None):
                    bots.move(self.match, seat, bots.simple.house, self.dice)
                else:
                    self._talk.take(seat, turn)
        except Exception as error:  # noqa: BLE001 - a bot may be foreign code
            said = f"{type(error).__name__}: {error}"
            self.terminal.say(
                self.words.say("terminal.bot_failed", name=name, error=said), "red"
            )
            bots.move(self.match, seat, bots.simple.house, self.dice)
        self._tempo.moved(self.match, seat)

    def hear(self, phrase: Spoken) -> None:
        """Let the bots answer what the player says."""
        self._talk.hear(phrase)

    def _say(self, phrase: Spoken) -> None:
        name, key = self.words.seat(phrase.seat), f"phrase.{phrase.key}"
        self.terminal.say(f"{name}: {self.words.say(key, **phrase.args)}", "italic")

    def advise(self, seat: int) -> None:
        """Print the best moves of a seat, with the reasons for them."""
        adviser: Any = bots.find(ADVISER)
        self._prepare(adviser)
        # Advice has its own random generator, so that the bots' moves do not depend on it.
        own = bots.new_dice(f"{self.match.seed} {len(self.match.moves)}")
        with self.terminal.busy(self.words.say("terminal.imagining")):
            asking = bots.Seat.at(self.match, seat, own)
            answers = advise(asking, adviser, Playouts())
        for said in advice.tell(self.match, seat, answers, self.words):
            text = said.lstrip()
            self.terminal.say(text, indent="· " if text == said else "  ")

    def close(self) -> None:
        """Stop the background process."""
        self._warmer.close()

    def _prepare(self, bot: Any) -> None:
        """Load the code that a search bot needs, or compile it in the background."""
        if not hasattr(bot, "prepare"):
            return
        game = self.match.game
        bot.prepare(game, self.match.seats)
        if self.terminal.interactive and hasattr(bot, "patience"):
            bot.patience = PATIENCE
        if compiler.available() and not compiler.is_warm(game):
            self._warmer.want(game.name, SEARCH)
            self._warmer.want(game.name, urgency=Urgency.IDLE)

    def _thinking(self, seat: int) -> str:
        """Return the text shown while a bot thinks; it says if the game is not yet compiled."""
        say, name = self.words.say, self.words.seat(seat)
        progress = self._warmer.progress(self.match.game.name)
        if not hasattr(self._bots[seat], "prepare") or progress is None:
            return say("terminal.thinking", name=name)
        bot, left = self._kinds[seat], progress.left
        if left is None:
            return say("terminal.cold", name=name, bot=bot, reason=progress.reason)
        if not left:
            return say("terminal.thinking", name=name)
        return say("terminal.warming", name=name, bot=bot, seconds=round(left))
