"""Training with MaskablePPO of sb3-contrib against house bots, on a batch of tables.

    pip install 'comptoir[envs]' torch sb3-contrib
    python sb3_ppo.py --game batavia --seats 3 --minutes 5 --log sb3.jsonl

Each line of the log has the steps, and since the previous line the share of games won and the
mean points, with exploration.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_env import ComptoirVecEnv
from stable_baselines3.common.callbacks import BaseCallback

GAMES = 500  # games per line of the log


class Wins(BaseCallback):
    """A callback that logs the share of games won and stops at the time limit."""

    def __init__(self, seconds, log):
        super().__init__()
        self.end = time.monotonic() + seconds
        self.log, self.ended = log, []

    def _on_step(self):
        infos = [info for info in self.locals["infos"] if info]
        self.ended += [(info["won"], info["points"]) for info in infos]
        if len(self.ended) >= GAMES:
            won, points = np.mean(self.ended, axis=0).tolist()
            steps = self.num_timesteps
            print(f"{steps:>10,} steps: {won:.1%} won, {points:.1f} points", flush=True)
            line = {"steps": steps, "won": won, "points": points}
            self.log.write(json.dumps(line) + "\n")
            self.ended = []
        return time.monotonic() < self.end


def main():
    """Train for some minutes, then evaluate the likeliest actions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="batavia")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--bots", default="house")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--log", type=Path, default=Path("sb3.jsonl"))
    asked = parser.parse_args()
    place = {"seats": asked.seats, "bots": asked.bots, "illegal": "error"}
    tables = ComptoirVecEnv(asked.game, asked.tables, **place)
    learner = MaskablePPO(
        "MlpPolicy", tables, n_steps=64, batch_size=2048, n_epochs=4, gamma=1.0,
        gae_lambda=0.95, ent_coef=0.01, learning_rate=5e-4, seed=1,
        policy_kwargs={"net_arch": [256, 256]},
    )  # fmt: skip
    with asked.log.open("w") as log:
        learner.learn(1 << 40, callback=Wins(asked.minutes * 60, log))
    won, sights = [], tables.reset()
    while len(won) < GAMES:
        actions, _ = learner.predict(
            sights, action_masks=tables.action_masks(), deterministic=True
        )
        sights, _, _, infos = tables.step(actions)
        won += [info["won"] for info in infos if info]
    print(f"its likeliest actions: {np.mean(won):.1%} won, par {1 / asked.seats:.1%}")


if __name__ == "__main__":
    main()
