"""Refusals: the number of the rule, the key of the sentence, and the errors that are raised."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from comptoir.engine.errors import ComptoirError

from .actions import Action

SHOWN = 8  # at most this many legal actions are named in a sentence


class Refusal(msgspec.Struct, frozen=True):
    """The reason for a refusal; `rule` is a rulebook number, or None for conventions of the
    table.
    """

    key: str
    rule: str | None = None
    args: dict[str, Any] = {}


class IllegalMove(ComptoirError):
    """Error for a move that the rules do not allow now.

    `seat`, `action` and `legal` are the facts; `refusal` is the reason, which can be
    translated. `token` reproduces the table. It contains the seed, so the sentence that players
    see leaves it out; only a Python traceback shows it.
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
        """The whole record as one word; it is built only when read."""
        return self._token()

    @property
    def __notes__(self) -> list[str]:  # type: ignore[override]
        """The lines that Python prints below a traceback."""
        return [f"to see the table: comptoir replay {self.token}"]


def _again(
    seat: int,
    action: Action | None,
    legal: Sequence[Action],
    refusal: Refusal,
    sentence: str,
    token: str,
) -> IllegalMove:
    """Rebuild an unpickled error from its facts, without its table."""
    return IllegalMove(
        seat=seat,
        action=action,
        legal=legal,
        refusal=refusal,
        sentence=lambda: sentence,
        token=lambda: token,
    )


class IllegalAction(ComptoirError):
    """Error for an illegal action in a batch, with `index`, `seat`, `action` and `legal`."""

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
