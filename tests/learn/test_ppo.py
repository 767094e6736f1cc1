"""The learner's arithmetic, compared with slow independent references."""

import numpy as np
import pytest

from comptoir.learn import ppo
from comptoir.learn.model import Adam, Model

ROWS, FEATURES, ACTIONS, WIDTH = 9, 30, 7, 16
CLIP = 0.9


@pytest.fixture
def random():
    return np.random.default_rng(0)


@pytest.fixture
def model(random):
    """A model in double precision with perturbed weights."""
    model = Model(np, FEATURES, ACTIONS, WIDTH)
    model.begin(1)
    model.use(model.weights.astype(np.float64) + random.normal(0, 0.1, model.size))
    return model


@pytest.fixture
def sample(random):
    mask = (random.random((ROWS, ACTIONS)) < 0.6).astype(np.int8)
    mask[:, 0] = 1
    return ppo.Sample(
        (random.random((ROWS, FEATURES)) < 0.3).astype(float),
        mask,
        np.array([random.choice(np.flatnonzero(row)) for row in mask]),
        np.log(random.random(ROWS) * 0.9 + 0.05),
        random.integers(2, size=ROWS),
        random.normal(size=ROWS),
        random.normal(size=(ROWS, 3)),
    )


def loss(model, weights, sample, rates):
    """Return the loss, row by row."""
    model.use(weights)
    found = model.forward(sample.features)
    total = 0.0
    for row in range(ROWS):
        legal = np.flatnonzero(sample.mask[row])
        chances = np.exp(found.logits[row, legal])
        chances /= chances.sum()
        at = list(legal).index(sample.action[row])
        ratio = chances[at] / np.exp(sample.chance[row])
        cut = min(max(ratio, 1 - rates.clip), 1 + rates.clip)
        gain = sample.advantage[row]
        total -= min(ratio * gain, cut * gain)
        total += rates.entropy * (chances * np.log(chances)).sum()
        error = found.values[row, sample.company[row]] - sample.aims[row]
        total += (error**2 * [0.5, 0.25, 0.125]).sum() / 2
    return total / ROWS


@pytest.mark.parametrize("clip", [CLIP, 0.2])
def test_the_gradient_is_that_of_the_loss(model, sample, random, clip):
    """By finite differences, for weights of every layer."""
    rates, weights, small = ppo.Rates(1e-3, clip=clip, entropy=0.1), model.weights, 1e-6
    gradient, _ = ppo.gradients(model, sample, rates)
    wrong = {}
    for at in random.choice(model.size, 300, replace=False):
        near = np.zeros(model.size)
        near[at] = small
        above = loss(model, weights + near, sample, rates)
        below = loss(model, weights - near, sample, rates)
        found = (above - below) / (2 * small)
        if abs(found - gradient[at]) > 1e-6:
            wrong[int(at)] = (found, gradient[at])

    assert {} == wrong
    assert np.abs(gradient).max() > 0.01


def test_what_is_not_legal_is_never_chosen(model, sample):
    logs = ppo.log_softmax(np, model.forward(sample.features).logits, sample.mask)

    assert (np.exp(logs)[sample.mask == 0] == 0).all()
    assert np.allclose(1, np.exp(logs).sum(1))


def test_a_step_goes_down_and_long_gradients_are_cut(model, sample):
    """Many small steps on one sample lessen its loss."""
    rates = ppo.Rates(1e-2, clip=CLIP)
    before = loss(model, model.weights, sample, rates)
    optimiser = Adam(np, model.size)
    for _ in range(20):
        report = ppo.learn(model, optimiser, sample, rates)

    assert loss(model, model.weights, sample, rates) < before - 0.05
    assert report.shape == (3,)
    optimiser = Adam(np, model.size)
    optimiser.step(model.weights, np.full(model.size, 1e6), 0.0, most=0.5)
    assert np.linalg.norm(optimiser.mean) == pytest.approx(0.05)


def slow_targets(steps, after, trace):
    """Every seat's own decisions in one game, in a row; then the sum of what surprised.

    What was done by lot tells nothing of those before it but what was expected there, and
    what was done last, before the tables ask somebody else, has no target.
    """
    aims = np.full(steps.values.shape, np.nan)
    for table in range(steps.seat.shape[1]):
        for seat in range(steps.ends.shape[2]):
            mine, games = [], []
            for t in range(len(steps.seat)):
                if steps.seat[t, table] == seat:
                    mine.append(t)
                if steps.over[t, table]:
                    games.append((mine, [steps.ends[t, table, seat]]))
                    mine = []
            asked = after.seat[table] == seat
            games.append((mine, [after.values[table]] if asked else []))
            for decisions, end in games:
                expected = [*(steps.values[t, table] for t in decisions), *end]
                surprises = np.diff(expected, axis=0)
                for n, t in enumerate(decisions[: len(surprises)]):
                    told = 1
                    while (
                        n + told < len(surprises)
                        and steps.own[decisions[n + told], table]
                    ):
                        told += 1
                    weights = trace ** np.arange(told)
                    aims[t, table] = expected[n] + weights @ surprises[n : n + told]
    return aims


@pytest.mark.parametrize("lots", [0.0, 0.3])
@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_targets_are_those_of_every_seats_own_decisions(random, trace, lots):
    """Seats act in any order, and games end inside the window, often or never."""
    length, tables, seats = 23, 6, 3
    over = random.random((length, tables)) < np.linspace(0, 0.5, tables)
    steps = ppo.Steps(
        *[None] * 2,
        random.integers(seats, size=(length, tables)),
        *[None] * 2,
        random.normal(size=(length, tables, 3)),
        random.random((length, tables)) >= lots,
        over,
        random.normal(size=(length, tables, seats, 3)),
    )
    asked = random.integers(seats, size=tables)
    after = ppo.Next(asked, random.normal(size=(tables, 3)))
    advantage, aims, known = ppo.targets(np, steps, after, trace)
    expected = slow_targets(steps, after, trace)

    assert ((~known).sum(0) <= seats - 1).all()
    assert (known == ~np.isnan(expected).any(-1)).all()
    assert np.allclose(expected[known], aims[known])
    assert np.allclose((aims - steps.values)[..., 0], advantage)
