"""The GPU backend of a batch: the same kernels, with one thread per table."""

import os
from importlib.util import find_spec
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.kernel import each_array
from comptoir.engine.kernels.network import NetworkArrays
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import new_tables

from . import dlpack
from .cpu import Array
from .cuda_compiler import (
    ANSWERING,
    GPU_KERNELS,
    POLICY_KERNELS,
    Tuning,
    import_cuda,
    is_refused,
    kernels,
    threads_a_block,
)


class GpuArray:
    """A GPU array that NumPy copies, and PyTorch, CuPy and JAX use without copying."""

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
        """Export the memory; all kernels that write to it have finished."""
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
        """Return a view of the same memory in another shape."""
        sizes = list(shape)
        if -1 in sizes:
            rest = int(np.prod([n for n in sizes if n != -1]))
            sizes[sizes.index(-1)] = int(np.prod(self.shape)) // rest
        return GpuArray(self.array.reshape(*sizes))


class CudaBackend:
    """Runs a batch on the machine's GPU, with numba-cuda."""

    def __init__(
        self, game: Game, boxes: Array, size: int, tuning: Tuning | None = None
    ):
        self.cuda = import_cuda()
        self._process = os.getpid()
        self.game, self.size, self.tuning = game, size, tuning or Tuning()
        self.tables = GpuArray(self.cuda.to_device(new_tables(game.table, size)))
        self.boxes = self.cuda.to_device(boxes)
        self._kernels: dict[str, Any] = {}
        self._network: Any = ()
        self._load(GPU_KERNELS)
        self._threads = threads_a_block(game, self.tuning)

    def _load(self, names: tuple[str, ...], width: int = 0) -> None:
        """Load kernels; `width` is the network's, for kernels whose bots use one."""
        try:
            self._kernels |= kernels(self.game, self.tuning, names, width)
        except Exception as error:
            if not is_refused(error):
                raise
            raise BadSetup(
                f"the GPU's driver refuses: {error}; the device cpu plays the same games"
            ) from error

    def teach(self, network: NetworkArrays) -> None:
        """Load a network for the bots that play by a policy."""
        self._load(POLICY_KERNELS, network.first.shape[1])
        self._network = each_array(self.cuda.to_device, network)

    def array(self, like: Array) -> GpuArray:
        """Return a copy on the GPU."""
        return GpuArray(self.cuda.to_device(np.ascontiguousarray(like)))

    def write(self, array: GpuArray, values: Any) -> None:
        """Copy values from the CPU, or from other GPU memory, into the array."""
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

    def put(self, tables: Array) -> None:
        """Replace the tables."""
        self.write(self.tables, tables)

    def run(self, name: str, *arguments: Any) -> None:
        """Start a kernel over all tables; reading an array waits for it."""
        if os.getpid() != self._process:
            raise BadSetup(
                "a forked process cannot use the GPU of its parent: start it by spawn, "
                "and hand the batch over"
            )
        if name not in self._kernels:
            self._load(ANSWERING)
        threads = self._threads
        blocks = (self.size + threads - 1) // threads
        given = [
            self.tables.array,
            self.boxes,
            each_array(lambda one: one.array, arguments),
        ]
        if name in POLICY_KERNELS:
            given.append(self._network)
        self._kernels[name][blocks, threads](*given)


def _check_given(given: Any, array: GpuArray) -> None:
    if given.shape != array.shape or given.dtype != array.dtype:
        raise BadSetup(
            f"expected {array.dtype} of shape {array.shape} on the GPU, "
            f"got {given.dtype} of shape {given.shape}"
        )


def free_gpu_memory() -> int:
    """Return the free bytes of GPU memory; raise `BadSetup` if there is no GPU."""
    cuda = import_cuda()
    if not cuda.is_available():
        raise BadSetup("no GPU here: expected the device cpu, or a machine with CUDA")
    if find_spec("numba_cuda") is None:
        raise BadSetup("numba-cuda is missing for the GPU: pip install 'comptoir[gpu]'")
    return int(cuda.current_context().get_memory_info().free)
