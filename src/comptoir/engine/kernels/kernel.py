"""The `@kernel` decorator, which declares loops that are compiled as a whole."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

import msgspec

from comptoir.engine.model.game import Game
from comptoir.engine.rules.rule import Function, rule
from comptoir.engine.rules.table import new_tables

Arguments = Callable[[Game], Mapping[str, Any]]


class Kernel(msgspec.Struct, frozen=True):
    """A loop and examples of its arguments, from which the compiler takes their types."""

    loop: Any
    arguments: Arguments
    ahead: bool = True  # True if `comptoir warm` compiles it ahead of time
    gpu: bool = True  # True if it is compiled for GPUs too
    counts: bool = True  # True if its calls help to decide which rules are inlined

    @property
    def name(self) -> str:
        """The name of the loop."""
        return str(self.loop.__name__)

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return list(signature(self.loop).parameters)

    @property
    def over_tables(self) -> bool:
        """True if it loops from table `first` to `end`, so that threads can share the work."""
        return self.parameters[-2:] == ["first", "end"]

    def examples(self, game: Game) -> list[Any]:
        """Return an example argument of the right type for each parameter."""
        given = {
            "tables": new_tables(game.table, 1),
            "boxes": new_tables(game.box, 1),
            "first": 0,
            "end": 0,
            **self.arguments(game),
        }
        return [given[name] for name in self.parameters]


BY_POLICY = "_by_policy"  # suffix of the name of a kernel whose bots use a network
KERNELS: dict[str, Kernel] = {}


def kernel(
    arguments: Arguments,
    by_policy: Arguments | None = None,
    *,
    ahead: bool = True,
    gpu: bool = True,
    counts: bool = True,
) -> Callable[[Function], Function]:
    """Declare a kernel; `arguments` returns examples of its arguments by parameter name.

    With `by_policy`, the loop is also declared as a second kernel with those arguments.
    """

    def declare(function: Function) -> Function:
        name = function.__name__
        KERNELS[name] = Kernel(function, arguments, ahead=ahead, gpu=gpu, counts=counts)
        if by_policy:
            second = Kernel(function, by_policy, ahead=False, gpu=gpu)
            KERNELS[f"{name}{BY_POLICY}"] = second
        return rule(function)

    return declare


def ahead() -> list[str]:
    """Return the names of the kernels that are compiled ahead of time."""
    return [name for name, kernel in KERNELS.items() if kernel.ahead]


def as_lists(given: Any) -> Any:
    """Return an array, or each array of a tuple, as the list that plain runs work on."""
    return each_array(
        lambda one: one.tolist() if hasattr(one, "tolist") else one, given
    )


def each_array(change: Callable[[Any], Any], given: Any) -> Any:
    """Apply `change` to an array, or to each array in a (named) tuple."""
    if not isinstance(given, tuple):
        return change(given)
    parts = [each_array(change, part) for part in given]
    return type(given)(*parts) if hasattr(given, "_fields") else tuple(parts)


def names_in(given: Any) -> Any:
    """Return the names that compiled code uses for the fields of named tuples."""
    if not isinstance(given, tuple):
        return None
    return getattr(given, "_fields", None), [names_in(part) for part in given]
