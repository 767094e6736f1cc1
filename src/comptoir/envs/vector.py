"""Gymnasium's vector environment over a `Batch`: one compiled call steps every table.

Without bots, the learner plays every seat in turn. A step then plays the action of the seat in
`infos["seat"]`. The reward is that seat's, and `infos["rewards"]` has the rewards of all seats.
With bots, the learner plays the seats that have no bot. When a game has ended, `final_obs` is
the last observation of the seat that made the last action.
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
from .rewards import PLACES, places, reward_named
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

    Every step overwrites these arrays: copy what you want to keep.

    Args:
        game: A game or its name.
        num_envs: The number of tables.
        seats: The number of seats at each table; four by default, if the game allows it.
        bots: As for a `Batch`: `[None, "house", "random"]`, with None for a learner, or
            `house,random`, which leaves seat 0 to the learner. By default the learner plays
            all seats.
        autoreset_mode: One of Gymnasium's autoreset modes.
        illegal: The effect of an illegal action: `lose` ends the game with -1 for the seat, as
            in PettingZoo. `error` raises an exception that names the table, the seat and the
            action, and changes nothing.
        dtype: The type of observations: `float32`, or `int8`, clipped to -127 … 127.
        threads: The number of threads; one for each core by default.
        render_mode: `ansi` or `rgb_array`: `render()` draws every table; or None.
        reward: The reward at the end of a game: `places`, `first` or `margin`.
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
        reward: str = PLACES,
        **options: Any,
    ):
        self._reward = reward_named(reward)
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
        self._cut = np.zeros(num_envs, np.bool_)  # games are never truncated

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, Infos]:
        """Deal new games on every table, or only on those set in `options["reset_mask"]`."""
        super().reset(seed=seed)
        where = (options or {}).get("reset_mask")
        self.batch.reset(seed, where)
        return self.batch.observation, self._infos()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """Play one action on every table."""
        batch = self.batch
        acted = batch.seat.copy()
        batch.step(actions)
        ended = batch.over & ~batch.illegal
        if self._reward is not places and ended.any():
            ends = batch.ranks[ended], batch.points[ended]
            batch.rewards[ended] = self._reward(*ends)
        infos = self._infos()
        if batch.over.any():
            infos |= self._final_infos()
        reward = batch.rewards[self._each, acted]
        return batch.observation, reward, batch.over, self._cut, infos

    def render(self) -> tuple[Any, ...] | None:
        """Draw every table as the seat to act sees it, in the render mode."""
        if self.render_mode is None:
            return None
        batch, words = self.batch, self.batch.game.words("en")
        way = draw if self.render_mode == "rgb_array" else as_text
        seats = [seat if seat >= 0 else None for seat in batch.seat.tolist()]
        views = (batch.position(i).view(seat) for i, seat in enumerate(seats))
        return tuple(way(batch.game.board(view, words)) for view in views)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Return one value for each table: `render`, `action_masks`, `seat` or `position`.

        A value that all tables share, such as `spec` or `render_mode`, is repeated.
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
        """Return an attribute for each table."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set an attribute that all tables share."""
        given = set(values) if isinstance(values, list | tuple) else {values}
        if name not in vars(self) or len(given) != 1:
            raise BadSetup(f"{name!r} cannot be set for each table: they are one batch")
        setattr(self, name, given.pop())

    def _infos(self) -> Infos:
        batch = self.batch
        return {"action_mask": batch.mask, "seat": batch.seat, "rewards": batch.rewards}

    def _final_infos(self) -> Infos:
        """Return the infos of ended games: their results, and the final observations of
        reset tables.
        """
        batch = self.batch
        infos = {"points": batch.points, "ranks": batch.ranks, "_points": batch.over}
        infos |= {"_ranks": batch.over, "illegal": batch.illegal}
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
            final = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(batch.over):
                final[i] = batch.final_observation[i].copy()
            infos |= {"final_obs": final, "_final_obs": batch.over}
        return infos
