"""Arrays for kernels: NumPy's, lists for plain runs, or those of another device."""

from collections.abc import Callable
from typing import Any

Zeros = Callable[..., Any]
"""Returns an array of zeros, from a kind of number such as `f4` and a shape."""


def zeros(kind: str, *shape: int) -> Any:
    """Return a NumPy array of zeros."""
    import numpy as np  # noqa: PLC0415 - plain runs do without

    return np.zeros(shape, kind)


def listed_zeros(kind: str, *shape: int) -> Any:
    """Return zeros as nested lists, for plain runs."""
    if not shape:
        return 0
    return [listed_zeros(kind, *shape[1:]) for _ in range(shape[0])]
