"""A batch on a GPU: one thread a table, the loops of `steps` as they are."""

from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels import batched
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import new_tables

from . import dlpack
from .cpu import Array
from .cuda_compiler import COMPUTE_CAPABILITY, device_of, device_twins, import_cuda

# During a rollout tables stay in global memory, or each thread copies its own: to local
# memory, or to the shared memory of its block, which few tables fill. One step is over
# before a copy would pay.
MEMORIES = ("global", "local", "shared")
SHARED_BYTES = 48 << 10  # a block
WARP = 32
ALIGNED = 16  # bytes: how tables are copied

LOOPS = ("deal_tables", "check_tables", "step_tables", "roll_tables", "look_tables")


@dataclass(frozen=True)
class Tuning:
    """How the loops run on a GPU; none of it changes what they compute."""

    threads: int = 64  # a block
    registers: int | None = None  # at most so many a thread; the compiler's choice
    memory: str = "shared"  # where tables lie during a rollout: see MEMORIES


class GpuArray:
    """An array on the GPU that NumPy copies, and PyTorch, CuPy and JAX take as it is."""

    def __init__(self, array: Any):
        self.array = array
        self.shape: tuple[int, ...] = array.shape
        self.dtype: np.dtype[Any] = array.dtype

    def __repr__(self) -> str:
        return f"<GpuArray {self.dtype}{list(self.shape)}>"

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> Any:
        return self.array.__cuda_array_interface__

    def __dlpack__(self, **_: Any) -> Any:
        """Hand the memory over; all work on it is done."""
        import_cuda().synchronize()
        address = self.array.__cuda_array_interface__["data"][0]
        where = self.__dlpack_device__()
        return dlpack.capsule(self.array, address, self.shape, self.dtype, where)

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CUDA, import_cuda().get_current_device().id

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        host: Array = self.array.copy_to_host()
        return host if dtype is None else host.astype(dtype)

    def reshape(self, *shape: int) -> "GpuArray":
        """Return the same memory in another shape."""
        sizes = list(shape)
        if -1 in sizes:
            rest = int(np.prod([n for n in sizes if n != -1]))
            sizes[sizes.index(-1)] = int(np.prod(self.shape)) // rest
        return GpuArray(self.array.reshape(*sizes))


class CudaRunner:
    """Runs a batch on the GPU that numba-cuda finds."""

    def __init__(
        self, game: Game, boxes: Array, size: int, tuning: Tuning | None = None
    ):
        self.cuda = import_cuda()
        self.size, self.tuning = size, tuning or Tuning()
        self.tables = GpuArray(self.cuda.to_device(new_tables(game.table, size)))
        self.boxes = self.cuda.to_device(boxes)
        self._kernels = kernels(game, self.tuning)
        self._threads = threads_a_block(game, self.tuning)

    def array(self, like: Array) -> GpuArray:
        """Return a copy on the GPU."""
        return GpuArray(self.cuda.to_device(np.ascontiguousarray(like)))

    def write(self, array: GpuArray, values: Any) -> None:
        """Copy values there, from this side or from other memory of the GPU."""
        if hasattr(values, "__cuda_array_interface__"):
            given = self.cuda.as_cuda_array(values)
            _check_given(given, array)
            array.array.copy_to_device(given)
        else:
            array.array.copy_to_device(np.ascontiguousarray(values, array.dtype))

    def read(self, array: GpuArray) -> Array:
        """Copy an array from the GPU."""
        host: Array = array.array.copy_to_host()
        return host

    def run(self, name: str, *arrays: Any) -> None:
        """Start a loop over all lanes; it is done when something is read."""
        threads = self._threads
        blocks = (self.size + threads - 1) // threads
        self._kernels[name][blocks, threads](
            self.tables.array, self.boxes, _there(arrays)
        )


def _there(array: Any) -> Any:
    if isinstance(array, tuple):
        return tuple(_there(part) for part in array)
    return array.array


def _check_given(given: Any, array: GpuArray) -> None:
    if given.shape != array.shape or given.dtype != array.dtype:
        raise BadSetup(
            f"expected {array.dtype} of shape {array.shape} on the GPU, "
            f"got {given.dtype} of shape {given.shape}"
        )


def gpu_room() -> int:
    """Return the free bytes of the GPU, or say that there is none."""
    cuda = import_cuda()
    if not cuda.is_available():
        raise BadSetup("no GPU here: expected the device cpu, or a machine with CUDA")
    return int(cuda.current_context().get_memory_info().free)


@cache
def kernels(game: Game, tuning: Tuning) -> dict[str, Any]:
    """Return every loop of a game as a kernel: compiled at its first run, then kept."""
    most = tuning.registers
    jit = import_cuda().jit(**({} if most is None else {"max_registers": most}))
    return {name: jit(entry) for name, entry in entries(game, tuning).items()}


def threads_a_block(game: Game, tuning: Tuning) -> int:
    """Return how many threads share a block: no more than its shared memory has room for."""
    if tuning.memory != "shared":
        return tuning.threads
    room = SHARED_BYTES // game.table.itemsize
    return min(tuning.threads, max(room // WARP, 1) * WARP)


def entries(game: Game, tuning: Tuning) -> dict[str, Any]:
    """Return every loop as a kernel that looks after one table, not yet compiled."""
    if tuning.memory not in MEMORIES:
        listed = ", ".join(MEMORIES)
        raise BadSetup(f"memory {tuning.memory!r}: expected one of {listed}")
    twins = device_twins(game)
    rolling: dict[str, Any] = {
        "global": _entry,
        "local": _entry_on_copies,
        "shared": partial(_entry_in_block, threads_a_block(game, tuning)),
    }
    make = dict.fromkeys(LOOPS, _entry) | {"roll_tables": rolling[tuning.memory]}
    return {name: make[name](game, twins.of(getattr(batched, name))) for name in LOOPS}


def _entry(game: Game, loop: Any) -> Any:
    """Return a kernel that works on the tables where they lie."""
    cuda = import_cuda()
    actions, numbers = len(game.actions), game.observation

    def kernel(tables: Any, boxes: Any, arrays: Any) -> None:
        i = cuda.grid(1)
        if i < tables.size:
            moves = cuda.local.array(actions, np.int16)
            row = cuda.local.array(numbers, np.int64)
            loop(tables, boxes, *arrays, (moves, row), i, i + 1)

    return kernel


def _entry_on_copies(game: Game, loop: Any) -> Any:
    """Return a kernel whose threads copy their tables, and copy them back."""
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
            loop(own, boxes, *arrays, (moves, row), i, i + 1)
            tables[i] = own[0]

    return kernel


def _entry_in_block(threads: int, game: Game, loop: Any) -> Any:
    """Return a kernel whose blocks keep their tables in shared memory."""
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
            loop(block[at : at + 1], boxes, *arrays, (moves, row), i, i + 1)
            tables[i] = block[at]

    return kernel


def to_ptx(
    game: Game, tuning: Tuning | None = None, loops: tuple[str, ...] = LOOPS
) -> dict[str, str]:
    """Compile loops for the GPU down to PTX, to see that they can be."""
    cuda = import_cuda()
    import numba

    types = _types(game)
    made = entries(game, tuning or Tuning())
    with device_of(COMPUTE_CAPABILITY):
        return {
            name: cuda.compile_ptx(
                made[name],
                numba.void(*types[name]),
                cc=COMPUTE_CAPABILITY,
                opt=False,
            )[0]
            for name in loops
        }


def _types(game: Game) -> dict[str, tuple[Any, ...]]:
    """Return the types of what a batch passes to each loop."""
    import numba
    from numba import types

    record, box = (numba.from_dtype(dtype)[::1] for dtype in (game.table, game.box))
    row, rows, flags = types.int64[::1], types.int64[:, ::1], types.boolean[::1]
    floats, bytes_ = types.float32[:, ::1], types.int8[:, ::1]
    together: Any = types.Tuple
    results = together((flags, flags, row, floats, rows, rows))
    sights = together((bytes_, floats, bytes_, floats, bytes_))
    about = (row, row, row, rows, row)
    arrays = {
        "deal_tables": (*about, flags, sights),
        "check_tables": (row, row, flags),
        "step_tables": (*about, row, results, sights),
        "roll_tables": (*about, results),
        "look_tables": (row, rows, sights),
    }
    return {name: (record, box, together(given)) for name, given in arrays.items()}
