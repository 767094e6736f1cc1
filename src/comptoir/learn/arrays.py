"""The arrays of a run: NumPy's, or CuPy's if the tables are on a GPU."""

from typing import Any

import numpy as np

Array = Any  # NumPy's or CuPy's


def on_host(array: Array) -> np.ndarray[Any, Any]:
    """Return an array as a NumPy array."""
    return array.get() if hasattr(array, "get") else np.asarray(array)
