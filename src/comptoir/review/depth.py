"""The depth of a review: an amount of work for the whole game, divided among its moments."""

from collections.abc import Mapping

import msgspec

from comptoir.engine.errors import BadSetup

LEAST = 100  # fewest iterations of a useful search


class Depth(msgspec.Struct, frozen=True):
    """A budget of search iterations and play-out moves, divided among a game's moments."""

    iterations: int
    longest: int  # most iterations of one search
    moves: int  # moves made in all play-outs
    most: int  # most play-outs of one moment
    patience: float  # seconds for a decision while the rules are not compiled

    def search(self, moments: int) -> int:
        """Return the search iterations per decision in a game with this many moments."""
        return max(LEAST, min(self.iterations // max(moments, 1), self.longest))

    def playouts(self, moments: int, left: int) -> int:
        """Return how many play-outs a moment with this many moves left gets: a power of 2."""
        share = self.moves // max(moments, 1) // max(left, 1)
        return 1 << (max(4, min(share, self.most)).bit_length() - 1)


DEPTHS: Mapping[str, Depth] = {
    "quick": Depth(240_000, 1_500, 6_000_000, 128, 0.3),
    "deep": Depth(3_000_000, 15_000, 60_000_000, 512, 3.0),
}


def name_of(depth: Depth) -> str:
    """Return the name of a depth; `own` for one that is not built in."""
    return next((name for name, one in DEPTHS.items() if one == depth), "own")


def depth(name: str | Depth) -> Depth:
    """Return a depth by its name.

    Raises:
        BadSetup: There is no depth of this name.
    """
    if isinstance(name, Depth):
        return name
    if name not in DEPTHS:
        raise BadSetup(f"no depth {name!r}: expected {' or '.join(DEPTHS)}")
    return DEPTHS[name]
