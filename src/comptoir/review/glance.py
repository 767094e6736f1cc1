"""What is seen of one moment: how it may go on, and what the one who moved could have done.

Every look is from what a seat knows: the network is shown what each seat sees, play-outs
begin on tables that the seats imagine in turn, and the search has the mover's knowledge.
"""

from collections.abc import Callable
from threading import Event

import msgspec

from comptoir import bots
from comptoir.bots.budget import Budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search, Weighed
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.kernels.network import FIRST, POINTS
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position

from .depth import Depth
from .playouts import Playouts, first_shares


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
    """Looks at moments of games; it keeps what it laid out from one to the next.

    `kernels` is where compiled ones come from.
    """

    def __init__(
        self, kernels: Callable[[Game], Compiled | None] | None = None
    ) -> None:
        self._kernels = kernels
        self._searches: dict[int, Search] = {}
        self.playouts = Playouts(kernels)

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
        about = (match.position, match.options, range(match.seats))
        firsts, count = self.playouts.play(*about, playouts, seed)
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
                kernels=self._kernels,
                networks=network_of,
            )
        return self._searches[iterations]


def _signs(position: Position, seat: int) -> list[float]:
    """Return what speaks for a seat: its points, and what the network foresees for it."""
    points, _, _ = position.standing()
    scale = max(1, *map(abs, points))
    network = network_of(position.game)
    if network is None or not network.fits(position.box):
        return [points[seat] / scale, 0.0, 0.0]
    _, values = network.evaluate(position.observe(seat), [0])
    return [points[seat] / scale, float(values[FIRST]), float(values[POINTS])]
