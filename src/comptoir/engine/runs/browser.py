"""Kernels and networks that a browser page has loaded, for use without NumPy and numba.

The page runs the engine on a Python interpreter in a worker, next to the kernels.
"""

import io
import json
import struct
import zipfile
from ast import literal_eval
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Any

from comptoir.engine.backends.wasm import CODES, WasmHost, WasmKernels
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.evaluation import evaluation_arguments
from comptoir.engine.kernels.network import LANES, NetworkArrays, empty_network
from comptoir.engine.model.game import Game

from .trained import FILE, TrainedNetwork, misfit

MODULE, DESCRIPTION = "kernels.wasm", "kernels.json"  # in the folder of a page's game
Shape = tuple[int, ...]
NPY_HEAD = 10  # bytes before the description of an array in its file
_loaded: dict[Game, tuple[WasmKernels, "WasmNetwork | None"]] = {}


def use(game: Game, host: WasmHost, network: bytes | None = None) -> WasmKernels:
    """Make a game's bots use the kernels of a host, and a network by its file's content.

    Raises:
        BadSetup: The network does not fit the game.
    """
    kernels = WasmKernels(game, host)
    _loaded[game] = kernels, WasmNetwork(kernels, network) if network else None
    return kernels


async def load(game: Game, kernels: Callable[[Any, str], Awaitable[Any]]) -> None:
    """Make a game's bots use the module and the network in its folder, if it has a module.

    Args:
        game: The game.
        kernels: A function of the page's JavaScript, which loads a module, or returns None.
    """
    module = game.folder / MODULE
    if game in _loaded or not module.is_file():
        return
    from pyodide.ffi import to_js  # noqa: PLC0415 - of the page's interpreter

    about = (game.folder / DESCRIPTION).read_text(encoding="utf-8")
    if given := await kernels(to_js(module.read_bytes()), about):
        network = game.folder / FILE
        content = network.read_bytes() if network.is_file() else None
        use(game, ScriptHost(given), content)


def loaded_kernels(game: Game) -> WasmKernels | None:
    """Return the kernels of a game, if a page has loaded them."""
    return _loaded.get(game, (None, None))[0]


def loaded_network(game: Game) -> "WasmNetwork | None":
    """Return the network of a game, if a page has loaded it."""
    return _loaded.get(game, (None, None))[1]


class ScriptHost:
    """The host of a module that JavaScript has loaded: `Kernels` of `web/src/lib/kernels.ts`.

    Args:
        kernels: The object, as Pyodide passes it to Python.
    """

    def __init__(self, kernels: Any):
        self.kernels = kernels
        self.heap: int = kernels.heap

    def reserve(self, end: int) -> None:
        """Grow the memory until it has `end` bytes."""
        self.kernels.reserve(end)

    def write(self, address: int, content: bytes) -> None:
        """Copy bytes into the memory."""
        self.kernels.bytes(address, len(content)).assign(content)

    def read(self, address: int, size: int) -> bytes:
        """Return bytes of the memory."""
        content: bytes = self.kernels.bytes(address, size).to_bytes()
        return content

    def call(self, kernel: str, arguments: list[Any]) -> None:
        """Call a kernel."""
        from pyodide.ffi import to_js  # noqa: PLC0415 - of the page's interpreter

        self.kernels.call(kernel, to_js(arguments))


class WasmNetwork(TrainedNetwork):
    """A network in the memory of a game's kernels.

    The build has checked the file. Only whether it fits the game is checked again, since a
    browser may have cached an older one.

    Args:
        kernels: The kernels of its game.
        content: The bytes of its file.

    Raises:
        BadSetup: The network does not fit the game.
    """

    def __init__(self, kernels: WasmKernels, content: bytes):
        arrays = dict(_arrays(content))
        about: dict[str, Any] = json.loads(bytes(map(int, arrays.pop("about")[1])))
        super().__init__(kernels.game, about)
        if wrong := misfit(about, self.game):
            raise BadSetup(f"the network of {self.game.name} does not fit: {wrong}")
        self.kernels = kernels
        rows, width = arrays["first"][0]
        width = -(-width // LANES) * LANES
        self._given = empty_network(self.game, rows, width, kernels.zeros)
        for name, whole in self._given._asdict().items():
            shape, numbers = arrays[name]
            whole[:] = _padded(numbers, shape, whole.shape)

    @property
    def given(self) -> NetworkArrays:
        """The weights for the kernels, in single precision."""
        return self._given

    @cached_property
    def usual_points(self) -> float:
        """The typical points of a game."""
        return float(self._given.points_scale[0])

    @cached_property
    def _arguments(self) -> Any:
        return evaluation_arguments(self.game, self._given, self.kernels.zeros)

    def evaluate(
        self, observation: Sequence[int], legal: Sequence[int]
    ) -> tuple[Any, Any]:
        """Return a logit for each legal choice; and the result, win chance and points."""
        given, count = self._arguments, len(legal)
        given["policy"].scratch.numbers[:] = observation
        given["choices"][:count] = legal
        self.kernels.evaluate(*(given | {"count": count}).values())
        return given["logits"][:count], given["values"][:]


def _arrays(content: bytes) -> Iterator[tuple[str, tuple[Shape, Sequence[float]]]]:
    """Yield the name, shape and numbers of each array in a file of NumPy's."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        for name in file.namelist():
            array = file.read(name)
            start = NPY_HEAD + int.from_bytes(array[NPY_HEAD - 2 : NPY_HEAD], "little")
            head = literal_eval(array[NPY_HEAD:start].decode())
            form = f"<{prod(head['shape'])}{CODES[head['descr'][1:]]}"
            numbers: Sequence[float] = struct.unpack(form, array[start:])
            if head["fortran_order"]:  # stored by columns
                rows = head["shape"][0]
                numbers = [one for at in range(rows) for one in numbers[at::rows]]
            yield name.removesuffix(".npy"), (head["shape"], numbers)


def _padded(numbers: Sequence[float], shape: Shape, wide: Shape) -> Sequence[float]:
    """Return an array's numbers in a wider shape, padded with zeros."""
    if shape == wide:
        return numbers
    size = prod(shape[1:])
    rows = (numbers[at * size : (at + 1) * size] for at in range(shape[0]))
    padded = [one for row in rows for one in _padded(row, shape[1:], wide[1:])]
    return [*padded, *[0] * (prod(wide) - len(padded))]
