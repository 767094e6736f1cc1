"""The marks of functions in the rule subset: Python that numba compiles, called as it is."""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Mark a function as written in the rule subset; calling it stays plain Python."""
    function.is_rule = True  # type: ignore[attr-defined]
    return function


def contract(function: Function) -> Function:
    """Mark a rule that each game answers itself, under the same name."""
    function.is_contract = True  # type: ignore[attr-defined]
    return rule(function)


def noinline(function: Function) -> Function:
    """Mark a rule that is never inlined: one copy of its code, called from everywhere.

    On a GPU, inlining pays until a loop outgrows the instruction cache: then threads wait
    for code. Meant for long rules with several callers.
    """
    function.is_noinline = True  # type: ignore[attr-defined]
    return rule(function)


def compiled_as(stand_in: Callable[..., Any]) -> Callable[[Function], Function]:
    """Mark a rule that only plain runs carry out; compiled code calls `stand_in`."""

    def mark(function: Function) -> Function:
        function.stand_in = stand_in  # type: ignore[attr-defined]
        return rule(function)

    return mark
