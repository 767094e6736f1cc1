"""Training with PufferLib's own trainer against house bots, on a batch of tables.

    pip install 'comptoir[envs]' torch    # and PufferLib as docs/envs.md says
    python puffer_ppo.py --game batavia --seats 3 --minutes 5 --log puffer.jsonl

The policy splits the mask from its observation, and gives illegal actions no weight.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import pufferlib.pytorch
import pufferlib.vector
import torch
from puffer_env import ComptoirPufferEnv
from pufferlib import pufferl
from torch import nn

GAMES = 500  # games per line of the log


class Policy(nn.Module):
    """A policy and value network over a seat's observation."""

    def __init__(self, env, width=256):
        super().__init__()
        self.end = env.actions_end
        numbers = env.single_observation_space.shape[0] - self.end
        self.body = nn.Sequential(
            nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, self.end), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward_eval(self, observations, state=None):
        """Return logits of legal actions, and the value."""
        masks, sights = observations[:, : self.end], observations[:, self.end :]
        hidden = self.body(sights)
        logits = self.policy(hidden).masked_fill(masks < 1, -1e9)
        return logits, self.value(hidden)

    def forward(self, observations, state=None):
        """Return the same as `forward_eval`, for all steps of a segment at once."""
        flat = observations.flatten(0, -2)
        logits, values = self.forward_eval(flat, state)
        return logits, values


def main():
    """Train for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="batavia")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--bots", default="house")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--log", type=Path, default=Path("puffer.jsonl"))
    asked = parser.parse_args()
    sys.argv = sys.argv[:1]  # PufferLib would parse the other arguments
    given = {"game": asked.game, "num_envs": asked.tables}
    given |= {"seats": asked.seats, "bots": asked.bots}
    vecenv = pufferlib.vector.make(ComptoirPufferEnv, env_kwargs=given)
    settings = pufferl.load_config("default")["train"] | {
        "env": "comptoir", "device": "cpu", "learning_rate": 5e-4, "optimizer": "adam",
        "gamma": 1.0, "gae_lambda": 0.95, "ent_coef": 0.01, "update_epochs": 4,
        "minibatch_size": 2048, "bptt_horizon": 64, "batch_size": 64 * asked.tables,
        "total_timesteps": 1 << 40, "adam_beta1": 0.9, "adam_eps": 1e-5,
    }  # fmt: skip
    trainer = pufferl.PuffeRL(settings, vecenv, Policy(vecenv.driver_env))
    end, ended = time.monotonic() + 60 * asked.minutes, []
    with asked.log.open("w") as log:
        while time.monotonic() < end:
            seen = trainer.evaluate()
            ended += zip(
                *(seen[name] for name in ("won", "points", "games")), strict=True
            )
            trainer.train()
            if sum(games for *_, games in ended) >= GAMES:
                note(log, trainer.global_step, ended)
                ended = []
    vecenv.close()


def note(log, steps, ended):
    """Write a line of the log with the average results of games that ended."""
    results = torch.tensor(ended, dtype=torch.float64)
    shares = results[:, 2] / results[:, 2].sum()
    won, points = (results[:, :2] * shares[:, None]).sum(0).tolist()
    print(f"{steps:>10,} steps: {won:.1%} won, {points:.1f} points", flush=True)
    log.write(json.dumps({"steps": steps, "won": won, "points": points}) + "\n")


if __name__ == "__main__":
    main()
