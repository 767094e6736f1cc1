"""The bots in those seats of an environment that the learner does not play."""

from comptoir.bots import Bot, Seat, find
from comptoir.bots.policy import Policy
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.model.actions import Action, Actions
from comptoir.engine.model.game import Game
from comptoir.engine.runs.policy import NAME, network_for, temperature
from comptoir.engine.runs.seating import Bots, SeatedBot, name_of, seat_bots

__all__ = ["Bots", "SeatedBot", "ask", "check_bots", "find_bot", "is_compiled"]


def check_bots(game: Game, seats: int, bots: Bots, learner: int = 0) -> list[SeatedBot]:
    """Return the bot of every seat, or None for a learner's seat.

    Unknown bots raise BadSetup, and so does `policy` in a game without a network. (Outside
    environments, `policy` plays such a game as the house bot.)
    """
    seated = seat_bots(bots, seats, learner=learner)
    for name in {bot for bot in seated if isinstance(bot, str)}:
        if temperature(name) is not None:
            network_for(game)
        elif name not in BOTS:
            find(name)
    return seated


def is_compiled(bot: SeatedBot) -> bool:
    """Return True if a bot is compiled, and can therefore also play in the learner's place."""
    return bot is None or (
        isinstance(bot, str) and (bot in BOTS or temperature(bot) is not None)
    )


def ask(bot: Bot, seat: Seat, actions: Actions) -> Action:
    """Let a bot choose an action, and return it.

    Raises:
        BadSetup: The bot fails, or chooses something that is not a legal action.
    """
    try:
        action = actions.read(bot(seat))
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise BadSetup(f"{name_of(bot)} in seat {seat.number}: {what}") from error
    if action not in seat.legal:
        raise BadSetup(
            f"{name_of(bot)} in seat {seat.number}: {action} is illegal there"
        )
    return action


def find_bot(bot: SeatedBot) -> Bot | None:
    """Return the callable that plays for a bot; a class is instantiated, `policy` is a
    `Policy`.
    """
    if not isinstance(bot, str):
        return bot() if isinstance(bot, type) else bot
    degrees = temperature(bot)
    found: Bot = find(bot) if degrees is None or bot == NAME else Policy(degrees)
    return found
