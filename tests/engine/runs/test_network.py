"""Networks: the same compiled as in NumPy, kept in a file, refused where they do not fit."""

import json

import numpy as np
import pytest

from comptoir import games
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import consult, policy_arrays, value, weigh
from comptoir.engine.rules.rule import rule
from comptoir.engine.runs.network import FILE, KINDS, LARGEST, Network, layout_of
from random_play import some_positions

NIGHTLY = pytest.mark.nightly  # compiles some seconds a game


@rule
def look(tables, boxes, seat, moves, count, policy, values):
    """Show a network one position."""
    consult(tables[0], boxes[0], seat, policy)
    weigh(tables[0], seat, moves, count, 1.0, 0.0, policy, policy.weights)
    for which in range(len(values)):
        values[which] = value(which, policy)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=name, marks=() if name == "osaka" else NIGHTLY)
        for name, game in games().items()
    ],
)
def test_compiled_and_numpy_say_the_same(game):
    """For positions from all stages; also at a width that does not fill the last SIMD lanes."""
    compiled = Compiled(game).compiled(look)
    for width in (192, 40):
        network = Network.random(game, width)
        policy, values = policy_arrays(game, network.given), np.zeros(3)
        weights = policy.weights
        for match, _ in some_positions(game, game.seats[-1], 10, every=23):
            seat, position = match.actors[0], match.position
            legal = np.array(position.legal_numbers(seat))
            boxes = game.new_boxes(match.seats)
            given = (position.packed(), boxes, seat, legal, len(legal))
            compiled(*given, policy, values)
            choices = [position.choice(seat, action) for action in legal]
            logits, expected = network.evaluate(position.observe(seat), choices)
            expected_weights = np.exp(logits - logits.max())
            assert values == pytest.approx(expected, abs=1e-4)
            expected_weights /= expected_weights.sum()
            assert weights[legal] == pytest.approx(expected_weights, abs=1e-4)


def test_a_network_is_the_same_from_its_file(game, tmp_path):
    """Small enough to be shipped; what was said about it is kept."""
    made = Network.random(game, 128)
    made.about["steps"] = 5
    made.save(tmp_path / FILE)
    read = Network.load(tmp_path / FILE, game)

    assert made.about == read.about
    assert layout_of(game) == read.about["layout"]
    assert LARGEST >= (tmp_path / FILE).stat().st_size
    for name, array in made.arrays.items():
        assert array.dtype == read.arrays[name].dtype == KINDS[name]
        assert (array == read.arrays[name]).all()


def changed(game, path, **changes):
    """Write a network's file with other arrays, or something else about it."""
    network = Network.random(game, 16)
    about = network.about | changes.pop("about", {})
    given = network.arrays | {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8)
    }
    np.savez_compressed(
        path, **{k: v for k, v in (given | changes).items() if v is not None}
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"about": {"format": 2}}, "does not fit: its format is 2, expected 1"),
        ({"about": {"game": "whist"}}, "does not fit: its game is whist, expected "),
        ({"about": {"rules": 9}}, "does not fit: its rules is 9, expected "),
        ({"about": {"layout": "0"}}, "does not fit: its layout is 0, expected "),
        ({"about": {"rollouts": 101}}, "its rollouts are no percentage"),
        ({"about": {"rollouts": "few"}}, "its rollouts are no percentage"),
        ({"about": {"temperatures": 5}}, "its temperatures are not four numbers"),
        ({"about": {"temperatures": [9, 5, 1]}}, "its temperatures are not"),
        ({"about": {"temperatures": [9, None, 1, 0]}}, "its temperatures are not"),
        ({"about": {"temperatures": [9, 5, -1, 0]}}, "its temperatures are not"),
        ({"about": {"expert_iterations": 0}}, "its expert_iterations are no number"),
        ({"about": {"expert_iterations": "few"}}, "its expert_iterations are no"),
        ({"about": {"characters": ["greedy"]}}, "its characters do not say how much"),
        ({"about": {"characters": {"shy": 5}}}, "its characters do not say"),
        ({"about": {"characters": {"shy": {"castle": 5}}}}, "its characters do not"),
        ({"about": {"characters": {"shy": {"pass": "a"}}}}, "its characters do not"),
        ({"about": {"characters": {"shy": {"bid": 1e999}}}}, "its characters do not"),
        ({"policy": None}, "is damaged: it has no policy"),
        (
            {"bias": np.zeros((3, 17))},
            r"bias has the shape \(3, 17\): expected \(3, 16\)",
        ),
        (
            {"first": np.zeros(3)},
            r"first has the shape \(3,\): expected rows and columns",
        ),
        ({"first": np.ones((1, 16))}, "rows names a row that first does not have"),
        ({"first": np.ones((9999, 16))}, "row 0 of first is not 0"),
        ({"value": np.full((3, 16), 1e9)}, "value holds what is no number of its kind"),
        ({"about": None}, "is no network, or damaged"),
        ({"bias": np.array([{}])}, "is no network, or damaged: .*allow_pickle"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, changes, sentence):
    """In one sentence that names the file, for every game."""
    game = games()["osaka"]
    path = tmp_path / FILE
    if changes.get("about", {}) is None:
        np.savez_compressed(path, rows=np.zeros(3))
    else:
        changed(game, path, **changes)
    with pytest.raises(BadSetup, match=sentence) as refused:
        Network.load(path, game)
    assert str(path) in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"words", bytes(LARGEST + 1)])
def test_files_that_are_something_else_are_refused(tmp_path, content):
    """Empty ones, cut ones, texts, large ones; nobody is advised to trust them."""
    game = games()["osaka"]
    path = tmp_path / FILE
    path.write_bytes(content)
    with pytest.raises(BadSetup, match="is no network, or damaged") as refused:
        Network.load(path, game)
    assert "pickle" not in str(refused.value)


def test_a_network_that_is_too_large_is_not_written(game, tmp_path):
    """A game may ship a megabyte."""
    with pytest.raises(BadSetup, match="expected at most 1000000"):
        Network.random(game, 512).save(tmp_path / FILE)
    assert not (tmp_path / FILE).exists()
