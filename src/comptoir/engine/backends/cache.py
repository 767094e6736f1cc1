"""The cache of compiled kernels on disk, each named by a fingerprint of its inputs.

An entry is a file `GAME/KERNEL-FINGERPRINT.bin`. The fingerprint covers the code and
constants that the kernel can reach, the record types, the compiler's flags, the tool
versions and the processor; nothing else makes an entry stale. A file begins with a hash of
its content, so that damaged entries are not loaded. Old entries are removed when a new one
is saved.
"""

import hashlib
import importlib.util
import os
import pickle
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

KEPT = 4  # entries kept per kernel, since several checkouts may share a cache
UNUSED = 30 * 24 * 3600  # seconds after which an unused entry is removed
LETTERS = 24  # characters of a fingerprint
MAKING = 2  # raise it when `linking` or `widening` generate different code for the same rules
GPU = "cuda-"  # prefix of the names of GPU kernels
WASM = "wasm-"  # prefix of the names of modules for WebAssembly
HASH = 32  # bytes of the hash at the start of a file

Processor = tuple[str, str]  # LLVM's name of a processor, and its features


def cache_root() -> Path:
    """Return the folder of compiled kernels, which COMPTOIR_CACHE overrides."""
    own = os.environ.get("COMPTOIR_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "comptoir"


def processor() -> Processor:
    """Return the processor numba compiles for: this machine's, or the one configured."""
    import llvmlite.binding as llvm

    told = os.environ.get
    features = told("NUMBA_CPU_FEATURES")
    return (
        told("NUMBA_CPU_NAME") or llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten() if features is None else features,
    )


@cache
def _tools(opt: str | None) -> tuple[str, ...]:
    """Return the versions and settings of the tools that affect compiled code."""
    import llvmlite.binding as llvm

    return (
        str(MAKING),
        importlib.util.MAGIC_NUMBER.hex(),  # the version of Python's bytecode
        version("numba"),
        version("llvmlite"),
        ".".join(
            version("numpy").split(".")[:2]
        ),  # numba depends only on major and minor
        llvm.get_process_triple(),
        str(opt),
    )


def entry_key(*parts: Any, target: Processor | None = None) -> str:
    """Return the fingerprint of an entry, from everything its code depends on."""
    tools = _tools(os.environ.get("NUMBA_OPT"))
    whole = repr([*tools, *(target or processor()), *parts])
    return hashlib.sha256(whole.encode()).hexdigest()[:LETTERS]


class Entry:
    """The cache entry of one kernel; implements numba's cache interface."""

    stand_in: Path | None = None  # fallback file, read if the entry does not exist

    def __init__(self, folder: Path, kernel: str, key: str):
        self.folder = folder
        self.kernel = kernel
        self.path = folder / f"{kernel}-{key}.bin"

    @property
    def cache_path(self) -> str:
        """The folder of the entry, for numba's statistics."""
        return str(self.folder)

    def read(self) -> bytes | None:
        """Return the entry's content; None if it is missing or damaged."""
        content = read_whole(self.path)
        if content is None and self.stand_in:
            return read_whole(self.stand_in)
        with suppress(OSError):
            os.utime(self.path)  # mark it as used
        return content

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled kernel, or None if it must be compiled."""
        content = self.read()
        if content is None:
            return None
        known, payload = pickle.loads(content)  # noqa: S301 - our own file
        return self.rebuild(context, payload) if known == str(signature) else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Save a compiled kernel, and remove old entries."""
        from numba.core import serialize

        dumps: Any = serialize.dumps
        self.write(dumps((str(signature), self.reduce(compiled))))

    def write(self, content: bytes) -> None:
        """Save the entry's content, and remove old entries."""
        with suppress(
            OSError
        ):  # if the disk is full or read-only, it is compiled again next time
            self.folder.mkdir(parents=True, exist_ok=True)
            beside = self.path.with_suffix(f".{secrets.token_hex(4)}.tmp")
            beside.write_bytes(hashlib.sha256(content).digest() + content)
            beside.replace(self.path)
            remove_old(self.folder, [self.kernel])

    def flush(self) -> None:
        """Do nothing: an entry never becomes invalid."""

    def reduce(self, compiled: Any) -> Any:
        """Return the serialised form of a compiled kernel, as numba makes it.

        The type annotations, which only people read, are left out.
        """
        return compiled._replace(type_annotation="")._reduce()  # noqa: SLF001

    def rebuild(self, context: Any, payload: Any) -> Any:
        """Return a compiled kernel from its serialised form."""
        from numba.core.compiler import CompileResult

        context.refresh()
        make: Any = CompileResult._rebuild  # noqa: SLF001
        return make(context, *payload)


class GpuEntry(Entry):
    """The cache entry of a GPU kernel, which holds only its machine code."""

    def reduce(self, compiled: Any) -> Any:
        """Return the state of the kernel and of its library, without the intermediate code."""
        kernel = compiled._reduce_states()  # noqa: SLF001
        library = kernel.pop("codelibrary")._reduce_states()  # noqa: SLF001
        return kernel, library | {"llvm_strs": [], "ptx_cache": {}}

    def rebuild(self, context: Any, payload: Any) -> Any:
        """Return the kernel loaded onto the GPU; None if the driver refuses it."""
        from numba.cuda.codegen import CUDACodeLibrary
        from numba.cuda.dispatcher import _Kernel

        kernel, library = payload
        make: Any = CUDACodeLibrary._rebuild  # noqa: SLF001
        rebuilt = make(**library | {"codegen": context.codegen()})
        put: Any = _Kernel._rebuild  # noqa: SLF001
        loaded = put(**kernel, codelibrary=rebuilt)
        try:
            loaded.bind()
        except Exception:  # noqa: BLE001 - the driver's libraries may raise anything
            return None
        return loaded


def read_whole(path: Path) -> bytes | None:
    """Return the content of a file; None if it is missing, truncated or changed."""
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    content = kept[HASH:]
    return content if hashlib.sha256(content).digest() == kept[:HASH] else None


def entry_paths(root: Path, game: str) -> list[Path]:
    """Return all entries of a game, including those of older layouts of the cache."""
    folders = [root / game, *root.glob(f"{game}-{'[0-9a-f]' * 16}")]
    return [path for folder in folders for path in folder.rglob("*") if path.is_file()]


def remove_old(folder: Path, kernels: Iterable[str], keep: int = KEPT) -> int:
    """Remove old and unused entries of kernels; return the number of bytes freed."""
    freed = 0
    for kernel in kernels:
        found = []
        for path in folder.glob(f"{kernel}-*"):
            with suppress(OSError):
                status = path.stat()
                found.append((status.st_mtime, status.st_size, path))
        oldest = time.time() - UNUSED
        for at, (used, size, path) in enumerate(sorted(found, reverse=True)):
            if at >= keep or used < oldest:
                with suppress(OSError):
                    path.unlink()
                    freed += size
    return freed
