"""Bots in the seats of an environment where nobody learns."""

from collections.abc import Iterable

from comptoir.bots import Bot, find
from comptoir.bots.policy import Policy
from comptoir.engine.model.game import Game
from comptoir.engine.runs.policy import network_for, temperature


def check_bots(game: Game, names: Iterable[str]) -> None:
    """Refuse a bot that nobody knows, and a policy in a game without a network.

    Elsewhere such a policy plays as the house bot.
    """
    for name in names:
        find_bot(name)
        if temperature(name) is not None:
            network_for(game)


def find_bot(name: str) -> Bot:
    """Return a bot by its name; `policy` is that of a batch, at temperature 1."""
    degrees = temperature(name)
    bot: Bot = find(name) if degrees is None else Policy(degrees)
    return bot
