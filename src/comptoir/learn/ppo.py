"""Proximal policy optimisation (PPO): advantages, value targets, and gradient steps.

Each seat at a table has its own sequence of decisions. The moves of other seats in between are
part of its environment.
"""

from typing import Any, NamedTuple

from .arrays import Array
from .model import COMPANIES, FIRST, VALUES, WORTH, Adam, Model

BARRED = -1e9  # the logit of illegal actions


class Steps(NamedTuple):
    """A sequence of decisions, arrays ``[steps, tables]``, and what followed each decision."""

    observation: Array  # int16
    mask: Array  # int8
    seat: Array
    action: Array
    chance: Array  # log-probability that the action had when it was chosen
    values: Array  # [..., VALUES]: the values predicted when the action was chosen
    own: Array  # True if the policy chose the action, False if epsilon exploration did
    over: Array  # True if the game ended with this action
    ends: Array  # [..., seats, VALUES]: the result if the game ended


def log_softmax(xp: Any, logits: Array, mask: Array) -> Array:
    """Return the log-probabilities of the legal actions."""
    barred = xp.where(mask > 0, logits, xp.float32(BARRED))
    barred = barred - barred.max(1, keepdims=True)
    return barred - xp.log(xp.exp(barred).sum(1, keepdims=True))


class Next(NamedTuple):
    """The seat to act at every table after the last step, and its predicted values."""

    seat: Array
    values: Array  # [tables, VALUES]


class Targets(NamedTuple):
    """Training targets of decisions ``[steps, tables]``."""

    advantage: Array
    values: Array  # [..., VALUES]
    known: Array  # True if the seat's next decision, or the end of the game, is known


def targets(xp: Any, steps: Steps, after: Next, trace: float) -> Targets:
    """Return the advantages and value targets.

    Targets are lambda-returns, one for each value that the network predicts; advantages (GAE)
    use the first of these values only. The trace is cut
    at decisions that epsilon exploration made. Only values predicted at a seat's own decisions
    are used for bootstrapping, because values of positions in between are never trained. A
    seat's last decision in an unfinished game therefore has no target itself, but the targets
    of earlier decisions are bootstrapped from it.
    """
    length, tables = steps.seat.shape
    rows, seats = xp.arange(tables), steps.ends.shape[2]
    # For each seat: the values predicted at its next decision, their error, and whether
    # that decision is known.
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
    """A sample of the decisions in `Steps`, in any order."""

    features: Array
    mask: Array
    action: Array
    chance: Array
    company: Array
    advantage: Array
    aims: Array


class Rates(NamedTuple):
    """The learning rate and the coefficients of a gradient step."""

    learning: float
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    longest: float = 0.5  # the largest norm of the gradient


def gradients(model: Model, sample: Sample, rates: Rates) -> tuple[Array, Array]:
    """Return the gradient and the statistics: entropy, KL divergence, value loss."""
    xp, rows = model.xp, sample.action.shape[0]
    seen = model.forward(sample.features)
    logs = log_softmax(xp, seen.logits, sample.mask)
    chances = xp.exp(logs)
    at = (xp.arange(rows), sample.action)
    ratio = xp.exp(logs[at] - sample.chance)
    clipped = xp.clip(ratio, 1 - rates.clip, 1 + rates.clip)
    kept = ratio * sample.advantage <= clipped * sample.advantage
    pull = (
        -(sample.advantage * ratio * kept) / rows
    )  # gradient of the action's log-probability
    weighed = xp.where(sample.mask > 0, chances * logs, xp.float32(0))
    entropy = -weighed.sum(1, keepdims=True)
    # The gradient of logits and values, in the layout of the head.
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
    """Take one gradient step, and return the statistics."""
    gradient, report = gradients(model, sample, rates)
    optimiser.step(model.weights, gradient, rates.learning, rates.longest)
    return report
