"""Gymnasium's own checker, and what it leaves out."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from comptoir import Batch, Match, games
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.refusals import IllegalAction
from comptoir.engine.runs.network import Network
from comptoir.envs import gymnasium as ours
from comptoir.envs import name_of, register


@pytest.mark.sampled
def test_the_checker_passes(game, seats):
    """`check_env` in every way to draw, without a warning."""
    made = gymnasium.make(name_of(game), seats=seats, render_mode="rgb_array")
    check_env(made.unwrapped)


def test_the_checker_passes_against_policies(networks):
    """As `bots="policy"`, in the smallest game: it must be compiled."""
    game = min(games().values(), key=lambda game: game.table.itemsize)
    made = gymnasium.make(name_of(game), bots="policy", render_mode="rgb_array")
    check_env(made.unwrapped)


def play(env, seed, most=10_000):
    """Play at random, legally; return the rewards."""
    rng, rewards = np.random.default_rng(seed), []
    sight, info = env.reset(seed=seed)
    for _ in range(most):
        assert sight in env.observation_space
        assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        sight, reward, over, _, info = env.step(action)
        rewards.append(reward)
        if over:
            return rewards
    raise AssertionError("no end")


@pytest.mark.sampled
def test_a_game_is_played_to_its_reward(game, seats):
    """Bots in the other seats; the reward comes at the end and fits the ranks."""
    for seat in range(seats):
        env = gymnasium.make(name_of(game), seats=seats, seat=seat, bots="house")
        *before, last = play(env, 3)
        position = env.unwrapped.position
        assert not position.actors
        assert set(before) <= {0.0}
        ranks = position.standing()[1]
        others = [r for s, r in enumerate(ranks) if s != seat]
        own = ranks[seat]
        lead = sum(r > own for r in others) - sum(r < own for r in others)
        assert lead / (seats - 1) == pytest.approx(last)


def test_the_same_seed_is_the_same_game(game):
    """Also when the learner's seat is drawn, and in the games after it."""
    env = ours.TableEnv(game, seat=None, bots="house,random")
    seen = []
    for _ in range(2):
        play(env, 5)
        first = env.position.packed().tobytes()
        env.reset()
        seen.append((first, env.seat, env.position.packed().tobytes()))

    assert seen[0] == seen[1]


def test_compiled_tables_play_the_games_of_a_plain_batch(game):
    """Seed 7 deals the match of seed 7; bots move as in a batch, whatever runs them."""
    bots = [None, *["house", "random", "house", "random"][: game.seats[-1] - 1]]
    env = ours.TableEnv(game, seats=game.seats[-1], bots=bots)
    batch = Batch(game, game.seats[-1], 1, bots=bots, seed=7, after="stop", plain=True)
    sight, info = env.reset(seed=7)
    assert Match(game, game.seats[-1], 7).position.table.key == env.position.table.key
    for _ in range(40):
        assert sight.tobytes() == batch.observation[0].tobytes()
        assert info["action_mask"].tobytes() == batch.mask[0].tobytes()
        action = np.flatnonzero(batch.mask[0])[-1]
        batch.step([action])
        sight, reward, over, _, info = env.step(action)
        assert (over, reward) == (batch.over[0], batch.rewards[0, 0])
        if over:
            break
    assert batch.tables.tobytes() == env.position.packed().tobytes()


def test_any_bot_may_play_beside(game):
    """Functions, classes and bots that search; the same seed is the same game."""
    seats = game.seats[0]
    bots = [lambda seat: seat.legal[-1], "search:2"][: seats - 1]
    env = ours.TableEnv(game, seats=seats, bots=bots)
    once, again = ((play(env, 3, 500), env.position.packed().tobytes()) for _ in "12")

    assert once == again


def test_a_drawn_seat_is_every_seat(game, seats):
    """`seat=None` seats the learner by lot."""
    env = ours.TableEnv(game, seats=seats, seat=None)

    assert set(range(seats)) == {env.reset(seed=n)[1]["seat"] for n in range(60)}


def test_illegal_actions_lose_or_raise(game):
    """`lose` ends the game with -1; `error` names seat and action and changes nothing."""
    env = ours.TableEnv(game)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (-1.0, True, True) == (reward, over, info["illegal"])

    env = ours.TableEnv(game, illegal="error")
    env.reset(seed=1)
    before = env.position.packed().tobytes()
    with pytest.raises(IllegalAction, match=f"seat 0 may not take action {wrong} now"):
        env.step(wrong)
    assert before == env.position.packed().tobytes()


def test_boards_are_printed_and_told(game, capsys):
    """`ansi` returns text, `human` prints it."""
    text = ours.TableEnv(game, render_mode="ansi")
    text.reset(seed=1)
    shown = ours.TableEnv(game, render_mode="human")
    _, info = shown.reset(seed=1)
    told = text.render()
    shown.render()

    assert told == capsys.readouterr().out
    shown.step(info["action_mask"].argmax())
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seat": 9}, "no seat 9: expected 0 to"),
        ({"illegal": "x"}, "illegal 'x': expected one of lose, error"),
        ({"bots": "x"}, "no bot 'x': expected one of"),
        ({"bots": None}, "expected 1 learner, got"),
        ({"bots": "house,policy"}, "no policy for .*: it has no network; random, "),
        ({"seats": 17}, "expected"),
        ({"nonsense": 1}, "no option 'nonsense'"),
    ],
)
def test_what_is_wrong_is_said(game, given, sentence, monkeypatch):
    """Arguments of an environment; a policy is no house bot in disguise."""
    monkeypatch.setattr(Network, "shipped", lambda _: None)
    with pytest.raises(BadSetup, match=sentence):
        ours.TableEnv(game, **given)


def test_a_name_brings_its_module_along(game):
    """No import is needed before `make`; to register twice changes nothing."""
    code = f"import gymnasium; print(gymnasium.make('comptoir.envs:{name_of(game)}'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)

    assert name_of(game) in done.stdout.decode()
    assert name_of(game) in register()
