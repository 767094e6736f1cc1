"""What the numbers of an observation mean: each part by its name and its slice."""

from collections.abc import Mapping

from comptoir.engine.model import registry
from comptoir.engine.model.game import Game


def layout(game: str | Game) -> "Mapping[str, slice[int, int, None]]":
    """Return the parts of an observation by name, in their order.

    `sight[layout("batavia")["the high bid"]]` is that part of a row that a learner sees.
    """
    chosen = registry.load(game)
    parts, start = {}, 0
    for name, size in chosen.layout:
        parts[str(name)] = slice(start, start + size)
        start += size
    return parts
