"""What it would be worth to know the hidden cards, and how much of them moves tell.

    python benchmarks/hidden.py borneo [--games 200] [--budget 300] [--seed hidden]
    python benchmarks/hidden.py borneo --told [--games 20]

Two `master` that see all cards in play meet two that see what a seat may see, in turn (A, B,
A, B), every deal from both sides. Who sees keeps every card where it is and deals only luck
to come anew. One JSON object: how often one who sees placed before one who does not, with its
95 % interval by deals, and the mean points of both. No bot that ships can see so. It is the
most that inferring the cards could bring.

With `--told` the policy plays all seats, by lot. At every decision the neighbour imagines the
table some times: how many bits more does it know of the cards for having seen the move, if it
knows the policy? That is the logarithm of how much likelier the move is with the real cards
than with those imagined, where it could be made at all; by verb, and of how many decisions.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, MutableSequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from comptoir import Match, games
from comptoir.arena.shares import share
from comptoir.bots import Seat, find, new_dice
from comptoir.bots.budget import Budget, read_budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search
from comptoir.engine.backends.compiler import Compiled, kernels_of
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.play.position import Position
from comptoir.engine.rules.rng import renew_chance, throw
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import Box, Table
from comptoir.engine.runs.network import Network

SEATS = 4
TABLES = 24  # that a neighbour imagines where a move can be made
TRIES = 20 * TABLES  # until there are as many; else the decision is left out
FAINT = 1e-6  # nothing that can be done is taken for less likely


@rule
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal nothing anew but the luck to come."""
    renew_chance(t, dice)


@cache
def open_game(name: str) -> Game:
    """Return a game whose searches see all cards."""
    game = games()[name]
    return replace(game, rules={**game.rules, "imagine": imagine})


def main() -> None:
    """Print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--budget", type=read_budget, default=read_budget("300"))
    parser.add_argument("--seed", default="hidden")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--told", action="store_true")
    asked = parser.parse_args()
    if asked.told:
        print(json.dumps(told(games()[asked.game], asked.games, asked.seed)))
        return
    with TemporaryDirectory() as folder:
        compiled(open_game(asked.game), folder)
        given = [
            (asked.game, asked.budget, f"{asked.seed}/{deal}", folder)
            for deal in range(-(-asked.games // 2))
        ]
        with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
            sides = [*counted(pool.map(deal_of, given), len(given))]
    print(
        json.dumps(
            {"game": asked.game, "budget": str(asked.budget), **summed_up(sides)}
        )
    )


def counted(sides: Iterator[Any], deals: int) -> Iterator[Any]:
    """Yield what came of each deal, and say how many there were."""
    for number, side in enumerate(sides, 1):
        print(f"deal {number} of {deals}", file=sys.stderr)
        yield side


def summed_up(sides: list[tuple[float, list[float]]]) -> dict[str, Any]:
    """Return games, better places with their interval, and points, of some deals."""
    better = share([(better, 2) for better, _ in sides])
    points = np.mean([points for _, points in sides], axis=0)
    return {
        "games": 2 * len(sides),
        "better": [round(100 * float(each or 0), 1) for each in better],
        "points": [round(float(each), 2) for each in points],
    }


def told(game: Game, count: int, seed: str) -> dict[str, Any]:
    """Return the bits that decisions tell of hidden cards, and how many they were."""
    network = network_of(game)
    assert network
    policy = find("policy:1")
    bits: dict[str, list[float]] = {}
    for number in range(count):
        match = Match(game, SEATS, f"{seed}/{number}")
        dice = [new_dice(f"{seed}/{number}/{seat}") for seat in range(SEATS + 1)]
        while match.actors:
            seat = match.actors[throw(dice[SEATS], len(match.actors))]
            action = game.actions.read(policy(Seat.at(match, seat, dice[seat])))
            if len(match.legal(seat)) > 1:
                beside = (seat + 1) % SEATS
                tables = (match.imagine(beside, dice[SEATS]) for _ in range(TRIES))
                tried = (chance(network, table, seat, action) for table in tables)
                possible = [*islice(filter(None, tried), TABLES)]
                if len(possible) == TABLES:
                    real = chance(network, match.position, seat, action)
                    gain = np.log2(real / np.mean(possible))
                    bits.setdefault(action.verb, []).append(gain)
            match.play(seat, action)
    each = {
        verb: [round(float(np.mean(found)), 3), len(found)]
        for verb, found in sorted(bits.items())
    }
    whole = [one for found in bits.values() for one in found]
    return {
        "game": game.name,
        "games": count,
        "bits": round(float(np.mean(whole)), 3),
        "decisions": len(whole),
        "verbs": each,
    }


def chance(network: Network, table: Position, seat: int, action: Action) -> float:
    """Return how likely the policy makes a move at a table; 0 where it cannot be made."""
    legal = table.legal_numbers(seat)
    if action.number not in legal:
        return 0.0
    logits, _ = network.evaluate(table.observe(seat), legal)
    shares = np.exp(logits - logits.max())
    return float(max(shares[legal.index(action.number)] / shares.sum(), FAINT))


def deal_of(given: tuple[str, Budget, str, str]) -> tuple[float, list[float]]:
    """Play a deal from both sides; return better places and mean points, seers first."""
    return better_and_points(partial(played, *given))


def better_and_points(play: Callable[[int], Match]) -> tuple[float, list[float]]:
    """Return what a deal from both sides brought every second seat, and the others."""
    better, points = 0.0, np.zeros(2)
    for side in range(2):
        match = play(side)
        places, scored = np.array(match.ranks), np.array(match.scores)
        mine, theirs = places[side::2, None], places[None, 1 - side :: 2]
        better += float(np.mean((mine < theirs) + (mine == theirs) / 2))
        points += [scored[side::2].mean() / 2, scored[1 - side :: 2].mean() / 2]
    return better, [*points]


def played(name: str, budget: Budget, seed: str, folder: str, side: int) -> Match:
    """Return a whole game; every second seat sees all cards."""
    match = Match(games()[name], SEATS, seed)
    dice = [new_dice(f"{seed}/{side}/{seat}") for seat in range(SEATS + 1)]
    while match.actors:
        number = match.actors[throw(dice[SEATS], len(match.actors))]
        seat = Seat.at(match, number, dice[number])
        if number % 2 == side:
            seat = sighted(match, number, dice[number])
        match.play(number, master(seat.game, budget, folder)(seat))
    return match


def sighted(match: Match, number: int, dice: list[int]) -> Seat:
    """Return a seat that sees all cards."""
    real = match.position
    table = Position(open_game(match.game.name), real.table, real.box)
    return Seat(table.imagine(number, dice), number, dice)


@cache
def master(game: Game, budget: Budget, folder: str) -> Search:
    """Return a guided search that is compiled."""
    bot = Search(
        budget, kernels=lambda game: compiled(game, folder), networks=network_of
    )
    bot.prepare(game, SEATS)
    return bot


@cache
def compiled(game: Game, folder: str) -> Compiled:
    """Return a game's kernels, compiled into a folder of their own where it is not ours."""
    ours = games()[game.name]
    kernels = kernels_of(game) if game is ours else Compiled(game, Path(folder))
    for name in ("search", "guided"):
        kernels.warm(name)
    return kernels


if __name__ == "__main__":
    main()
