"""Evaluates a moment of a game: every seat's chances, and the options of the seat to move.

A moment is the position after a number of moves. Its evaluation uses only what seats know:
play-outs begin on tables imagined by the seats in turn, and the search has the knowledge of
the seat to move. A chance is always the chance of finishing first.
"""

from collections.abc import Callable
from threading import Event

import msgspec

from comptoir import bots
from comptoir.bots.budget import Budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import MoveEvaluation, Search
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match

from .depth import Depth
from .playouts import Playouts, first_shares


class MomentEvaluation(msgspec.Struct, frozen=True):
    """The evaluation of one moment.

    `firsts` counts each seat's first places in `playouts` play-outs; seats that tie share one.
    `moves` lists the options of the seat to move, best first.
    """

    firsts: list[float]
    playouts: int
    moves: list[MoveEvaluation] = []
    iterations: int = 0
    stopped: bool = False


class Evaluator:
    """Evaluates moments of games; it reuses its batches and searches for later moments.

    `kernels` is the function that returns a game's compiled kernels.
    """

    def __init__(
        self, kernels: Callable[[Game], Compiled | None] | None = None
    ) -> None:
        self._kernels = kernels
        self._searches: dict[int, Search] = {}
        self.playouts = Playouts(kernels)

    def evaluate(
        self,
        match: Match,
        depth: Depth,
        moments: int,
        mover: int | None = None,
        stop: Event | None = None,
    ) -> MomentEvaluation:
        """Evaluate the present moment of a match; `mover` is the seat that moves next."""
        seed = f"{match.commitment}-{len(match.moves)}"
        left = max(1, moments - len(match.moves))
        playouts = depth.playouts(moments, left)
        if match.over:
            return MomentEvaluation(first_shares(match.ranks), 1)
        about = (match.position, match.options, range(match.seats))
        firsts, count = self.playouts.play(*about, playouts, seed)
        if mover is None or len(match.legal(mover)) == 1:
            return MomentEvaluation(firsts, count)
        iterations = depth.search(moments)
        analysis = self._search(iterations, depth).think(
            bots.Seat.at(match, mover, bots.new_dice(seed)), stop
        )
        stopped = stop is not None and stop.is_set()
        return MomentEvaluation(
            firsts, count, analysis.actions, analysis.iterations, stopped
        )

    def _search(self, iterations: int, depth: Depth) -> Search:
        if iterations not in self._searches:
            self._searches[iterations] = Search(
                Budget(iterations=iterations),
                patience=depth.patience,
                kernels=self._kernels,
                networks=network_of,
            )
        return self._searches[iterations]
