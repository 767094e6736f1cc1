"""Kernels: the loops that are compiled as a whole, each declared where it is written."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

import msgspec

from comptoir.engine.model.game import Game
from comptoir.engine.rules.rule import Function, rule
from comptoir.engine.rules.table import new_tables

Arguments = Callable[[Game], Mapping[str, Any]]


class Kernel(msgspec.Struct, frozen=True):
    """A loop, and examples of its arguments: what a compiler needs to know of their types."""

    loop: Any
    arguments: Arguments
    ahead: bool = True  # whether it is compiled before anyone asks for it
    gpu: bool = True  # whether it is compiled for GPUs too

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
        """Whether it goes from table `first` to `end`: threads and GPUs share its work."""
        return self.parameters[-2:] == ["first", "end"]

    def examples(self, game: Game) -> list[Any]:
        """Return an argument of the right type for each parameter."""
        given = {
            "tables": new_tables(game.table, 1),
            "boxes": new_tables(game.box, 1),
            "first": 0,
            "end": 0,
            **self.arguments(game),
        }
        return [given[name] for name in self.parameters]


BY_POLICY = "_by_policy"  # after the name of a kernel whose bots have a network
KERNELS: dict[str, Kernel] = {}


def kernel(
    arguments: Arguments, by_policy: Arguments | None = None, *, gpu: bool = True
) -> Callable[[Function], Function]:
    """Declare a kernel; `arguments` returns examples of its arguments by parameter name.

    The same loop is a second kernel where it is also run with those of `by_policy`.
    """

    def declare(function: Function) -> Function:
        name = function.__name__
        KERNELS[name] = Kernel(function, arguments, gpu=gpu)
        if by_policy:
            second = Kernel(function, by_policy, ahead=False, gpu=gpu)
            KERNELS[f"{name}{BY_POLICY}"] = second
        return rule(function)

    return declare


def ahead() -> list[str]:
    """Return the names of the kernels that are compiled before anyone asks for them."""
    return [name for name, kernel in KERNELS.items() if kernel.ahead]


def as_lists(given: Any) -> Any:
    """Return arrays, or tuples of them, as the lists that plain runs work on."""
    return each_array(
        lambda one: one.tolist() if hasattr(one, "tolist") else one, given
    )


def each_array(change: Callable[[Any], Any], given: Any) -> Any:
    """Return an array changed, or a tuple, named or not, with each of its arrays changed."""
    if not isinstance(given, tuple):
        return change(given)
    parts = [each_array(change, part) for part in given]
    return type(given)(*parts) if hasattr(given, "_fields") else tuple(parts)


def names_in(given: Any) -> Any:
    """Return the names by which compiled code knows the parts of named tuples."""
    if not isinstance(given, tuple):
        return None
    return getattr(given, "_fields", None), [names_in(part) for part in given]
