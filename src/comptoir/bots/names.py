"""Finds bots by name: built-in bots, levels, characters, and bots from a file or module."""

import importlib
import importlib.util
import math
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comptoir.engine.errors import BadSetup
from comptoir.engine.runs.seating import FILE_END

from . import simple
from .bargainer import Bargainer
from .budget import Budget, read_budget

if TYPE_CHECKING:
    from comptoir.engine.model.actions import Action
    from comptoir.engine.model.game import Game

    from .seat import Seat

    class Found:
        """The type of the bots that `find` returns; some have more methods, such as `think`."""

        def __call__(self, seat: Seat) -> Action | str | int:
            """Choose one of the seat's legal actions."""

        def __getattr__(self, name: str) -> Any: ...


USUAL_BUDGET = Budget(seconds=1.0)


def search(budget: Budget) -> Any:
    """Return a search bot; its module is imported on first use."""
    from .search import Search  # noqa: PLC0415 - loads NumPy

    return Search(budget)


def master(budget: Budget) -> Any:
    """Return a search bot guided by the game's network."""
    from .policy import network_of  # noqa: PLC0415 - as above
    from .search import Search  # noqa: PLC0415

    return Search(budget, networks=network_of)


def policy(given: str | None) -> Any:
    """Return a bot that plays a network's policy, without search.

    `given` is a temperature for the game's own network, by default the game's usual one, or a
    network file.
    """
    from .policy import FilePolicy, Policy  # noqa: PLC0415 - as above

    if given is None:
        return Policy()
    if given.endswith(FILE_END):
        return FilePolicy(Path(given))
    try:
        degrees = float(given)
    except ValueError:
        degrees = -1.0
    if not 0 <= degrees < math.inf:
        raise BadSetup(
            f"temperature {given!r}: expected 0 or more, such as 0.7, "
            f"or the file of a network, *{FILE_END}"
        )
    return Policy(degrees)


PLAIN: Mapping[str, Any] = {"random": simple.random, "house": simple.house}
THINKING: Mapping[str, Callable[[Budget], Any]] = {"search": search, "master": master}
POLICY = "policy"
PROCESS = "process"
REMOTE = ("http", "https", PROCESS)


def remote(name: str) -> Any:
    """Return a bot that runs outside this process, from `http://…` or `process:COMMAND`."""
    from .remote import Endpoint, program  # noqa: PLC0415 - loads network code

    base, _, rest = name.partition(":")
    return program(rest) if base == PROCESS else Endpoint(name)


# The levels that need no search; a network's file stores their preferences by these names.
HASTY = ("novice", "casual", "strong", "expert")


def hasty(level: int, reach: float, gap: float, careless: int = 0) -> Any:
    """Return a bot that plays one of the policy's better moves, not always the best.

    It makes no absurd move. Without a network it is the house bot, making a random move
    `careless` times in 100.
    """
    from .policy import Policy  # noqa: PLC0415 - as above

    without = simple.Careless(careless)
    return Policy(0.0, reach, without, gap=gap, level=level, character=HASTY[level])


def expert(level: int) -> Any:
    """Return a bot for a level: policy at a stored temperature, or search if none is stored."""
    from .policy import Quick  # noqa: PLC0415 - as above

    return Quick(hasty(level, 0.5, 0.3), level, Budget(iterations=300))


# Each level is meant to beat the one before it; docs/strength.md has the measurements.
LEVELS: Mapping[str, Callable[[], Any]] = {
    "novice": lambda: hasty(0, 0.8, 0.1, careless=80),
    "casual": lambda: hasty(1, 0.65, 0.1, careless=40),
    "strong": lambda: hasty(2, 0.55, 0.3),
    "expert": lambda: expert(3),
    "master": lambda: master(USUAL_BUDGET),
}


def character(name: str) -> Any:
    """Return a bot that prefers certain kinds of moves, stored in its game's network file.

    It makes no absurd move. If the network stores no preferences for this character, it plays
    the plain policy; without a network it is the house bot.
    """
    from .policy import Policy  # noqa: PLC0415 - as above

    return Policy(gap=0.3, character=name)


# Each is about as strong as `strong`, in a recognisable style; not every game has all of them.
CHARACTERS = (
    *("cautious", "greedy", "talkative"),
    *("honest", "hard", "generous", "bluffer"),  # only where bots bargain
)
MADE: Mapping[str, Callable[[], Any]] = {
    **LEVELS,
    **{name: partial(character, name) for name in CHARACTERS},
}

BOTS = (*PLAIN, POLICY, *THINKING)
NAMES = tuple(dict.fromkeys((*BOTS, *MADE)))
LEARNED = (POLICY, *MADE)


def built_in(name: str) -> bool:
    """Return True if a bot is built in: loading it opens no third-party file."""
    base = name.partition(":")[0]
    if name.endswith(FILE_END):
        return False
    return base in (POLICY, *THINKING) or name in PLAIN or name in MADE


def learned(name: str) -> bool:
    """Return True if a bot plays by its game's network."""
    return name.partition(":")[0] in LEARNED


@lru_cache(1024)
def searches(name: str, game: "Game | None" = None) -> bool:
    """Return True if the name is a built-in bot that searches on compiled rules.

    Some levels search only in games whose network stores no temperature for them.
    """
    if not built_in(name) or not hasattr(bot := find(name), "prepare"):
        return False
    return game is None or not bot.at_once(game)


def find(name: str) -> "Found":
    """Return a bot by its name.

    Raises:
        BadSetup: There is no bot of this name, or it cannot be loaded.
    """
    base, colon, rest = str(name).partition(":")
    found: Found
    if name in PLAIN:
        found = PLAIN[name]
    elif name in MADE:
        found = _bargains(MADE[name](), name)
    elif base in THINKING:
        found = THINKING[base](read_budget(rest) if colon else USUAL_BUDGET)
        if base in MADE:
            found = _bargains(found, base)
    elif base == POLICY:
        found = policy(rest) if colon else policy(None)
    elif base in PLAIN or base in MADE:
        raise BadSetup(f"bot {name!r}: {base} takes no budget")
    elif colon and base in REMOTE:
        found = remote(name)
    elif colon:
        found = _own(name)
    else:
        raise BadSetup(
            f"no bot {name!r}: expected one of {', '.join(NAMES)}, "
            "policy:FILE.npz, or FILE.py:NAME for one of your own"
        )
    return found


def _bargains(bot: Any, name: str) -> Any:
    """Return a level or character that can bargain in games with a negotiator."""
    return Bargainer(bot, name)


def _own(name: str) -> Any:
    """Load a bot from `FILE.py:NAME` or `MODULE:NAME`."""
    where, _, what = name.rpartition(":")
    try:
        module = _from_file(Path(where)) if where.endswith(".py") else _module(where)
    except Exception as error:  # whatever the module's own code raises
        raise BadSetup(f"bot {name!r}: {where} cannot be loaded: {error}") from error
    bot = getattr(module, what, None)
    if not callable(bot):
        raise BadSetup(f"bot {name!r}: {where} has no callable {what!r}")
    return bot() if isinstance(bot, type) else bot


def _module(name: str) -> Any:
    return importlib.import_module(name)


def _from_file(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
