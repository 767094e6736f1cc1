"""One game in a learner's loop: a position, the seat to act, and rewards.

The same seed deals the same game as in a `Batch`, and asks seats that may act at the same time
in the same order. It runs in plain Python, without undo and without translated events.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

import numpy as np

from comptoir.engine.kernels.environment import lead_share
from comptoir.engine.kernels.loop import seat_to_ask
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.model.seed import chance_key, read_seed
from comptoir.engine.rules.rng import BLOCK_WORDS, DICE_WORDS, start_dice
from comptoir.engine.rules.table import NOBODY
from comptoir.engine.text.words import Words

from .position import Position

Row = np.ndarray[Any, np.dtype[Any]]


@cache
def words_of(game: Game) -> Words:
    """Return a game's words in English."""
    return game.words("en")


def mask_of(game: Game, choices: Iterable[int]) -> Row:
    """Return an action mask: 1 for each of some choices."""
    mask = np.zeros(len(game.actions.choices), np.int8)
    mask[[*choices]] = 1
    return mask


class Episode:
    """A game dealt from a seed; `seat` is the seat to act, NOBODY after the end."""

    def __init__(
        self, game: str | Game, seats: int | None = None, options: Any = None
    ) -> None:
        self.game = registry.load(game)
        self.seats = self.game.check_seats(seats)
        self.position = Position.empty(self.game, self.seats, options)
        self.dice = [0] * DICE_WORDS
        self.seat = NOBODY

    def deal(self, seed: str | int | None = None) -> list[tuple[int, ...]]:
        """Deal the game of a seed, and return the journal entries."""
        seed = read_seed(seed)
        start_dice(self.dice, *chance_key(seed), [0] * BLOCK_WORDS)
        journal = self.position.deal(self.seats, seed)
        self.ask()
        return journal

    def copy(self) -> Self:
        """Return an independent copy of the game, for trying out moves."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.position, other.dice = self.position.copy(), list(self.dice)
        return other

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.seat == NOBODY

    def legal(self, seat: int) -> list[int]:
        """Return the legal choices of the seat to act; other seats get none."""
        return [*self.position.choices(seat)] if seat == self.seat else []

    def mask(self, seat: int) -> Row:
        """Return the action mask of a seat: 1 for each legal choice."""
        return mask_of(self.game, self.legal(seat))

    def observe(self, seat: int) -> Row:
        """Return a seat's observation as a row of floats."""
        return np.array(self.position.observe(seat), np.float32)

    def imagine(self, seat: int, dice: list[int]) -> Self:
        """Return a determinized copy of the game for a seat; the seat to act stays the same."""
        other = self.copy()
        other.position = self.position.imagine(seat, dice)
        return other

    def play(self, choice: int) -> list[tuple[int, ...]]:
        """Play a legal choice of the seat to act, and return the journal entries."""
        action = self.position.action_of(self.seat, choice)
        journal = self.position.play(self.seat, action)
        self.ask()
        return journal

    def stop(self) -> None:
        """Stop the game: no seat is to act any more."""
        self.seat = NOBODY

    def rewards(self) -> list[float]:
        """Return each seat's reward: (seats below − seats above) / others; they sum to 0."""
        _, ranks, _ = self.position.standing()
        return [lead_share(ranks, self.seats, seat) for seat in range(self.seats)]

    def board(self, viewer: int | None) -> Any:
        """Return the board as a seat or a spectator (None) sees it, as a rich renderable."""
        return self.game.board(self.position.view(viewer), words_of(self.game))

    def ask(self) -> None:
        """Find out which seat is to act, drawn if several may."""
        bits = sum(1 << seat for seat in self.position.actors)
        self.seat = seat_to_ask(bits, self.dice) if bits else NOBODY
