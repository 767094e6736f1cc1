"""PettingZoo's own tests, for every game and number of seats, and what they leave out."""

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from comptoir import Match
from comptoir.engine.errors import BadSetup
from comptoir.envs import pettingzoo

# PettingZoo keeps a list of its own games that may have masks in their observations.
DICT_SPACE = "ignore:Observation space for each agent probably should be"
DICT_SIGHT = "ignore:Observation is not a NumPy array"


@pytest.mark.sampled
@pytest.mark.filterwarnings(DICT_SPACE, DICT_SIGHT)
def test_the_api_test_passes(game, seats):
    """PettingZoo's `api_test`: two warnings are of its own lists of names, none of ours."""
    api_test(pettingzoo.env(game, seats=seats), num_cycles=50)


@pytest.mark.sampled
def test_the_seed_test_passes(game, seats):
    """The same seed asks the same agents and shows them the same."""
    seed_test(lambda: pettingzoo.env(game, seats=seats), num_cycles=20)


@pytest.mark.sampled
def test_the_render_test_passes(game, seats):
    """Text, pixels and print."""
    render_test(lambda **given: pettingzoo.env(game, seats=seats, **given))


def test_the_performance_benchmark_runs(game, monkeypatch, capsys):
    """PettingZoo's loop of five seconds, cut short by a clock that runs ahead."""
    times = iter(range(0, 1000, 3))
    monkeypatch.setattr("time.time", lambda: next(times))
    performance_benchmark(pettingzoo.env(game))

    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.filterwarnings(DICT_SPACE, DICT_SIGHT)
def test_bots_take_seats_and_agents_the_others(game, networks):
    """The agents alone are asked; the same seed is the same game, to the same rewards."""
    seats = game.seats[-1]
    bots = [None, *(["policy", "house", None, "random"] * seats)[: seats - 1]]
    env = pettingzoo.env(game, seats=seats, bots=bots)
    agents = [f"seat_{seat}" for seat, bot in enumerate(bots) if bot is None]
    api_test(env, num_cycles=20)
    once, again = (loop(env, 7, np.min) for _ in range(2))

    assert once == again
    assert agents == env.possible_agents == sorted(once[1])
    assert {agent for agent, _ in once[0]} == set(agents)
    with pytest.raises(BadSetup, match=f"expected {seats} bots for {seats} seats"):
        pettingzoo.env(game, seats=seats, bots=["house", None, None, None, None, None])
    with pytest.raises(BadSetup, match="None stands for a learner"):
        pettingzoo.env(game, seats=seats, bots=["house"] * seats)
    with pytest.raises(BadSetup, match="no bot 'x'"):
        pettingzoo.env(game, seats=seats, bots=[None] + ["x"] * (seats - 1))
    assert ["seat_0"] == pettingzoo.env(game, seats, bots="house").possible_agents


def loop(env, seed, choose):
    """Play a game through and return agents, actions and the last rewards."""
    env.reset(seed=seed)
    asked, rewards = [], {}
    for agent in env.agent_iter():
        sight, reward, over, cut, info = env.last()
        if over or cut:
            rewards[agent] = reward
            env.step(None)
            continue
        assert np.array_equal(sight["action_mask"], info["action_mask"])
        action = int(choose(np.flatnonzero(sight["action_mask"])))
        asked.append((agent, action))
        env.step(action)
    return asked, rewards


def test_a_game_is_the_match_of_its_seed(game, seats):
    """What the environment plays, a match of the same seed plays too, to the same end."""
    env = pettingzoo.env(game, seats=seats)
    asked, rewards = loop(env, 7, np.random.default_rng(1).choice)
    match = Match(game, seats, 7)
    for agent, action in asked:
        seat = int(agent.removeprefix("seat_"))
        match.play(seat, match.position.action_of(seat, action))

    assert match.over
    best = [a for a, r in rewards.items() if r == max(rewards.values())]
    assert {f"seat_{seat}" for seat in match.winners} == set(best)
    assert sum(rewards.values()) == pytest.approx(0)


def test_who_acts_illegally_loses_alone(game, seats):
    """The offender gets -1, the others 0, and a warning names agent and action."""
    env = pettingzoo.env(game, seats=seats)
    env.reset(seed=1)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.warns(UserWarning, match=f"{agent} may not take action {wrong} now"):
        env.step(wrong)
    rewards = {}
    for other in env.agent_iter():
        _, rewards[other], over, _, _ = env.last()
        assert over
        env.step(None)

    assert rewards.pop(agent) == -1
    assert set(rewards.values()) == {0}
    assert len(rewards) == seats - 1


def test_all_who_may_act_are_asked_about_as_often(game, seats):
    """Where several may act at once, the lot favours none of them."""
    env = pettingzoo.raw_env(game, seats=seats)
    counts, shares = np.zeros(seats), np.zeros(seats)
    rng = np.random.default_rng(2)
    for seed in range(4):
        env.reset(seed=seed)
        while not env.episode.over:
            bits = game.rules["actors"](
                env.episode.position.table, env.episode.position.box
            )
            actors = [seat for seat in range(seats) if bits >> seat & 1]
            counts[env.episode.seat] += 1
            shares[actors] += 1 / len(actors)
            env.step(int(rng.choice(env.episode.legal(env.episode.seat))))

    assert counts == pytest.approx(shares, abs=5 * np.sqrt(shares.max()))


def test_games_have_names_as_pettingzoos_own_have(game):
    """`from comptoir.envs.pettingzoo import batavia_v1` and the like."""
    name = f"{game.name}_v{game.environment}"

    assert name in pettingzoo.names()
    assert getattr(pettingzoo, name).env().unwrapped.metadata["name"] == name
    with pytest.raises(AttributeError, match=r"expected .*_v"):
        pettingzoo.chess_v6  # noqa: B018


def test_what_is_wrong_is_said(game):
    """Seats and options as everywhere else; render() without a way is a warning."""
    with pytest.raises(BadSetup, match=r"expected .* seats"):
        pettingzoo.env(game, seats=17)
    with pytest.raises(BadSetup, match="no option 'nonsense'"):
        pettingzoo.env(game, nonsense=1)
    env = pettingzoo.env(game)
    env.reset()
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None


def test_the_picture_shows_the_board(game):
    """Different boards give different pixels, of a size that stays."""
    env = pettingzoo.env(game, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    second = env.render()

    assert first.shape == second.shape == (448, 640, 3)
    assert (first != second).any()
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 1


def test_a_parallel_table_passes_its_tests(game):
    """PettingZoo's own; the agent that is asked plays, and all are rewarded at the end."""
    env = pettingzoo.parallel_env(game, render_mode="ansi")
    parallel_api_test(env, num_cycles=50)
    sights, infos = env.reset(seed=7)
    for _ in range(5000):
        asked = [agent for agent in env.agents if infos[agent]["action_mask"].any()]
        assert 1 == len(asked)
        actions = {a: int(s["action_mask"].argmax()) for a, s in sights.items()}
        sights, rewards, over, _, infos = env.step(actions)
        if not env.agents:
            break
    assert all(over.values())
    assert sum(rewards.values()) == pytest.approx(0)
    assert env.render()


def test_parallel_and_turn_based_tables_play_the_same_game(game):
    """And an environment by PettingZoo's kind of name has both."""
    name = f"{game.name}_v{game.environment}"
    offered = getattr(pettingzoo, name)
    parallel, turns = offered.parallel_env(), offered.raw_env()
    sights, _ = parallel.reset(seed=3)
    turns.reset(seed=3)
    for _ in range(30):
        agent = turns.agent_selection
        for one, seen in sights.items():
            assert np.array_equal(
                seen["observation"], turns.observe(one)["observation"]
            )
        action = int(sights[agent]["action_mask"].argmax())
        turns.step(action)
        sights, *_ = parallel.step(dict.fromkeys(parallel.agents, action))
