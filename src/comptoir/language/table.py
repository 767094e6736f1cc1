"""A table for text agents: they play with bots, and talk if the game has talk.

`TextTable` is driven by text, like TextArena's environments; `play` lets agents and bots play a
whole game.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from comptoir.bots import Bot, Seat, find, new_dice
from comptoir.bots.conversation import Conversation
from comptoir.bots.simple import random
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.environment import lead_share
from comptoir.engine.model.talk import BotTurn, Spoken
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Options
from comptoir.engine.rules.rng import throw
from comptoir.engine.runs.seating import Bots, seat_bots

from .agent import LanguageAgent
from .answers import AgentAnswer, UnreadAnswer, phrase_menu, read_answer, words_of

ATTEMPTS = 3


class TextResult(msgspec.Struct):
    """The result of a game at a text table."""

    points: list[int]
    ranks: list[int]
    ending: str
    moves: int
    said: list[Spoken]
    illegal: list[int]  # answers without a legal action, by seat
    guessed: list[int]  # moves drawn at random, by seat


class TextTable:
    """A game in text: `get_observation` returns a seat and its prompt, `step` takes the answer.

    Args:
        game: The name of a game.
        seats: The number of seats.
        bots: As for environments: `[None, "house", "expert"]`, with None for each seat that
            answers in text. By default all do. A list without None plays by itself.
        options: The game's options.
        language: `en` or `fr`.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        bots: Bots = None,
        options: Options = None,
        language: str = "en",
    ):
        self.game, self.options, self.language = game, options, language
        self.seats, self._given = seats, bots

    def reset(
        self, num_players: int | None = None, seed: str | int | None = None
    ) -> None:
        """Deal a game, and let bots play until somebody is asked."""
        seats = num_players or self.seats
        self.match = Match(self.game, seats, seed, self.options)
        self.seats = self.match.seats
        whole = isinstance(self._given, list) and None not in self._given
        seated = seat_bots(self._given, self.seats, learner=None if whole else 0)
        self._bots = {n: _bot(bot) for n, bot in enumerate(seated) if bot is not None}
        for bot in self._bots.values():
            if hasattr(bot, "prepare"):
                bot.prepare(self.match.game, self.seats)
        self._dice = new_dice(f"{self.match.seed} bots")
        self._order = new_dice(f"{self.match.seed} order")
        self._talk = Conversation(self.match, self._bots, self._dice)
        self._told = [0] * self.seats  # number of events already shown to each seat
        self._wrong, self._why = 0, ""
        self.illegal, self.guessed = [0] * self.seats, [0] * self.seats
        self._go_on()

    def get_observation(self) -> tuple[int, str]:
        """Return the seat that is to answer, and the text for it."""
        seat = self._asked()
        told = seat.prompt(self.language, self._told[seat.number])
        words = words_of(seat, self.language)
        parts = [words.say("text.how"), told]
        if seat.talk is not None and seat.game.phrases:
            menu = phrase_menu(seat, self.language)
            parts.append("\n".join([words.say("text.say"), *menu]))
        if self._why:
            parts.append(words.say("text.retry", why=self._why))
        return seat.number, "\n\n".join(parts)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the answer of the seat to act; return whether the game is over.

        If the answer names no legal action, the seat is asked again and told why; after three
        such answers the move is drawn at random.
        """
        seat = self._asked()
        try:
            answer = read_answer(action, seat, self.language)
        except UnreadAnswer as unread:
            self._wrong, self._why = self._wrong + 1, str(unread)
            self.illegal[seat.number] += 1
            if self._wrong < ATTEMPTS:
                return False, {"illegal": self._why}
            self.guessed[seat.number] += 1
            answer = AgentAnswer(random(seat))
        self._wrong, self._why = 0, ""
        self._told[seat.number] = len(seat.history)
        for phrase in answer.phrases:
            self._talk.hear(phrase)
        # what others said or did in the meantime may have changed what is legal
        if answer.action in self.match.legal(seat.number):
            self.match.play(seat.number, answer.action)
        self._go_on()
        return self.match.over, {"action": str(answer.action)}

    def close(self) -> tuple[dict[int, float], dict[str, Any]]:
        """Return each seat's reward, and the result of the game."""
        ranks = self.match.ranks
        rewards = {s: lead_share(ranks, len(ranks), s) for s in range(len(ranks))}
        return rewards, msgspec.to_builtins(self.result())

    def result(self) -> TextResult:
        """Return the result of the game so far."""
        match = self.match
        return TextResult(
            match.scores, match.ranks, match.ending, len(match.moves), self._talk.said,
            self.illegal, self.guessed,
        )  # fmt: skip

    def _asked(self) -> Seat:
        if self._seat is None:
            raise BadSetup("the game is over: call reset()")
        talk = self._talk.said if self.match.game.phrases else None
        return Seat.at(self.match, self._seat, [*self._dice], talk)

    def _go_on(self) -> None:
        """Let bots play until a seat is asked that answers in text."""
        while actors := self.match.actors:
            self._seat: int | None = actors[throw(self._order, len(actors))]
            assert self._seat is not None
            if self._seat not in self._bots:
                return
            bot = self._bots[self._seat]
            if isinstance(bot, LanguageAgent):
                self._ask(bot)
                continue
            turn = self._talk.turn(self._seat)
            if turn.action is None:  # it would rather wait, but some seat has to move
                asked = Seat.at(self.match, self._seat, self._dice)
                action = self.match.game.actions.read(bot(asked)).number
                turn = BotTurn(action, turn.phrases)
            self._talk.take(self._seat, turn)
        self._seat = None

    def _ask(self, agent: LanguageAgent) -> None:
        """Let an agent act and speak."""
        seat = self._asked()
        action = agent(seat)
        for phrase in agent.said:
            self._talk.hear(phrase)
        if action in self.match.legal(seat.number):
            self.match.play(seat.number, action)


def _bot(bot: Any) -> Any:
    """Return the bot with a name, or an instance of a class."""
    found = find(bot) if isinstance(bot, str) else bot
    return found() if isinstance(found, type) else found


def play(
    game: str,
    players: Mapping[int, Bot],
    bots: str = "house",
    *,
    seats: int | None = None,
    seed: str | int | None = None,
    options: Options = None,
) -> TextResult:
    """Play a whole game with agents in some seats and bots in the others; return the result.

    Args:
        game: The name of a game.
        players: The agents by seat, such as `{0: LanguageAgent(model)}`.
        bots: The name of the bots in the other seats.
        seats: The number of seats.
        seed: The seed of the game.
        options: The game's options.
    """
    count = Match(game, seats, 0).seats
    seated = [players.get(seat, bots) for seat in range(count)]
    table = TextTable(game, count, seated, options)
    table.reset(seed=seed)
    return table.result()
