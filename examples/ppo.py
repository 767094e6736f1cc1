"""MaskablePPO of sb3-contrib learns a game against random play, on a batch of tables.

    pip install comptoir[envs] torch sb3-contrib
    python examples/ppo.py --game batavia --seats 3 --minutes 5 --curve docs/ppo.svg

`Tables` shows our vector environment to Stable-Baselines3, which has a kind of its own.
Numbers of an observation are counts from 0 to some hundred: their logarithm is learned.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from comptoir.envs.vector import BatchEnv

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from chart import curve


class Tables(VecEnv):
    """A `BatchEnv` in the language of Stable-Baselines3."""

    def __init__(self, envs: BatchEnv):
        self.envs = envs
        super().__init__(
            envs.num_envs, envs.single_observation_space, envs.single_action_space
        )

    def reset(self):
        """Deal every table."""
        return squeeze(self.envs.reset(seed=1)[0])

    def step_async(self, actions):
        """Keep the actions."""
        self.actions = actions

    def step_wait(self):
        """Play them."""
        sights, rewards, over, _, infos = self.envs.step(self.actions)
        told = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over):
            told[i]["terminal_observation"] = squeeze(infos["final_obs"][i])
            told[i]["won"] = infos["ranks"][i, 0] == 1
        return squeeze(sights), rewards.copy(), over.copy(), told

    def env_method(self, method_name, *args, indices=None, **kwargs):
        """Answer the one question that MaskablePPO asks."""
        assert method_name == "action_masks"
        return list(self.envs.batch.mask.astype(bool))

    def has_attr(self, attr_name):
        """Tell that masks are to be had."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name, indices=None):
        """Return an attribute for each table."""
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name, value, indices=None):
        """Nothing is set."""

    def env_is_wrapped(self, wrapper_class, indices=None):
        """No table is wrapped."""
        return [False] * self.num_envs

    def close(self):
        """Nothing is held open."""


def squeeze(sights):
    """Return counts as small numbers."""
    return np.sign(sights) * np.log1p(np.abs(sights))


class Wins(BaseCallback):
    """Counts the share of games won, stretch by stretch, and stops in time."""

    def __init__(self, seconds: float):
        super().__init__()
        self.end = time.monotonic() + seconds
        self.won: list[bool] = []
        self.points: list[tuple[float, float]] = []

    def _on_step(self) -> bool:
        self.won += [i["won"] for i in self.locals["infos"] if "won" in i]
        return time.monotonic() < self.end

    def _on_rollout_end(self) -> None:
        if len(self.won) >= 200:
            self.points.append((self.num_timesteps, float(np.mean(self.won))))
            print(f"{self.num_timesteps:>9,} steps: {self.points[-1][1]:.1%} won")
            self.won = []


def main() -> None:
    """Learn for some minutes, then play greedily."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="batavia")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--curve", type=Path, default=None)
    asked = parser.parse_args()
    bots = [None, *["random"] * (asked.seats - 1)]
    envs = BatchEnv(asked.game, asked.tables, asked.seats, bots, illegal="error")
    wins = Wins(asked.minutes * 60)
    learner = MaskablePPO(
        "MlpPolicy", Tables(envs), n_steps=64, batch_size=2048, n_epochs=4,
        gamma=1.0, gae_lambda=0.95, ent_coef=0.01, learning_rate=5e-4, seed=1,
        policy_kwargs={"net_arch": [256, 256]},
    )  # fmt: skip
    learner.learn(1 << 40, callback=wins)
    share = evaluate(learner, envs)
    print(f"greedy: {share:.1%} won, random play {1 / asked.seats:.1%}")
    if asked.curve:
        title = f"{asked.game}, {asked.seats} seats: games won against random play, by steps"
        asked.curve.write_text(curve(title, wins.points, 1 / asked.seats))


def evaluate(learner: MaskablePPO, envs: BatchEnv, games: int = 1000) -> float:
    """Return the share of games won by the likeliest actions."""
    sights, infos = envs.reset(seed=2)
    won: list[bool] = []
    while len(won) < games:
        masks = infos["action_mask"].astype(bool)
        actions, _ = learner.predict(
            squeeze(sights), action_masks=masks, deterministic=True
        )
        sights, _, over, _, infos = envs.step(actions)
        won += (infos["ranks"][over, 0] == 1).tolist() if over.any() else []
    return float(np.mean(won))


if __name__ == "__main__":
    main()
