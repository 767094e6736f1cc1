"""Decorators for the rule subset: Python that runs as it is and that numba compiles."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Mark a function as a rule; a direct call still runs plain Python."""
    function.is_rule = True  # type: ignore[attr-defined]
    return function


def contract(function: Function) -> Function:
    """Mark a rule that each game implements under the same name."""
    function.is_contract = True  # type: ignore[attr-defined]
    return rule(function)


def noinline(function: Function) -> Function:
    """Mark a rule that is never inlined, so that its code exists once.

    Use it for long rules with several callers: on a GPU, threads stall when inlining makes
    a loop larger than the instruction cache.
    """
    function.is_noinline = True  # type: ignore[attr-defined]
    return rule(function)


def with_dice(other: Callable[..., Any]) -> Callable[[Function], Function]:
    """Mark a rule instead of which `other` runs in games whose house bot takes dice.

    All other games keep their compiled code.
    """

    def mark(function: Function) -> Function:
        function.with_dice = other  # type: ignore[attr-defined]
        return rule(function)

    return mark


def compiled_as(
    stand_in: Callable[..., Any] | str,
) -> Callable[[Function], Function]:
    """Mark a rule that only plain runs execute; compiled code calls `stand_in` instead.

    A stand-in that needs NumPy is given as text, `module:function`, and imported when
    compiling.
    """

    def mark(function: Function) -> Function:
        function.stand_in = stand_in  # type: ignore[attr-defined]
        return rule(function)

    return mark


def stand_in_of(function: Any) -> Any:
    """Return the function that compiled code calls for a rule; usually the rule itself."""
    stand_in = getattr(function, "stand_in", function)
    if isinstance(stand_in, str):
        module, _, name = stand_in.partition(":")
        stand_in = getattr(import_module(module), name)
    return stand_in
