"""The seat of an imagined table, which is all that a bot is given to choose an action."""

from collections.abc import MutableSequence, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from comptoir.engine.errors import UnknownAction
from comptoir.engine.model.actions import Action, whole_number
from comptoir.engine.model.events import Event
from comptoir.engine.model.talk import Spoken
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position, View

from .prompt import prompt_of

if TYPE_CHECKING:
    import numpy as np

    Row = np.ndarray[Any, np.dtype[Any]]


class Seat:
    """A seat that must choose an action: its view, its legal actions, and imagined tables.

    `legal` has the actions to choose from: `str()` is the text of an action, `int()` its
    number. `number` is the seat's own number, `seats` the number of players, `game` the game.
    It holds an `imagined` position (a determinization), not the real one, so a bot cannot see
    what is hidden from it. `dice` is the bot's own random generator: the same dice and the
    same view give the same imagined positions. `history` has the events since the deal as this
    seat saw them; compiled runs keep no events, so there it is empty. `talk` is what was said
    at the table, or None if bots cannot talk there, as in the arena. `hears` is True if the
    bot is called because somebody spoke, and not because it is its turn.
    """

    def __init__(
        self,
        imagined: Position,
        number: int,
        dice: MutableSequence[int],
        talk: Sequence[Spoken] | None = None,
        history: Sequence[Event] = (),
    ):
        self.imagined = imagined
        self.game = imagined.game
        self.number = number
        self.seats: int = imagined.table.seats
        self.dice = dice
        self.talk = talk
        self.history = history
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
        imagined = match.imagine(number, dice)
        return cls(imagined, number, dice, talk, match.log(number))

    @cached_property
    def view(self) -> View:
        """The part of the table that this seat sees."""
        return self.imagined.view(self.number)

    @cached_property
    def observation(self) -> "Row":
        """What this seat sees, as the array of numbers that learners receive."""
        import numpy as np  # noqa: PLC0415 - bots without a network need none

        return np.array(self.imagined.observe(self.number), np.float32)

    @cached_property
    def mask(self) -> "Row":
        """An array with 1 for each legal choice, as learners number them."""
        from comptoir.engine.play.episode import mask_of  # noqa: PLC0415 - as above

        return mask_of(self.game, self.imagined.choices(self.number))

    def action_of(self, choice: int) -> Action:
        """Return the action of a legal choice, which is an index into `mask`.

        Raises:
            UnknownAction: The choice is not legal now.
        """
        legal = self.imagined.choices(self.number)
        if (number := whole_number(choice)) not in legal:
            raise UnknownAction(f"choice {choice!r}: expected one that `mask` allows")
        return self.game.actions[legal[number]]

    @property
    def rules_text(self) -> str:
        """The rules of the game, in English, as Markdown."""
        return self.game.rulebook("en")

    def prompt(self, language: str = "en", since: int = 0) -> str:
        """Return what this seat knows and may do as text, for a text agent.

        The text has the events of `history` from number `since` on, the board, the prompt and
        the legal actions. The label of an action is its `str()`, in every language.
        """
        return prompt_of(self, language, since)

    def imagine(self) -> Position:
        """Sample a position that fits what this seat knows; the bot may change it freely.

        It has `actors`, `legal(seat)`, `play(seat, action)`, `standing()`, `house(seat)` and
        `copy()`.
        """
        return self.imagined.imagine(self.number, self.dice)
