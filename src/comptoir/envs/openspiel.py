"""OpenSpiel: importing this module registers every game as `comptoir_NAME`.

    game = pyspiel.load_game("comptoir_batavia", {"players": 3, "seed": 7})

States draw random numbers themselves, so the games are declared as *sampled stochastic*.
Algorithms that sample (outcome sampling, MCTS, learners) work; those that enumerate chance
outcomes do not. OpenSpiel cannot serialize Python games of this kind to a string. New initial
states are the games 0, 1, 2, … of the seed. If several seats may act at the same time, one of
them is drawn at random. Information states are strings with perfect recall: what a player saw
happen, what it observed when it acted, and what it did.
"""

from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel

from comptoir.bots import new_dice
from comptoir.engine.model import registry
from comptoir.engine.model.events import Event
from comptoir.engine.model.game import REFEREE, Game
from comptoir.engine.model.refusals import IllegalAction
from comptoir.engine.model.seed import new_seed
from comptoir.engine.play.episode import Episode, words_of
from comptoir.engine.text.shown import as_text

PREFIX = "comptoir_"
DIGEST = 16  # hexadecimal digits of the digest of an observation
LONGEST = 100_000  # longer than any game; OpenSpiel requires an upper bound


def game_type(rules: Game) -> Any:
    """Return the properties of a game in OpenSpiel's form."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + rules.name,
        long_name=f"Comptoir: {rules.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=rules.seats[0],
        max_num_players=rules.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": rules.check_seats(None), "seed": 0},
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game in OpenSpiel's form; `seed` 0 stands for a new secret seed."""

    rules: Game

    def __init__(self, params: Any = None):
        given = dict(params or {})
        self.seats = self.rules.check_seats(int(given.get("players", 0)) or None)
        number = int(given.get("seed", 0))
        self.seed = str(number) if number else new_seed()
        self.dealt = 0
        about = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions.choices),
            max_chance_outcomes=0,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.rules), about, given)

    def new_initial_state(self) -> "GameState":
        """Deal the next game of the seed."""
        episode = Episode(self.rules, self.seats)
        events = self.rules.read_journal(episode.deal(f"{self.seed}/{self.dealt}"))
        self.dealt += 1
        return GameState(
            self, episode, (PastMove(self.rules, pyspiel.PlayerId.CHANCE, "", events),)
        )

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "Observer":
        """Return an object that writes players' observations, or information states."""
        return Observer(self.rules, recalls=kind is not None and kind.perfect_recall)

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        name = PREFIX + self.rules.name
        return _game, (name, self.get_parameters(), self.seed, self.dealt)


class PastMove:
    """The deal or a move, as recorded in information states."""

    def __init__(self, rules: Game, seat: int, text: str, events: list[Event]):
        self.rules, self.seat, self.text, self.events = rules, seat, text, events
        self._told: dict[int | None, str] = {}

    def __deepcopy__(self, memo: object) -> "PastMove":
        return self  # immutable, so copies of a state share it

    def told(self, viewer: int | None) -> str:
        """Return what happened as a seat or a spectator (None) saw it, in a line."""
        if viewer not in self._told:
            words = words_of(self.rules)
            seen = [words.event(event.seen_by(viewer)) for event in self.events]
            own = [f"> {self.text}"] if viewer == self.seat else []
            self._told[viewer] = " ".join([*own, *seen])
        return self._told[viewer]


class GameState(pyspiel.State):  # type: ignore[misc]
    """A table and the seat to move.

    Args:
        game: The game.
        episode: The table.
        past: The deal, and the moves since.
        knower: The only player whose own past is valid, if the table was imagined for it.
    """

    def __init__(
        self,
        game: TableGame,
        episode: Episode,
        past: tuple[PastMove, ...],
        knower: int | None = None,
    ):
        super().__init__(game)
        self.episode = episode
        self.past = past
        self.knower = knower

    def current_player(self) -> int:
        """Return the seat to move."""
        return int(
            pyspiel.PlayerId.TERMINAL if self.episode.over else self.episode.seat
        )

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.episode.legal(player))

    def _apply_action(self, action: int) -> None:
        if isinstance(self.episode, _Past):  # OpenSpiel replays what is known
            return
        seat, seen = self.episode.seat, self.episode.position.observe(self.episode.seat)
        if action not in self.episode.legal(seat):  # OpenSpiel does not check it
            legal = self.episode.game.actions.allowed(self.episode.mask(seat))
            raise IllegalAction(0, seat, action, legal)
        digest = sha256(bytes(str(seen), "ascii")).hexdigest()[:DIGEST]
        text = f"{self._action_to_string(seat, action)} at {digest}"
        events = self.episode.game.read_journal(self.episode.play(action))
        self.past = (*self.past, PastMove(self.episode.game, seat, text, events))

    def recalled(self, player: int) -> str:
        """Return all that a player saw and did, as text that is unique to this past."""
        viewer = player if self.knower in (None, player) else None
        told = [move.told(viewer) for move in self.past]
        return "\n".join([*told, self.observed(player)])

    def observed(self, player: int) -> str:
        """Return a player's observation, with the names of its parts."""
        numbers, at, parts = self.episode.position.observe(player), 0, []
        for name, size in self.episode.game.layout:
            parts.append(f"{name}: {' '.join(map(str, numbers[at : at + size]))}")
            at += size
        return "; ".join(parts)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.episode.game.actions.choices[action])

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.episode.over

    def returns(self) -> list[float]:
        """Return (seats placed behind − seats placed ahead) / (number of other seats).

        Before the end of the game, return 0 for every seat.
        """
        if self.episode.over:
            return self.episode.rewards()
        return [0.0] * self.episode.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> "GameState":
        """Return a state consistent with what a player knows (a determinization), for
        IS-MCTS.
        """
        imagined = self.episode.imagine(player, new_dice(str(sampler())))
        return GameState(self.get_game(), imagined, self.past, player)

    def clone(self) -> "GameState":
        """Return a copy of the state; OpenSpiel's own method would deal a new game."""
        make, (game, episode, *rest) = self.__reduce_ex__(0)
        cloned: GameState = make(game, episode.copy(), *rest)
        return cloned

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> "GameState":
        return self.clone()

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        moves = [(move.player, move.action) for move in self.full_history()]
        about = self.get_game(), self.episode, self.past, self.knower
        return _state, (*about, moves)

    def __str__(self) -> str:
        stream = self.episode.position.table.stream
        asked = "over" if self.episode.over else f"seat {self.episode.seat} to act"
        about = f"game {stream}, {len(self.history())} moves, {asked}"
        return f"{about}\n{as_text(self.episode.board(REFEREE)).rstrip()}"


class _Past(SimpleNamespace):
    """A stand-in for the episode while OpenSpiel replays the moves made so far."""

    over = False


def _game(name: str, params: Any, seed: str, dealt: int) -> Any:
    """Unpickle a game, which OpenSpiel itself cannot do."""
    game = pyspiel.load_game(name, params)
    game.seed, game.dealt = seed, dealt
    return game


def _state(
    game: TableGame,
    episode: Episode,
    past: tuple[PastMove, ...],
    knower: int | None,
    moves: list[tuple[int, int]],
) -> Any:
    """Unpickle a state."""
    state = GameState(game, episode, past, knower)
    for seat, action in moves:
        state.episode = _Past(seat=seat)  # type: ignore[assignment]
        state.apply_action(action)
    state.episode = episode
    return state


class Observer:
    """Writes a player's observation as an array of numbers or as text.

    If it `recalls`, the text is the player's information state.
    """

    def __init__(self, rules: Game, *, recalls: bool = False):
        self.recalls = recalls
        self.tensor = np.zeros(rules.observation, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: GameState, player: int) -> None:
        """Write a player's observation of a state into the array."""
        self.tensor[:] = state.episode.observe(player)

    def string_from(self, state: GameState, player: int) -> str:
        """Return a player's observation as text, or its information state."""
        return state.recalled(player) if self.recalls else state.observed(player)


def register() -> list[str]:
    """Register every game with OpenSpiel and return their OpenSpiel names."""
    for rules in registry.games().values():
        kind = type(f"{rules.name.title()}Game", (TableGame,), {"rules": rules})
        pyspiel.register_game(game_type(rules), kind)
    return [PREFIX + name for name in registry.names()]


NAMES = register()
