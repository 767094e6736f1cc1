"""What it would be worth to know the hidden cards: the most that inferring them could bring.

    python benchmarks/hidden.py borneo [--games 200] [--budget 300] [--seed hidden]

Two `master` that see all cards in play meet two that see what a seat may see, in turn (A, B,
A, B), every deal from both sides. Who sees keeps every card where it is and deals only luck
to come anew. One JSON object: how often one who sees placed before one who does not, with its
95 % interval by deals, and the mean points of both. No bot that ships can see so.
"""

import argparse
import json
from collections.abc import MutableSequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from comptoir import Match, games
from comptoir.arena.shares import share
from comptoir.bots import Seat, new_dice
from comptoir.bots.budget import Budget, read_budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search
from comptoir.engine.backends.compiler import Compiled, kernels_of
from comptoir.engine.model.game import Game
from comptoir.engine.play.position import Position
from comptoir.engine.rules.rng import renew_chance, throw
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import Box, Table

SEATS = 4


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
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        compiled(open_game(asked.game), folder)
        given = [
            (asked.game, asked.budget, f"{asked.seed}/{deal}", folder)
            for deal in range(-(-asked.games // 2))
        ]
        with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
            played = [*pool.map(deal_of, given)]
    better = share([(better, 2) for better, _ in played])
    points = np.mean([points for _, points in played], axis=0)
    line = {
        "game": asked.game,
        "budget": str(asked.budget),
        "games": 2 * len(played),
        "better": [round(100 * float(each or 0), 1) for each in better],
        "points": [round(float(each), 2) for each in points],
    }
    print(json.dumps(line))


def deal_of(given: tuple[str, Budget, str, str]) -> tuple[float, list[float]]:
    """Play a deal from both sides; return better places and mean points, seers first."""
    better, points = 0.0, np.zeros(2)
    for side in range(2):
        match = played(*given, side)
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
