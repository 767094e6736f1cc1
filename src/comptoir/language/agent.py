"""A bot that plays through text: it asks a language model, or a script."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from comptoir.bots import Seat
from comptoir.bots.remote import UNREACHABLE
from comptoir.bots.simple import random
from comptoir.engine.errors import ComptoirError
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.model.talk import Spoken

from .answers import AgentAnswer, UnreadAnswer, phrase_menu, read_answer, words_of

Message = dict[str, str]  # role and content, the format of chat models
RULES, HISTORY = "rules", "history"  # what an agent may ask for instead of acting
MOST_ASKED = 2  # requests for these in one decision


class ModelReply(msgspec.Struct, frozen=True):
    """What a model wrote, and the numbers of tokens that it reported."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0


Model = Callable[[Sequence[Message]], ModelReply | str]


class Tally(msgspec.Struct):
    """Counts of what a text agent did in all its games so far."""

    games: int = 0
    decisions: int = 0
    calls: int = 0  # calls of the model
    illegal: int = 0  # answers without a legal action
    failures: int = 0  # calls that failed
    guessed: int = 0  # decisions drawn at random after the last attempt
    asked: int = 0  # requests for the rules or the history
    phrases: int = 0
    unread_phrases: int = 0
    seconds: float = 0.0  # time spent in calls
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def illegal_rate(self) -> float:
        """The share of answers that name no legal action."""
        return self.illegal / max(1, self.calls - self.failures - self.asked)


class TextDecision(msgspec.Struct):
    """One decision in a transcript: what the agent was told, wrote and did."""

    game: str
    seat: int
    messages: list[Message]
    action: str
    guessed: bool
    phrases: list[Spoken]


class LanguageAgent:
    """A bot that asks a model, in text.

    Each prompt has the events since the previous one, the board and the legal actions; the most
    recent prompts and answers precede it. If an answer names no legal action, the model is told
    why and asked again. After the last attempt the move is drawn at random, and counted. If the
    model cannot be reached, an error is raised: the benchmark then stops, and can be continued
    later.

    Args:
        model: A callable that takes chat messages and returns the model's text or
            a `ModelReply`.
        language: `en` or `fr`.
        attempts: How often the model may answer before a move is drawn.
        memory: How many earlier prompts and answers precede a prompt.
        log: A file to which each decision is appended as a JSON line.
    """

    def __init__(
        self,
        model: Model,
        language: str = "en",
        attempts: int = 3,
        memory: int = 4,
        log: str | Path | None = None,
    ):
        self.model = model
        self.language = language
        self.attempts = attempts
        self.memory = memory
        self.log = None if log is None else Path(log)
        self.tally = Tally()
        self.said: list[Spoken] = []  # of the last decision
        self._begin()

    def _begin(self) -> None:
        self._past: list[Message] = []
        self._told = 0  # number of events already shown

    def prepare(self, game: Game, seats: int) -> None:
        """Begin a game: forget the previous one."""
        self._begin()
        self.tally.games += 1

    def __call__(self, seat: Seat) -> Action:
        """Choose an action, and store in `said` what to say before it."""
        question = {"role": "user", "content": self._question(seat)}
        messages = [
            {
                "role": "system",
                "content": words_of(seat, self.language).say("text.how"),
            },
            *self._past,
            question,
        ]
        first = len(messages) - 1
        answer = self._asked(seat, messages)
        guessed = answer is None
        answer = answer or AgentAnswer(random(seat))
        self.said = answer.phrases if seat.talk is not None else []
        self.tally.decisions += 1
        self.tally.guessed += guessed
        self.tally.phrases += len(self.said)
        self.tally.unread_phrases += answer.unread
        done = {"role": "assistant", "content": str(answer.action)}
        self._past = (
            [*self._past, question, done][-2 * self.memory :] if self.memory else []
        )
        self._told = len(seat.history)
        self._write(seat, messages[first:], answer, guessed)
        return answer.action

    def _question(self, seat: Seat) -> str:
        """Return the prompt, with the phrases that the agent may say."""
        told = seat.prompt(self.language, min(self._told, len(seat.history)))
        if seat.talk is None or not seat.game.phrases:
            return told
        say = words_of(seat, self.language).say("text.say")
        return "\n\n".join([told, "\n".join([say, *phrase_menu(seat, self.language)])])

    def _asked(self, seat: Seat, messages: list[Message]) -> AgentAnswer | None:
        """Ask the model until it names a legal action; None after the last attempt."""
        words = words_of(seat, self.language)
        attempts, asked = self.attempts, 0
        while attempts:
            attempts -= 1
            text = self._call(messages)
            if text is None:
                continue
            messages.append({"role": "assistant", "content": text})
            wanted = text.strip(" .`*\n").casefold()
            if wanted in (RULES, HISTORY) and asked < MOST_ASKED:
                asked, attempts = asked + 1, attempts + 1
                self.tally.asked += 1
                told = (
                    seat.game.rulebook(self.language)
                    if wanted == RULES
                    else seat.prompt(self.language)
                )
                messages.append({"role": "user", "content": told})
                continue
            try:
                return read_answer(text, seat, self.language)
            except UnreadAnswer as unread:
                self.tally.illegal += 1
                why = words.say("text.retry", why=str(unread))
                messages.append({"role": "user", "content": why})
        return None

    def _call(self, messages: Sequence[Message]) -> str | None:
        """Return what the model wrote; None if it failed."""
        self.tally.calls += 1
        start = time.perf_counter()
        try:
            reply = self.model([*messages])
        except ComptoirError as error:
            self.tally.failures += 1
            if UNREACHABLE in str(error):
                raise
            return None
        finally:
            self.tally.seconds += time.perf_counter() - start
        if isinstance(reply, str):
            return reply
        self.tally.tokens_in += reply.tokens_in
        self.tally.tokens_out += reply.tokens_out
        return reply.text

    def _write(
        self, seat: Seat, messages: list[Message], answer: AgentAnswer, guessed: bool
    ) -> None:
        if self.log is None:
            return
        line = TextDecision(
            seat.game.name,
            seat.number,
            messages,
            str(answer.action),
            guessed,
            self.said,
        )
        with self.log.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")


def transcript(path: str | Path) -> list[TextDecision]:
    """Return the decisions in a log."""
    lines = Path(path).read_bytes().splitlines()
    return [msgspec.json.decode(line, type=TextDecision) for line in lines]


def kaggle(function: Callable[..., Any]) -> Callable[[Seat], Action]:
    """Return a bot from a Kaggle agent, a function `agent(observation, configuration)`.

    The observation is a dictionary with `observationString`, `legalActions`,
    `legalActionStrings`, `playerId` and `isTerminal`. The function returns one of the legal
    actions, or a dictionary with it as `submission`.
    """

    def bot(seat: Seat) -> Action:
        legal = map(int, seat.mask.nonzero()[0])
        choices = {choice: seat.action_of(choice) for choice in legal}
        observation = {
            "observationString": seat.prompt(),
            "legalActions": [*choices],
            "legalActionStrings": [str(action) for action in choices.values()],
            "currentPlayer": seat.number,
            "playerId": seat.number,
            "isTerminal": False,
        }
        told = function(observation, {"game": seat.game.name, "players": seat.seats})
        return seat.action_of(told["submission"] if isinstance(told, dict) else told)

    return bot


__all__ = [
    "LanguageAgent",
    "Model",
    "ModelReply",
    "Tally",
    "TextDecision",
    "kaggle",
    "transcript",
]
