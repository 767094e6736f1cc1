"""What can be wrong: each error is one sentence with the facts, and keeps them as fields."""

from typing import Any


class ComptoirError(ValueError):
    """Something asked of Comptoir that cannot be done; the text says what is allowed."""


class BadSetup(ComptoirError):
    """No such game, seat count or option."""


class UnknownSeat(ComptoirError):
    """A seat that is not at this table."""


class UnknownAction(ComptoirError):
    """A text or number that names no action of the game."""


class BrokenGame(ComptoirError):
    """A game that broke its own rules in play; `game`, `package` and `why` are the facts."""

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
    """A record that is damaged, was changed, or belongs to other rules."""
