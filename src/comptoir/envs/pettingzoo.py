"""PettingZoo: every game as a turn-based (AEC) environment in which all seats are agents.

    env = comptoir.envs.pettingzoo.env("batavia", seats=4)
    from comptoir.envs.pettingzoo import batavia_v1; env = batavia_v1.env()

If several seats may act at the same time, they act one after another, in a random order that
the seed determines.
"""

from functools import partial
from types import SimpleNamespace
from typing import Any

import gymnasium.logger
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from rich.console import Console

from comptoir.bots import Seat
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.play.episode import Episode, Row
from comptoir.engine.text.shown import as_text

from .opponents import Bots, ask, check_bots, find_bot
from .pixels import draw
from .rewards import PLACES, reward_named
from .spaces import Copied, action_space, drawn, masked_space

Agent = str
Sight = dict[str, Row]
RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL = -1.0  # the reward of an agent for an illegal action; the other agents get 0


class TurnsTable(Copied, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table whose seats are the agents `seat_0`, `seat_1`, …; see `env()` for the
    arguments.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        render_mode: str | None = None,
        bots: Bots = None,
        reward: str = PLACES,
        **options: Any,
    ):
        super().__init__()
        self.episode = Episode(game, seats, options)
        rules = self.episode.game
        self._reward = reward_named(reward)
        self._names = check_bots(rules, self.episode.seats, bots)
        self.metadata: dict[str, Any] = {
            "name": f"{rules.name}_v{rules.environment}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = drawn(render_mode, RENDER_MODES)
        asked = [seat for seat, bot in enumerate(self._names) if bot is None]
        self._seats = {f"seat_{seat}": seat for seat in asked}
        self.possible_agents = list(self._seats)
        self.agents: list[Agent] = []
        self.observation_spaces = {a: masked_space(rules) for a in self.possible_agents}
        self.action_spaces = {a: action_space(rules) for a in self.possible_agents}
        self._numbers = np.random.default_rng()

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of an agent's observation and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of the game's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Deal a game; without a seed, deal the next game of the last seed given."""
        if seed is not None:
            self._numbers = np.random.default_rng(seed)
        self.episode.stop()
        while self.episode.over:  # skip a game in which no agent has a decision
            number = int(self._numbers.integers(1 << 62))
            self.episode.deal(number if seed is None else seed)
            seed = None
            self._bots = [find_bot(name) for name in self._names]
            self._play_bots()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._tell()

    def observe(self, agent: Agent) -> Sight:
        """Return an agent's observation; its action mask is all 0 if the agent is not to
        act.
        """
        seat = self._seats[agent]
        sight = self.episode.observe(seat)
        return {"observation": sight, "action_mask": self.episode.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        if action not in self.episode.legal(self.episode.seat):
            self._end_illegally(agent, action)
        else:
            self.episode.play(int(action))
            self._play_bots()
        if not self.episode.over:
            self._tell()
        elif not any(self.terminations.values()):
            points, ranks, _ = self.episode.position.standing()
            ends = self._reward(np.array(ranks), np.array(points)).tolist()
            self.rewards = {agent: ends[seat] for agent, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.episode.over:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Draw the board as a spectator sees it, in the render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode draws nothing")
            return None
        board = self.episode.board(None)
        if self.render_mode == "rgb_array":
            return draw(board)
        if self.render_mode == "human":
            Console(width=80, force_terminal=True).print(board)
            return None
        return as_text(board)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _play_bots(self) -> None:
        """Let bots play until it is an agent's turn, or to the end of the game."""
        episode = self.episode
        while not episode.over and (bot := self._bots[episode.seat]):
            imagined = episode.position.imagine(episode.seat, episode.dice)
            seat = Seat(imagined, episode.seat, episode.dice)
            action = ask(bot, seat, episode.game.actions)
            episode.play(episode.position.choice(episode.seat, action))

    def _tell(self) -> None:
        """Set the agent that is to act, and put its action mask into its info."""
        self.agent_selection = f"seat_{self.episode.seat}"
        self.infos[self.agent_selection] = {
            "action_mask": self.episode.mask(self.episode.seat)
        }

    def _end_illegally(self, agent: Agent, action: Any) -> None:
        """End the game after an illegal action.

        By PettingZoo's convention the agent is penalised and the others get 0.
        """
        gymnasium.logger.warn(
            f"{agent} may not take action {action} now: it loses, the game ends"
        )
        self.rewards[agent] = ILLEGAL
        self.terminations = dict.fromkeys(self.agents, True)
        self.episode.stop()


def raw_env(game: str | Game, **arguments: Any) -> TurnsTable:
    """Return the environment without PettingZoo's wrappers; see `env()` for the arguments."""
    return TurnsTable(game, **arguments)


def env(
    game: str | Game,
    seats: int | None = None,
    render_mode: str | None = None,
    bots: Bots = None,
    reward: str = PLACES,
    **options: Any,
) -> Any:
    """Return a game as an AEC environment with PettingZoo's checking wrappers.

    Args:
        game: A game or its name.
        seats: The number of seats; four by default, if the game allows it.
        render_mode: `ansi`, `rgb_array`, `human` (printed), or None.
        bots: A list of names or callables, one for each seat, with None for an agent;
            `house,random` leaves seat 0 to an agent. By default all seats are agents.
        reward: The reward at the end of a game: `places`, `first` or `margin`.
        options: The game's own options.
    """
    given = {"seats": seats, "bots": bots, "render_mode": render_mode, "reward": reward}
    made = raw_env(game, **given, **options)
    bounded = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(bounded)


class ParallelTable(Copied, ParallelEnv):  # type: ignore[misc]
    """A table as a parallel environment, which takes actions of all agents at every step.

    Only one agent acts at a time. Its action is played; those of the others, whose masks
    are empty, are ignored.
    """

    def __init__(self, game: str | Game, **arguments: Any):
        self._env = TurnsTable(game, **arguments)
        self.metadata = {**self._env.metadata, "is_parallelizable": True}
        self.render_mode = self._env.render_mode
        self.possible_agents = self._env.possible_agents
        self.agents: list[Agent] = []

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of an agent's observation and mask."""
        return self._env.observation_space(agent)

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of the game's actions."""
        return self._env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Sight], dict[Agent, dict[str, Any]]]:
        """Deal a game."""
        self._env.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._sights(), self._infos()

    def step(self, actions: dict[Agent, int]) -> tuple[dict[Agent, Any], ...]:
        """Play the action of the agent whose turn it is."""
        env, agents = self._env, self.agents
        env.step(actions[env.agent_selection])
        told = {agent: env.rewards[agent] for agent in agents}
        over = {agent: env.terminations[agent] for agent in agents}
        cut = dict.fromkeys(agents, False)
        seen = self._sights(), told, over, cut, self._infos()
        if any(over.values()):
            self.agents = []
        return seen

    def render(self) -> Any:
        """Draw the board as a spectator sees it."""
        return self._env.render()

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _sights(self) -> dict[Agent, Sight]:
        return {agent: self._env.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[Agent, dict[str, Any]]:
        masks = {
            agent: self._env.observe(agent)["action_mask"] for agent in self.agents
        }
        return {agent: {"action_mask": mask} for agent, mask in masks.items()}


def parallel_env(game: str | Game, **arguments: Any) -> ParallelTable:
    """Return a game as a parallel environment; see `env()` for the arguments."""
    return ParallelTable(game, **arguments)


def names() -> list[str]:
    """Return the names of the games in this module, such as `batavia_v1`."""
    return [f"{name}_v{game.environment}" for name, game in registry.games().items()]


def __getattr__(name: str) -> Any:
    """Return a game's namespace with `env` and `raw_env`, as in PettingZoo's own modules."""
    if name not in names():
        raise AttributeError(f"no environment {name!r}: expected {', '.join(names())}")
    game = name.rpartition("_v")[0]
    return SimpleNamespace(
        env=partial(env, game),
        raw_env=partial(raw_env, game),
        parallel_env=partial(parallel_env, game),
    )
