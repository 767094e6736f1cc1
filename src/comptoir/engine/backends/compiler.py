"""Kernels compiled for the CPU, or loaded from the cache.

Nothing of numba is imported before someone asks for speed: it takes half a second to load,
and a game tens of seconds to compile.
"""

import time
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from comptoir.engine.kernels import KERNELS
from comptoir.engine.model.game import Game
from comptoir.engine.rules.callgraph import CallGraph

from .cache import Entry, cache_root, entry_key

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
        start = time.perf_counter()
        getattr(self, name).compile(self._signature(name))
        return time.perf_counter() - start

    def load(self, name: str) -> bool:
        """Load one kernel, and say whether it was there; compile nothing.

        A damaged one is removed, so that somebody compiles it anew.
        """
        kernel, signature = getattr(self, name), self._signature(name)
        if signature not in kernel.overloads:
            found = kernel._cache.load_overload(signature, kernel.targetctx)  # noqa: SLF001
            if found is None:
                with suppress(OSError):
                    kernel._cache.path.unlink()  # noqa: SLF001
                return False
            code = found.entry_point, found.fndesc, [found.library]
            kernel.targetctx.insert_user_function(*code)  # as numba does
            kernel.add_overload(found)
        return True

    def _signature(self, name: str) -> tuple[Any, ...]:
        import numba

        typeof: Any = numba.typeof
        return tuple(typeof(one) for one in KERNELS[name].examples(self.game))

    def _entry(self, name: str) -> Any:
        """Return a kernel that is looked for on disk before it is compiled."""
        import numba

        loop = self._graph.unjitted(KERNELS[name].loop)
        dispatcher = numba.njit(**self._flags())(loop)
        key = kernel_keys(self.game, bounds=self.bounds)[name]
        dispatcher._cache = Entry(self.folder, name, key)  # noqa: SLF001
        return dispatcher

    def _jit(self, function: Any) -> Any:
        import numba

        return numba.njit(forceinline=self._inlined(function), **self._flags())(
            function
        )

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


def rules_of(game: Game, *names: str) -> int:
    """Count the rules that kernels, or all of them, are made of: how long they take."""
    loops = [KERNELS[name].loop for name in names or KERNELS]
    return len(CallGraph(game.rules).reachable(*loops))
