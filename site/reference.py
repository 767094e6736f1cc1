"""Generate the reference pages of the site from docstrings and the commands' help.

Placeholders in docs/ are replaced: `<!-- api: Match -->` by the signature, docstring and
public methods of that name, `<!-- commands -->` by the help of every command,
`<!-- environments -->` by the actions and observations of every game.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cached_property, reduce
from typing import Any

import click
from environments import environments

import comptoir
import comptoir.arena
import comptoir.design
import comptoir.lab
from comptoir.cli.main import VERBS
from comptoir.cli.main import comptoir as group

MARK = re.compile(r"<!-- api: ([\w.]+) -->")
COMMANDS, ENVIRONMENTS = "<!-- commands -->", "<!-- environments -->"
SECTION = re.compile(r"^(Args|Raises):\n((?:    .*\n?|\n)+)", re.MULTILINE)
ENTRY = re.compile(r"^    (\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)
WIDTH = 80
PATH = re.compile(r"\b(?:[a-z_]+\.)+(?=[A-Z])")  # module path of a type in a signature


def filled(text: str) -> str:
    """Return a page with its placeholders replaced."""
    text = MARK.sub(lambda found: "\n".join(described(found[1])), text)
    if ENVIRONMENTS in text:
        text = text.replace(ENVIRONMENTS, environments())
    return text.replace(COMMANDS, "\n".join(commands()) if COMMANDS in text else "")


def described(name: str) -> Iterator[str]:
    """Yield the Markdown of one public name, and of its public methods if it is a class."""
    thing = reduce(getattr, name.split("."), comptoir)
    yield f"### `{name}`\n"
    is_error = inspect.isclass(thing) and issubclass(thing, Exception)
    if callable(thing) and not inspect.ismodule(thing) and not is_error:
        yield signature(name, thing)
    yield explained(thing)
    if inspect.isclass(thing) and not is_error:
        yield from properties(thing)
        for own in sorted(set(vars(thing)) - set(dir(object))):
            method = getattr(thing, own)
            if not own.startswith("_") and callable(method):
                yield f"#### `{name}.{own}`\n\n{signature(own, method)}\n"
                yield explained(method)


def properties(thing: type) -> Iterator[str]:
    """Yield a table of a class's public properties, if any."""
    found = {
        name: inspect.getdoc(value)
        for name, value in vars(thing).items()
        if isinstance(value, (property, cached_property)) and not name.startswith("_")
    }
    rows = [f"| `{name}` | {told} |" for name, told in found.items() if told]
    if rows:
        yield "\n".join(("| property | |", "|---|---|", *rows, ""))


def signature(name: str, thing: Callable[..., Any]) -> str:
    """Return a callable's signature, with one parameter per line if there are many."""
    try:
        called = inspect.signature(thing)
    except ValueError:  # a type implemented in C
        return ""
    kept = [p for p in called.parameters.values() if p.name not in ("self", "cls")]
    short = name.rpartition(".")[2]
    text = f"{short}{called.replace(parameters=kept)}"
    if len(text) > WIDTH and kept:
        back = text.rpartition(")")[2] if called.return_annotation else ""
        text = f"{short}(\n    " + ",\n    ".join(map(str, kept)) + f",\n){back}"
    text = re.sub(r"<function .+?>|<factory>", "…", text)
    text = re.sub(r"(: |-> )'([^']+)'", r"\1\2", text)
    return f"```python\n{PATH.sub('', text)}\n```\n"


def explained(thing: Any) -> str:
    """Return a docstring as Markdown, with its sections as tables."""
    text = f"{inspect.getdoc(thing) or ''}\n".replace("``", "`")

    def table(found: re.Match[str]) -> str:
        rows = (
            f"| `{name}` | {' '.join(told.split())} |"
            for name, told in ENTRY.findall(found[2])
        )
        head = {"Args": "parameter", "Raises": "raises"}[found[1]]
        return "\n".join((f"| {head} | |", "|---|---|", *rows, ""))

    return SECTION.sub(table, text)


def commands() -> Iterator[str]:
    """Yield the `--help` of every command as Markdown."""
    context = click.Context(group, info_name="comptoir")
    for verb in VERBS:
        command = group.get_command(context, verb)
        assert command
        inner = click.Context(command, context, info_name=verb, max_content_width=88)
        yield f"## comptoir {verb}\n\n```text\n{command.get_help(inner)}\n```\n"
