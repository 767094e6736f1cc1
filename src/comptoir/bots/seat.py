"""What a bot is given when it is asked: its seat at a table it may imagine, no more."""

from collections.abc import MutableSequence
from functools import cached_property
from typing import Self

from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position, View


class Seat:
    """A seat that is asked for an action: what it sees, what it may do, what it imagines.

    It holds one `imagined` position and not the real one, so a bot cannot look at what is
    hidden from it. `dice` are the bot's own: the same dice and the same view give the same
    imagined positions.
    """

    def __init__(self, imagined: Position, number: int, dice: MutableSequence[int]):
        self.imagined = imagined
        self.game = imagined.game
        self.number = number
        self.seats: int = imagined.table.seats
        self.dice = dice
        self.legal = imagined.legal(number)

    @classmethod
    def at(cls, match: Match, number: int, dice: list[int]) -> Self:
        """Return a seat of a match, for a bot to choose its action."""
        return cls(match.imagine(number, dice), number, dice)

    @cached_property
    def view(self) -> View:
        """What this seat sees of the table."""
        return self.imagined.view(self.number)

    def imagine(self) -> Position:
        """Deal anew all that this seat cannot know, as its dice fall: play on it freely."""
        return self.imagined.imagine(self.number, self.dice)
