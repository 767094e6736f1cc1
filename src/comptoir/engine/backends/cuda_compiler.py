"""Compiles kernels for a GPU with numba-cuda, with one thread per table."""

import sys
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels import BY_POLICY, KERNELS
from comptoir.engine.kernels.batched import BotScratch
from comptoir.engine.kernels.kernel import names_in
from comptoir.engine.kernels.network import (
    GROUP,
    LANES,
    NetworkScratch,
    PolicyArrays,
    empty_network,
)
from comptoir.engine.model.game import Game
from comptoir.engine.rules.callgraph import CallGraph

from .cache import GPU, GpuEntry, cache_root, entry_key
from .widening import take_wide_numbers

COMPUTE_CAPABILITY = (9, 0)

# During a rollout, tables stay in global memory, or each thread copies its own to local
# memory or to its block's shared memory, which holds only a few tables. A single step is
# too short for a copy to pay off.
MEMORIES = ("global", "local", "shared")
SHARED_BYTES = 48 << 10  # shared memory per block
WARP = 32
ALIGNED = 16  # bytes per copy instruction

_LOOPS = {name: k for name, k in KERNELS.items() if k.over_tables and k.gpu}
GPU_KERNELS = tuple(name for name, k in _LOOPS.items() if k.ahead)
# Deals and steps run no policy in the kernel: matrices evaluate it (`ANSWERING`).
POLICY_KERNELS = tuple(
    name
    for name in _LOOPS
    if name.endswith(BY_POLICY) and not name.startswith(("deal_", "step_"))
)
ANSWERING = ("ask_tables", "answer_tables")


@dataclass(frozen=True)
class Tuning:
    """Performance settings for a GPU; none of them changes results."""

    threads: int = 64  # per block
    registers: int | None = None  # the limit per thread; None leaves it to the compiler
    memory: str = "shared"  # where tables are stored during a rollout; see MEMORIES


def import_cuda() -> Any:
    """Import numba-cuda, after restoring NumPy names that it uses and NumPy removed."""
    for name, stand_in in {
        "row_stack": np.vstack,
        "in1d": np.isin,
        "trapz": None,
    }.items():
        if not hasattr(np, name):
            setattr(np, name, stand_in or np.trapezoid)
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # numba-cuda warns about itself under a newer NumPy
        import numba
        from numba import cuda
        from numba.cuda.codegen import CUDACodeLibrary
    library: Any = CUDACodeLibrary
    library.modules = property(_modules_once)
    config: Any = numba.config
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small batches are intended
    return cuda


def is_refused(error: Exception) -> bool:
    """Return True if an error comes from NVIDIA's compilers, linker or driver."""
    return type(error).__module__.startswith(("cuda.", "numba.cuda.cudadrv"))


def _modules_once(library: Any) -> list[Any]:
    """Return the modules of a library and of all libraries it links, each once.

    numba-cuda would list a rule once for every path that leads to it, thousands of times.
    """
    found: dict[Any, None] = {}
    left = [library]
    while left:
        one = left.pop()
        if one not in found:
            found[one] = None
            left += sorted(one._linking_libraries, key=lambda linked: linked.name)  # noqa: SLF001
    return [one._module for one in found]  # noqa: SLF001


def device_graph(game: Game) -> CallGraph:
    """Return a game's call graph, specialised for the GPU."""
    jit = import_cuda().jit(device=True)

    def compile_rule(function: FunctionType) -> Any:
        compiled = take_wide_numbers(jit(function))
        if _is_noinline(function):
            _forbid_inlining(compiled)
        return compiled

    return CallGraph(game.rules, compile_rule)


def _is_noinline(function: Any) -> bool:
    return getattr(function, "is_noinline", False)


def _forbid_inlining(compiled: Any) -> None:
    """Mark a compiled rule so that LLVM does not inline it."""
    compile_device = compiled.compile_device

    def compile_noinline(*given: Any) -> Any:
        result = compile_device(*given)
        for module in result.library.modules:
            for function in module.functions:
                if function.name == result.fndesc.mangled_name:
                    function.attributes.add("noinline")
        return result

    compiled.compile_device = compile_noinline


@cache
def kernels(
    game: Game, tuning: Tuning, names: tuple[str, ...] = GPU_KERNELS, width: int = 0
) -> dict[str, Any]:
    """Return GPU kernels of a game, loaded from the cache or compiled now.

    `width` is the network's, for kernels whose bots use one.
    """
    most = tuning.registers
    jit = import_cuda().jit(**({} if most is None else {"max_registers": most}))
    made = {n: jit(entry) for n, entry in entries(game, tuning, names, width).items()}
    for name, key in gpu_keys(game, tuning, names, width).items():
        made[name]._cache = GpuEntry(cache_root() / game.name, f"{GPU}{name}", key)  # noqa: SLF001
    cold = [name for name, one in made.items() if not one._cache.path.exists()]  # noqa: SLF001
    if cold:
        sys.stderr.write(f"Compiling {game.name} for the GPU, once.\n")
        with rounded_apart(), ThreadPoolExecutor(len(cold)) as pool:
            list(pool.map(lambda name: _compile(made[name], game, name), cold))
    return made


def _compile(dispatcher: Any, game: Game, name: str) -> None:
    """Compile a kernel, in parallel with others: NVIDIA's compilers do not hold the GIL."""
    from numba.cuda import dispatcher as dispatchers

    make: Any = dispatchers._Kernel  # noqa: SLF001
    types = tuple(_signature(game, name).args)
    kernel = make(dispatcher.py_func, types, **dispatcher.targetoptions)
    kernel.bind()
    dispatcher.add_overload(kernel, types)
    dispatcher._cache.save_overload(types, kernel)  # noqa: SLF001


def gpu_keys(
    game: Game, tuning: Tuning, names: Iterable[str] = GPU_KERNELS, width: int = 0
) -> dict[str, str]:
    """Return the fingerprint of kernels for this machine's GPU."""
    cuda = import_cuda()
    graph = device_graph(game)
    here = [
        version("numba-cuda"),
        cuda.runtime.get_version(),
        cuda.get_current_device().compute_capability,
        [(d.descr, d.itemsize) for d in (game.table, game.box)],
        (len(game.actions), game.observation),
        (tuning.threads, tuning.registers, tuning.memory),
        [f.__code__.co_code for f in (_entry, _entry_on_copies, _entry_in_block)],
    ]
    if width:
        here += [width, _entry_with_policy.__code__.co_code]
    return {
        name: entry_key(
            graph.fingerprint(KERNELS[name].loop, _is_noinline),
            names_in(tuple(KERNELS[name].examples(game))),
            *here,
        )
        for name in names
    }


def threads_a_block(game: Game, tuning: Tuning) -> int:
    """Return the number of threads per block, limited by its shared memory."""
    if tuning.memory != "shared":
        return tuning.threads
    room = SHARED_BYTES // game.table.itemsize
    return min(tuning.threads, max(room // WARP, 1) * WARP)


def entries(
    game: Game, tuning: Tuning, names: Iterable[str] = GPU_KERNELS, width: int = 0
) -> dict[str, Any]:
    """Return loops as kernels with one thread per table, not yet compiled."""
    if tuning.memory not in MEMORIES:
        listed = ", ".join(MEMORIES)
        raise BadSetup(f"memory {tuning.memory!r}: expected one of {listed}")
    graph = device_graph(game)
    rolling: dict[str, Any] = {
        "global": _entry,
        "local": _entry_on_copies,
        "shared": partial(_entry_in_block, threads_a_block(game, tuning)),
    }
    make: dict[str, Any] = {"rollout_tables": rolling[tuning.memory]}
    make |= dict.fromkeys(POLICY_KERNELS, partial(_entry_with_policy, width))
    return {
        name: make.get(name, _entry)(game, graph.specialise(KERNELS[name].loop))
        for name in names
    }


def _entry(game: Game, loop: Any) -> Any:
    """Return a kernel that works on tables in global memory."""
    cuda = import_cuda()
    actions, numbers = len(game.actions), game.observation

    def kernel(tables: Any, boxes: Any, arrays: Any) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            moves = cuda.local.array(actions, np.int16)
            row = cuda.local.array(numbers, np.int64)
            loop(tables, boxes, *arrays, BotScratch(moves, row, ()), i, i + 1)

    return kernel


def _entry_on_copies(game: Game, loop: Any) -> Any:
    """Return a kernel whose threads copy their tables to local memory and back."""
    cuda = import_cuda()
    import numba

    actions, numbers = len(game.actions), game.observation
    record = numba.from_dtype(game.table)

    def kernel(tables: Any, boxes: Any, arrays: Any) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            moves = cuda.local.array(actions, np.int16)
            row = cuda.local.array(numbers, np.int64)
            own = cuda.local.array(1, record, ALIGNED)
            own[0] = tables[i]
            loop(own, boxes, *arrays, BotScratch(moves, row, ()), i, i + 1)
            tables[i] = own[0]

    return kernel


def _entry_in_block(threads: int, game: Game, loop: Any) -> Any:
    """Return a kernel whose blocks copy their tables to shared memory and back."""
    cuda = import_cuda()
    import numba

    actions, numbers = len(game.actions), game.observation
    record = numba.from_dtype(game.table)

    def kernel(tables: Any, boxes: Any, arrays: Any) -> None:
        i = cuda.grid(1)
        block = cuda.shared.array(threads, record, ALIGNED)
        if i < tables.size:
            moves = cuda.local.array(actions, np.int16)
            row = cuda.local.array(numbers, np.int64)
            at = cuda.threadIdx.x
            block[at] = tables[i]
            loop(
                block[at : at + 1], boxes, *arrays, BotScratch(moves, row, ()), i, i + 1
            )
            tables[i] = block[at]

    return kernel


def _entry_with_policy(width: int, game: Game, loop: Any) -> Any:
    """Return a kernel with scratch arrays for a network, which is its last argument."""
    cuda = import_cuda()
    actions, numbers = len(game.actions), game.observation
    rows = max(numbers, width) + GROUP

    def kernel(tables: Any, boxes: Any, arrays: Any, network: Any) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            moves = cuda.local.array(actions, np.int16)
            row = cuda.local.array(numbers, np.int64)
            layers = cuda.local.array((3, width), np.float32)
            lanes = cuda.local.array(LANES, np.float32)
            listed = cuda.local.array(rows, np.int32)
            weights = cuda.local.array(actions, np.float64)
            inner = NetworkScratch(row, layers, lanes, listed)
            own = BotScratch(moves, row, PolicyArrays(network, inner, weights))
            loop(tables, boxes, *arrays, own, i, i + 1)

    return kernel


@contextmanager
def rounded_apart() -> Iterator[None]:
    """Disable fused multiply-add, so that results equal those of the CPU."""
    from numba.cuda.cudadrv import nvvm

    here: Any = nvvm
    before = here.compile_ir
    here.compile_ir = partial(before, fma=0)
    try:
        yield
    finally:
        here.compile_ir = before


@contextmanager
def device_of(capability: tuple[int, int]) -> Iterator[None]:
    """Set the compute capability for numba-cuda's device functions if there is no GPU."""
    from numba.cuda import dispatcher

    here: Any = dispatcher
    before = here.get_current_device
    here.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        here.get_current_device = before


def to_ptx(
    game: Game,
    tuning: Tuning | None = None,
    names: Iterable[str] = GPU_KERNELS,
    width: int = 0,
) -> dict[str, str]:
    """Compile kernels to PTX, to check that they compile; needs no GPU."""
    cuda = import_cuda()

    names = tuple(names)
    made = entries(game, tuning or Tuning(), names, width)
    with device_of(COMPUTE_CAPABILITY), rounded_apart():
        return {
            name: cuda.compile_ptx(
                made[name], _signature(game, name), cc=COMPUTE_CAPABILITY, opt=False
            )[0]
            for name in names
        }


def _signature(game: Game, name: str) -> Any:
    """Return a kernel's argument types: tables, boxes, a tuple of the rest, a network."""
    import numba

    tables, boxes, *arrays = KERNELS[name].examples(game)
    given = [tuple(arrays[:-3])]  # scratch, first and end belong to each thread
    if name in POLICY_KERNELS:
        given.append(empty_network(game))
    typeof: Any = numba.typeof
    return numba.void(*(typeof(one) for one in (tables, boxes, *given)))
