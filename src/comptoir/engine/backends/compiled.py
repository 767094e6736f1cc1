"""Compiled twins of the rules for the CPU, kept on disk under a hash of their sources.

Nothing here is imported before someone asks for speed: numba takes half a second to
load and a game tens of seconds to compile.
"""

import hashlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from comptoir.engine.kernels import batched, loop
from comptoir.engine.kernels.search import search
from comptoir.engine.model.game import Game
from comptoir.engine.rules.rule import Twins

KERNELS: dict[str, Any] = {
    "play_games": loop.play_games,
    "copy_tables": loop.copy_tables,
    "observe_tables": loop.observe_tables,
    "imagine_tables": loop.imagine_tables,
    "deal_tables": batched.deal_tables,
    "check_tables": batched.check_tables,
    "step_tables": batched.step_tables,
    "roll_tables": batched.roll_tables,
    "look_tables": batched.look_tables,
    "search": search,
}

SHORT = 250  # bytes of a rule's code, as Python has it

# Where the engine's share of the kernels is written; the rest of it needs no recompiling.
SOURCES = (
    "backends/compiled",
    "kernels/batched",
    "kernels/loop",
    "kernels/search",
    "model/events",
    "rules/contract",
    "rules/helpers",
    "rules/rng",
    "rules/rule",
    "rules/table",
)


def available() -> bool:
    """Whether numba is installed; without it everything runs plain."""
    try:
        version("numba")
    except PackageNotFoundError:
        return False
    return True


def cache_root() -> Path:
    """Return the folder of compiled rules; COMPTOIR_CACHE names another one."""
    own = os.environ.get("COMPTOIR_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "comptoir"


@cache
def fingerprint(game: Game) -> str:
    """Hash all that compiled code depends on: rule sources, versions, processor."""
    import llvmlite.binding

    digest = hashlib.sha256()
    own = [Path(__file__).parents[1] / f"{name}.py" for name in SOURCES]
    for source in (*own, *sorted(game.folder.glob("*.py"))):
        digest.update(source.name.encode() + source.read_bytes())
    tools = [sys.version, *(version(name) for name in ("numba", "numpy", "llvmlite"))]
    host = [llvmlite.binding.get_host_cpu_name(), str(os.environ.get("NUMBA_OPT"))]
    digest.update(repr([*tools, *host]).encode())
    return digest.hexdigest()[:16]


def cache_folder(game: Game, root: Path | None = None) -> Path:
    """Return where a game's compiled rules are kept."""
    return (root or cache_root()) / f"{game.name}-{fingerprint(game)}"


def is_warm(game: Game) -> bool:
    """Whether a game's rules need no compiling on this machine."""
    found = [path.name for path in cache_folder(game).rglob("*.nbc")]
    return all(any(f".{name}-" in file for file in found) for name in KERNELS)


@contextmanager
def _numba_cache(folder: Path) -> Iterator[None]:
    """Let numba keep what it compiles in a folder of ours."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    folder.mkdir(parents=True, exist_ok=True)
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


class Compiled:
    """A game's kernels, each compiled or loaded from disk when first called."""

    def __init__(self, game: Game, root: Path | None = None, *, bounds: bool = False):
        self.game = game
        self.folder = cache_folder(game, root)
        self.bounds = bounds
        self._twins = Twins(game.rules, self._jit)
        self._calls = self._twins.count_calls(KERNELS.values())
        self._kernels: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in KERNELS:
            raise AttributeError(f"no kernel {name!r}: expected {', '.join(KERNELS)}")
        if name not in self._kernels:
            self._kernels[name] = self._entry(name)
        return self._kernels[name]

    def _entry(self, name: str) -> Any:
        import numba

        function = self._twins.unjitted(KERNELS[name])
        with _numba_cache(self.folder):
            return numba.njit(cache=not self.bounds, **self._flags())(function)

    def _jit(self, function: Any) -> Any:
        """Compile a rule; short ones, and those called once, become part of the caller."""
        import numba

        code = function.__code__
        fits = self._calls[code] == 1 or len(code.co_code) < SHORT
        within = fits and not getattr(function, "is_apart", False)
        return numba.njit(forceinline=within, **self._flags())(function)

    def _flags(self) -> dict[str, Any]:
        """Compile for threads; rules allocate nothing, so nothing is counted either."""
        flags: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
        return flags | ({"boundscheck": True} if self.bounds else {"_nrt": False})

    def warm(self, name: str) -> float:
        """Compile one kernel, or load it, by using it once; return the seconds it took."""
        from . import warmup

        use = getattr(warmup, name)
        start = time.perf_counter()
        use(self)
        return time.perf_counter() - start


def rules_of(game: Game) -> int:
    """Count the rules that a game's slowest kernel is made of: how long the bar is."""
    twins = Twins(game.rules)
    twins.of(loop.play_games)
    return twins.count
