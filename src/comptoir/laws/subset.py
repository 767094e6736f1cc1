"""The law of the rule subset: reports constructs that rules must not use, by line."""

import ast
import inspect
import textwrap
from typing import Any

from comptoir.engine.model.game import Game
from comptoir.engine.rules.callgraph import CallGraph

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.ListComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a generator",
    ast.Yield: "a generator",
    ast.List: "a list literal",
    ast.Dict: "a dictionary",
    ast.Set: "a set",
    ast.Lambda: "a lambda",
    ast.JoinedStr: "an f-string",
    ast.Assert: "an assert statement",
    ast.Raise: "a raise statement",
    ast.Try: "a try statement",
    ast.With: "a with statement",
    ast.Slice: "a slice",
}


def rules_keep_to_the_subset(game: Game) -> None:
    """Rules have no comprehension, list, f-string or raise: they must compile for a GPU."""
    for function in CallGraph(game.rules).reachable(*game.rules.values()):
        if function.__module__.partition(".")[0] == game.package.partition(".")[0]:
            _look_at(function)


def _look_at(function: Any) -> None:
    try:
        lines, first = inspect.getsourcelines(function)
    except OSError:  # a derived rule, which has no source file
        return
    rule = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(rule, ast.FunctionDef)
    rule.decorator_list = []  # they run once, plain
    for node in ast.walk(rule):
        said = FORBIDDEN.get(type(node))
        if said:
            line = first + getattr(node, "lineno", 1) - 1
            raise AssertionError(
                f"{function.__module__}:{line}: the rule {function.__name__} has {said}, "
                "which rules must not use (docs/rule-subset.md)"
            )
