"""The network in training: a first layer over features, a residual block, policy and values.

Weights are slices of one array, so that an optimiser step takes only a few operations.
Backpropagation is written by hand, because three layers do not need a library.
"""

from typing import Any, NamedTuple

import numpy as np

from .arrays import Array

VALUES = 3  # result, share of first place, points divided by the game's usual points
WORTH, FIRST, POINTS = range(VALUES)
# The kinds of opponents at a table: networks of similar strength, or bots and networks that
# imitate bots. The same position is worth more against bots. The observation does not show who
# the opponents are, so the network predicts separate values for each kind.
COMPANIES = 2
NETWORKS, BOTS = range(COMPANIES)
ALIGNED = 8  # a GPU's matrix units need row lengths that are multiples of this number


def aligned(count: int) -> int:
    """Return a count rounded up to a multiple of ALIGNED."""
    return -(-count // ALIGNED) * ALIGNED


class Activations(NamedTuple):
    """The activations of a forward pass, kept for backpropagation."""

    features: Array
    one: Array
    two: Array
    three: Array
    head: Array  # logits, then values by kind of opponents, then padding
    actions: int

    @property
    def logits(self) -> Array:
        """The logits, an array ``[rows, actions]``."""
        return self.head[:, : self.actions]

    @property
    def values(self) -> Array:
        """The values by kind of opponents, an array ``[rows, COMPANIES, VALUES]``."""
        values = self.head[:, self.actions : self.actions + COMPANIES * VALUES]
        return values.reshape(-1, COMPANIES, VALUES)


class Model:
    """A network's weights by name, as slices of the array `weights`."""

    def __init__(self, xp: Any, features: int, actions: int, width: int):
        self.xp, self.width, self.actions = xp, aligned(width), actions
        head = aligned(actions + COMPANIES * VALUES)
        self.shapes = {
            "first": (features, self.width),
            "bias": (3, self.width),
            "middle": (2, self.width, self.width),
            "head": (self.width, head),
            "head_bias": (head,),
        }
        self.size = sum(int(np.prod(shape)) for shape in self.shapes.values())
        self.use(xp.zeros(self.size, xp.float32))

    def use(self, weights: Array) -> None:
        """Make the slices refer to another array of weights."""
        self.weights = weights
        self.parts = self.split(weights)

    def split(self, flat: Array) -> dict[str, Array]:
        """Return the slices, by name, of an array as long as the weights."""
        parts, at = {}, 0
        for name, shape in self.shapes.items():
            count = int(np.prod(shape))
            parts[name] = flat[at : at + count].reshape(shape)
            at += count
        return parts

    def begin(self, seed: int) -> None:
        """Set the initial weights, which depend on the seed but not on the device."""
        random = np.random.default_rng(seed)
        flat = np.zeros(self.size, np.float32)
        parts = self.split(flat)
        active = 40  # the approximate number of features that are 1 in an observation
        parts["first"][:] = random.normal(0, (1 / active) ** 0.5, parts["first"].shape)
        parts["middle"][0] = random.normal(
            0, (2 / self.width) ** 0.5, (self.width,) * 2
        )
        parts["middle"][1] = random.normal(
            0, (0.2 / self.width) ** 0.5, (self.width,) * 2
        )
        parts["head"][:] = random.normal(0, 0.01, parts["head"].shape)
        self.use(self.xp.asarray(flat))

    def forward(self, features: Array) -> Activations:
        """Run a forward pass over features ``[rows, features]`` and return the activations."""
        xp, p = self.xp, self.parts
        one = xp.maximum(features @ p["first"] + p["bias"][0], 0)
        two = xp.maximum(one @ p["middle"][0] + p["bias"][1], 0)
        three = xp.maximum(two @ p["middle"][1] + p["bias"][2] + one, 0)
        head = three @ p["head"] + p["head_bias"]
        return Activations(features, one, two, three, head, self.actions)

    def backward(self, seen: Activations, head: Array) -> Array:
        """Return the gradient of all weights, given the gradient of the logits and values."""
        p = self.parts
        flat = self.xp.empty_like(self.weights)
        g = self.split(flat)
        g["head"][...] = seen.three.T @ head
        g["head_bias"][...] = head.sum(0)
        three = (head @ p["head"].T) * (seen.three > 0)
        g["middle"][1] = seen.two.T @ three
        g["bias"][2] = three.sum(0)
        two = (three @ p["middle"][1].T) * (seen.two > 0)
        g["middle"][0] = seen.one.T @ two
        g["bias"][1] = two.sum(0)
        one = (two @ p["middle"][0].T + three) * (seen.one > 0)
        g["first"][...] = seen.features.T @ one
        g["bias"][0] = one.sum(0)
        return flat


class Adam:
    """The Adam optimiser over one array; checkpoints save its state."""

    def __init__(self, xp: Any, size: int):
        self.xp = xp
        self.mean, self.square = xp.zeros(size, xp.float32), xp.zeros(size, xp.float32)
        self.steps = 0

    def step(self, weights: Array, gradient: Array, rate: float, most: float) -> None:
        """Update the weights by one step; gradients are clipped to the norm `most`."""
        xp = self.xp
        self.steps += 1
        length = xp.sqrt((gradient * gradient).sum())
        gradient = gradient * xp.minimum(1, most / (length + 1e-6))
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient * gradient - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        weights -= rate * mean / (xp.sqrt(square) + 1e-5)
