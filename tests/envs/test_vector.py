"""The vector environment keeps Gymnasium's conventions, on the batch's own arrays."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from comptoir import games
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.refusals import IllegalAction
from comptoir.envs import name_of
from comptoir.envs.vector import BatchEnv


def choose(infos, rng):
    """Return a random legal action for each table; any where nobody is asked."""
    sums = infos["action_mask"].cumsum(axis=1, dtype=np.int64)
    return (sums > (rng.random(len(sums)) * sums[:, -1])[:, None]).argmax(axis=1)


def test_spaces_hold_what_is_seen(game):
    """Made by name; every observation, mask and reward has its shape and kind."""
    envs = gymnasium.make_vec(name_of(game), num_envs=6, dtype="float32")
    sights, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(50):
        assert sights in envs.observation_space
        actions = choose(infos, rng)
        assert actions in envs.action_space
        sights, rewards, over, cut, infos = envs.step(actions)
        assert (np.float32, (6,)) == (rewards.dtype, rewards.shape)
        assert np.bool_ == over.dtype == cut.dtype
        assert (np.int8, (6, len(game.actions.choices))) == (
            infos["action_mask"].dtype, infos["action_mask"].shape,
        )  # fmt: skip
    assert sights is envs.unwrapped.batch.observation
    assert np.shares_memory(sights, np.from_dlpack(sights))
    envs.close()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_every_autoreset_mode_does_as_gymnasium_says(game, mode):
    """When the next game is dealt, what the step returns then, and the final sights."""
    seats = game.seats[0]
    envs = BatchEnv(game, 8, seats, autoreset_mode=mode)
    _, infos = envs.reset(seed=2)
    rng, ended = np.random.default_rng(2), np.zeros(8, bool)
    for _ in range(3000):
        games = envs.batch.games
        sights, rewards, over, cut, infos = envs.step(choose(infos, rng))
        dealt = envs.batch.games != games
        assert not cut.any()
        if mode == AutoresetMode.SAME_STEP:
            assert np.array_equal(dealt, over)
            for i in np.flatnonzero(over):
                assert infos["final_obs"][i].shape == sights[i].shape
        elif mode == AutoresetMode.NEXT_STEP:
            assert np.array_equal(dealt, ended)
            assert not rewards[ended].any()
            assert not over[ended].any()
        elif over.any():
            assert not dealt.any()
            _, infos = envs.reset(options={"reset_mask": over.copy()})
            assert np.array_equal(envs.batch.games != games, over)
        if over.any() and ended.any():
            break
        ended = over.copy() | (ended & (mode == AutoresetMode.SAME_STEP))
        if mode != AutoresetMode.NEXT_STEP and over.any():
            break


def test_the_reward_is_of_the_seat_that_acted(game):
    """And `infos["rewards"]` has those of all seats."""
    envs = BatchEnv(game, 20)
    _, infos = envs.reset(seed=3)
    rng = np.random.default_rng(3)
    while True:
        acted = infos["seat"].copy()
        _, rewards, over, _, infos = envs.step(choose(infos, rng))
        assert np.array_equal(rewards, infos["rewards"][np.arange(20), acted])
        if over.any():
            break
    assert infos["rewards"][over].sum(axis=1) == pytest.approx(0, abs=1e-6)
    assert (infos["ranks"][over].min(axis=1) == 1).all()


def test_bots_leave_one_learner(game):
    """With bots in all seats but one, that seat alone is asked."""
    seats = game.check_seats(None)
    envs = BatchEnv(game, 10, bots=[None, *["house"] * (seats - 1)])
    _, infos = envs.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(30):
        assert not infos["seat"].any()
        *_, infos = envs.step(choose(infos, rng))


def test_policies_play_at_the_other_seats(networks):
    """By the network of the game, in the smallest one: it must be compiled."""
    game = min(games().values(), key=lambda game: game.table.itemsize)
    seats = game.check_seats(None)
    given = {"num_envs": 8, "bots": [None] + ["policy"] * (seats - 1)}
    envs = gymnasium.make_vec(name_of(game), **given).unwrapped
    _, infos = envs.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(10):
        assert not infos["seat"].any()
        *_, infos = envs.step(choose(infos, rng))
    assert (envs.batch.lengths > 0).all()


def test_illegal_actions_lose_or_raise(game):
    """The offender gets -1, the others 0; or an error that names table, seat, action."""
    envs = BatchEnv(game, 3)
    _, infos = envs.reset(seed=5)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1], seat = infos["action_mask"][1].argmin(), infos["seat"][1]
    _, rewards, over, _, infos = envs.step(actions)
    assert [False, True, False] == over.tolist() == infos["illegal"].tolist()
    assert -1 == rewards[1] == infos["rewards"][1, seat] == infos["rewards"][1].sum()

    envs = BatchEnv(game, 3, illegal="error")
    envs.reset(seed=5)
    with pytest.raises(
        IllegalAction, match=f"table 1: seat {seat} may not take action"
    ):
        envs.step(actions)


def test_what_is_wrong_is_said(game):
    """Shapes, kinds, and ways to draw."""
    envs = BatchEnv(game, 3)
    with pytest.raises(BadSetup, match=r"expected the shape \(3,\), got \(2,\)"):
        envs.step([0, 0])
    with pytest.raises(BadSetup, match="expected whole numbers, got float64"):
        envs.step([0.0, 0.0, 0.0])
    with pytest.raises(BadSetup, match="render_mode 'human': expected ansi, rgb_arr"):
        BatchEnv(game, 3, render_mode="human")
    with pytest.raises(BadSetup, match="no 'nothing' of a table: expected render"):
        envs.call("nothing")
    with pytest.raises(BadSetup, match="'seat' cannot be set for each table"):
        envs.set_attr("seat", [1, 2, 3])
    with pytest.raises(ValueError, match="not a valid AutoresetMode"):
        BatchEnv(game, 3, autoreset_mode="never")


def test_tables_are_drawn_and_asked_one_by_one(game):
    """As Gymnasium's own vectors are: `render`, `call`, `get_attr`, `set_attr`."""
    envs = BatchEnv(game, 3, render_mode="ansi")
    _, infos = envs.reset(seed=1)
    drawn = envs.render()

    assert 3 == len(drawn)
    assert drawn == envs.call("render")
    assert np.array_equal(envs.call("action_masks"), infos["action_mask"].astype(bool))
    assert infos["seat"].tolist() == [*envs.get_attr("seat")]
    assert [1, 1, 1] == [len(p.packed()) for p in envs.get_attr("position")]
    envs.set_attr("render_mode", "rgb_array")
    assert ("rgb_array",) * 3 == envs.get_attr("render_mode")
    assert {(448, 640, 3)} == {image.shape for image in envs.render()}
    envs.set_attr("render_mode", None)
    assert envs.render() is None
