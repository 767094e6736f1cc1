"""Loops over the contract that are run plain, compiled for the CPU and on a GPU.

A kernel is declared by `@kernel` where it is written, and nowhere else.
"""

from . import batched, facts, guided, search
from .kernel import BY_POLICY, KERNELS, Kernel, ahead

__all__ = [
    "BY_POLICY",
    "KERNELS",
    "Kernel",
    "ahead",
    "batched",
    "facts",
    "guided",
    "search",
]
