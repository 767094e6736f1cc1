"""One rules source, three ways to run it: plain Python, compiled, and on a GPU."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dis import get_instructions
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
Jit = Callable[[FunctionType], Any]


def rule(function: Function) -> Function:
    """Mark a function as written in the rule subset; calling it stays plain Python."""
    function.is_rule = True  # type: ignore[attr-defined]
    return function


def contract(function: Function) -> Function:
    """Mark a rule that each game answers itself, under the same name."""
    function.is_contract = True  # type: ignore[attr-defined]
    return rule(function)


def apart(function: Function) -> Function:
    """Mark a rule that a GPU keeps once and calls, instead of a copy at every call.

    Copies are quick until a loop outgrows the cache of instructions: then the threads of
    a GPU wait for code. It pays for long rules that several places call.
    """
    function.is_apart = True  # type: ignore[attr-defined]
    return rule(function)


def compiled_as(stand_in: Callable[..., Any]) -> Callable[[Function], Function]:
    """Mark a rule that only plain runs carry out; compiled twins call `stand_in`."""

    def mark(function: Function) -> Function:
        function.stand_in = stand_in  # type: ignore[attr-defined]
        return rule(function)

    return mark


@cache
def rules_called(function: FunctionType) -> list[str]:
    """Return the names of the rules that a rule calls, one for every place of a call."""
    loads = [s for s in get_instructions(function) if s.opname == "LOAD_GLOBAL"]
    known = function.__globals__
    return [s.argval for s in loads if getattr(known.get(s.argval), "is_rule", False)]


def as_it_is(function: FunctionType) -> FunctionType:
    """Compile nothing: the `jit` of plain twins."""
    return function


class Twins:
    """Copies of rules for one game, made by one `jit`, each rule copied once.

    A twin sees its module as the rule did, except that the rules it calls are twins too
    and that the words of the contract are the game's own answers.
    """

    def __init__(self, answers: Mapping[str, Callable[..., Any]], jit: Jit = as_it_is):
        self.answers = answers
        self.jit = jit
        self._made: dict[Any, Any] = {}

    @property
    def count(self) -> int:
        """How many twins were made."""
        return len(self._made)

    def of(self, function: Any) -> Any:
        """Return the twin of a rule."""
        function = self.meant_by(function)
        if function not in self._made:
            self._made[function] = self.jit(self.unjitted(function))
        return self._made[function]

    def meant_by(self, function: Any) -> Any:
        """Return the rule that is run: the game's answer, or what compiled runs do instead."""
        if getattr(function, "is_contract", False):
            function = self.answers[function.__name__]
        if self.jit is not as_it_is:
            function = getattr(function, "stand_in", function)
        return function

    def count_calls(self, loops: Iterable[Any]) -> Counter[CodeType]:
        """Count the places where each rule is called, in loops and all that they call."""
        calls: Counter[CodeType] = Counter()
        left = list(loops)
        while left:
            function = self.meant_by(left.pop())
            calls[function.__code__] += 1
            if calls[function.__code__] == 1:
                left += [function.__globals__[name] for name in rules_called(function)]
        return calls

    def unjitted(self, function: FunctionType) -> FunctionType:
        """Return a copy of a rule whose globals name twins."""
        scope = dict(function.__globals__)
        for name in set(rules_called(function)):
            scope[name] = self.of(function.__globals__[name])
        copy = FunctionType(
            function.__code__, scope, function.__name__, function.__defaults__
        )
        copy.__dict__.update(function.__dict__)
        return copy
