"""Laws about source code: no cycles between folders, and one meaning per class name."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path


def sources(package: Path) -> Iterator[Path]:
    """Yield the modules of a package, without its tests."""
    for path in sorted(package.rglob("*.py")):
        if "tests" not in path.relative_to(package).parts:
            yield path


def imported(path: Path, package: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and full name of every import in a file."""
    inside = path.relative_to(package.parent).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = inside[: len(inside) - node.level + 1] if node.level else ()
            where = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{where}.{alias.name}") for alias in node.names)


def folder_of(name: str, package: Path) -> str | None:
    """Return the folder that defines a dotted name, or None for names of other packages."""
    parts = name.split(".")
    if parts[0] != package.name:
        return None
    while not (place := package.parent.joinpath(*parts)).is_dir():
        if place.with_suffix(".py").is_file():
            place = place.parent
            break
        parts.pop()
    return place.relative_to(package.parent).as_posix()


Graph = dict[str, dict[str, list[str]]]


def import_graph(package: Path) -> Graph:
    """Return the imports between folders, with their lines."""
    graph: Graph = defaultdict(lambda: defaultdict(list))
    for path in sources(package):
        own = path.parent.relative_to(package.parent).as_posix()
        for line, name in imported(path, package):
            target = folder_of(name, package)
            if target and target != own:
                where = path.relative_to(package.parent).as_posix()
                graph[own][target].append(f"{where}:{line} imports {name}")
    return graph


def cycles(graph: Graph) -> list[list[str]]:
    """Return the groups of folders that import each other, directly or indirectly."""

    def reached(start: str) -> set[str]:
        found, waiting = set(), [start]
        while waiting:
            new = {*graph.get(waiting.pop(), ())} - found
            found |= new
            waiting += new
        return found

    reach = {folder: reached(folder) for folder in graph}
    groups = {
        tuple(sorted(b for b in reach[a] if a in reach.get(b, ())))
        for a in graph
        if a in reach[a]
    }
    return [list(group) for group in sorted(groups)]


def describe(cycle: list[str], graph: Graph) -> str:
    """Return a cycle as text: its members and their imports, the fewest first."""
    edges = sorted(
        (len(lines), a, b, lines[0])
        for a in cycle
        for b, lines in graph[a].items()
        if b in cycle
    )
    told = [f"  {a} → {b}: {count}, as {line}" for count, a, b, line in edges]
    return "\n".join([f"cycle of {', '.join(cycle)}:", *told])


def classes(package: Path) -> dict[str, list[str]]:
    """Return, for each class name, the files that define such a class."""
    found = defaultdict(list)
    for path in sources(package):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(package).as_posix())
    return found
