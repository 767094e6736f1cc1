"""Assigns bots to the seats of a table, in the same notation everywhere.

A bot is a name or a callable. Several bots are given as names with commas or as a list. None in
a list is a learner's seat, and such a list must name every seat. Otherwise the bots take the
seats without learners in order, and the last bot also takes the seats left over.
"""

from collections.abc import Callable, Sequence
from typing import Any

from comptoir.engine.errors import BadSetup

FILE_END = ".npz"  # of `policy:FILE.npz`, which plays the network in a file
# A callable takes a `Seat` and returns a legal action; a class is instantiated per game.
CalledBot = Callable[..., Any]
SeatedBot = str | CalledBot | None
Bots = str | CalledBot | Sequence[str | CalledBot | None] | None


def seat_bots(
    bots: Bots, seats: int, *, learner: int | None = None
) -> list[str | CalledBot | None]:
    """Return the bot of every seat, None for a learner.

    Args:
        bots: The bots, in the notation above; None makes every seat a learner's.
        seats: The number of seats.
        learner: The learner's seat if the list has no None; None if nobody learns.

    Raises:
        BadSetup: The notation is wrong, or there are too many or too few bots.
    """
    if bots is None and learner is not None:
        return [None] * seats
    listed = _listed(bots)
    if None in listed:
        if learner is None:
            raise BadSetup(f"seat {listed.index(None)} has no bot: nobody learns here")
        if len(listed) != seats:
            raise BadSetup(
                f"expected {seats} bots for {seats} seats, got {len(listed)}: "
                "a list with None in it names every seat"
            )
        return listed
    free = seats if learner is None else seats - 1
    if len(listed) == seats > free:
        raise BadSetup(
            f"expected at most {free} bots, got {len(listed)}: somebody is asked at one "
            f"of {seats} seats; None stands for a learner"
        )
    if not listed:
        raise BadSetup("expected at least 1 bot, got none")
    if len(listed) > free:
        raise BadSetup(
            f"expected at most {free} bots for {seats} seats, got {len(listed)}"
        )
    full = listed + listed[-1:] * (free - len(listed))
    if learner is not None:
        full.insert(learner, None)
    return full


def _listed(bots: Any) -> list[Any]:
    """Return bots as a list of names, callables and None."""
    if isinstance(bots, str):
        listed: list[Any] = bots.split(",")
    elif callable(bots):
        listed = [bots]
    elif isinstance(bots, Sequence):
        listed = list(bots)
    else:
        raise BadSetup(f"bots {bots!r}: {EXPECTED}")
    cleaned = [one.strip() if isinstance(one, str) else one for one in listed]
    for one in cleaned:
        if one == "" or not (one is None or isinstance(one, str) or callable(one)):
            raise BadSetup(f"bot {one!r}: {EXPECTED}")
    return cleaned


EXPECTED = "expected a name such as house, something to call, or a list of them"


def name_of(bot: SeatedBot) -> str:
    """Return the name of a bot, or of its function or class."""
    if bot is None or isinstance(bot, str):
        return bot or "learner"
    return str(getattr(bot, "__name__", type(bot).__name__))


def only_names(seated: Sequence[SeatedBot]) -> list[str | None]:
    """Return bots for the kernels, after checking that all are names and not callables."""
    for bot in seated:
        if callable(bot):
            raise BadSetup(
                f"{name_of(bot)} cannot play inside a batch, which is compiled: "
                "functions play in the arena and in environments of one table"
            )
    return [bot for bot in seated if not callable(bot)]


def names_by_seat(bots: Bots, seats: int) -> list[str]:
    """Return the bots of all seats for games in the kernels without learners."""
    return [str(name) for name in only_names(seat_bots(bots, seats))]
