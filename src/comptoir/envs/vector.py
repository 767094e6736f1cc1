"""Gymnasium's vector environment over a `Batch`: one compiled call steps every table.

Without bots every seat is the learner's, in turn: each step is the action of the seat
that `infos["seat"]` names, the reward is that seat's, and `infos["rewards"]` has all.
With bots the learner has the seats that no bot plays. `final_obs` is what the seat that
acted last sees of a game that has ended.
"""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.seating import Bots
from comptoir.engine.text.shown import as_text

from .pixels import draw
from .spaces import Copied, action_space, drawn, sight_space

AFTER = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "stop",
}

RENDER_MODES = ["ansi", "rgb_array"]

Array = np.ndarray[Any, Any]
Infos = dict[str, Any]


class BatchEnv(Copied, VectorEnv[Array, Array, Array]):
    """Many tables of one game; observations, masks and rewards are the batch's own arrays.

    They are written anew by every step: copy what must last.

    Args:
        game: A game or its name.
        num_envs: How many tables.
        seats: How many sit at each; four where the game allows it.
        bots: Those of a `Batch`: `[None, "house", "random"]`, None for a learner, or
            `house,random`, which leaves seat 0 to the learner; all learn if left out.
        autoreset_mode: One of Gymnasium's.
        illegal: What an illegal action does: `lose` ends the game with -1 for who acted, as
            in PettingZoo; `error` raises, naming table, seat and action, and changes nothing.
        dtype: Of observations: `float32`, or `int8` cut at -127 and 127.
        threads: How many; all cores if left out.
        render_mode: `ansi` or `rgb_array`: `render()` draws every table; or None.
        options: The game's own options.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        bots: Bots = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "lose",
        dtype: str = "float32",
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ):
        self.render_mode = drawn(render_mode, RENDER_MODES)
        mode = AutoresetMode(autoreset_mode)
        self.batch = Batch(
            game, seats, num_envs, bots=bots, after=AFTER[mode], illegal=illegal,
            dtype=dtype, threads=threads, options=options,
        )  # fmt: skip
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": RENDER_MODES}
        self.single_observation_space = sight_space(self.batch.game, dtype)
        self.single_action_space = action_space(self.batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._each = np.arange(num_envs)
        self._cut = np.zeros(num_envs, np.bool_)  # games end by themselves

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Infos]:
        """Deal every table, or those of `options["reset_mask"]`."""
        super().reset(seed=seed)
        where = (options or {}).get("reset_mask")
        self.batch.reset(seed, where)
        return self.batch.observation, self._infos()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """Play one action on every table."""
        batch = self.batch
        acted = batch.seat.copy()
        batch.step(actions)
        infos = self._infos()
        if batch.over.any():
            infos |= self._final_infos()
        reward = batch.rewards[self._each, acted]
        return batch.observation, reward, batch.over, self._cut, infos

    def render(self) -> tuple[Any, ...] | None:
        """Draw every table as the seat that it asks sees it, in the way chosen at first."""
        if self.render_mode is None:
            return None
        batch, words = self.batch, self.batch.game.words("en")
        way = draw if self.render_mode == "rgb_array" else as_text
        seats = [seat if seat >= 0 else None for seat in batch.seat.tolist()]
        views = (batch.position(i).view(seat) for i, seat in enumerate(seats))
        return tuple(way(batch.game.board(view, words)) for view in views)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Return what each table answers: `render`, `action_masks`, `seat`, `position`.

        What all have in common, such as `spec` or `render_mode`, is told once for each.
        """
        match name:
            case "render":
                return self.render() or (None,) * self.num_envs
            case "action_masks":
                return tuple(self.batch.mask.astype(np.bool_))
            case "seat":
                return tuple(self.batch.seat.tolist())
            case "position":
                return tuple(self.batch.position(i) for i in range(self.num_envs))
        if not hasattr(self, name):
            raise BadSetup(
                f"no {name!r} of a table: expected render, action_masks, seat or position"
            )
        common = getattr(self, name)
        told = common(*args, **kwargs) if callable(common) else common
        return (told,) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return something of each table."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set something that all tables have in common."""
        given = set(values) if isinstance(values, list | tuple) else {values}
        if name not in vars(self) or len(given) != 1:
            raise BadSetup(f"{name!r} cannot be set for each table: they are one batch")
        setattr(self, name, given.pop())

    def _infos(self) -> Infos:
        batch = self.batch
        return {"action_mask": batch.mask, "seat": batch.seat, "rewards": batch.rewards}

    def _final_infos(self) -> Infos:
        """Return what ended: results, and the last sights of tables dealt anew."""
        batch = self.batch
        infos = {"points": batch.points, "ranks": batch.ranks, "_points": batch.over}
        infos |= {"_ranks": batch.over, "illegal": batch.illegal}
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
            final = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(batch.over):
                final[i] = batch.final_observation[i].copy()
            infos |= {"final_obs": final, "_final_obs": batch.over}
        return infos
