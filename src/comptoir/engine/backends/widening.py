"""Compiles one version of a rule for all integer widths, by passing 64-bit integers.

A table stores its numbers in one or two bytes, and numba compiles a function again for every
combination of argument types, constants included: nine versions of a rule that takes four
numbers. Widening changes no result, because arithmetic uses 64 bits in either case.
"""

from typing import Any


def take_wide_numbers(rule: Any) -> Any:
    """Make a compiled rule accept 64-bit integers only; its callers convert arguments."""
    resolve = rule.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        wide = {name: widened(given) for name, given in kws.items()}
        return resolve(tuple(map(widened, args)), wide)

    rule.get_call_template = get_call_template
    return rule


def widened(given: Any) -> Any:
    """Return the 64-bit type for an integer type; other types unchanged."""
    from numba.core import types as numba_types

    types: Any = numba_types
    plain = types.unliteral(given)
    number = plain.dtype if isinstance(plain, types.IntEnumMember) else plain
    if isinstance(number, types.Integer) and number.signed:
        return types.int64
    return plain
