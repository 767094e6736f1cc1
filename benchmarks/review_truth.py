"""Tests whether reviews are right: about weak players, luck, and planted blunders.

    python benchmarks/review_truth.py pairs --weak random --strong casual --games 200
    python benchmarks/review_truth.py blunders --games 50
    python benchmarks/review_truth.py calibration --games 500
    python benchmarks/review_truth.py time --games 5

`pairs` seats one weak bot among strong ones (in turn at each seat), reviews each game and
counts in how many the weak bot's own choices were worse than the mean of the strong bots'; it
also prints every seat's mean luck with its standard error. `blunders` plants the worst legal
move of a random decision of a seat in games of `--by` bots, and counts how often it is among
the seat's three costliest moves; a game counts if an independent evaluation confirms that the
move costs at least `--cost`. `calibration` compares chances with results, in bins of a tenth,
in games of `strong` bots; the chances are those of a review before it smooths them. `time`
prints the seconds of a review of the longest of some games, and those of its first, rough
curve. Shares have Wilson intervals of 95 %. One JSON object a line; `--seats` sets the number
of players, `--first` the number of the first game, `--jobs` the number of processes.
"""

import argparse
import json
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain, repeat
from multiprocessing import get_context
from typing import Any

import numpy as np

from comptoir import Match, bots, games
from comptoir.engine.runs.intervals import wilson
from comptoir.review import DEPTHS, Depth, Evaluator, review
from comptoir.review.build import SCORED
from comptoir.review.evaluation import lost_by
from comptoir.review.playouts import first_shares

Work = Callable[[str, argparse.Namespace, int], Any]
SMALLEST = {"batavia": 3, "borneo": 3, "negoces": 4, "osaka": 2}


def main() -> None:
    """Print one JSON object per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["pairs", "blunders", "calibration", "time"])
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--weak", default="random")
    parser.add_argument("--strong", default="casual")
    parser.add_argument(
        "--by", default="policy", help="the bots among whom blunders are planted"
    )
    parser.add_argument("--depth", default="quick", choices=[*DEPTHS])
    parser.add_argument("--cost", type=float, default=0.15)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--each", action="store_true", help="a line for each game")
    asked = parser.parse_args()
    for name in games():
        if asked.game in (None, name):
            for line in WHAT[asked.what](name, asked):
                print(json.dumps({"game": name} | line), flush=True)


def each(work: Work, game: str, asked: argparse.Namespace) -> Iterator[Any]:
    """Yield the result of some work for each game, by `--jobs` processes."""
    numbers = range(asked.first, asked.first + asked.games)
    about = (work, repeat(game), repeat(asked), numbers)
    if asked.jobs == 1:
        yield from map(*about)
        return
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        yield from pool.map(*about)


@cache
def evaluator() -> Evaluator:
    """Return this process's evaluator."""
    return Evaluator()


def played(game: str, seats: int, names: list[str], seed: str) -> Match:
    """Return a whole game of these bots."""
    match, dice = Match(game, seats, seed=seed), bots.new_dice(seed)
    players = [bots.find(name) for name in names]
    while not match.over:
        seat = match.actors[0]
        bots.move(match, seat, players[seat], dice)
    return match


def pair(
    game: str, asked: argparse.Namespace, number: int
) -> tuple[int, list[tuple[float, float]]]:
    """Return the weak seat of a game, and every seat's own choices and luck."""
    seats = asked.seats or SMALLEST.get(game, 4)
    weak = number % seats
    names = [asked.weak if seat == weak else asked.strong for seat in range(seats)]
    match = played(game, seats, names, f"{asked.weak}-{asked.strong}-{number}")
    return weak, balances(match, DEPTHS[asked.depth])


def pairs(game: str, asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield how often the weak bot's own choices were worse, and the mean luck of the seats."""
    right, seats = 0, asked.seats or SMALLEST.get(game, 4)
    luck: dict[str, list[float]] = defaultdict(list)
    choices: dict[str, list[float]] = defaultdict(list)
    for number, (weak, accounts) in enumerate(each(pair, game, asked), asked.first):
        rest = [own for seat, (own, _) in enumerate(accounts) if seat != weak]
        right += accounts[weak][0] < statistics.fmean(rest)
        for seat, (own, chance) in enumerate(accounts):
            who = "weak" if seat == weak else "strong"
            luck[who].append(chance)
            luck[f"seat {seat + 1}"].append(chance)
            choices[who].append(own)
        if asked.each:
            own, lucky = (
                [round(one, 2) for one in row] for row in zip(*accounts, strict=True)
            )
            yield {"number": number, "weak": weak, "own": own, "luck": lucky}
    yield {
        "weak": asked.weak,
        "strong": asked.strong,
        "seats": seats,
        "depth": asked.depth,
        "own choices worse": share(right, asked.games),
        "luck": {who: mean(values) for who, values in sorted(luck.items())},
        "own choices": {who: mean(values) for who, values in sorted(choices.items())},
    }


def balances(match: Match, depth: Depth) -> list[tuple[float, float]]:
    """Return every seat's own choices and luck, as a review of this depth has them.

    It leaves out the curve and the search for the best moves, which take most of the time.
    """
    now, moves = Match(match.game.name, match.seats, seed=match.seed), match.moves
    changes = np.zeros(
        (2, match.seats, match.seats)
    )  # chance or points, chooser, whose
    lost = np.zeros((2, match.seats))
    for number, move in enumerate(moves):
        if len(now.legal(move.seat)) > 1:
            count = depth.deals(len(moves), len(moves) - number)
            found = evaluator().compare(now, move.seat, move.action, count)
            pairs = zip(found.played, found.house, strict=True)
            for what, (one, other) in enumerate(pairs):
                changes[what, move.seat] += (np.array(one) - other).mean(1)
            lost[:, move.seat] += lost_by(found, move.seat)
        now.play(move.seat, move.action)
    end = evaluator().glance(now, depth)
    scored = any(abs(lead) > SCORED for lead in end.leads)
    start, result = (0.0, end.leads) if scored else (1 / match.seats, end.chances)
    luck = np.array(result) - start - changes[int(scored)].sum(axis=0)
    return [*zip(lost[int(scored)].tolist(), luck.tolist(), strict=True)]


def blunder(
    game: str, asked: argparse.Namespace, number: int
) -> tuple[str, int, float, list[int]] | None:
    """Return the seed of a game, its planted blunder, what it cost and the costliest moves.

    Return None if the move costs too little.
    """
    seats, seed = asked.seats or SMALLEST.get(game, 4), f"blunder-{number}"
    planted = plant(game, seats, seed, asked)
    if planted is None:
        return None
    match, move = planted
    seen = review(match.record(), asked.depth)
    decision = seen.moments[move].decision
    loss = decision.loss if decision else 0.0
    return seed, move, loss, seen.seats[match.moves[move - 1].seat].costliest


def blunders(game: str, asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield how often a planted blunder is among its seat's three costliest moves."""
    found, of = 0, 0
    for planted in filter(None, each(blunder, game, asked)):
        seed, move, loss, named = planted
        found += move in named
        of += 1
        if asked.each:
            about = {"seed": seed, "move": move, "loss": round(loss, 3)}
            yield about | {"costliest": named}
    yield {
        "planted": of,
        "tried": asked.games,
        "among three costliest": share(found, of),
    }


def plant(
    game: str, seats: int, seed: str, asked: argparse.Namespace
) -> tuple[Match, int] | None:
    """Return a game with a planted blunder, and its move; None if it costs too little."""
    whole = played(game, seats, [asked.by] * seats, seed)
    lot = random.Random(seed)
    match, dice = Match(game, seats, seed=seed), bots.new_dice(seed)
    players = [bots.find(asked.by) for _ in range(seats)]
    until = lot.randrange(len(whole.moves))
    while not match.over:
        seat = match.actors[0]
        legal = match.legal(seat)
        if len(match.moves) >= until and len(legal) > 1:
            about = (match.position, [seat], 512, f"{seed}-planted")
            deals = evaluator().playouts.deals(*about)
            worth = {a: np.mean(deals.play(seat, a).shares[seat]) for a in legal}
            worst = min(legal, key=lambda action: worth[action])
            if max(worth.values()) - worth[worst] < asked.cost:
                return None
            match.play(seat, worst)
            move = len(match.moves)
            break
        bots.move(match, seat, players[seat], dice)
    else:
        return None
    while not match.over:
        seat = match.actors[0]
        bots.move(match, seat, players[seat], dice)
    return match, move


def moment(
    game: str, asked: argparse.Namespace, number: int
) -> list[tuple[float, float]]:
    """Return every seat's chance at a random moment of a game, and its result."""
    seats, seed = asked.seats or SMALLEST.get(game, 4), f"calibration-{number}"
    match = played(game, seats, ["strong"] * seats, seed)
    until = random.Random(seed).randrange(len(match.moves))
    now = Match(game, seats, seed=seed)
    for move in match.moves[:until]:
        now.play(move.seat, move.action)
    about = (now.position, range(seats), 256, seed)
    chances = np.mean(evaluator().playouts.deals(*about).play().shares, axis=1)
    seat, action = match.moves[until].seat, match.moves[until].action
    if len(now.legal(seat)) > 1:
        ways = evaluator().compare(now, seat, action, 256)
        gain = np.array(ways.expected(seat).shares) - ways.house.shares
        chances += gain.mean(axis=1)
    chances = chances.clip(0, 1)
    return [*zip(chances.tolist(), first_shares(match.ranks), strict=True)]


def calibration(game: str, asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield for each bin of chances how often the seat came first, and the difference.

    One random moment of each game counts, so the samples are independent.
    """
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for pair_ in chain.from_iterable(each(moment, game, asked)):
        bins[min(9, int(10 * pair_[0]))].append(pair_)
    for tenth, pairs_ in sorted(bins.items()):
        told, came = zip(*pairs_, strict=True)
        yield {
            "bin": f"{10 * tenth}-{10 * tenth + 10} %",
            "samples": len(told),
            "expected": round(100 * statistics.fmean(told), 1),
            "came": round(100 * statistics.fmean(came), 1),
            "error": round(100 * statistics.pstdev(came) / len(came) ** 0.5, 1),
        }


def timed(game: str, asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the seconds that the review of a long game takes on one core."""
    seats, depth = asked.seats, DEPTHS[asked.depth]
    matches = [
        played(game, seats, ["strong"] * (seats or 4), f"time-{number}")
        for number in range(asked.first, asked.first + asked.games)
    ]
    longest = max(matches, key=lambda match: len(match.moves))
    start = time.process_time()
    now = Match(game, seats, seed=longest.seed)
    for move in longest.moves:
        evaluator().glance(now, depth)
        now.play(move.seat, move.action)
    rough = time.process_time() - start
    review(longest.record(), asked.depth)
    whole = time.process_time() - start
    yield {
        "depth": asked.depth,
        "moves": len(longest.moves),
        "rough curve": round(rough, 1),
        "whole": round(whole, 1),
    }


def share(count: float, of: int) -> dict[str, Any]:
    """Return a share in percent with its interval."""
    low, high = wilson(count / max(1, of), max(1, of))
    return {
        "share": round(100 * count / max(1, of), 1),
        "of": of,
        "interval": [round(100 * low, 1), round(100 * high, 1)],
    }


def mean(values: list[float]) -> dict[str, float]:
    """Return a mean with its standard error."""
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return {"mean": round(statistics.fmean(values), 2), "error": round(error, 2)}


WHAT = {"pairs": pairs, "blunders": blunders, "calibration": calibration, "time": timed}

if __name__ == "__main__":
    main()
