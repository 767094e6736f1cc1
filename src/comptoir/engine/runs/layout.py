"""The layout of an observation: the name and slice of each part."""

from collections.abc import Mapping

from comptoir.engine.model import registry
from comptoir.engine.model.game import Game


def layout(game: str | Game) -> "Mapping[str, slice[int, int, None]]":
    """Return the slices of an observation's parts by name, in order.

    `sight[layout("batavia")["the high bid"]]` is that part of an observation `sight`.
    """
    chosen = registry.load(game)
    parts, start = {}, 0
    for name, size in chosen.layout:
        parts[str(name)] = slice(start, start + size)
        start += size
    return parts
