"""Bots that think no further than the move: random, house, and house with mistakes."""

from comptoir.engine.model.actions import Action
from comptoir.engine.rules.rng import throw

from .seat import Seat


def random(seat: Seat) -> Action:
    """Choose any legal action, each as likely as the others."""
    return seat.legal[throw(seat.dice, len(seat.legal))]


def house(seat: Seat) -> Action:
    """Choose by the game's own rules of thumb."""
    return seat.imagined.house(seat.number)


class Careless:
    """Plays as the house bot does, but now and then takes any action at all."""

    def __init__(self, percent: int):
        self.percent = percent

    def __call__(self, seat: Seat) -> Action:
        """Choose an action."""
        return random(seat) if throw(seat.dice, 100) < self.percent else house(seat)
