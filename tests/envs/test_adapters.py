"""Adapters for libraries that are not installed here: run where they are."""

import pickle
from copy import copy, deepcopy

import numpy as np
import pytest

from comptoir import games, layout

COPIES = (copy, deepcopy, lambda thing: pickle.loads(pickle.dumps(thing)))


def test_tables_of_stable_baselines():
    """As their own checks want them; masks, and how games ended."""
    pytest.importorskip("stable_baselines3")
    from comptoir.envs import sb3  # noqa: PLC0415

    tables = sb3.tables("osaka", 8, seats=2, bots="house")
    tables.seed(3)
    sights, ended = tables.reset(), []
    for _ in range(200):
        assert sights.shape == (8, *tables.observation_space.shape)
        masks = tables.env_method("action_masks")
        assert np.array_equal(masks, tables.action_masks())
        sights, rewards, over, infos = tables.step(np.argmax(masks, axis=1))
        ended += [info for info, end in zip(infos, over, strict=True) if end]
        assert [bool(info) for info in infos] == over.tolist()
    assert {"terminal_observation", "won", "rank", "points"} < set(ended[0])
    assert rewards.dtype == np.float32
    assert tables.has_attr("action_masks")
    assert [8, 8] == tables.get_attr("num_envs", [0, 1])
    copies = [copy(tables) for copy in COPIES]
    once = tables.step(tables.action_masks().argmax(axis=1))[0]
    for other in copies:
        again = other.step(other.action_masks().argmax(axis=1))[0]
        assert np.array_equal(once, again)


def test_tables_of_pufferlib():
    """The mask comes first, then the sight; the games are those of a batch."""
    pytest.importorskip("pufferlib")
    from comptoir.envs import puffer  # noqa: PLC0415

    tables = puffer.Tables("osaka", 8, seats=2, bots="house", seed=3)
    sights, infos = tables.reset()
    assert [] == infos
    for _ in range(200):
        mask = sights[:, : tables.actions_end]
        assert np.array_equal(mask, tables.envs.batch.mask)
        sights, _, over, _, infos = tables.step(mask.argmax(axis=1))
        assert bool(infos) == over.any()
    assert tables.observations is sights
    copies = [copy(tables) for copy in COPIES]
    before = sights.copy()
    once = tables.step(mask.argmax(axis=1))[0]
    for other in copies:
        assert np.array_equal(before, other.observations)
        assert np.array_equal(once, other.step(mask.argmax(axis=1))[0])


def test_a_layout_names_every_number(game):
    """In their order, without a gap, from the first to the last."""
    parts = [*layout(game).values()]

    assert 0 == parts[0].start
    assert game.observation == parts[-1].stop
    assert [p.stop for p in parts[:-1]] == [p.start for p in parts[1:]]
    assert layout(game) == layout(game.name)


def test_pages_of_environments_are_todays(game):
    """`make golden` writes them."""
    import environment_pages  # noqa: PLC0415

    kept = (environment_pages.FOLDER / f"{game.name}.md").read_text(encoding="utf-8")
    assert environment_pages.page(game) == kept
    assert len(games()) == len([*environment_pages.FOLDER.glob("*.md")])
