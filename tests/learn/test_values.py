"""Values fitted to what games came to, whatever the network thought before."""

import numpy as np
import pytest

from comptoir import decisions
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.runs.network import Network
from comptoir.learn.imitation import examples_of
from comptoir.learn.model import FIRST, NETWORKS, POINTS, WORTH
from comptoir.learn.values import Fit

GAME = "batavia"


def played(games, **told):
    told = {"legal": True, "observations": True} | told
    return list(decisions(GAME, games, bots="house", seed="fitted", **told))


def shipped():
    network = Network.shipped(registry.load(GAME))
    assert network
    return network


@pytest.fixture(scope="module")
def fitted():
    """The game's own network, its values fitted to games of house bots."""
    fit = Fit(shipped())
    fit.learn(played(200))
    return fit.done(of="house")


def test_its_values_are_what_games_come_to(fitted):
    """On average in games that it has not seen, and better than one number for all."""
    network, explained = fitted
    (part,) = played(60, first=1000)
    some = examples_of(
        part, network.usual_points, tuple(network.arrays["worth"][1:].tolist())
    )
    found = Fit(network)
    said = found.model.forward(found.encode(some.observation)).values[:, NETWORKS]

    assert network.about["values"]["explained"] == round(explained, 4)
    assert 0.1 < explained < 0.9
    for which in (WORTH, FIRST, POINTS):
        assert said[:, which].mean() == pytest.approx(
            some.values[:, which].mean(), abs=0.1
        )
        assert np.corrcoef(said[:, which], some.values[:, which])[0, 1] > 0.3


def test_the_policy_is_kept(fitted):
    before = shipped()

    assert (fitted[0].arrays["policy"] == before.arrays["policy"]).all()
    assert (fitted[0].arrays["first"] == before.arrays["first"]).all()


def test_too_few_games_are_refused():
    fit = Fit(shipped())
    fit.learn(played(5))
    with pytest.raises(BadSetup, match="expected 10 games or more"):
        fit.done()
