"""A decorator for methods that hold their object's lock, for thread safety."""

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Locked(Protocol):
    """An object with its own lock."""

    _lock: Any


P = ParamSpec("P")
S = TypeVar("S", bound=Locked)
T = TypeVar("T")


def synchronized(
    method: Callable[Concatenate[S, P], T],
) -> Callable[Concatenate[S, P], T]:
    """Return the method wrapped so that the object's lock is held while it runs."""

    @wraps(method)
    def locked(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._lock:
            return method(self, *args, **kwargs)

    return locked


__all__ = ["RLock", "synchronized"]
