"""Compiled kernels that come with the package, for processors that most people have.

They are entries of the cache in a folder of the package: a wheel may carry them (`make
wheel`), a checkout has none. They stand in where the cache has none for this very processor,
if it understands all that they are made of. Entries of other tools have other keys.
"""

import os
from pathlib import Path
from typing import NamedTuple

from comptoir.engine.errors import ComptoirError

from .cache import Processor

FOLDER = Path(__file__).with_name("compiled")


class Baseline(NamedTuple):
    """What processors have in common for which kernels are compiled to be shipped."""

    name: str  # LLVM's
    features: frozenset[str]  # what LLVM takes for granted then


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
    """Return what LLVM calls this machine's processor, such as `x86_64`, and its features."""
    import llvmlite.binding as llvm

    features: dict[str, bool] = llvm.get_host_cpu_features()
    there = {name for name, has in features.items() if has}
    return llvm.get_process_triple().split("-")[0], there


def misfit(kind: str, features: set[str]) -> str | None:
    """Return why a processor cannot run what is shipped, if it cannot."""
    if kind not in BASELINES:
        return f"compiled rules are shipped for {', '.join(BASELINES)}, not for {kind}"
    if missing := sorted(BASELINES[kind].features - features):
        return f"the shipped rules need a processor with {', '.join(missing)}"
    return None


def target(package: Path) -> Processor | None:
    """Return what the kernels of a package are compiled for, if they can be used here."""
    if "NUMBA_CPU_NAME" in os.environ or not package.is_dir():
        return None  # numba was told of another processor, or nothing is shipped
    kind, features = here()
    return None if misfit(kind, features) else (BASELINES[kind].name, "")


def settings(kind: str, folder: Path) -> dict[str, str]:
    """Return the environment in which kernels are compiled into a folder to be shipped."""
    if kind not in BASELINES:
        raise ComptoirError(misfit(kind, set()))
    return told((BASELINES[kind].name, "")) | {"COMPTOIR_CACHE": str(folder)}


def told(processor: Processor) -> dict[str, str]:
    """Return the environment in which numba compiles for a processor, whatever is shipped."""
    return dict(zip(("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"), processor, strict=True))
