"""Comptoir's errors; the text of each is one sentence, and its facts are fields."""

from typing import Any


class ComptoirError(ValueError):
    """Base class of Comptoir's errors: a request that cannot be met; the text says why."""


class BadSetup(ComptoirError):
    """Error for an unknown game, an invalid seat count or option, or an unusable file."""


class UnknownSeat(ComptoirError):
    """Error for a seat that does not exist at this table."""


class UnknownAction(ComptoirError):
    """Error for a text or number that names no action of the game."""


class BrokenGame(ComptoirError):
    """Error for a bug in a game's rules, with `game`, `package` and `why`."""

    def __init__(self, game: str, package: str, why: str):
        super().__init__(
            f"the game {game} of {package} broke ({why}); nothing has changed: "
            f"`comptoir check {game}` finds where"
        )
        self.game = game
        self.package = package
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return BrokenGame, (self.game, self.package, self.why)


class BadRecord(ComptoirError):
    """Error for a record that is damaged, was changed, or belongs to other rules."""
