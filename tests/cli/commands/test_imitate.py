"""`comptoir imitate`: a network from a bot's games, or a one-sentence error."""

import pytest

from comptoir.engine.model import registry
from comptoir.engine.runs.network import Network


@pytest.mark.parametrize(("more", "width"), [([], 192), (["--fresh"], 128)])
def test_a_bot_becomes_a_network(run, tmp_path, more, width):
    """Which says whom it imitates, and how well; it begins with the game's, or nothing."""
    out = tmp_path / "house.npz"
    told = ("--games", 20, "--workers", 1, "--out", out, *more)
    done = run("imitate", "osaka", "house", *told)

    assert 0 == done.returncode, done.stderr
    assert f"{out}: learned from " in done.stdout
    assert " choices of house; agrees with " in done.stdout
    network = Network.load(out, registry.load("osaka"))
    assert ("house", 20) == (network.about["imitates"], network.about["games"])
    assert network.about["decisions"] > 100
    assert width == network.arrays["first"].shape[1]
    assert 9 == done.stderr.count("of choices agree")


def test_a_policy_stays_and_its_values_are_fitted(run, tmp_path):
    """To what games of a bot come to; the file says whose."""
    out, game = tmp_path / "values.npz", registry.load("osaka")
    told = ("--values", "--games", 20, "--workers", 1, "--out", out)
    done = run("imitate", "osaka", "house", *told)

    assert 0 == done.returncode, done.stderr
    assert " choices of house; they explain " in done.stdout
    made, before = Network.load(out, game), Network.shipped(game)
    assert before
    same = {name for name, array in made.arrays.items()
            if (array == before.arrays[name]).all()}  # fmt: skip
    assert {"value", "value_bias"} == set(made.arrays) - same
    assert "house" == made.about["values"]["of"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["house", "--games", 9], "--games 9: expected 10 or more"),
        (["nobody"], "no bot 'nobody'"),
        (["house", "--seats", 9], "expected 2 to 4"),
        (["house", "--from", "none.npz"], "none.npz"),
        (["house", "--fresh", "--from", "none.npz"], "expected only one of them"),
        (
            ["house", "--fresh", "--values"],
            "expected a network whose policy to keep",
        ),
    ],
)
def test_what_cannot_be_is_said_before_a_game_is_played(run, more, sentence):
    done = run("imitate", "osaka", *more)

    assert 2 == done.returncode
    assert sentence in done.stderr
    assert 1 == len(done.stderr.splitlines())
