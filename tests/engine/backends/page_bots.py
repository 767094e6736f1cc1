"""Prints the moves that bots of many kinds choose, each at another decision of a game.

With the folder of modules as an argument, as in a page: NumPy, numba and llvmlite cannot be
imported. See `test_wasm.py`.
"""

# ruff: noqa: E402 - what blocks imports comes before them

import importlib.abc
import sys
from pathlib import Path

BLOCKED = ("numba", "numpy", "llvmlite")
NAMES = ("search:60", "master:60", "strong", "expert", "greedy", "policy:1", "novice")


class Block(importlib.abc.MetaPathFinder):
    """Refuses modules, as if they were not installed."""

    def find_spec(self, fullname, path=None, target=None):
        """Refuse a blocked module; leave all others to the usual finders."""
        if fullname.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(fullname, name=fullname)


if len(sys.argv) > 1:
    sys.meta_path.insert(0, Block())
    sys.path.insert(0, str(Path(__file__).parents[2]))

from comptoir import Match, bots, games
from comptoir.engine.runs import browser
from comptoir.engine.runs.trained import FILE


def play(name):
    """Print the moves of a game, each by the next bot."""
    match = Match(name, seed="page")
    for bot in NAMES:
        dice = bots.new_dice(bot)
        while len(match.legal(match.actors[0])) == 1:
            bots.move(match, match.actors[0], bots.find("house"), dice)
        print(bot, bots.move(match, match.actors[0], bots.find(bot), dice))


def load(game, folder):
    """Let a game's bots use its module in Node, and return the host."""
    from wasm_hosts import NodeHost  # noqa: PLC0415 - its folder is added above

    host = NodeHost(*(folder / f"{game.name}.{end}" for end in ("wasm", "json")))
    browser.use(game, host, (game.folder / FILE).read_bytes())
    return host


for name, game in games().items():
    if len(sys.argv) == 1:
        play(name)
    else:
        host = load(game, Path(sys.argv[1]))
        play(name)
        host.close()
assert "numba" not in sys.modules or len(sys.argv) == 1
