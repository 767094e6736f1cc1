"""A network learns by example, the same every time, and a run trains against it."""

import numpy as np
import pytest

from comptoir import decisions
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.learn.config import Group
from comptoir.learn.imitation import EPOCHS, KEPT_BACK, Imitation, examples_of
from comptoir.learn.model import FIRST, POINTS, WORTH
from comptoir.learn.run import Run
from learn_kit import tiny, updates


def house_games(games=120, **what):
    told = {"legal": True, "observations": True} | what
    return list(decisions("osaka", games, bots="house", seed="imitated", **told))


@pytest.fixture(scope="module")
def played():
    return house_games()


def learnt(played, seed="1"):
    learner = Imitation(registry.load("osaka"), None, seed=seed)
    return learner, list(learner.learn(played))


@pytest.fixture(scope="module")
def clone(played):
    return learnt(played)


def test_it_comes_to_do_the_same(clone):
    """In games that it has not seen, from nothing."""
    learner, agreements = clone

    assert 1 + EPOCHS == len(agreements)
    assert agreements[0] < 0.4
    assert agreements[-1] > 0.6
    assert learner.network().about["agreement"] == round(agreements[-1], 4)


def test_the_same_examples_and_seed_give_the_same_network(played, clone):
    again, _ = learnt(played)
    other, _ = learnt(played, seed="2")

    assert (again.model.weights == clone[0].model.weights).all()
    assert (
        other.model.weights.shape != again.model.weights.shape
        or (other.model.weights != again.model.weights).any()
    )


def test_examples_are_choices_and_what_their_games_came_to(played):
    """Moves without a choice teach nothing; a game's worth is its seat's."""
    (part,) = played
    found = examples_of(part, usual=10.0, shares=(0.0, 0.0))
    chosen = np.flatnonzero(part.log.choices > 1)

    assert len(chosen) == len(found.choice)
    for n in (0, len(chosen) // 2, len(chosen) - 1):
        row = chosen[n]
        game, seat = int(part.log.game[row]), int(part.log.seat[row])
        ranks, points = part.ends.ranks[game].tolist(), part.ends.points[game]
        place = ranks[seat]
        lead = sum(one > place for one in ranks) - sum(one < place for one in ranks)
        assert found.values[n, WORTH] == pytest.approx(lead / 3)
        assert found.values[n, FIRST] == (place == 1) / ranks.count(1)
        assert found.values[n, POINTS] == pytest.approx(points[seat] / 10)


def test_it_goes_on_from_a_network(clone, played):
    """Whose features, width and measures it keeps."""
    network = clone[0].network()
    onward = Imitation(network.game, network)
    before = next(onward.learn(played))

    assert before == pytest.approx(clone[0].agreement, abs=0.01)
    kept = onward.network().arrays
    assert (kept["rows"] == network.arrays["rows"]).all()
    assert (kept["points_scale"], *kept["worth"]) == (
        network.arrays["points_scale"],
        *network.arrays["worth"],
    )


def test_a_run_trains_against_it(clone, tmp_path):
    """It sits at half of the seats there, moves as it learnt, and learns nothing."""
    path = tmp_path / "clone.npz"
    clone[0].network().save(path)
    run = Run(tiny(groups=[Group(8), Group(64, against=str(path))]))
    before = run.others[str(path)][0].weights.copy()
    steps = run.play()

    assert steps.own[:, :8].all()
    assert 0.2 < steps.own[:, 8:].mean() < 0.8
    assert 2 == len(updates(run, 2))
    assert (run.others[str(path)][0].weights == before).all()


@pytest.mark.parametrize(
    ("against", "sentence"),
    [
        ("none.npz", "none.npz"),
        ("search:300", "or the .npz file of a network; imitate any other bot first"),
    ],
)
def test_opponents_that_are_not_there_are_told_of(against, sentence):
    with pytest.raises(BadSetup, match=sentence.replace(".", r"\.")):
        Run(tiny(groups=[Group(8, against=against)]))


@pytest.mark.parametrize(
    ("games", "what", "sentence"),
    [
        (KEPT_BACK, {"legal": False}, "expected some with legal and observations"),
        (KEPT_BACK - 1, {}, "expected 10 games or more"),
    ],
)
def test_examples_that_cannot_teach_are_refused(games, what, sentence):
    learner = Imitation(registry.load("osaka"), None)

    with pytest.raises(BadSetup, match=sentence):
        next(learner.learn(house_games(games, **what)))
