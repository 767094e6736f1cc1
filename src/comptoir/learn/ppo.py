"""Proximal policy optimisation: what decisions were worth, and a step towards the better.

Every seat learns from its own decisions: the next one of the same seat at the same table
follows it, whoever acts in between.
"""

from typing import Any, NamedTuple

from .arrays import Array
from .model import COMPANIES, FIRST, VALUES, WORTH, Adam, Model

BARRED = -1e9  # the logit of what is not legal


class Steps(NamedTuple):
    """Decisions ``[steps, tables]`` as they were made, and what followed."""

    observation: Array  # int16
    mask: Array  # int8
    seat: Array
    action: Array
    chance: Array  # the logarithm of the probability it was chosen with
    values: Array  # [..., VALUES], as expected then in this company
    own: Array  # whether the learner chose, and not by lot
    over: Array  # whether the game ended with it
    ends: Array  # [..., seats, VALUES], where it ended


def log_softmax(xp: Any, logits: Array, mask: Array) -> Array:
    """Return the logarithms of the probabilities of legal actions."""
    barred = xp.where(mask > 0, logits, xp.float32(BARRED))
    barred = barred - barred.max(1, keepdims=True)
    return barred - xp.log(xp.exp(barred).sum(1, keepdims=True))


class Next(NamedTuple):
    """Whom every table asks after the last of some steps, and what that seat expects."""

    seat: Array
    values: Array  # [tables, VALUES]


class Targets(NamedTuple):
    """What decisions ``[steps, tables]`` should have been worth."""

    advantage: Array
    values: Array  # [..., VALUES]
    known: Array  # whether anything that came of it was seen


def targets(xp: Any, steps: Steps, after: Next, trace: float) -> Targets:
    """Return advantages and the values to learn.

    The worth is a lambda-return (GAE); so are the others, which no decision is judged by.
    A decision that the learner did not make says nothing of those before it. What a seat
    expects is told by its own decisions alone: values of the moments between, which are
    never learnt, would lead astray. So the last decision of a seat that is not asked again
    tells what those before it came to, and has no target itself.
    """
    length, tables = steps.seat.shape
    rows, seats = xp.arange(tables), steps.ends.shape[2]
    # What each seat expects at its next decision, by how much that was too little, and
    # whether it was seen.
    following = xp.zeros((tables, seats, VALUES), steps.values.dtype)
    gained, seen = xp.zeros_like(following), xp.zeros((tables, seats), bool)
    following[rows, after.seat], seen[rows, after.seat] = after.values, True
    aims, known = xp.empty_like(steps.values), xp.empty(steps.seat.shape, bool)
    for t in range(length - 1, -1, -1):
        over = steps.over[t][:, None]
        following = xp.where(over[..., None], steps.ends[t], following)
        gained = xp.where(over[..., None], xp.float32(0), gained)
        seen |= over
        at = rows, steps.seat[t]
        known[t] = seen[at]
        gain = following[at] - steps.values[t] + trace * gained[at]
        gain = xp.where(known[t][:, None], gain, xp.float32(0))
        aims[t] = steps.values[t] + gain
        following[at], seen[at] = steps.values[t], True
        gained[at] = xp.where(steps.own[t][:, None], gain, xp.float32(0))
    return Targets((aims - steps.values)[..., WORTH], aims, known)


class Sample(NamedTuple):
    """Some decisions of `Steps`, in any order."""

    features: Array
    mask: Array
    action: Array
    chance: Array
    company: Array
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
    met = (xp.arange(rows), sample.company)
    error = seen.values[met] - sample.aims
    weights = xp.full(VALUES, rates.value / 4, xp.float32)
    weights[WORTH], weights[FIRST] = rates.value, rates.value / 2
    errors = xp.zeros((rows, COMPANIES, VALUES), error.dtype)
    errors[met] = error * weights / rows
    head[:, seen.actions :][:, : COMPANIES * VALUES] = errors.reshape(rows, -1)
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
