"""The bots of a table by seat: one spelling, the same wherever games are played.

One bot is its name or something to call; several are names with commas or a list. None in a
list is a learner's seat, and such a list names every seat. Without one the bots take the seats
where nobody learns, in their order, and the last one takes those left.
"""

from collections.abc import Callable, Sequence
from typing import Any

from comptoir.engine.errors import BadSetup

# Called with a seat, it returns one of its legal actions; a class is made for each game.
CalledBot = Callable[..., Any]
SeatedBot = str | CalledBot | None
Bots = str | CalledBot | Sequence[str | CalledBot | None] | None


def seat_bots(
    bots: Bots, seats: int, *, learner: int | None = None
) -> list[str | CalledBot | None]:
    """Return the bot of every seat, None where somebody learns.

    Args:
        bots: In the one spelling; None leaves every seat to learners.
        seats: How many sit at the table.
        learner: Where the learner sits if no None says so; None: nobody learns here.

    Raises:
        BadSetup: They are not of that spelling, too many or too few.
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
    if not 1 <= len(listed) <= free:
        raise BadSetup(
            f"expected at most {free} bots for {seats} seats, got {len(listed)}"
        )
    full = listed + listed[-1:] * (free - len(listed))
    if learner is not None:
        full.insert(learner, None)
    return full


def _listed(bots: Any) -> list[Any]:
    """Return bots as a list, each a name, something to call, or None."""
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
    """Return what a bot is called: its name, or that of what is called."""
    if bot is None or isinstance(bot, str):
        return bot or "learner"
    return str(getattr(bot, "__name__", type(bot).__name__))


def only_names(seated: Sequence[SeatedBot]) -> list[str | None]:
    """Return bots that play inside the kernels: those have names, and no others can."""
    for bot in seated:
        if callable(bot):
            raise BadSetup(
                f"{name_of(bot)} cannot play inside a batch, which is compiled: "
                "functions play in the arena and in environments of one table"
            )
    return [bot for bot in seated if not callable(bot)]


def names_by_seat(bots: Bots, seats: int) -> list[str]:
    """Return the bots of all seats, where nobody learns and all play inside the kernels."""
    return [str(name) for name in only_names(seat_bots(bots, seats))]
