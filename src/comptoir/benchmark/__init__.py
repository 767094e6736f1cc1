"""The Merchant Benchmark: an agent against fixed opponents, with results that can be checked.

`benchmark("policy:network.npz")` plays an agent through the protocol `merchant-v1` and returns
a row for each table and each group of opponents (a field); `benchmark.verify(FILE)` plays the
games of a results file again.
"""

import inspect
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from .protocol import NEWEST, TUNING, Protocol
from .run import BenchmarkReport, benchmark
from .verify import Verification, verify

__all__ = [
    "NEWEST",
    "TUNING",
    "BenchmarkReport",
    "Protocol",
    "Verification",
    "benchmark",
    "verify",
]


class Benchmark(ModuleType):
    """The class that makes this package callable."""

    __call__ = staticmethod(benchmark)
    __signature__ = inspect.signature(benchmark)
    if TYPE_CHECKING:  # the package's public names, for type checkers
        Protocol = Protocol
        verify = staticmethod(verify)


sys.modules[__name__].__class__ = Benchmark
