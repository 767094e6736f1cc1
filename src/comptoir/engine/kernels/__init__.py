"""Engine loops over the contract that run as plain Python, compiled, or on a GPU.

`@kernel` declares each kernel where it is defined.
"""

from . import answering, batched, evaluation, facts, guided, rollouts, search
from .kernel import BY_POLICY, KERNELS, Kernel, ahead

__all__ = [
    "BY_POLICY",
    "KERNELS",
    "Kernel",
    "ahead",
    "answering",
    "batched",
    "evaluation",
    "facts",
    "guided",
    "rollouts",
    "search",
]
