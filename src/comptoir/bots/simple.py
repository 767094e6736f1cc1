"""Bots without search: random, house, and house with mistakes."""

from comptoir.engine.model.actions import Action
from comptoir.engine.rules.rng import throw

from .seat import Seat


def random(seat: Seat) -> Action:
    """Choose a legal action at random, all equally likely."""
    return seat.legal[throw(seat.dice, len(seat.legal))]


def house(seat: Seat) -> Action:
    """Choose the action of the game's heuristic policy."""
    return seat.imagined.house(seat.number, seat.dice)


class Careless:
    """The house bot, except that it makes a random move with some probability."""

    def __init__(self, percent: int):
        self.percent = percent

    def __call__(self, seat: Seat) -> Action:
        """Choose an action."""
        return random(seat) if throw(seat.dice, 100) < self.percent else house(seat)
