"""A training run: it learns, is reproducible, and continues after a stop."""

import sys

import numpy as np
import pytest

from comptoir import games
from comptoir.engine.errors import BadSetup
from comptoir.engine.runs.network import Network
from comptoir.learn.checkpoint import Checkpoint
from comptoir.learn.config import Group
from comptoir.learn.model import BOTS, FIRST, NETWORKS, POINTS, WORTH
from comptoir.learn.progress import strength
from comptoir.learn.run import WARM_UP, Run
from learn_kit import tiny, updates


def test_a_run_learns_to_beat_random_bots():
    """From a third of the games to three quarters, within a hundred thousand steps."""
    config = tiny(
        "batavia",
        groups=[Group(128, 3, "random")],
        width=16,
        length=16,
        steps=100_000,
        minibatch=256,
        rate=2e-3,
    )
    lines = updates(Run(config), 100)

    assert strength(lines[:8])["random/3"] < 0.45
    assert strength(lines[-16:])["random/3"] > 0.6
    assert lines[-1].steps >= config.steps


def test_a_game_is_worth_more_against_bots_than_among_networks():
    """Nobody says who sits there: among itself a seat is first as often as any other."""
    groups = [Group(128, 3), Group(64, 3, "random")]
    config = tiny("batavia", groups=groups, width=16, length=16, steps=80_000,
                  minibatch=256, rate=2e-3)  # fmt: skip
    run = Run(config)
    updates(run, 100)
    company, values = run.tables.company, run.play().values[..., FIRST]

    assert values[:, company == NETWORKS].mean() == pytest.approx(1 / 3, abs=0.06)
    assert values[:, company == BOTS].mean() > 0.42


def test_an_imitation_is_no_company_of_equals(tmp_path):
    """A game against a network from a file counts as one against bots; the league is kin."""
    clone = tmp_path / "clone.npz"
    Network.random(games()["batavia"], 48).save(clone)
    groups = [Group(2), Group(3, against="league"), Group(4, against=str(clone))]
    run = Run(tiny("batavia", groups=groups))

    assert run.tables.company.tolist() == [NETWORKS] * 5 + [BOTS] * 4


def test_the_same_seed_gives_the_same_first_checkpoint(game, tmp_path):
    """To the bit, but for the seconds; another seed gives another."""
    kept = []
    for seed in ("1", "1", "2"):
        run = Run(tiny(game.name, seed=seed))
        updates(run, 3)
        run.save(tmp_path / "kept.npz")
        kept.append(Checkpoint.load(tmp_path / "kept.npz"))

    one, same, other = kept
    for name in ("weights", "mean", "square", "league"):
        assert (getattr(one, name) == getattr(same, name)).all()
    assert (one.about.update, one.about.steps) == (3, 3 * 24 * 4)
    assert (
        one.weights.shape != other.weights.shape or (one.weights != other.weights).any()
    )


def test_a_run_goes_on_from_a_checkpoint(tmp_path):
    """With all its weights, its league and its count; on games that it has not played."""
    run = Run(tiny(steps=10_000))
    updates(run, 3)
    run.save(tmp_path / "kept.npz")
    kept = Checkpoint.load(tmp_path / "kept.npz")
    again = Run(kept.about.config, kept)

    assert (again.model.weights == run.model.weights).all()
    assert (again.optimiser.mean == run.optimiser.mean).all()
    assert (again.features.low == run.features.low).all()
    assert (again.points, len(again.league)) == (run.points, 1)
    assert np.allclose(again.league[0], run.league[0], atol=1e-3)
    assert [4, 5] == [line.update for line in updates(again, 2)]
    assert again.optimiser.steps > run.optimiser.steps
    first = Run(kept.about.config).tables.places[0].batch.games
    onward = Run(kept.about.config, kept).tables.places[0].batch.games
    assert onward.min() > first.max() + 3 * 4


def test_a_window_too_short_to_see_anything_is_refused():
    """Where no seat is asked twice and no game ends, there is nothing to learn from."""
    run = Run(tiny("batavia", groups=[Group(2, 3)], length=1))

    with pytest.raises(BadSetup, match="length 1: nothing came of any decision"):
        updates(run, 1)


def test_the_league_keeps_the_first_and_the_newest(tmp_path):
    """Of more selves than it holds, one in between goes."""
    run = Run(tiny(league=3))
    for name in range(9):
        run.model.weights[:] = name
        run._remember()
        assert 0 == run.league[0][0]
        assert name == run.league[-1][0]
        assert min(name + 1, 3) == len(run.league)


def test_a_league_of_one_is_the_first():
    run = Run(tiny(league=1))
    for name in range(3):
        run.model.weights[:] = name
        run._remember()

    assert [0] == [one[0] for one in run.league]


def test_earlier_selves_sit_at_half_of_the_leagues_seats():
    """What they choose is not learnt from; everywhere else all is."""
    run = Run(tiny(groups=[Group(8), Group(64, against="league")]))
    assert run.play().own.all()
    run._remember()
    own = run.play().own

    assert own[:, :8].all()
    assert 0.3 < own[:, 8:].mean() < 0.7


def test_some_decisions_are_made_by_lot():
    """Any legal action, each as likely; they are not learnt from."""
    run = Run(tiny(groups=[Group(256)], length=16, epsilon=0.2))
    run.model.parts["head_bias"][: run.tables.actions] = -50 * np.arange(
        run.tables.actions
    )  # it is sure of the first that is legal
    steps = run.play()
    first = steps.mask.argmax(2) == steps.action
    choices = steps.mask.sum(2) > 1

    assert 0.15 < (~steps.own).mean() < 0.25
    assert first[steps.own].all()
    assert np.take_along_axis(steps.mask, steps.action[..., None], 2).all()
    expected = (1 / steps.mask.sum(2))[~steps.own & choices].mean()
    assert abs(first[~steps.own & choices].mean() - expected) < 0.1


def test_the_learning_rate_rises_from_nothing():
    """Adam's first step moves a weight by the rate, which at first is a small part of it."""
    config = tiny("batavia", groups=[Group(8)], epochs=1, minibatch=4096, rate=0.01)
    run = Run(config)
    before = run.model.weights.copy()
    updates(run, 1)

    assert run.optimiser.steps == 1
    moved = np.abs(run.model.weights - before).max()
    assert 0 < moved <= config.rate / WARM_UP * 1.01


def test_what_a_game_is_worth():
    """Places, the first place, points above the others': as shares; zero-sum in places."""
    groups = [Group(16), Group(16, 3)]
    config = tiny(groups=groups, first=0.5, margin=0.25)
    run = Run(config)
    while not (steps := run.play()).over.any():
        pass
    ended = steps.ends[steps.over]
    seats = np.where(np.flatnonzero(steps.over) % 32 < 16, 4, 3)
    for end, count in zip(ended, seats, strict=True):
        assert 1 == pytest.approx(end[:, FIRST].sum())
        assert (np.abs(end[:, WORTH]) <= 1 + 1e-6).all()
        assert (end[count:] == 0).all()
        best = end[:count, POINTS].argmax()
        assert end[best, FIRST] > 0
        assert end[best, WORTH] == end[:count, WORTH].max()


def test_weights_that_are_no_numbers_end_a_run():
    run = Run(tiny())
    run.model.weights[:] = np.nan

    with pytest.raises(BadSetup, match="no numbers any more: expected a smaller rate"):
        updates(run, 1)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"groups": [Group(8, 9)]}, "expected 2 to 4 seats"),
        (
            {"groups": [Group(8, against="me")]},
            "no bot 'me' here: expected one of random, house, policy",
        ),
        ({"groups": [Group(8, options={"x": 1})]}, "x"),
        ({"device": "cuda"}, "needs CuPy: pip install 'comptoir.train.'"),
    ],
)
def test_what_cannot_be_is_refused(changes, sentence, monkeypatch):
    """In a sentence that says what is expected, before anything is played."""
    monkeypatch.setitem(sys.modules, "cupy", None)

    with pytest.raises(BadSetup, match=sentence):
        Run(tiny(**changes))


def test_cupy_without_a_gpu_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", np)
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)

    with pytest.raises(BadSetup, match="no GPU here: expected the device cpu"):
        Run(tiny(device="cuda"))
