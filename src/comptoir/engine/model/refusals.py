"""Why a move is refused: the ledger's number and a sentence's key and arguments."""

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """A reason: `rule` is the ledger's number (none for the table's own manners)."""

    key: str
    rule: str | None = None
    args: dict[str, Any] = {}
