"""Talk at a table outside the server: what was said, and the bots that answer."""

from collections.abc import Callable, Mapping
from typing import Any

from comptoir.engine.model.talk import BotTurn, Spoken
from comptoir.engine.play.match import Match

from .bargainer import Bargainer
from .seat import Seat

MOST_ANSWERS = 12  # phrases and moves that one phrase may cause


class Conversation:
    """The phrases said at a table, and the bots that take part.

    Args:
        match: The game.
        bots: The bots by seat.
        dice: The bots' random numbers.
        say: Called with each phrase.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Any],
        dice: list[int],
        say: Callable[[Spoken], None] = lambda _: None,
    ):
        self.match, self.bots, self.dice = match, bots, dice
        self.said: list[Spoken] = []
        self._say = say

    def turn(self, seat: int, *, hears: bool = False) -> BotTurn:
        """Return what a bot does and says on its turn, or when it hears a phrase."""
        bot = self.bots[seat]
        asked = Seat.at(self.match, seat, self.dice, self.said)
        asked.hears = hears
        turn = bot.bargained(asked) if isinstance(bot, Bargainer) else None
        if turn is None and not hears:
            turn = BotTurn(self.match.game.actions.read(bot(asked)).number)
        return turn or BotTurn(None)

    def take(self, seat: int, turn: BotTurn) -> None:
        """Carry out a bot's turn, and let the others answer what it says."""
        if turn.action is not None:
            self.match.play(seat, turn.action)
        for phrase in turn.phrases:
            self.hear(phrase)

    def hear(self, phrase: Spoken) -> None:
        """Let bots answer a phrase heard out of turn, and the phrases of their answers.

        Bots whose turn it is answer when they move.
        """
        heard = [phrase]
        for _ in range(MOST_ANSWERS):
            if not heard:
                return
            said = heard.pop(0)
            number = self.match.game.negotiation(self.match.position.table)
            self.said.append(Spoken(said.seat, said.key, said.args, number))
            self._say(said)
            for seat in self.bots:
                if seat == said.seat or seat in self.match.actors:
                    continue
                if not self.match.legal(seat):
                    continue
                turn = self.turn(seat, hears=True)
                if turn.action is not None:
                    self.match.play(seat, turn.action)
                heard += turn.phrases
