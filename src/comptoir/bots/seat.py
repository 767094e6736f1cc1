"""What a bot is given when it is asked: its seat at a table it may imagine, no more."""

from collections.abc import MutableSequence
from functools import cached_property
from typing import Any, Self

from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.rules.table import Plain, copy


class Imagined:
    """A table as a seat may imagine it: play on it freely, nobody hears of it."""

    def __init__(self, game: Game, table: Plain, box: Plain):
        self.game = game
        self.table = table
        self.box = box

    @property
    def actors(self) -> list[int]:
        """The seats that may act now; none when the game is over."""
        bits = self.game.rules["actors"](self.table, self.box)
        return [seat for seat in range(self.table.seats) if bits >> seat & 1]

    def legal(self, seat: int) -> list[Action]:
        """Return what a seat may do now."""
        listed = [0] * len(self.game.actions)
        count = self.game.rules["legal"](self.table, self.box, seat, listed)
        return [self.game.actions[number] for number in listed[:count]]

    def play(self, seat: int, action: Action | str | int) -> None:
        """Carry out an action; it must be legal."""
        number = self.game.actions.read(action).number
        self.game.rules["play"](self.table, self.box, seat, number)
        self.table.journal.clear()

    def house(self, seat: int) -> Action:
        """Return what the game's own rules of thumb would have a seat do."""
        legal = [action.number for action in self.legal(seat)]
        rule = self.game.rules["house"]
        return self.game.actions[rule(self.table, self.box, seat, legal, len(legal))]

    def standing(self) -> tuple[list[int], list[int]]:
        """Return the points and the ranks of all seats, now or at the end."""
        points, ranks = [0] * self.table.seats, [0] * self.table.seats
        self.game.rules["standing"](self.table, self.box, points, ranks)
        return points, ranks

    def copy(self) -> Self:
        """Return a table of its own in the same state."""
        return type(self)(self.game, copy(self.table), self.box)


class Seat:
    """A seat that is asked for an action: what it sees, what it may do, what it imagines.

    It holds one `imagined` table and not the real one, so a bot cannot look at what is
    hidden from it. `dice` are the bot's own: the same dice and the same view give the same
    imagined tables.
    """

    def __init__(self, imagined: Imagined, number: int, dice: MutableSequence[int]):
        self.imagined = imagined
        self.game = imagined.game
        self.number = number
        self.seats: int = imagined.table.seats
        self.dice = dice
        self.legal = imagined.legal(number)

    @classmethod
    def at(cls, match: Match, number: int, dice: list[int]) -> Self:
        """Return a seat of a match, for a bot to choose its action."""
        table, box = match.imagine(number, dice)
        return cls(Imagined(match.game, table, box), number, dice)

    @cached_property
    def view(self) -> Any:
        """What this seat sees of the table."""
        table, box = self.imagined.table, self.imagined.box
        return self.game.view(table, box, self.number)

    def imagine(self) -> Imagined:
        """Deal anew all that this seat cannot know, as its dice fall."""
        imagined = self.imagined.copy()
        rules = self.game.rules
        rules["imagine"](imagined.table, imagined.box, self.number, self.dice)
        imagined.table.journal.clear()
        return imagined
