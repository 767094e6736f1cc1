"""Hosts of WebAssembly modules for tests, and kernels there that take NumPy's arrays."""

import json
import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import numpy as np

from comptoir.engine.backends.wasm import WasmArray, WasmKernels

HERE = Path(__file__).parent


def node():
    """Return the path of the Node that builds the page."""
    sys.path.insert(0, str(HERE.parent / "web"))
    try:
        import build  # noqa: PLC0415
    finally:
        sys.path.pop(0)
    return build.tools()[0]


class NodeHost:
    """A module in a process of Node."""

    def __init__(self, wasm, description):
        command = [node(), "--no-warnings", str(HERE / "wasm_host.mjs"), str(wasm)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*command, str(description)], stdin=pipe, stdout=pipe, text=True
        )
        self.heap = self.ask("heap")

    def ask(self, *request):
        """Return the answer to one request."""
        self.process.stdin.write(f"{json.dumps(request)}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["answer"]

    def reserve(self, end):
        self.ask("reserve", end)

    def write(self, address, content):
        self.ask("write", address, b64encode(content).decode())

    def read(self, address, size):
        return b64decode(self.ask("read", address, size))

    def call(self, kernel, arguments):
        self.milliseconds = self.ask("call", kernel, arguments)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class CopyingKernels(WasmKernels):
    """Kernels called with NumPy's arrays, which are copied to the host and back."""

    def ready(self, name):
        """Return one kernel, as a batch asks for it."""
        return getattr(self, name)

    def _run(self, name, *arguments):
        copied = []

        def there(given):
            if isinstance(given, tuple):
                return tuple(map(there, given))
            if not isinstance(given, np.ndarray):
                return given
            assert given.flags.c_contiguous
            array = self._array(f"{given.itemsize}s", given.shape)
            self.host.write(array.address, given.tobytes())
            copied.append((given, array))
            return array

        super()._run(name, *map(there, arguments))
        for given, array in copied:
            content = self.host.read(array.address, given.nbytes)
            given[...] = np.frombuffer(content, given.dtype).reshape(given.shape)


__all__ = ["CopyingKernels", "NodeHost", "WasmArray"]
