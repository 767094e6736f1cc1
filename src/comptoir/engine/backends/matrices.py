"""Networks evaluated as matrices: with NumPy's BLAS, or with CuPy on a GPU."""

import os
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import FACES, NetworkArrays

from .cuda import free_gpu_memory

Matrix = Any  # NumPy's or CuPy's
BLOCK = 512  # rows evaluated at a time on a CPU, whose caches hold their layers

# CUDA code with which one thread computes one number of the first layer of one row.
FIRST_LAYER = f"""
    const int unit = i % width;
    const short* own = &seen[(i / width) * numbers];
    float sum = bias[unit];
    for (int n = 0; n < numbers; n++) {{
        const int value = own[n];
        const int row = rows[n * {FACES} + max(0, min(value, {FACES - 1}))];
        if (row) sum += first[row * width + unit];
        if (slopes[n] && value) sum += value * first[slopes[n] * width + unit];
    }}
    layer = fmaxf(sum, 0.0f);
"""


def library(device: str, what: str = "training") -> Any:
    """Return NumPy for `cpu`, CuPy for `cuda`; `what` names the purpose in error messages.

    Raises:
        BadSetup: There is no CuPy, or no GPU.
    """
    if device == "cpu":
        return np
    os.environ.setdefault(
        "CUPY_TF32", "1"
    )  # use the matrix units, for which ten bits of mantissa suffice
    try:
        import cupy
    except ImportError as error:
        raise BadSetup(
            f"{what} on a GPU needs CuPy: pip install 'comptoir[train]'; "
            "the device cpu does without it"
        ) from error
    free_gpu_memory()
    return cupy


class MatrixNetwork:
    """The layers of a network as matrices of one library."""

    def __init__(self, xp: Any, network: NetworkArrays):
        self.xp = xp
        self.weights = network
        self.there = NetworkArrays(*(xp.asarray(part) for part in network))
        self._policy: Any = None
        self._layer: Any = None
        if xp is not np:
            self._policy = xp.ascontiguousarray(self.there.policy.T)
            self._layer = xp.ElementwiseKernel(
                "raw int16 seen, raw uint16 rows, raw uint16 slopes, raw float32 first, "
                "raw float32 bias, int32 numbers, int32 width",
                "float32 layer",
                FIRST_LAYER,
                "comptoir_first_layer",
            )

    def first(self, seen: Matrix, hidden: Matrix) -> None:
        """Compute the first layer on a GPU, for observations ``[rows, numbers]`` (int16)."""
        own = self.there
        given = (own.rows, own.slopes, own.first, own.bias)
        self._layer(seen, *given, seen.shape[1], hidden.shape[1], hidden)

    def second(self, hidden: Matrix, third: Matrix) -> None:
        """Compute what the second layer adds to the third, from rows of the first layer."""
        xp, own, step = self.xp, self.there, BLOCK if self.xp is np else len(hidden)
        for at in range(0, len(hidden), step):
            two = hidden[at : at + step] @ own.middle[0]
            two += own.bias[1]
            xp.maximum(two, 0, out=two)
            xp.matmul(two, own.middle[1], out=third[at : at + step])

    def logits(self, hidden: Matrix, third: Matrix, out: Matrix) -> None:
        """Write the logits of all choices on a GPU."""
        last = self.xp.maximum(self.there.bias[2] + hidden + third, 0)
        self.xp.matmul(last, self._policy, out=out)
        out += self.there.policy_bias
