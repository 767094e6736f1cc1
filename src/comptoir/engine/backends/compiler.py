"""Compiles kernels for the CPU, or loads them from the cache.

numba is imported only when a kernel is needed: importing it takes half a second, and
compiling a game tens of seconds.
"""

import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from comptoir.engine.kernels import KERNELS, ahead
from comptoir.engine.kernels.arrays import zeros
from comptoir.engine.kernels.kernel import names_in
from comptoir.engine.model.game import Game
from comptoir.engine.rules.callgraph import CallGraph
from comptoir.engine.rules.fields import FieldRecord
from comptoir.engine.rules.table import Plain, new_tables, pack

from . import shipped
from .cache import Entry, Processor, cache_root, entry_key, read_whole
from .widening import take_wide_numbers

TOOLS = ("numba", "llvmlite", "numpy")
SHORT = 250  # bytes of bytecode; rules up to this size are inlined


def available() -> bool:
    """Return True if numba is installed; without it, everything runs as plain Python."""
    try:
        version("numba")
    except PackageNotFoundError:
        return False
    return True


@cache
def kernel_keys(
    game: Game, *, bounds: bool = False, target: Processor | None = None
) -> dict[str, str]:
    """Return the fingerprint of every kernel of a game, without compiling any."""
    return Compiled(game, bounds=bounds).keys(target)


def kernel_entry(
    game: Game,
    name: str,
    root: Path | None = None,
    *,
    bounds: bool = False,
    package: Path | None = shipped.FOLDER,
) -> Entry:
    """Return the cache entry of a kernel, with the shipped one as its fallback."""
    key = kernel_keys(game, bounds=bounds)[name]
    entry = Entry((root or cache_root()) / game.name, name, key)
    if package and (target := shipped.target(package)):
        key = kernel_keys(game, bounds=bounds, target=target)[name]
        entry.stand_in = Entry(package / game.name, name, key).path
    return entry


def is_warm(game: Game, *names: str) -> bool:
    """Return True if the named kernels (by default all made ahead of time) are compiled."""
    return all(kernel_entry(game, name).read() for name in names or ahead())


class Compiled:
    """A game's kernels, each compiled or loaded from disk on first use.

    Args:
        game: The game.
        root: The cache folder, if not the usual one.
        bounds: Check every index; for tests.
        package: The folder of shipped kernels; None to ignore them.
    """

    zeros = staticmethod(zeros)

    def __init__(
        self,
        game: Game,
        root: Path | None = None,
        *,
        bounds: bool = False,
        package: Path | None = shipped.FOLDER,
    ):
        self.game = game
        self.root = root
        self.bounds = bounds
        self.package = package
        self._graph = CallGraph(game.rules, self._jit)
        self._calls = self._graph.count_calls(
            k.loop for k in KERNELS.values() if k.counts
        )
        self._kernels: dict[str, Any] = {}
        self._ready: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in KERNELS:
            raise AttributeError(f"no kernel {name!r}: expected {', '.join(KERNELS)}")
        if name not in self._kernels:
            self._kernels[name] = self._entry(name)
        return self._kernels[name]

    def records(self, record: type[FieldRecord], count: int) -> Any:
        """Return room for some tables or boxes."""
        return new_tables(record.dtype, count)

    def put(self, plain: Plain, record: type[FieldRecord], where: Any) -> None:
        """Write a plain table or box as the first record of an array."""
        pack(plain, where[0])

    def ready(self, name: str) -> Any:
        """Return a kernel's code; load it, or compile it and print a line that says so.

        The code skips numba's dispatch: callers must pass arguments of the right types.
        """
        if name not in self._ready:
            if not self.load(name):
                from .bars import telling

                with telling(self.game.name, name, rules_of(self.game, name)):
                    self.warm(name)
            self._ready[name] = self._code(name)
        return self._ready[name]

    def _code(self, name: str) -> Any:
        return getattr(self, name).overloads[self._signature(name)].entry_point

    def keys(self, target: Processor | None = None) -> dict[str, str]:
        """Return the fingerprint of every kernel, for this processor or another one."""
        layout = [(d.descr, d.itemsize) for d in (self.game.table, self.game.box)]
        return {
            name: entry_key(
                self._graph.fingerprint(kernel.loop, self._inlined),
                layout,
                names_in(tuple(kernel.examples(self.game))),
                sorted(self._flags().items()),
                target=target,
            )
            for name, kernel in KERNELS.items()
        }

    def warm(self, name: str) -> float:
        """Load or compile one kernel; return the seconds it took."""
        start = time.perf_counter()
        getattr(self, name).compile(self._signature(name))
        return time.perf_counter() - start

    def linked(self, name: str) -> Any:
        """Return a kernel's code under its name, linked with all rules but not optimised."""
        rule, signature = (
            self._graph.specialise(KERNELS[name].loop),
            self._signature(name),
        )
        rule.compile(signature)
        made = rule.overloads[signature]
        module = made.library._get_module_for_linking()  # noqa: SLF001
        entry = module.get_function(made.fndesc.llvm_func_name)
        entry.name, entry.linkage = name, "external"
        return module

    def load(self, name: str) -> bool:
        """Load one kernel without compiling; return False if it is not in the cache."""
        kernel, signature = getattr(self, name), self._signature(name)
        if signature not in kernel.overloads:
            found = kernel._cache.load_overload(signature, kernel.targetctx)  # noqa: SLF001
            if found is None:
                return False
            code = found.entry_point, found.fndesc, [found.library]
            kernel.targetctx.insert_user_function(*code)  # as numba does after loading
            kernel.add_overload(found)
        return True

    def _signature(self, name: str) -> tuple[Any, ...]:
        import numba

        typeof: Any = numba.typeof
        return tuple(typeof(one) for one in KERNELS[name].examples(self.game))

    def compiled(self, loop: Any) -> Any:
        """Return a loop that is compiled on its first call and not cached."""
        import numba

        from .linking import KernelCompiler

        njit: Any = numba.njit
        own = self._graph.unjitted(loop)
        return njit(pipeline_class=KernelCompiler, **self._flags())(own)

    def _entry(self, name: str) -> Any:
        """Return a kernel that is loaded from the cache before it is compiled."""
        dispatcher = self.compiled(KERNELS[name].loop)
        dispatcher._cache = kernel_entry(  # noqa: SLF001
            self.game, name, self.root, bounds=self.bounds, package=self.package
        )
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
        """Return True if a rule is inlined: it is short, or called only once."""
        code = function.__code__
        fits = self._calls[code] == 1 or len(code.co_code) < SHORT
        return fits and not getattr(function, "is_noinline", False)

    def _flags(self) -> dict[str, Any]:
        """Return numba's flags: no GIL, and no reference counts (rules allocate nothing)."""
        flags: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
        return flags | ({"boundscheck": True} if self.bounds else {"_nrt": False})


@cache
def _loaded(game: Game, root: Path) -> Compiled:
    return Compiled(game, root)


def kernels_of(game: Game) -> Compiled:
    """Return a game's kernels from the usual cache, loaded once per process."""
    return _loaded(game, cache_root())


def misfit(game: Game, package: Path = shipped.FOLDER) -> str | None:
    """Return why a game's shipped kernels are not used here; None if they are."""
    if not (package / game.name).is_dir():
        return None
    for name in ahead():
        path = kernel_entry(game, name, package=package).stand_in
        if not path:
            return shipped.misfit(*shipped.here())
        if not path.exists():
            tools = ", ".join(f"{tool} {version(tool)}" for tool in TOOLS)
            return f"the shipped rules are not today's, or not compiled by {tools}"
        if not read_whole(path):
            return f"{path} is damaged"
    return None


def rules_of(game: Game, *names: str) -> int:
    """Count the rules that the named kernels (by default all) reach, to estimate times."""
    loops = [KERNELS[name].loop for name in names or KERNELS]
    return len(CallGraph(game.rules).reachable(*loops))
