"""Compiled kernels on disk, each under a fingerprint of all that its code depends on.

An entry is a file `GAME/KERNEL-FINGERPRINT.bin`. The fingerprint covers the code and the
constants that the kernel can reach, the layout of the records, the flags of the compiler,
the versions of the tools and the processor; nothing else makes an entry stale. A file
begins with a hash of the rest: what is damaged is not loaded. What no longer serves is
removed when something new is saved.
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

KEPT = 4  # newest entries of a kernel: several checkouts may share a cache
UNUSED = 30 * 24 * 3600  # seconds after which an entry that nobody loads is removed
LETTERS = 24  # of a fingerprint
MAKING = 2  # raised when `linking` or `widening` make other code of the same rules
GPU = "cuda-"  # before the name of a kernel that is compiled for a GPU
HASH = 32  # bytes of a hash, before what is kept

Processor = tuple[str, str]  # a name and features, as LLVM calls them


def cache_root() -> Path:
    """Return the folder of compiled kernels; COMPTOIR_CACHE names another one."""
    own = os.environ.get("COMPTOIR_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "comptoir"


def processor() -> Processor:
    """Return what numba compiles for: this machine's processor, or the one it was told."""
    import llvmlite.binding as llvm

    told = os.environ.get
    features = told("NUMBA_CPU_FEATURES")
    return (
        told("NUMBA_CPU_NAME") or llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten() if features is None else features,
    )


@cache
def _tools(opt: str | None) -> tuple[str, ...]:
    """Return what other than our code and the processor decides about compiled code."""
    import llvmlite.binding as llvm

    return (
        str(MAKING),
        importlib.util.MAGIC_NUMBER.hex(),  # of Python's bytecode
        version("numba"),
        version("llvmlite"),
        ".".join(version("numpy").split(".")[:2]),  # numba looks at no more of it
        llvm.get_process_triple(),
        str(opt),
    )


def entry_key(*parts: Any, target: Processor | None = None) -> str:
    """Return the fingerprint of an entry from what its code depends on."""
    tools = _tools(os.environ.get("NUMBA_OPT"))
    whole = repr([*tools, *(target or processor()), *parts])
    return hashlib.sha256(whole.encode()).hexdigest()[:LETTERS]


class Entry:
    """One kernel's place on disk: what numba asks of a cache."""

    stand_in: Path | None = None  # read if there is nothing in its own place

    def __init__(self, folder: Path, kernel: str, key: str):
        self.folder = folder
        self.kernel = kernel
        self.path = folder / f"{kernel}-{key}.bin"

    @property
    def cache_path(self) -> str:
        """Where entries lie, for numba's statistics."""
        return str(self.folder)

    def read(self) -> bytes | None:
        """Return what was kept, or None if there is nothing, or nothing whole."""
        content = read_whole(self.path)
        if content is None and self.stand_in:
            return read_whole(self.stand_in)
        with suppress(OSError):
            os.utime(self.path)  # it is in use
        return content

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled kernel, or None if it must be compiled."""
        content = self.read()
        if content is None:
            return None
        known, payload = pickle.loads(content)  # noqa: S301 - our own
        return self.rebuild(context, payload) if known == str(signature) else None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled kernel, and remove what no longer serves."""
        from numba.core import serialize

        dumps: Any = serialize.dumps
        content = dumps((str(signature), self.reduce(compiled)))
        with suppress(
            OSError
        ):  # a full or read-only disk: it is compiled again next time
            self.folder.mkdir(parents=True, exist_ok=True)
            beside = self.path.with_suffix(f".{secrets.token_hex(4)}.tmp")
            beside.write_bytes(hashlib.sha256(content).digest() + content)
            beside.replace(self.path)
            remove_old(self.folder, [self.kernel])

    def flush(self) -> None:
        """Forget nothing: an entry is right for ever."""

    def reduce(self, compiled: Any) -> Any:
        """Return what is kept of a compiled kernel: as numba does, but only what is run.

        The source with types and places, for people, is left out.
        """
        return compiled._replace(type_annotation="")._reduce()  # noqa: SLF001

    def rebuild(self, context: Any, payload: Any) -> Any:
        """Return a compiled kernel from what was kept of it."""
        from numba.core.compiler import CompileResult

        context.refresh()
        make: Any = CompileResult._rebuild  # noqa: SLF001
        return make(context, *payload)


class GpuEntry(Entry):
    """A kernel's place on disk, compiled for a GPU: its machine code and no more."""

    def reduce(self, compiled: Any) -> Any:
        """Return the kernel and its library apart, without what the code was made from."""
        kernel = compiled._reduce_states()  # noqa: SLF001
        library = kernel.pop("codelibrary")._reduce_states()  # noqa: SLF001
        return kernel, library | {"llvm_strs": [], "ptx_cache": {}}

    def rebuild(self, context: Any, payload: Any) -> Any:
        """Return the kernel, loaded onto the GPU; None if the driver refuses it."""
        from numba.cuda.codegen import CUDACodeLibrary
        from numba.cuda.dispatcher import _Kernel

        kernel, library = payload
        make: Any = CUDACodeLibrary._rebuild  # noqa: SLF001
        rebuilt = make(**library | {"codegen": context.codegen()})
        put: Any = _Kernel._rebuild  # noqa: SLF001
        loaded = put(**kernel, codelibrary=rebuilt)
        try:
            loaded.bind()
        except Exception:  # noqa: BLE001 - whatever the driver's libraries raise
            return None
        return loaded


def read_whole(path: Path) -> bytes | None:
    """Return what a file keeps, or None if it is not there, cut short or changed."""
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    content = kept[HASH:]
    return content if hashlib.sha256(content).digest() == kept[:HASH] else None


def entry_paths(root: Path, game: str) -> list[Path]:
    """Return all entries of a game, those of versions with another layout included."""
    folders = [root / game, *root.glob(f"{game}-{'[0-9a-f]' * 16}")]
    return [path for folder in folders for path in folder.rglob("*") if path.is_file()]


def remove_old(folder: Path, kernels: Iterable[str], keep: int = KEPT) -> int:
    """Remove all but the newest entries of kernels, and those long unused; count bytes."""
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
