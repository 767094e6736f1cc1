"""Proximal policy optimisation: what decisions were worth, and a step towards the better.

Every seat learns from its own decisions: the next one of the same seat at the same table
follows it, whoever acts in between.
"""

from typing import Any, NamedTuple

from .arrays import Array
from .model import FIRST, VALUES, WORTH, Adam, Model

BARRED = -1e9  # the logit of what is not legal


class Steps(NamedTuple):
    """Decisions ``[steps, tables]`` as they were made, and what followed."""

    observation: Array  # int16
    mask: Array  # int8
    seat: Array
    action: Array
    chance: Array  # the logarithm of the probability it was chosen with
    values: Array  # [..., VALUES], as expected then
    own: Array  # whether the learner chose, and not by lot
    over: Array  # whether the game ended with it
    ends: Array  # [..., seats, VALUES], where it ended


def log_softmax(xp: Any, logits: Array, mask: Array) -> Array:
    """Return the logarithms of the probabilities of legal actions."""
    barred = xp.where(mask > 0, logits, xp.float32(BARRED))
    barred = barred - barred.max(1, keepdims=True)
    return barred - xp.log(xp.exp(barred).sum(1, keepdims=True))


def targets(xp: Any, steps: Steps, after: Array, trace: float) -> tuple[Array, Array]:
    """Return advantages ``[steps, tables]`` and values to learn ``[..., VALUES]``.

    `after` are the values ``[tables, seats, VALUES]`` that every seat expects in the end.
    The worth is a lambda-return (GAE); so are the others, which no decision is judged by.
    A decision that the learner did not make says nothing of those before it.
    """
    length, tables = steps.seat.shape
    rows = xp.arange(tables)
    following = after.copy()  # what each seat expects at its next decision
    gained = xp.zeros_like(after)  # and by how much that was too little
    aims = xp.empty_like(steps.values)
    for t in range(length - 1, -1, -1):
        over = steps.over[t][:, None, None]
        following = xp.where(over, steps.ends[t], following)
        gained = xp.where(over, xp.float32(0), gained)
        seat = steps.seat[t]
        gain = following[rows, seat] - steps.values[t] + trace * gained[rows, seat]
        aims[t] = steps.values[t] + gain
        following[rows, seat] = steps.values[t]
        gained[rows, seat] = xp.where(steps.own[t][:, None], gain, xp.float32(0))
    return (aims - steps.values)[..., WORTH], aims


class Sample(NamedTuple):
    """Some decisions of `Steps`, in any order."""

    features: Array
    mask: Array
    action: Array
    chance: Array
    advantage: Array
    aims: Array


class Rates(NamedTuple):
    """How far a step goes, and what it heeds."""

    learning: float
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    longest: float = 0.5  # gradient


def gradients(model: Model, sample: Sample, rates: Rates) -> tuple[Array, Array]:
    """Return the gradient, and what is worth a look: entropy, change, loss of the values."""
    xp, rows = model.xp, sample.action.shape[0]
    seen = model.forward(sample.features)
    logs = log_softmax(xp, seen.logits, sample.mask)
    chances = xp.exp(logs)
    at = (xp.arange(rows), sample.action)
    ratio = xp.exp(logs[at] - sample.chance)
    clipped = xp.clip(ratio, 1 - rates.clip, 1 + rates.clip)
    kept = ratio * sample.advantage <= clipped * sample.advantage
    pull = -(sample.advantage * ratio * kept) / rows  # of the logarithm chosen
    weighed = xp.where(sample.mask > 0, chances * logs, xp.float32(0))
    entropy = -weighed.sum(1, keepdims=True)
    # The gradient of logits and values, side by side as the head has them.
    head = xp.zeros_like(seen.head)
    logits = head[:, : seen.actions]
    logits -= chances * pull[:, None]
    logits[at] += pull
    logits += (weighed + chances * entropy) * xp.float32(rates.entropy / rows)
    error = seen.values - sample.aims
    weights = xp.full(VALUES, rates.value / 4, xp.float32)
    weights[WORTH], weights[FIRST] = rates.value, rates.value / 2
    head[:, seen.actions : seen.actions + VALUES] = error * weights / rows
    report = xp.stack(
        [
            entropy.mean(),
            ((ratio - 1) - xp.log(ratio)).mean(),
            (error[:, WORTH] ** 2).mean(),
        ]
    )
    return model.backward(seen, head), report


def learn(model: Model, optimiser: Adam, sample: Sample, rates: Rates) -> Array:
    """Go one step, and return what is worth a look."""
    gradient, report = gradients(model, sample, rates)
    optimiser.step(model.weights, gradient, rates.learning, rates.longest)
    return report
