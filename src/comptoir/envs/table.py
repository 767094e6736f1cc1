"""One table with one learner; the bots run compiled, or in plain Python."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from comptoir import bots as players
from comptoir.engine.kernels.loop import seat_to_ask
from comptoir.engine.model.game import Game
from comptoir.engine.play.episode import mask_of
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position
from comptoir.engine.runs.batch import Batch

from .opponents import SeatedBot, ask, find_bot

Row = np.ndarray[Any, np.dtype[Any]]


class Inside:
    """A table with compiled bots: one compiled call plays each step of the learner."""

    def __init__(
        self, game: Game, seats: int, options: Any, others: Sequence[SeatedBot]
    ):
        self.game, self.seats, self.options = game, seats, options
        self.others = others
        self._batches: dict[int, Batch] = {}  # by the learner's seat
        self._action = np.zeros(1, np.int64)

    def deal(self, seed: int, learner: int) -> bool:
        """Deal the game of a seed, or the next game in which the learner has a decision."""
        if learner not in self._batches:
            self._batches[learner] = Batch(
                self.game,
                self.seats,
                1,
                seed=seed,
                options=self.options,
                bots=[*self.others[:learner], None, *self.others[learner:]],
                after="stop",
                illegal="lose",
            )
        else:
            self._batches[learner].reset(seed)
        self.batch = self._batches[learner]
        self.learner = learner
        return True

    @property
    def mask(self) -> Row:
        """The mask of the learner's legal actions, as bytes."""
        mask: Row = self.batch.mask[0]
        return mask

    @property
    def sight(self) -> Row:
        """The learner's observation, as a new array."""
        sight: Row = self.batch.observation[0].copy()
        return sight

    @property
    def position(self) -> Position:
        """The full position, with hidden information."""
        return self.batch.position(0)

    def play(self, action: int) -> bool:
        """Play a legal action and the bots' moves; return True if the game is over."""
        self._action[0] = action
        self.batch.step(self._action)
        return bool(self.batch.over[0])


class Beside:
    """A table with any bots, callables included, in plain Python; bots see only their own
    view.
    """

    def __init__(
        self, game: Game, seats: int, options: Any, others: Sequence[SeatedBot]
    ):
        self.game, self.seats, self.options = game, seats, options
        self.others = others

    def deal(self, seed: int, learner: int) -> bool:
        """Deal the game of a seed; return True if the learner has a decision in it."""
        self.learner = learner
        self.match = Match(self.game, self.seats, seed, self.options)
        self.dice = players.new_dice(str(seed))
        seated = [*self.others[:learner], None, *self.others[learner:]]
        self.bots = [find_bot(bot) for bot in seated]
        return self._play_bots()

    @property
    def mask(self) -> Row:
        """The mask of the learner's legal actions, as bytes."""
        return mask_of(self.game, self.position.choices(self.learner))

    @property
    def sight(self) -> Row:
        """The learner's observation, as a new array."""
        return np.array(self.position.observe(self.learner), np.float32)

    @property
    def position(self) -> Position:
        """The full position, with hidden information."""
        return self.match.position

    def play(self, action: int) -> bool:
        """Play a legal action and the bots' moves; return True if the game is over."""
        self.match.play(self.learner, self.position.action_of(self.learner, action))
        return not self._play_bots()

    def _play_bots(self) -> bool:
        """Let bots play until it is the learner's turn; return False if the game ends first."""
        while actors := self.match.actors:
            seat = seat_to_ask(sum(1 << actor for actor in actors), self.dice)
            bot = self.bots[seat]
            if bot is None:
                return True
            asked = players.Seat.at(self.match, seat, self.dice)
            self.match.play(seat, ask(bot, asked, self.game.actions))
        return False
