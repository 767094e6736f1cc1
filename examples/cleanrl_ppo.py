"""PPO in one file, in CleanRL's style: every line of the learner is here.

    pip install 'comptoir[envs]' torch
    python cleanrl_ppo.py --game batavia --seats 3 --minutes 5 --log cleanrl.jsonl

Unlike CleanRL's, it masks illegal actions and feeds logarithms of observations.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from comptoir.envs.vector import BatchEnv

STEPS, EPOCHS, PARTS = 64, 4, 8  # of a rollout: steps, epochs over it, minibatches
GAMMA, TRACE, CLIP, ENTROPY, VALUE, RATE = 1.0, 0.95, 0.2, 0.01, 0.5, 5e-4
GAMES = 500  # games per line of the log


class Agent(nn.Module):
    """A policy and value network over a seat's observation."""

    def __init__(self, numbers, actions, width=256):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, sights, masks):
        """Return the distribution over legal actions, and the value."""
        hidden = self.body(torch.sign(sights) * torch.log1p(sights.abs()))
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(-1)


class Rollout:
    """Observations and actions of some steps on all tables."""

    def __init__(self, tables, numbers, actions):
        shape = (STEPS, tables)
        self.sights = torch.zeros(*shape, numbers)
        self.masks = torch.zeros(*shape, actions, dtype=torch.bool)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.logs, self.values, self.rewards, self.over = torch.zeros(4, *shape)

    def advantages(self, last):
        """Return generalised advantages; `last` is the value of the state after the rollout."""
        found, later = torch.zeros_like(self.values), torch.zeros_like(last)
        for n in reversed(range(STEPS)):
            goes_on = 1 - self.over[n]
            after = last if n == STEPS - 1 else self.values[n + 1]
            delta = self.rewards[n] + GAMMA * after * goes_on - self.values[n]
            later = found[n] = delta + GAMMA * TRACE * goes_on * later
        return found


def collect(envs, agent, kept, ended):
    """Play some steps on every table, and return the value of the state after them."""
    batch = envs.batch
    for n in range(STEPS):
        kept.sights[n] = torch.from_numpy(batch.observation)
        kept.masks[n] = torch.from_numpy(batch.mask.astype(bool))
        with torch.no_grad():
            chosen, kept.values[n] = agent(kept.sights[n], kept.masks[n])
            kept.actions[n] = chosen.sample()
            kept.logs[n] = chosen.log_prob(kept.actions[n])
        _, rewards, over, _, infos = envs.step(kept.actions[n].numpy())
        kept.rewards[n] = torch.from_numpy(rewards)
        kept.over[n] = torch.from_numpy(over.astype(np.float32))
        if over.any():
            ranks, points = infos["ranks"][over, 0], infos["points"][over, 0]
            ended += zip((ranks == 1).tolist(), points.tolist(), strict=True)
    with torch.no_grad():
        masks = torch.from_numpy(batch.mask.astype(bool))
        return agent(torch.from_numpy(batch.observation), masks)[1]


def learn(agent, optimiser, kept, last):
    """Train on a rollout for some epochs."""
    advantages = kept.advantages(last).flatten()
    aims = advantages + kept.values.flatten()
    data = [x.flatten(0, 1) for x in (kept.sights, kept.masks, kept.actions, kept.logs)]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(aims)).chunk(PARTS):
            sights, masks, actions, logs = (x[part] for x in data)
            chosen, values = agent(sights, masks)
            ratio = (chosen.log_prob(actions) - logs).exp()
            gain = advantages[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            policy = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            error = (values - aims[part]).square().mean()
            loss = VALUE * error - policy.mean() - ENTROPY * chosen.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def main():
    """Train for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="batavia")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--bots", default="house")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--log", type=Path, default=Path("cleanrl.jsonl"))
    asked = parser.parse_args()
    torch.manual_seed(1)
    envs = BatchEnv(asked.game, asked.tables, asked.seats, bots=asked.bots)
    envs.reset(seed=1)
    numbers, actions = (
        envs.single_observation_space.shape[0],
        envs.single_action_space.n,
    )
    agent = Agent(numbers, int(actions))
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    kept, ended, steps = Rollout(asked.tables, numbers, int(actions)), [], 0
    end = time.monotonic() + 60 * asked.minutes
    with asked.log.open("w") as log:
        while time.monotonic() < end:
            learn(agent, optimiser, kept, collect(envs, agent, kept, ended))
            steps += STEPS * asked.tables
            if len(ended) >= GAMES:
                won, points = np.mean(ended, axis=0).tolist()
                print(
                    f"{steps:>10,} steps: {won:.1%} won, {points:.1f} points",
                    flush=True,
                )
                line = {"steps": steps, "won": won, "points": points}
                log.write(json.dumps(line) + "\n")
                ended.clear()


if __name__ == "__main__":
    main()
