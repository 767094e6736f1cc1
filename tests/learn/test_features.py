"""The features of the first layer, equal in training and in the network's file."""

from itertools import product

import numpy as np
import pytest

from comptoir.engine.model import registry
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.network import Network
from comptoir.learn.export import network_arrays
from comptoir.learn.features import SPAN, Encoder, features_of, find_features
from comptoir.learn.model import NETWORKS, Model

VALUES = [-5, *range(SPAN), 100, 900]


@pytest.fixture
def few():
    """Columns of which one is always 0, one has few values, two have many."""
    random = np.random.default_rng(1)
    seen = np.zeros((4, SPAN), np.int64)
    seen[0, 0] = 50
    seen[1, [0, 2, 5]] = 10
    seen[2, :40] = random.integers(1, 50, 40)
    seen[3, [3, 63]] = 4
    return features_of(seen)


def observed(game, seed="seen"):
    """Return observations of a game at every number of seats."""
    for seats in game.seats:
        batch = Batch(game, seats, 16, seed=seed)
        batch.rollout(40, "house")
        yield np.asarray(batch.observe()).astype(np.int16), np.asarray(batch.legal())


def slow(features, seen):
    """What the encoder writes, one number after the other."""
    inputs = np.zeros((len(seen), features.count))
    for row, values in enumerate(seen):
        for cell in range(features.count):
            value = int(values[features.column[cell]])
            within = min(max(value, 0), SPAN - 1)
            if features.slope[cell]:
                inputs[row, cell] = value * features.slope[cell]
            elif features.low[cell] <= within <= features.high[cell]:
                inputs[row, cell] = 1
    return inputs


def test_few_values_have_a_cell_each_and_many_a_cell_for_each_tenth(few):
    rows, slopes = few.rows(4), few.slopes(4)

    assert not rows[0].any()
    assert [0, 1, 2, 3, 4, 5, 5] == rows[1, :7].tolist()
    assert 8 <= len(set(rows[2])) <= 12
    assert (np.diff(rows[2, 1:].astype(int)) >= 0).all()
    assert [False, False, True, True] == (slopes > 0).tolist()
    assert 0 == few.count % 8


def test_every_value_of_every_column_is_the_row_that_a_file_names(few):
    """The cell that is 1 is the one row that the network adds; zero adds none."""
    encode, rows, slopes = Encoder(np, few), few.rows(4), few.slopes(4)
    for value, column in product(VALUES, range(4)):
        seen = np.zeros((1, 4), np.int16)
        seen[0, column] = value
        ours = np.flatnonzero(few.column == column)
        cells = ours[few.slope[ours] == 0]
        active = cells[encode(seen)[0, cells] == 1] + 1

        named = rows[column, min(max(value, 0), SPAN - 1)]
        assert active.tolist() == ([named] if named else []), (value, column)
        if slope := slopes[column]:
            expected = value * few.slope[slope - 1]
            assert expected == pytest.approx(encode(seen)[0, slope - 1])


def test_the_network_of_a_file_says_what_the_model_says(game, tmp_path):
    """Logits and values, on observations of every game; a file keeps half the digits."""
    features = find_features(game, "1")
    model = Model(np, features.count, len(game.actions.choices), 16)
    model.begin(1)
    random = np.random.default_rng(2)
    model.use(model.weights + random.normal(0, 0.2, model.size).astype(np.float32))
    arrays = network_arrays(game, features, model, 30.0, (0.5, 0.125))
    Network(game, arrays).save(tmp_path / "n.npz")
    network = Network.load(tmp_path / "n.npz", game)
    assert [0.375, 0.5, 0.125] == network.arrays["worth"].tolist()
    encode = Encoder(np, features)
    for seen, mask in observed(game):
        assert np.allclose(slow(features, seen[:2]), encode(seen[:2]))
        found = model.forward(encode(seen))
        assert found.logits.std() > 1
        for row in range(len(seen)):
            legal = np.flatnonzero(mask[row])
            logits, values = network.evaluate(seen[row], legal)
            assert np.allclose(found.logits[row, legal], logits, rtol=0.01, atol=0.05)
            among = found.values[row, NETWORKS]
            assert np.allclose(among, values, rtol=0.01, atol=0.05)


def test_features_are_found_the_same_every_time():
    """From the same seed."""
    game = registry.load("osaka")
    one, two = (find_features(game, "7") for _ in range(2))

    assert all(
        (getattr(one, part) == getattr(two, part)).all()
        for part in one.__struct_fields__
    )
