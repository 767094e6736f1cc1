"""A bot that leaves negotiations to its game's negotiator, and all else to another bot."""

from typing import Any

from comptoir.engine.model.actions import Action
from comptoir.engine.model.talk import BotTurn

from .seat import Seat


class Bargainer:
    """A level or a character; in games without a negotiator it plays just as `bot` does.

    Args:
        bot: The bot that plays outside negotiations, and provides all other attributes.
        style: The name under which the game's negotiator knows its way of bargaining.
    """

    def __init__(self, bot: Any, style: str):
        self.bot = bot
        self.style = style

    def __getattr__(self, name: str) -> Any:
        if name == "bot":  # not set yet, as in a copy
            raise AttributeError(name)
        return getattr(self.bot, name)

    def __call__(self, seat: Seat) -> Action | str | int:
        """Choose an action."""
        turn = self.bargained(seat)
        if turn is None or turn.action is None:
            return self.bot(seat)  # type: ignore[no-any-return]
        return seat.game.actions[turn.action]

    def bargained(self, seat: Seat) -> BotTurn | None:
        """Return what the bot does and says in a negotiation; None outside negotiations."""
        bargain = seat.game.bargain
        if bargain is None:
            return None
        at, legal = seat.imagined, [action.number for action in seat.legal]
        about = (seat.talk, self.style, seat.hears)
        return bargain(at.table, at.box, seat.number, legal, *about)
