"""The depth of a review: an amount of work for the whole game, divided among its moments."""

from collections.abc import Mapping

import msgspec

from comptoir.engine.errors import BadSetup

WAYS = 5  # play-outs at a decision, per deal of its moment
LEAST = 16  # fewest deals of a moment


class Depth(msgspec.Struct, frozen=True):
    """A budget of play-out moves, divided among a game's moments."""

    moves: int  # moves made in all play-outs
    most: int  # most deals of one moment
    first: int  # deals on which all legal moves are tried first
    coarse: int  # deals of a moment in the first, rough curve

    def deals(self, moments: int, left: int) -> int:
        """Return how many deals a moment with this many moves left gets: a power of 2."""
        share = self.moves // max(moments, 1) // max(left, 1) // WAYS
        return 1 << (max(LEAST, min(share, self.most)).bit_length() - 1)


DEPTHS: Mapping[str, Depth] = {
    "quick": Depth(60_000_000, 1024, 48, 32),
    "deep": Depth(600_000_000, 8192, 192, 64),
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
