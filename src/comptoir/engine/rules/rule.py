"""The marks of functions in the rule subset: Python that numba compiles, called as it is."""

from collections.abc import Callable
from importlib import import_module
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


def compiled_as(
    stand_in: Callable[..., Any] | str,
) -> Callable[[Function], Function]:
    """Mark a rule that only plain runs carry out; compiled code calls `stand_in`.

    A stand-in that needs NumPy is named, `module:function`, and imported for compiling.
    """

    def mark(function: Function) -> Function:
        function.stand_in = stand_in  # type: ignore[attr-defined]
        return rule(function)

    return mark


def stand_in_of(function: Any) -> Any:
    """Return what compiled code calls in a rule's place: the rule itself, as a rule."""
    stand_in = getattr(function, "stand_in", function)
    if isinstance(stand_in, str):
        module, _, name = stand_in.partition(":")
        stand_in = getattr(import_module(module), name)
    return stand_in
