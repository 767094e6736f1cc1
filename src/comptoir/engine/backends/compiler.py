"""Kernels compiled for the CPU, or loaded from the cache.

Nothing of numba is imported before someone asks for speed: it takes half a second to load,
and a game tens of seconds to compile.
"""

import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from comptoir.engine.kernels import KERNELS
from comptoir.engine.model.game import Game
from comptoir.engine.rules.callgraph import CallGraph

from .cache import Entry, cache_root, entry_key
from .widening import take_wide_numbers

SHORT = 250  # bytes of a rule's bytecode: such rules are inlined


def available() -> bool:
    """Whether numba is installed; without it everything runs plain."""
    try:
        version("numba")
    except PackageNotFoundError:
        return False
    return True


@cache
def kernel_keys(game: Game, *, bounds: bool = False) -> dict[str, str]:
    """Return the fingerprint of every kernel of a game, without compiling anything."""
    return Compiled(game, bounds=bounds).keys


def is_warm(game: Game, *names: str) -> bool:
    """Whether kernels, or all of them, need no compiling on this machine."""
    keys, folder = kernel_keys(game), cache_root() / game.name
    wanted = names or KERNELS
    return all(Entry(folder, name, keys[name]).path.exists() for name in wanted)


class Compiled:
    """A game's kernels, each compiled or loaded from disk when first called.

    Args:
        game: The game.
        root: Where they are kept, if not in the usual cache.
        bounds: Check every index; for tests.
    """

    def __init__(self, game: Game, root: Path | None = None, *, bounds: bool = False):
        self.game = game
        self.folder = (root or cache_root()) / game.name
        self.bounds = bounds
        self._graph = CallGraph(game.rules, self._jit)
        self._calls = self._graph.count_calls(k.loop for k in KERNELS.values())
        self._kernels: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in KERNELS:
            raise AttributeError(f"no kernel {name!r}: expected {', '.join(KERNELS)}")
        if name not in self._kernels:
            self._kernels[name] = self._entry(name)
        return self._kernels[name]

    @property
    def keys(self) -> dict[str, str]:
        """The fingerprint of every kernel."""
        layout = [(d.descr, d.itemsize) for d in (self.game.table, self.game.box)]
        return {
            name: entry_key(
                self._graph.fingerprint(kernel.loop, self._inlined),
                layout,
                sorted(self._flags().items()),
            )
            for name, kernel in KERNELS.items()
        }

    def warm(self, name: str) -> float:
        """Compile one kernel, or load it; return the seconds it took."""
        import numba

        start = time.perf_counter()
        typeof: Any = numba.typeof
        examples = KERNELS[name].examples(self.game)
        getattr(self, name).compile(tuple(typeof(one) for one in examples))
        return time.perf_counter() - start

    def _entry(self, name: str) -> Any:
        """Return a kernel that is looked for on disk before it is compiled."""
        import numba

        from .linking import KernelCompiler

        loop = self._graph.unjitted(KERNELS[name].loop)
        dispatcher = numba.njit(pipeline_class=KernelCompiler, **self._flags())(loop)
        key = kernel_keys(self.game, bounds=self.bounds)[name]
        dispatcher._cache = Entry(self.folder, name, key)  # noqa: SLF001
        return dispatcher

    def _jit(self, function: Any) -> Any:
        import numba

        from .linking import RuleCompiler

        njit: Any = numba.njit
        compiled = njit(
            pipeline_class=RuleCompiler,
            forceinline=self._inlined(function),
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            **self._flags(),
        )(function)
        return take_wide_numbers(compiled)

    def _inlined(self, function: Any) -> bool:
        """Whether a rule becomes part of its callers: it is short, or called once."""
        code = function.__code__
        fits = self._calls[code] == 1 or len(code.co_code) < SHORT
        return fits and not getattr(function, "is_noinline", False)

    def _flags(self) -> dict[str, Any]:
        """Compile for threads; rules allocate nothing, so references are not counted."""
        flags: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
        return flags | ({"boundscheck": True} if self.bounds else {"_nrt": False})


@cache
def _loaded(game: Game, root: Path) -> Compiled:
    return Compiled(game, root)


def kernels_of(game: Game) -> Compiled:
    """Return a game's kernels from the usual cache, loaded once in a process."""
    return _loaded(game, cache_root())


def rules_of(game: Game) -> int:
    """Count the rules that a game's kernels are made of: how long a progress bar is."""
    loops = [kernel.loop for kernel in KERNELS.values()]
    return len(CallGraph(game.rules).reachable(*loops))
