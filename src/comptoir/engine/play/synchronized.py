"""One thread at a time: each call of a shared thing sees it whole and leaves it whole."""

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Locked(Protocol):
    """Something with a lock of its own."""

    _lock: Any


P = ParamSpec("P")
S = TypeVar("S", bound=Locked)
T = TypeVar("T")


def synchronized(
    method: Callable[Concatenate[S, P], T],
) -> Callable[Concatenate[S, P], T]:
    """Let one thread at a time call a method."""

    @wraps(method)
    def locked(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._lock:
            return method(self, *args, **kwargs)

    return locked


__all__ = ["RLock", "synchronized"]
