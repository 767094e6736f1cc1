"""Rewards at the end of a game: by places, for the first place, or by points."""

import numpy as np
import pytest

from comptoir import BadSetup
from comptoir.engine.kernels.environment import lead_share
from comptoir.envs import pettingzoo
from comptoir.envs.gymnasium import TableEnv
from comptoir.envs.rewards import REWARDS, reward_named
from comptoir.envs.vector import BatchEnv


@pytest.mark.parametrize("name", REWARDS)
def test_rewards_add_up_to_nothing(name):
    """Whoever shares which rank; a better place never pays less."""
    random = np.random.default_rng(1)
    points = random.integers(0, 5, (200, 4))
    ranks = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    paid = reward_named(name)(ranks, points)

    assert np.abs(paid.sum(axis=1)).max() < 1e-9
    order = np.argsort(ranks, axis=1, kind="stable")
    assert (np.diff(np.take_along_axis(paid, order, axis=1), axis=1) <= 1e-9).all()


def test_rewards_are_what_they_say():
    """Places as in the kernels; a shared first place is divided; points above the others."""
    ranks, points = np.array([1, 1, 3]), np.array([9, 9, 3])

    assert REWARDS["places"](ranks, points).tolist() == [
        lead_share(ranks, 3, seat) for seat in range(3)
    ]
    assert REWARDS["first"](ranks, points).tolist() == pytest.approx([0.25, 0.25, -0.5])
    assert REWARDS["margin"](ranks, points).tolist() == [3, 3, -6]
    with pytest.raises(
        BadSetup, match="reward 'coins': expected one of places, first, mar"
    ):
        reward_named("coins")


@pytest.mark.parametrize("name", REWARDS)
def test_every_environment_pays_alike(game, name):
    """One seat, many tables and turns: the reward of the final points and ranks."""
    env = TableEnv(game, game.seats[0], bots="random", reward=name)
    _, info = env.reset(seed=3)
    over = False
    while not over:
        _, paid, over, _, info = env.step(info["action_mask"].argmax())
    points, ranks, _ = env.position.standing()
    assert paid == pytest.approx(REWARDS[name](np.array(ranks), np.array(points))[0])

    envs = BatchEnv(game, 8, game.seats[0], reward=name)
    _, infos = envs.reset(seed=3)
    ended = 0
    while ended < 8:
        acted = infos["seat"].copy()
        _, paid, over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        for table in np.flatnonzero(over):
            wanted = REWARDS[name](infos["ranks"][table], infos["points"][table])
            assert infos["rewards"][table].tolist() == pytest.approx(wanted.tolist())
            assert paid[table] == pytest.approx(wanted[acted[table]])
            ended += 1

    turns = pettingzoo.env(game, seats=game.seats[0], reward=name)
    turns.reset(seed=3)
    for _ in turns.agent_iter():
        sight, _, over, _, _ = turns.last()
        if over:
            break
        turns.step(int(sight["action_mask"].argmax()))
    points, ranks, _ = turns.unwrapped.episode.position.standing()
    wanted = REWARDS[name](np.array(ranks), np.array(points))
    assert [*turns.rewards.values()] == pytest.approx(wanted.tolist())
