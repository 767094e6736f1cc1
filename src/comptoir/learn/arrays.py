"""The array library of a run: NumPy, or CuPy if the tables are on a GPU."""

import os
from typing import Any

import numpy as np

from comptoir.engine.backends.cuda import free_gpu_memory
from comptoir.engine.errors import BadSetup

Array = Any  # NumPy's or CuPy's


def library(device: str) -> Any:
    """Return NumPy for `cpu`, CuPy for `cuda`.

    Raises:
        BadSetup: There is no CuPy, or no GPU.
    """
    if device == "cpu":
        return np
    os.environ.setdefault(
        "CUPY_TF32", "1"
    )  # use the matrix units, for which ten bits of mantissa suffice
    try:
        import cupy  # noqa: PLC0415 - only on a GPU
    except ImportError as error:
        raise BadSetup(
            "training on a GPU needs CuPy: pip install 'comptoir[train]'; "
            "--device cpu trains without it"
        ) from error
    free_gpu_memory()
    return cupy


def on_host(array: Array) -> np.ndarray[Any, Any]:
    """Return an array as a NumPy array."""
    return array.get() if hasattr(array, "get") else np.asarray(array)
