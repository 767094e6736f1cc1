"""Stable-Baselines3: the tables of a `BatchEnv` as a `VecEnv`, with masks for MaskablePPO.

Copy this file beside your script; `sb3_ppo.py` trains with it:

    from sb3_env import ComptoirVecEnv
    env = ComptoirVecEnv("batavia", 256, bots="house")
    learner = sb3_contrib.MaskablePPO("MlpPolicy", env)

The numbers of an observation are counts from 0 to a few hundred. `squeeze` takes their
logarithm, which is easier to learn from.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from comptoir.envs.spaces import squeeze
from comptoir.envs.vector import BatchEnv

Array = np.ndarray[Any, Any]


class ComptoirVecEnv(VecEnv):
    """Many tables of one game; `BatchEnv` describes the arguments.

    The infos of games that ended have `won`, `rank` and `points` of the learner's seat.
    """

    def __init__(self, game: str, num_envs: int = 256, **arguments: Any):
        self.envs = BatchEnv(game, num_envs, **arguments)
        self._seed: int | None = None
        shape = self.envs.single_observation_space.shape
        seen = spaces.Box(-np.inf, np.inf, shape, np.float32)
        super().__init__(num_envs, seen, self.envs.single_action_space)

    def reset(self) -> Array:
        """Deal every table."""
        seed, self._seed = self._seed, None
        sights: Array = squeeze(self.envs.reset(seed=seed)[0])
        return sights

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Deal the games of a seed at the next reset."""
        self._seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions: Array) -> None:
        """Store the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Play the stored actions."""
        acted = self.envs.batch.seat.copy()
        sights, rewards, over, _, infos = self.envs.step(self._actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over).tolist():
            rank = int(infos["ranks"][i, acted[i]])
            told[i] = {
                "terminal_observation": squeeze(infos["final_obs"][i]),
                "TimeLimit.truncated": False,
                "won": rank == 1,
                "rank": rank,
                "points": int(infos["points"][i, acted[i]]),
            }
        return squeeze(sights), rewards.copy(), over.copy(), told

    def action_masks(self) -> Array:
        """Return the mask of legal actions, ``[tables, actions]``."""
        masks: Array = self.envs.batch.mask.astype(np.bool_)
        return masks

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """Call a method of tables: `action_masks`, `render` and others of `BatchEnv.call`."""
        told = self.envs.call(method_name, *args, **kwargs)
        return [told[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of tables."""
        return self.env_method(attr_name, indices=indices)

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute that all tables share."""
        self.envs.set_attr(attr_name, value)

    def has_attr(self, attr_name: str) -> bool:
        """Return True if tables have an attribute; MaskablePPO looks for masks."""
        return attr_name == "action_masks" or hasattr(self.envs, attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for every table, as none is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""
