"""How far below the best move bots choose, by their settings: contests in small.

    python benchmarks/regret.py osaka policy search deep=3,ahead=4 mix=0,trust=0.9 \
        [--network FILE] [--positions 64] [--iterations 2000] [--budget 250ms] [--keep FILE]

Positions are decisions in games of the policy with `search:60`, where the policy is not sure
of itself. What each move is worth there is found by `--iterations` games that the policy plays
to their ends; `--keep` keeps that in a file, and takes it from there the next time. A bot is
a name, or settings of a guided search (`SearchSettings`; `-` for the usual ones); with
`@FILE` behind it, by another network than the one that plays the games (`@FILE` alone: the
usual settings).

One JSON object a line: regret is the mean distance to the best move, in thousandths of a
game from the last place to the first; `to_first` is the difference to the bot that was named
first, at the same positions. Both have 95 % intervals. Finding the best has its own noise,
the same for all. The others are taken for the policy's own kind.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from comptoir import Match, games
from comptoir.bots import Seat, find, new_dice
from comptoir.bots.budget import Budget, read_budget
from comptoir.bots.policy import Policy, network_of
from comptoir.bots.search import Search
from comptoir.engine.backends.compiler import is_warm
from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import Network
from comptoir.engine.runs.tree import SearchSettings

SEATS = 4
EACH = 3  # positions of a game
SURE = 0.98  # of a move: such a decision tells nothing
TRIED = 100  # games that a move needs to be the best
ROUNDS = 2  # choices of a bot at a position, by other dice
WHOLE = SearchSettings(
    explore=2.0, trust=0.8, strangers=0, fpu=0.0, deep=1, ahead=1 << 20, mix=0
)


class Question(msgspec.Struct):
    """A position, and what its moves are worth, 0 to 1, with the games that say so."""

    seed: str
    moves: list[str]
    seat: int
    worth: dict[int, tuple[float, int]]

    @property
    def best(self) -> float:
        """What the best move is worth."""
        return max(worth for worth, games in self.worth.values() if games >= TRIED)

    def regret(self, move: int) -> float:
        """Return how much is lost by a move; one that was hardly tried is the worst."""
        worst = min(worth for worth, _ in self.worth.values())
        return self.best - self.worth.get(move, (worst, 0))[0]

    def match(self, game: Game) -> Match:
        """Return the table."""
        match = Match(game, SEATS, self.seed)
        for move in self.moves:
            seat, action = move.split(maxsplit=1)
            match.play(int(seat), action)
        return match


def main() -> None:
    """Print one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--network", type=Path, help="that plays; the game's own")
    parser.add_argument("--positions", type=int, default=64)
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--budget", type=read_budget, default=read_budget("250ms"))
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    game = games()[asked.game]
    if not is_warm(game, "guided"):
        raise SystemExit(f"{game.name} is not compiled yet: run comptoir warm first")
    network = Network.load(asked.network, game) if asked.network else network_of(game)
    if network is None:
        raise SystemExit(f"{game.name} has no network: name one with --network")
    if asked.keep and asked.keep.exists():
        told = msgspec.json.decode(asked.keep.read_bytes(), type=list[Question])
    else:
        found = questions(game, network, asked.iterations)
        told = [one for one, _ in zip(found, range(asked.positions), strict=False)]
        if asked.keep:
            asked.keep.write_bytes(msgspec.json.encode(told))
    first: Any = None
    for name in asked.bots:
        regrets = measure(game, bot_of(game, name, network, asked.budget), told)
        first = regrets if first is None else first
        line = {"bot": name, "regret": interval(regrets)}
        line["to_first"] = interval(regrets - first)
        print(json.dumps({"game": game.name, **line}), flush=True)


def questions(game: Game, network: Network, iterations: int) -> Iterator[Question]:
    """Yield positions of games, and what moves are worth there."""
    whole = guided(network, Budget(iterations=iterations), WHOLE)
    policy, search = Policy(0.3, networks=lambda _: network), find("search:60")
    random, number = np.random.default_rng(5), 0
    while True:
        number += 1
        sitting = [policy, search] * (SEATS // 2)
        match = played(game, f"regret/{number}", sitting[number % 2 :] + sitting)
        moves = match.record().moves
        again = Match(game, SEATS, f"regret/{number}")
        asked = set(random.choice(len(moves), min(EACH, len(moves)), replace=False))
        for at, move in enumerate(moves):
            seat, action = move.split(maxsplit=1)
            if at in asked and unsure(
                network, Seat.at(again, int(seat), new_dice("1"))
            ):
                worth = worths(whole, Seat.at(again, int(seat), new_dice(str(at))))
                if any(games >= TRIED for _, games in worth.values()):
                    yield Question(f"regret/{number}", moves[:at], int(seat), worth)
            again.play(int(seat), action)


def played(game: Game, seed: str, sitting: list[Callable[[Seat], Any]]) -> Match:
    """Return a whole game of bots."""
    match = Match(game, SEATS, seed)
    dice = [new_dice(f"{seed}/{seat}") for seat in range(SEATS)]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, sitting[seat](Seat.at(match, seat, dice[seat])))
    return match


def unsure(network: Network, seat: Seat) -> bool:
    """Whether the policy could do one thing or another."""
    moves = [action.number for action in seat.legal]
    logits, _ = network.evaluate(seat.imagined.observe(seat.number), moves)
    shares = np.exp(logits - logits.max())
    return bool(shares.max() / shares.sum() < SURE)


def worths(whole: Search, seat: Seat) -> dict[int, tuple[float, int]]:
    """Return what whole games by the policy say of each move."""
    whole.think(seat)
    (tree,) = whole.prepare(seat.game, seat.seats)
    return {b.move: (b.worth, b.visits) for b in tree.branches() if b.visits}


def guided(network: Network, budget: Budget, settings: SearchSettings) -> Search:
    """Return a search that a network guides."""
    return Search(budget, settings=settings, networks=lambda _: network)


def bot_of(game: Game, name: str, network: Network, budget: Budget) -> Any:
    """Return a bot by its name or settings."""
    name, _, path = name.partition("@")
    network = Network.load(Path(path), game) if path else network
    if name == "policy":
        return Policy(networks=lambda _: network)
    if name == "search":
        return Search(budget)
    given = dict(part.split("=") for part in name.split(",") if "=" in part)
    if name != "-" and name and not given:
        return find(name)
    read = {key: json.loads(value) for key, value in given.items()}
    return guided(network, budget, SearchSettings(**read))


def measure(game: Game, bot: Any, told: list[Question]) -> Any:
    """Return the mean regret of a bot's choices at every position."""
    if hasattr(bot, "prepare"):
        bot.prepare(game, SEATS)
    found = np.zeros(len(told))
    for number, question in enumerate(told):
        match = question.match(game)
        for turn in range(ROUNDS):
            seat = Seat.at(match, question.seat, new_dice(f"{turn}/{number}"))
            found[number] += question.regret(int(bot(seat))) / ROUNDS
    return found


def interval(found: Any) -> list[float]:
    """Return a mean in thousandths, and half of its 95 % interval."""
    half = 1.96 * found.std() / max(1, len(found)) ** 0.5
    return [round(1000 * float(found.mean()), 1), round(1000 * float(half), 1)]


if __name__ == "__main__":
    main()
