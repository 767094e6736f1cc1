"""Compiled kernels shipped with the package, for common processors.

They are cache entries in a folder of the package: a wheel may carry them (`make wheel`), a
checkout has none. They are used if the cache has no entry for this exact processor, and it
has all features they need. Entries made with other tool versions have other keys.
"""

import os
from pathlib import Path
from typing import NamedTuple

from comptoir.engine.errors import ComptoirError

from .cache import Processor

FOLDER = Path(__file__).with_name("compiled")


class Baseline(NamedTuple):
    """The baseline processor for which shipped kernels are compiled."""

    name: str  # LLVM's name of the processor
    features: frozenset[str]  # the features LLVM assumes for it


BASELINES = {
    "x86_64": Baseline(
        "x86-64-v3",
        frozenset({
            "cx16", "sahf", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2", "crc32",
            "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave",
        }),
    ),
    "aarch64": Baseline("generic", frozenset({"fp-armv8", "neon"})),
}  # fmt: skip


def here() -> tuple[str, set[str]]:
    """Return LLVM's name of this machine's architecture, such as `x86_64`, and its features."""
    import llvmlite.binding as llvm

    features: dict[str, bool] = llvm.get_host_cpu_features()
    there = {name for name, has in features.items() if has}
    return llvm.get_process_triple().split("-")[0], there


def misfit(kind: str, features: set[str]) -> str | None:
    """Return why this processor cannot run the shipped kernels; None if it can."""
    if kind not in BASELINES:
        return f"compiled rules are shipped for {', '.join(BASELINES)}, not for {kind}"
    if missing := sorted(BASELINES[kind].features - features):
        return f"the shipped rules need a processor with {', '.join(missing)}"
    return None


def target(package: Path) -> Processor | None:
    """Return the processor a package's kernels are compiled for; None if unusable here."""
    if "NUMBA_CPU_NAME" in os.environ or not package.is_dir():
        return None  # numba targets another processor, or nothing is shipped
    kind, features = here()
    return None if misfit(kind, features) else (BASELINES[kind].name, "")


def settings(kind: str, folder: Path) -> dict[str, str]:
    """Return the environment variables for compiling kernels to be shipped in a folder."""
    if kind not in BASELINES:
        raise ComptoirError(misfit(kind, set()))
    return told((BASELINES[kind].name, "")) | {"COMPTOIR_CACHE": str(folder)}


def told(processor: Processor) -> dict[str, str]:
    """Return the environment variables that make numba compile for the given processor."""
    return dict(zip(("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"), processor, strict=True))
