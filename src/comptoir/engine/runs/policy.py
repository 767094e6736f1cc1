"""The names of the bots that a batch can run, including policies of a game's network."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import BOTS, LEARNER, policy_at
from comptoir.engine.model.game import Game

from .network import Network
from .seating import FILE_END

NAME = "policy"
USUAL = 0.0  # the default temperature, except where all choose at once
HOTTEST = 1e6  # the highest temperature, at which moves are practically uniform


def bot_numbers(
    game: Game, seats: int, bots: Sequence[str | None] | None, nobody: int
) -> np.ndarray[Any, Any]:
    """Return the kernel's number of each seat's bot; `nobody` for seats without one."""
    listed = [None] * seats if bots is None else list(bots)
    if len(listed) != seats:
        raise BadSetup(f"expected {seats} bots for {seats} seats, got {len(listed)}")
    numbers = [nobody if name is None else _number(game, name) for name in listed]
    if nobody == LEARNER and None not in listed:
        raise BadSetup("a batch asks at least one seat: name no bot for it")
    return np.array(numbers, np.int64)


def _number(game: Game, name: str) -> int:
    if name == NAME:
        return policy_at(game.usual_temperature)
    heat = temperature(name)
    if heat is not None:
        return policy_at(heat)
    if name not in BOTS:
        known = ", ".join((*BOTS, NAME))
        raise BadSetup(f"no bot {name!r} here: expected one of {known}")
    return BOTS[name]


def temperature(name: str) -> float | None:
    """Return the temperature of a bot that plays by its game's network; None for others."""
    base, colon, rest = name.partition(":")
    if base != NAME or name.endswith(FILE_END):
        return None
    return degrees(rest) if colon else USUAL


def degrees(text: str) -> float:
    """Read a temperature."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 <= found <= HOTTEST:
        raise BadSetup(f"temperature {text!r}: expected 0 or more, such as 0.7")
    return found


def network_for(game: Game) -> Network:
    """Return the network shipped with a game, for the newest version of its rules.

    Raises:
        BadSetup: The game has no network, or it does not fit.
    """
    others = f"{', '.join(BOTS)} play without one"
    try:
        network = Network.shipped(game)
    except BadSetup as error:
        raise BadSetup(f"no policy for {game.name}: {error}; {others}") from error
    if network is None:
        raise BadSetup(f"no policy for {game.name}: it has no network; {others}")
    return network
