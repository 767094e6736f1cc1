"""PufferLib: the tables of a `BatchEnv` as a native `PufferEnv`.

Copy this file beside your script; `puffer_ppo.py` trains with it:

    from puffer_env import ComptoirPufferEnv
    env = ComptoirPufferEnv("batavia", 1024, bots="house")

PufferLib has no masks, so each observation begins with the mask, 1 for each legal action,
followed by the seat's observation as logarithms. A policy splits the two (at `actions_end`)
and gives no weight to illegal actions; an illegal action loses the game.
"""

from typing import Any

import numpy as np
import pufferlib
from gymnasium import spaces

from comptoir.envs.spaces import squeeze
from comptoir.envs.vector import BatchEnv

Array = np.ndarray[Any, Any]


class ComptoirPufferEnv(pufferlib.PufferEnv):
    """Many tables of one game, each with one agent.

    Args:
        game: The name of a game.
        num_envs: The number of tables.
        buf: PufferLib's own arrays, if any.
        seed: The seed of the games.
        arguments: The arguments of a `BatchEnv`: `seats`, `bots`, options of the game.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        buf: Any = None,
        seed: int = 0,
        **arguments: Any,
    ):
        self.envs = BatchEnv(game, num_envs, **arguments)
        self.num_agents = num_envs
        self.actions_end = len(self.envs.batch.game.actions)  # where the mask ends
        numbers = self.actions_end + self.envs.batch.game.observation
        self.single_observation_space = spaces.Box(
            -np.inf, np.inf, (numbers,), np.float32
        )
        self.single_action_space = self.envs.single_action_space
        self._seed = seed
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[Array, list[dict[str, Any]]]:
        """Deal every table."""
        self.envs.reset(seed=self._seed if seed is None else seed)
        self._show()
        return self.observations, []

    def step(
        self, actions: Array
    ) -> tuple[Array, Array, Array, Array, list[dict[str, Any]]]:
        """Play one action on every table; the info has the results of games that ended."""
        acted = self.envs.batch.seat.copy()
        given = np.asarray(actions).reshape(self.num_agents).astype(np.int64)
        _, rewards, over, cut, infos = self.envs.step(given)
        self.rewards[:], self.terminals[:], self.truncations[:] = rewards, over, cut
        self._show()
        told = []
        if over.any():
            ranks = infos["ranks"][over, acted[over]]
            points = infos["points"][over, acted[over]]
            told.append(
                {
                    "won": float((ranks == 1).mean()),
                    "points": float(points.mean()),
                    "reward": float(rewards[over].mean()),
                    "games": int(over.sum()),
                }
            )
        shown = self.observations, self.rewards, self.terminals, self.truncations
        return *shown, told

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _show(self) -> None:
        batch, end = self.envs.batch, self.actions_end
        self.observations[:, :end] = batch.mask
        self.observations[:, end:] = squeeze(batch.observation)
