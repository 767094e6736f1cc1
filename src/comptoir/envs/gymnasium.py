"""Gymnasium: one learner among bots; `comptoir.envs` registers `comptoir/NAME-vN`.

    env = gymnasium.make("comptoir/batavia-v1", seats=4, bots="house,random")
    envs = gymnasium.make_vec("comptoir/batavia-v1", num_envs=1024)   # see `vector`

An observation holds what the learner's seat sees. The mask of legal actions is in the info
dictionary, and in `action_masks()`, where MaskablePPO looks for it.
"""

from typing import Any

import gymnasium
import numpy as np
from rich.console import Console

from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.model.actions import whole_number
from comptoir.engine.model.game import Game
from comptoir.engine.model.refusals import IllegalAction
from comptoir.engine.play.position import Position
from comptoir.engine.text.shown import as_text

from .opponents import Bots, check_bots, is_compiled
from .pixels import draw
from .rewards import PLACES, reward_named
from .spaces import Copied, action_space, drawn, sight_space
from .table import Beside, Inside, Row

WAYS = ("lose", "error")
RENDER_MODES = ["human", "ansi", "rgb_array"]


class TableEnv(Copied, gymnasium.Env[Row, Any]):
    """A table with one learner; it runs compiled if all bots are `random`, `house` or `policy`.

    Args:
        game: A game or its name.
        seats: The number of seats; four by default, if the game allows it.
        seat: The learner's seat; None draws a seat for each game.
        bots: The bots in the other seats, in order: `house,random`, `policy`, or a list of
            names and callables; the last bot also fills the remaining seats. A list that
            names all seats has None for the learner's.
        illegal: The effect of an illegal action: `lose` ends the game with -1, `error` raises.
        render_mode: `ansi`, `rgb_array`, `human` (printed), or None.
        reward: The reward at the end of a game: `places`, `first` or `margin`.
        options: The game's own options.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        seat: int | None = 0,
        bots: Bots = "random",
        illegal: str = "lose",
        render_mode: str | None = None,
        reward: str = PLACES,
        **options: Any,
    ):
        self.game = registry.load(game)
        self.seats = self.game.check_seats(seats)
        self.options = self.game.read_options(options)
        if seat is not None and seat not in range(self.seats):
            raise BadSetup(f"no seat {seat}: expected 0 to {self.seats - 1}, or None")
        if illegal not in WAYS:
            raise BadSetup(f"illegal {illegal!r}: expected one of {', '.join(WAYS)}")
        self._illegal, self._reward = illegal, reward_named(reward)
        seated = check_bots(self.game, self.seats, bots, seat or 0)
        if seated.count(None) != 1:
            raise BadSetup(f"expected 1 learner, got {seated.count(None)}: name bots")
        own = seated.index(None)
        self._given_seat = None if seat is None and own == 0 else own
        others = seated[:own] + seated[own + 1 :]
        kind = Inside if all(is_compiled(bot) for bot in others) else Beside
        self._table: Inside | Beside = kind(self.game, self.seats, self.options, others)
        self.render_mode = drawn(render_mode, RENDER_MODES)
        self.observation_space = sight_space(self.game)
        self.action_space = action_space(self.game)

    @property
    def position(self) -> Position:
        """The full position with all hidden information: for analysis, never for the
        learner.
        """
        return self._table.position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """Deal a game, and let bots play until the learner's first decision."""
        super().reset(seed=seed)
        asked = False
        while not asked:  # skip games in which the learner has no decision
            number = int(self.np_random.integers(1 << 62)) if seed is None else seed
            drawn = int(self.np_random.integers(self.seats))
            self.seat = drawn if self._given_seat is None else self._given_seat
            seed = None
            asked = self._table.deal(number, self.seat)
        return self._table.sight, self._info()

    def step(self, action: Any) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the bots' actions up to the learner's next
        decision.
        """
        table, number = self._table, whole_number(action)
        if number is None:
            raise BadSetup(f"action {action!r}: expected a whole number")
        if not hasattr(self, "seat"):
            raise BadSetup("no game is dealt: call reset() before step()")
        mask = table.mask
        if not (0 <= number < len(mask) and mask[number]):
            if self._illegal == "error":
                legal = self.game.actions.allowed(mask)
                raise IllegalAction(0, self.seat, number, legal)
            return table.sight, -1.0, True, False, self._info() | {"illegal": True}
        over = table.play(number)
        reward = 0.0
        if over:
            points, ranks, _ = table.position.standing()
            reward = float(self._reward(np.array(ranks), np.array(points))[self.seat])
        if self.render_mode == "human":
            self.render()
        return table.sight, reward, over, False, self._info()

    def action_masks(self) -> Row:
        """Return the mask of the learner's legal actions."""
        return self._table.mask.astype(np.bool_)

    def render(self) -> Any:
        """Draw the board as the learner sees it, in the render mode."""
        board = self.game.board(self.position.view(self.seat), self.game.words("en"))
        if self.render_mode == "rgb_array":
            return draw(board)
        if self.render_mode == "human":
            Console(width=80).print(board)
            return None
        return as_text(board)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask.copy(), "seat": self.seat}
