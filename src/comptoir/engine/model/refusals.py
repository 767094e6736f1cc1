"""Why a move is refused: the ledger's number, a sentence's key, and the errors raised."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from comptoir.engine.errors import ComptoirError

from .actions import Action

SHOWN = 8  # legal actions named in a sentence


class Refusal(msgspec.Struct, frozen=True):
    """A reason: `rule` is the ledger's number (none for the table's own manners)."""

    key: str
    rule: str | None = None
    args: dict[str, Any] = {}


class IllegalMove(ComptoirError):
    """A move that the rules refuse now.

    `seat`, `action` and `legal` are the facts; `refusal` is the reason in both languages.
    `token` reproduces the table: it holds the seed, so it is kept out of the sentence,
    which players see, and shown only where Python prints a traceback.
    """

    def __init__(
        self,
        *,
        seat: int,
        action: Action | None,
        legal: Sequence[Action],
        refusal: Refusal,
        sentence: Callable[[], str],
        token: Callable[[], str],
    ):
        super().__init__()
        self.seat = seat
        self.action = action
        self.legal = list(legal)
        self.refusal = refusal
        self._sentence = sentence
        self._token = token

    def __str__(self) -> str:
        return self._sentence()

    def __reduce__(self) -> tuple[Any, ...]:
        facts = self.seat, self.action, self.legal, self.refusal
        return _again, (*facts, str(self), self.token)

    @cached_property
    def token(self) -> str:
        """The whole record in one word; made when it is read."""
        return self._token()

    @property
    def __notes__(self) -> list[str]:  # type: ignore[override]
        """What Python prints below a traceback."""
        return [f"to see the table: comptoir replay {self.token}"]


def _again(
    seat: int,
    action: Action | None,
    legal: Sequence[Action],
    refusal: Refusal,
    sentence: str,
    token: str,
) -> IllegalMove:
    """Return the error of another process, whose table is not here."""
    return IllegalMove(
        seat=seat,
        action=action,
        legal=legal,
        refusal=refusal,
        sentence=lambda: sentence,
        token=lambda: token,
    )


class IllegalAction(ComptoirError):
    """An action of a batch that its table refuses; `index`, `seat`, `action`, `legal`."""

    def __init__(self, index: int, seat: int, action: int, legal: Sequence[Action]):
        texts = ", ".join(f"{int(a)} ({a})" for a in legal[:SHOWN])
        more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
        super().__init__(
            f"table {index}: seat {seat} may not take action {action} now: "
            f"expected one of {texts}{more}"
        )
        self.index = index
        self.seat = seat
        self.action = action
        self.legal = list(legal)

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.index, self.seat, self.action, self.legal)
