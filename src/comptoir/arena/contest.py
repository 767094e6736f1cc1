"""A contest: the bots and the deals that they play, each deal from every seat."""

from typing import Any, NamedTuple, Self

import msgspec

from comptoir.bots import NAMES, Bot, find
from comptoir.engine.model import registry
from comptoir.engine.model.seed import read_seed
from comptoir.engine.play.position import Options
from comptoir.engine.runs import checks
from comptoir.engine.runs.seating import Bots, name_of, seat_bots
from comptoir.engine.version import __version__


class Slot(NamedTuple):
    """One game of a contest: the number of its deal, and by how many seats the bots are
    rotated.
    """

    deal: int
    rotation: int


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that determines the games of a contest; the header of its results file."""

    comptoir: str = "arena"
    version: str = __version__
    game: str
    rules: int
    seats: int
    bots: list[str]  # the bot of each seat in the first game of every deal
    options: dict[str, Any]
    seed: str
    with_moves: bool = False  # the results of games hold their moves

    @classmethod
    def of(
        cls,
        game: str,
        bots: Bots,
        seats: int | None = None,
        options: Options = None,
        seed: str | int | None = None,
    ) -> Self:
        """Return a contest between bots such as `house,random`; the last bot also fills the
        other seats.

        A bot given as a callable has the name under which it was created.

        Raises:
            BadSetup: The game, a bot, an option or the number of seats does not exist.
        """
        chosen = registry.load(game)
        seats = chosen.check_seats(seats)
        return cls(
            game=chosen.name,
            rules=chosen.version,
            seats=seats,
            bots=[*enter(bots, seats)[0]],
            options=_as_read(chosen.read_options(options)),
            seed=read_seed(seed),
        )

    @property
    def names(self) -> list[str]:
        """The distinct bots, in the order given."""
        return list(dict.fromkeys(self.bots))

    def slots(self, games: int) -> list[Slot]:
        """Return the slots for a number of games, rounded up so that every deal is complete."""
        checks.games(games)
        deals = -(-games // self.seats)
        # refuse a seed that is too long together with a deal's number
        read_seed(self.seed_of(deals - 1))
        return [Slot(d, r) for d in range(deals) for r in range(self.seats)]

    def seed_of(self, deal: int) -> str:
        """Return the match seed of a deal."""
        return f"{self.seed}/{deal}"

    def seated(self, rotation: int) -> list[str]:
        """Return the bot of each seat after moving all bots on by `rotation` seats."""
        return self.bots[rotation:] + self.bots[:rotation]


def enter(bots: Bots, seats: int) -> tuple[list[str], dict[str, Bot]]:
    """Return the names of the bots of all seats, and the bots given as callables by name.

    Callables with the same name, or with the name of a built-in bot, are numbered.
    """
    own: dict[str, Bot] = {}
    names: list[str] = []
    for bot in seat_bots(bots, seats):
        if isinstance(bot, str):
            find(bot)
            names.append(bot)
            continue
        assert bot
        base = name = name_of(bot)
        number = 1
        while own.get(name, bot) is not bot or name in NAMES:
            number += 1
            name = f"{base} {number}"
        own[name] = bot
        names.append(name)
    return names, own


def _as_read(options: Any) -> dict[str, Any]:
    """Return options as they are when read back from a file."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return plain
