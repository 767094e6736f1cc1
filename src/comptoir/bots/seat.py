"""The seat of an imagined table, which is all that a bot is given to choose an action."""

from collections.abc import MutableSequence, Sequence
from functools import cached_property
from typing import Self

from comptoir.engine.model.talk import Spoken
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position, View


class Seat:
    """A seat that must choose an action: its view, its legal actions, and imagined tables.

    It holds an `imagined` position (a determinization), not the real one, so a bot cannot see
    what is hidden from it. `dice` is the bot's own random generator: the same dice and the
    same view give the same imagined positions. `talk` is what was said at the table, or None
    where nobody hears what a bot says; `hears` is True if the bot is asked because of a phrase
    and not because it is its turn.
    """

    def __init__(
        self,
        imagined: Position,
        number: int,
        dice: MutableSequence[int],
        talk: Sequence[Spoken] | None = None,
    ):
        self.imagined = imagined
        self.game = imagined.game
        self.number = number
        self.seats: int = imagined.table.seats
        self.dice = dice
        self.talk = talk
        self.hears = False
        self.legal = imagined.legal(number)

    @classmethod
    def at(
        cls,
        match: Match,
        number: int,
        dice: list[int],
        talk: Sequence[Spoken] | None = None,
    ) -> Self:
        """Return a seat of a match, for a bot to choose its action."""
        return cls(match.imagine(number, dice), number, dice, talk)

    @cached_property
    def view(self) -> View:
        """The part of the table that this seat sees."""
        return self.imagined.view(self.number)

    def imagine(self) -> Position:
        """Sample a position that fits what this seat knows; the bot may change it freely."""
        return self.imagined.imagine(self.number, self.dice)
