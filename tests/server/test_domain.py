"""The server's domain needs no sockets, database, clock, thread or randomness."""

import ast
import subprocess
import sys
from pathlib import Path

import comptoir.server.domain

ROOT = Path(comptoir.server.domain.__file__).parent
FORBIDDEN = {
    "asyncio", "asyncpg", "concurrent", "litestar", "multiprocessing", "numba", "numpy",
    "random", "secrets", "selectors", "signal", "socket", "sqlite3", "ssl", "subprocess",
    "threading", "time", "uvicorn", "uvloop", "websockets",
}  # fmt: skip
FORBIDDEN_NAMES = {"datetime.now", "datetime.utcnow", "date.today", "os.environ"}
OURS = {"engine", "bots"}  # besides the domain itself
NOT_LOADED = {
    "asyncio", "comptoir.bots.policy", "comptoir.review", "concurrent.futures",
    "litestar", "numba", "sqlite3", "uvicorn",
}  # fmt: skip


def modules():
    found = sorted(ROOT.rglob("*.py"))
    assert len(found) > 15
    return found


def imported(path):
    """Return the dotted names that a file imports, anywhere in it."""
    package = ["comptoir", "server", "domain", *path.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def allowed(name):
    parts = name.split(".")
    if parts[0] != "comptoir":
        return parts[0] not in FORBIDDEN and name not in FORBIDDEN_NAMES
    return parts[1] in OURS or parts[1:3] == ["server", "domain"]


def test_the_domain_imports_nothing_that_waits_or_chooses_by_chance():
    """Not in functions either; of our packages it imports the engine, plain bots and itself."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules()
        for name in imported(path)
        if not allowed(name)
    ]

    assert not wrong


def test_the_domain_asks_neither_the_time_of_day_nor_the_environment():
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} uses {ast.unparse(node)}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and ".".join(ast.unparse(node).split(".")[-2:]) in FORBIDDEN_NAMES
    ]

    assert not wrong


def test_the_domain_loads_no_server():
    """Every module of it, in a fresh process."""
    names = [
        ".".join(path.relative_to(ROOT.parents[2]).with_suffix("").parts)
        for path in modules()
    ]
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"

    assert not NOT_LOADED & loaded_by("-c", code.replace(".__init__", ""))


def test_a_solo_game_is_played_by_the_domain_alone():
    """Made, played with bots, queried, undone, folded again and exported as a text."""
    assert not NOT_LOADED & loaded_by(str(Path(__file__).parent / "solo_table.py"))


def loaded_by(*arguments):
    """Return the modules that a program has loaded, as it prints them."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = set(done.stdout.split())
    assert "comptoir.server.domain.state.table" in found
    return found
