"""The names of the bots that a batch can run, including policies of a game's network."""

import math
from collections.abc import Sequence
from pathlib import Path
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


def seated_networks(
    game: Game, bots: Sequence[str | None], device: str
) -> tuple[np.ndarray[Any, Any], list[Network | None]]:
    """Return the kernel's number of each seat's bot, and its network if matrices evaluate it.

    A CPU evaluates the game's own network as fast one table at a time, within the kernels.
    """
    numbers: list[int] = []
    networks: list[Network | None] = []
    loaded: dict[str, Network] = {}
    for bot in bots:
        name, heat = named(bot or "", game.usual_temperature)
        if bot is None or bot in BOTS:
            numbers.append(LEARNER if bot is None else BOTS[bot])
            networks.append(None)
            continue
        if name not in loaded:
            loaded[name] = network_named(name, game)
        numbers.append(policy_at(heat))
        networks.append(loaded[name])
    if LEARNER not in numbers:
        raise BadSetup("a batch asks at least one seat: name no bot for it")
    if device == "cpu" and set(loaded) <= {NAME}:
        networks = [None] * len(networks)
    return np.array(numbers, np.int64), networks


def named(bot: str, usual: float = USUAL) -> tuple[str, float]:
    """Split a bot such as `policy:0.5` or `other.npz:1` into its name and its temperature.

    Without a temperature `policy` plays at the game's usual one.
    """
    name, colon, rest = bot.rpartition(":")
    if colon and (name == NAME or name.endswith(FILE_END)):
        return name, degrees(rest)
    return bot, usual if bot == NAME else USUAL


def network_named(name: str, game: Game) -> Network:
    """Return the network of a bot: `policy`, one of its characters, or a file.

    Raises:
        BadSetup: There is no such bot, or its network does not fit the game.
    """
    if name.endswith(FILE_END):
        return Network.load(Path(name), game)
    if name == NAME:
        return network_for(game)
    own = Network.shipped(game)
    leaning = own.characters if own else {}
    if not own or name not in leaning:
        known = ", ".join((*BOTS, NAME, *leaning))
        raise BadSetup(
            f"no bot {name!r} here: expected one of {known}, or the {FILE_END} file of a "
            "network; imitate any other bot first, a searching one with iterations: "
            f"comptoir imitate {game.name} search:300 --out search.npz"
        )
    bias = own.arrays["policy_bias"].copy()
    for number, choice in enumerate(game.actions.choices):
        bias[number] += leaning[name].get(choice.verb, 0.0)
    return Network(game, own.arrays | {"policy_bias": bias}, own.about)


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
