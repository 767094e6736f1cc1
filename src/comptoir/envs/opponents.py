"""Bots in the seats of an environment where nobody learns."""

from comptoir.bots import Bot, Seat, find
from comptoir.bots.policy import Policy
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.model.actions import Action, Actions
from comptoir.engine.model.game import Game
from comptoir.engine.runs.policy import network_for, temperature
from comptoir.engine.runs.seating import Bots, SeatedBot, name_of, seat_bots

__all__ = ["Bots", "SeatedBot", "ask", "check_bots", "find_bot", "is_compiled"]


def check_bots(game: Game, seats: int, bots: Bots, learner: int = 0) -> list[SeatedBot]:
    """Return the bot of every seat, None for a learner.

    A bot that nobody knows is refused, and a policy in a game without a network; elsewhere
    such a policy plays as the house bot.
    """
    seated = seat_bots(bots, seats, learner=learner)
    for name in {bot for bot in seated if isinstance(bot, str)}:
        if temperature(name) is not None:
            network_for(game)
        elif name not in BOTS:
            find(name)
    return seated


def is_compiled(bot: SeatedBot) -> bool:
    """Return True if a bot plays inside the kernels, and so in a learner's seat too."""
    return bot is None or (
        isinstance(bot, str) and (bot in BOTS or temperature(bot) is not None)
    )


def ask(bot: Bot, seat: Seat, actions: Actions) -> Action:
    """Return what a bot chooses.

    Raises:
        BadSetup: It fails, or chooses what is no action or not legal there.
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
    """Return who plays a seat; `policy` is that of a batch, and a class is made anew."""
    if not isinstance(bot, str):
        return bot() if isinstance(bot, type) else bot
    degrees = temperature(bot)
    found: Bot = find(bot) if degrees is None else Policy(degrees)
    return found
