"""One table for a learner's loop: who is asked, what is legal, what is seen, who won.

The same seed deals the same game and asks in the same order as a `Batch` does; plain
Python, without the undo and the events that people need.
"""

from functools import cache
from typing import Any

import numpy as np

from comptoir.engine.kernels import batched
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.model.seed import chance_key, read_seed
from comptoir.engine.rules.rng import BLOCK_WORDS, DICE_WORDS, start_dice
from comptoir.engine.rules.table import NOBODY, copy, new_tables, unpack
from comptoir.engine.text.words import Words

Row = np.ndarray[Any, np.dtype[Any]]


@cache
def _words(game: Game) -> Words:
    return game.words("en")


@cache
def _plain(game: Game, rule: Any) -> Any:
    return game.plain(rule)


class Sitting:
    """A table dealt from a seed; `seat` is the one asked, NOBODY after the end."""

    def __init__(
        self, game: str | Game, seats: int | None = None, options: Any = None
    ) -> None:
        self.game = registry.load(game) if isinstance(game, str) else game
        self.seats = self.game.check_seats(seats)
        self.box = self.game.plain_box(self.seats, options)
        self.table = unpack(new_tables(self.game.table, 1)[0])
        self.dice = [0] * DICE_WORDS
        self.seat = NOBODY
        self._listed = [0] * len(self.game.actions)

    def deal(self, seed: str | int | None = None) -> None:
        """Begin the game of a seed."""
        key, stream = chance_key(read_seed(seed))
        start_dice(self.dice, key, stream, [0] * BLOCK_WORDS)
        self.game.rules["deal"](self.table, self.box, self.seats, key, stream)
        self._ask()

    def copy(self) -> "Sitting":
        """Return the same table once more, to try things on."""
        other = object.__new__(Sitting)
        other.__dict__.update(self.__dict__)
        other.table, other.dice = copy(self.table), list(self.dice)
        return other

    def __deepcopy__(self, memo: Any) -> "Sitting":
        return self.copy()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat == NOBODY

    def legal(self, seat: int) -> list[int]:
        """Return the actions of the seat that is asked; no other has any."""
        if seat != self.seat or self.over:
            return []
        count = self.game.rules["legal"](self.table, self.box, seat, self._listed)
        return self._listed[:count]

    def mask(self, seat: int) -> Row:
        """Return 1 for each action that a seat may take."""
        mask = np.zeros(len(self.game.actions), np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def numbers(self, seat: int) -> list[int]:
        """Return the numbers that a seat sees."""
        out = [0] * self.game.observation
        self.game.rules["observe"](self.table, self.box, seat, out)
        return out

    def observe(self, seat: int) -> Row:
        """Return them as a row of floats."""
        return np.array(self.numbers(seat), np.float32)

    def imagine(self, seat: int, dice: list[int]) -> None:
        """Deal anew all that a seat cannot know; who is asked stays the same."""
        self.game.rules["imagine"](self.table, self.box, seat, dice)
        self.table.journal.clear()

    def play(self, action: int) -> None:
        """Carry out a legal action of the seat that is asked."""
        self.game.rules["play"](self.table, self.box, self.seat, action)
        self._ask()

    def stop(self) -> None:
        """End the game here."""
        self.seat = NOBODY

    def rewards(self) -> list[float]:
        """Return seats behind less seats ahead, as a share of the others: sums to 0."""
        points, ranks, out = ([0] * self.seats for _ in range(3))
        orders = [0] * batched.ORDER_WORDS
        orders[batched.SEATS] = self.seats
        settle = _plain(self.game, batched.settle)
        settle(self.table, self.box, orders, points, ranks, out)
        return [float(reward) for reward in out]

    def board(self, viewer: int | None) -> Any:
        """Return the board as a seat, or a spectator, sees it, for rich to draw."""
        view = self.game.view(self.table, self.box, viewer)
        return self.game.board(view, _words(self.game))

    def _ask(self) -> None:
        self.table.journal.clear()
        self.seat = _plain(self.game, batched.next_seat)(
            self.table, self.box, self.dice
        )
