"""One version of a rule for whole numbers of any width: they are 64 bits wide in a call.

A table keeps its numbers in one or two bytes, and numba compiles a function anew for every
combination of types that it is called with, constants included: nine versions of a rule that
takes four numbers. The values are the same, and so is all that is made of them: arithmetic
is done in 64 bits in either case.
"""

from typing import Any


def take_wide_numbers(rule: Any) -> Any:
    """Let a compiled rule be called with wide numbers alone; the caller widens them."""
    resolve = rule.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        wide = {name: widened(given) for name, given in kws.items()}
        return resolve(tuple(map(widened, args)), wide)

    rule.get_call_template = get_call_template
    return rule


def widened(given: Any) -> Any:
    """Return the type of a number in a call; other types stay as they are."""
    from numba.core import types as numba_types

    types: Any = numba_types
    plain = types.unliteral(given)
    number = plain.dtype if isinstance(plain, types.IntEnumMember) else plain
    if isinstance(number, types.Integer) and number.signed:
        return types.int64
    return plain
