"""Bots: they play any game through what their seat may imagine, never the real table."""

from collections.abc import Callable, Mapping
from hashlib import sha256

from comptoir.engine.actions import Action
from comptoir.engine.errors import BadSetup
from comptoir.engine.match import Match
from comptoir.engine.rng import DICE_WORDS, throw

Bot = Callable[[Match, int, list[int]], Action]


def play_random(match: Match, seat: int, dice: list[int]) -> Action:
    """Choose any legal action, each as likely as the others."""
    legal = match.legal(seat)
    return legal[throw(dice, len(legal))]


def play_house(match: Match, seat: int, dice: list[int]) -> Action:
    """Choose by the game's own rules of thumb."""
    table, box = match.imagine(seat, dice)
    legal = [action.number for action in match.legal(seat)]
    number = match.game.rules["house"](table, box, seat, legal, len(legal))
    return match.game.actions[number]


BOTS: Mapping[str, Bot] = {"random": play_random, "house": play_house}


def find(name: str) -> Bot:
    """Return a bot by its name."""
    if name not in BOTS:
        raise BadSetup(f"no bot {name!r}: expected one of {', '.join(BOTS)}")
    return BOTS[name]


def new_dice(seed: str) -> list[int]:
    """Return dice for bots that always fall alike for the same seed."""
    digest = sha256(f"comptoir dice\n{seed}".encode()).digest()
    parts = [digest[4 * i : 4 * i + 4] for i in range(DICE_WORDS)]
    return [int.from_bytes(part, "little") for part in parts]


def full_table(bots: str, seats: int) -> list[str]:
    """Read `house,random` as the bots of all seats: the last one takes the seats left."""
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        find(name)
    if len(names) > seats:
        raise BadSetup(
            f"expected at most {seats} bots for {seats} seats, got {len(names)}"
        )
    return names + names[-1:] * (seats - len(names))
