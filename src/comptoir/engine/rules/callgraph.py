"""The call graph of rules, specialised for one game and backend, and its fingerprint.

Engine loops call the functions of the contract. Specialising a loop copies every rule it
can reach and replaces the contract's functions with the game's; a `jit` then turns each
copy into plain Python, CPU code or GPU code.
"""

import builtins
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dis import Instruction, get_instructions
from functools import cache
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from .rule import stand_in_of

WITHOUT_DICE = 5  # parameters of a house bot that takes no dice
Jit = Callable[[FunctionType], Any]
Answers = Mapping[str, Callable[..., Any]]
Attributes = tuple[str, ...]


def as_it_is(function: FunctionType) -> FunctionType:
    """Return the function unchanged, for runs in plain Python."""
    return function


@cache
def globals_read(function: FunctionType) -> list[tuple[str, Attributes]]:
    """Return the globals a function reads, one for every use, with the attributes read.

    `Phase.OVER` gives `("Phase", ("OVER",))`.
    """
    read: list[tuple[str, Attributes]] = []
    code: list[Instruction] = list(get_instructions(function))
    for at, step in enumerate(code):
        if step.opname == "LOAD_GLOBAL":
            chain: list[str] = []
            for after in code[at + 1 :]:
                if after.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
                    break
                chain.append(after.argval)
            read.append((step.argval, tuple(chain)))
    return read


def rules_called(function: FunctionType) -> list[str]:
    """Return the names of the rules that a rule calls, one for every call site."""
    known = function.__globals__
    names = (name for name, _ in globals_read(function))
    return [name for name in names if getattr(known.get(name), "is_rule", False)]


def takes_dice(house: Any) -> bool:
    """Return True if a game's house bot takes dice."""
    return house is not None and house.__code__.co_argcount > WITHOUT_DICE


class CallGraph:
    """The rules that engine loops reach in one game, specialised for one backend.

    Each rule is specialised once; its globals are those of the original, except that the
    rules among them are specialised too.
    """

    def __init__(self, answers: Answers, jit: Jit = as_it_is):
        self.answers = answers
        self.jit = jit
        self._dice = takes_dice(answers.get("house"))
        self._made: dict[Any, Any] = {}

    @property
    def count(self) -> int:
        """The number of rules specialised so far."""
        return len(self._made)

    def specialise(self, function: Any) -> Any:
        """Return a rule specialised for this game and backend."""
        function = self.resolve(function)
        if function not in self._made:
            self._made[function] = self.jit(self.unjitted(function))
        return self._made[function]

    def resolve(self, function: Any) -> Any:
        """Return the function that runs for a rule: the game's own, or a stand-in."""
        if getattr(function, "is_contract", False):
            function = self.answers[function.__name__]
        if self._dice:
            function = getattr(function, "with_dice", function)
        if self.jit is not as_it_is:
            function = stand_in_of(function)
        return function

    def unjitted(self, function: FunctionType) -> FunctionType:
        """Return an uncompiled copy of a rule whose globals refer to specialised rules."""
        scope = dict(function.__globals__)
        for name in set(rules_called(function)):
            scope[name] = self.specialise(function.__globals__[name])
        copy = FunctionType(
            function.__code__, scope, function.__name__, function.__defaults__
        )
        copy.__dict__.update(function.__dict__)
        return copy

    def reachable(self, *functions: Any) -> list[Any]:
        """Return the given functions and all rules they can reach, each once."""
        found: dict[Any, None] = {}
        left = list(functions)
        while left:
            function = self.resolve(left.pop())
            if function not in found:
                found[function] = None
                left += [function.__globals__[name] for name in rules_called(function)]
        return list(found)

    def count_calls(self, functions: Iterable[Any]) -> Counter[CodeType]:
        """Count the call sites of each reachable rule."""
        functions = list(functions)
        calls = Counter(self.resolve(function).__code__ for function in functions)
        for function in self.reachable(*functions):
            for name in rules_called(function):
                calls[self.resolve(function.__globals__[name]).__code__] += 1
        return calls

    def fingerprint(self, function: Any, flags: Callable[[Any], Any]) -> str:
        """Return a hash of all code and constants a rule can reach, and of each rule's flags.

        Docstrings, comments, line numbers and anything that no rule reads are left out, so
        changing them recompiles nothing.
        """
        digest = sha256()
        for reached in self.reachable(function):
            digest.update(repr([*_content(reached), flags(reached)]).encode())
            for name in rules_called(reached):
                called = self.resolve(reached.__globals__[name])
                digest.update(called.__code__.co_name.encode())
        return digest.hexdigest()


def _content(function: FunctionType) -> Iterator[Any]:
    """Yield everything that the meaning of a function depends on, except its callees."""
    code = function.__code__
    documented = function.__doc__ is not None and code.co_consts[:1] == (
        function.__doc__,
    )
    yield code.co_name, code.co_code, code.co_names, code.co_varnames
    yield code.co_consts[documented:], function.__defaults__
    for name, attributes in globals_read(function):
        value = function.__globals__.get(name, getattr(builtins, name, None))
        if not getattr(value, "is_rule", False):
            yield name, _constant(function, name, value, attributes)


def _constant(
    function: FunctionType, name: str, value: Any, attributes: Attributes
) -> Any:
    """Return a global's value in compiled code, in a form with a stable `repr`."""
    while attributes and isinstance(value, ModuleType | type):
        value, attributes = getattr(value, attributes[0]), attributes[1:]
    match value:
        case None | bool() | str() | float() | range():
            return value
        case int():
            return int(value)  # also for an IntEnum
        case tuple() | list():
            return [_constant(function, name, one, ()) for one in value]
        case BuiltinFunctionType() | type():
            return value.__module__, value.__qualname__
        case _ if hasattr(value, "tobytes"):  # an array of NumPy, which plain runs lack
            return value.dtype.str, value.shape, value.tobytes()
    raise TypeError(
        f"{function.__module__}.{function.__name__} reads the global {name!r}, "
        f"a {type(value).__name__}: expected a constant or a rule"
    )
