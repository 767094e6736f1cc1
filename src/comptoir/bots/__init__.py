"""Bots: they choose from a sampled table that fits what their seat knows, never the real one.

A bot is anything that can be called with a `Seat` and returns one of `seat.legal`. Bots have
names: `house`, `search:1s`, a level such as `expert`, a character such as `greedy`, or
`my_bots.py:hopeful` for one of your own.
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from comptoir.engine.model.actions import Action
from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import DICE_WORDS
from comptoir.engine.runs.seating import names_by_seat

from . import simple
from .names import BOTS, CHARACTERS, LEVELS, NAMES, built_in, find, learned, searches
from .seat import Seat

__all__ = [
    "BOTS",
    "CHARACTERS",
    "LEVELS",
    "NAMES",
    "WORDS",
    "Bot",
    "Seat",
    "built_in",
    "find",
    "full_table",
    "learned",
    "move",
    "new_dice",
    "searches",
    "simple",
]

WORDS = Path(__file__).parent / "words"  # sentences on how each bot plays

Bot = Callable[[Seat], Action | str | int]


def move(match: Match, number: int, bot: Bot, dice: list[int]) -> Action:
    """Let a bot move for a seat of a match; return the action it chose.

    Raises:
        IllegalMove, UnknownAction: The bot's choice is not allowed; nothing has changed.
    """
    action = match.game.actions.read(bot(Seat.at(match, number, dice)))
    match.play(number, action)
    return action


def new_dice(seed: str) -> list[int]:
    """Return a random generator for bots; the same seed gives the same generator."""
    digest = sha256(f"comptoir dice\n{seed}".encode()).digest()
    parts = [digest[4 * i : 4 * i + 4] for i in range(DICE_WORDS)]
    return [int.from_bytes(part, "little") for part in parts]


def full_table(bots: str, seats: int) -> list[str]:
    """Return a bot's name for each seat, from `house,random`; the last one fills the rest."""
    names = names_by_seat(bots, seats)
    for name in set(names):
        find(name)
    return names
