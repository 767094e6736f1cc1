"""A bot's budget for one move: `1s`, `250ms`, or a number of iterations, `2000`."""

import math
import re

import msgspec

from comptoir.engine.errors import BadSetup

FORM = "a time such as 1s or 250ms, or a number of iterations such as 2000"
_UNITS = {"s": 1.0, "ms": 0.001}
_TEXT = re.compile(r"(\d+(?:\.\d+)?)(s|ms)|(\d+)")


class Budget(msgspec.Struct, frozen=True):
    """A limit on a search: either seconds or iterations."""

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        given = [v for v in (self.seconds, self.iterations) if v is not None]
        if len(given) != 1 or not 0 < given[0] < math.inf:
            raise BadSetup(f"budget {self}: expected {FORM}, more than zero")

    def __str__(self) -> str:
        if self.seconds is None:
            return str(self.iterations)
        if self.seconds < 1:
            return f"{self.seconds * 1000:g}ms"
        return f"{self.seconds:g}s"


def read_budget(text: str) -> Budget:
    """Parse a budget such as `1s`, `250ms` or `2000`."""
    found = _TEXT.fullmatch(text.strip())
    if not found:
        raise BadSetup(f"budget {text!r}: expected {FORM}")
    number, unit, iterations = found.groups()
    if unit:
        return Budget(seconds=float(number) * _UNITS[unit])
    return Budget(iterations=int(iterations))
