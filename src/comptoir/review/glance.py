"""What is seen of one moment: how it may go on, and what the one who moved could have done.

Every look is from what a seat knows: the network is shown what each seat sees, play-outs
begin on tables that the seats imagine in turn, and the search has the mover's knowledge.
"""

from threading import Event

import msgspec
import numpy as np

from comptoir import bots
from comptoir.bots.budget import Budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search, Weighed, ready_kernels
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.kernels.network import FIRST, POINTS
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position
from comptoir.engine.rules.rng import throw
from comptoir.engine.runs.batch import Batch

from .depth import Depth

PLAIN_PLAYOUTS = 8  # of a moment, where nothing is compiled
LONGEST = 4000  # moves of such a one
BATCHES = 16  # kept


class Glance(msgspec.Struct, frozen=True):
    """What was seen of one moment.

    `signs` tell of each seat what speaks for it; `firsts` are its parts of the first places
    in so many play-outs. `weighed` is what the one who moved could do, the best first.
    """

    signs: list[list[float]]
    firsts: list[float]
    playouts: int
    weighed: list[Weighed] = []
    iterations: int = 0
    stopped: bool = False


class Onlooker:
    """Looks at moments of games; it keeps what it laid out from one to the next."""

    def __init__(self) -> None:
        self._searches: dict[int, Search] = {}
        self._batches: dict[tuple[str, int, str], Batch] = {}

    def look(
        self,
        match: Match,
        depth: Depth,
        moments: int,
        mover: int | None = None,
        stop: Event | None = None,
    ) -> Glance:
        """Look at a match where it stands, with a share of a depth; `mover` moves next."""
        seed = f"{match.commitment}-{len(match.moves)}"
        left = max(1, moments - len(match.moves))
        playouts = depth.playouts(moments, left)
        signs = [_signs(match.position, seat) for seat in range(match.seats)]
        if match.over:
            return Glance(signs, first_shares(match.ranks), 1)
        firsts, count = self._play_out(match, playouts, seed)
        if mover is None or len(match.legal(mover)) == 1:
            return Glance(signs, firsts, count)
        iterations = depth.search(moments)
        thought = self._search(iterations, depth).think(
            bots.Seat.at(match, mover, bots.new_dice(seed)), stop
        )
        stopped = stop is not None and stop.is_set()
        return Glance(
            signs, firsts, count, thought.actions, thought.iterations, stopped
        )

    def _search(self, iterations: int, depth: Depth) -> Search:
        if iterations not in self._searches:
            self._searches[iterations] = Search(
                Budget(iterations=iterations),
                patience=depth.patience,
                networks=network_of,
            )
        return self._searches[iterations]

    def _play_out(self, match: Match, count: int, seed: str) -> tuple[list[float], int]:
        """Return parts of the first places where house bots play on, and of how many games."""
        kernels = _rollouts(match.game) if match.rules == match.game.version else None
        if kernels is None:
            return _played_plain(match.position, PLAIN_PLAYOUTS, seed), PLAIN_PLAYOUTS
        batch = self._batch(match, count, kernels)
        batch.reset(seed)
        batch.tables[:] = match.packed()
        batch.seat[:] = np.arange(count) % match.seats
        batch.imagine()
        batch.seat[:] = match.actors[0]
        batch.rollout(bots="house" if match.game.has_house else "random")
        first = batch.ranks[:, : match.seats] == 1
        shares = first / first.sum(axis=1, keepdims=True)
        return [float(share) for share in shares.sum(axis=0)], count

    def _batch(self, match: Match, count: int, kernels: Compiled) -> Batch:
        options = msgspec.json.encode(match.options).decode()
        key = (match.game.name, count, f"{match.seats} {options}")
        if key not in self._batches:
            if len(self._batches) >= BATCHES:
                self._batches.clear()
            self._batches[key] = Batch(
                match.game,
                match.seats,
                count,
                options=match.options,
                fill=False,
                threads=1,
                kernels=kernels,
            )
        return self._batches[key]


def first_shares(ranks: list[int]) -> list[float]:
    """Return each seat's part of the first place."""
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def _rollouts(game: Game) -> Compiled | None:
    kernels = ready_kernels(game)
    needed = ("deal_tables", "imagine_tables", "rollout_tables")
    if kernels and all(kernels.load(name) for name in needed):
        return kernels
    return None


def _signs(position: Position, seat: int) -> list[float]:
    """Return what speaks for a seat: its points, and what the network foresees for it."""
    points, _, _ = position.standing()
    scale = max(1, *map(abs, points))
    network = network_of(position.game)
    if network is None or not network.fits(position.box):
        return [points[seat] / scale, 0.0, 0.0]
    _, values = network.evaluate(position.observe(seat), [0])
    return [points[seat] / scale, float(values[FIRST]), float(values[POINTS])]


def _played_plain(position: Position, count: int, seed: str) -> list[float]:
    """Return parts of the first places in some games played on without a compiler."""
    dice, seats = bots.new_dice(seed), position.table.seats
    house, total = position.game.has_house, [0.0] * seats
    for number in range(count):
        table = position.imagine(number % seats, dice)
        for _ in range(LONGEST):
            if not (actors := table.actors):
                break
            asked = actors[throw(dice, len(actors))]
            legal = table.legal_numbers(asked)
            table.play(
                asked,
                table.house(asked).number if house else legal[throw(dice, len(legal))],
            )
        shares = first_shares(table.standing()[1])
        total = [one + other for one, other in zip(total, shares, strict=True)]
    return total
