"""catanatron: Catan between its random players."""

from catanatron import Color, Game, RandomPlayer
from clock import tell

SEATS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)


def play() -> int:
    """Play one game and return its moves."""
    game = Game([RandomPlayer(color) for color in SEATS])
    game.play()
    state = game.state
    return len(getattr(state, "action_records", None) or state.actions)


tell("catanatron", "catan", "Python loop", lambda: play)
