"""Every imported library is declared in pyproject.toml, as a dependency or in an extra."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import comptoir
from comptoir.cli.main import SERVING

ROOT = Path(comptoir.__file__).parent
PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
ELSEWHERE = {"cupy": "cupy-cuda12x", "pyspiel": "open-spiel"}  # not always installed
# Libraries that a caller of certain functions must install, as the docs say.
BROUGHT = {
    "pandas",
    "polars",
    "pufferlib",
    "pyodide",  # the browser's Python
    "sb3_contrib",
    "stable_baselines3",
    "pytest",
}
WITH_NUMBA = {"llvmlite"}  # numba allows one version of it


def plain(name):
    """A distribution's name, normalised for comparison."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", name)[0]).lower()


def declared(*extras):
    """The distributions in the dependencies and in some extras."""
    optional = PROJECT["optional-dependencies"]
    listed = [*PROJECT["dependencies"], *(one for e in extras for one in optional[e])]
    return {plain(one) for one in listed}


def imported(folder):
    """The external modules that a folder's files import, tests excluded."""
    found = set()
    for path in folder.rglob("*.py"):
        if "tests" in path.relative_to(ROOT).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"comptoir", "__future__"}


def undeclared(modules, distributions):
    """The modules that none of these distributions provides."""
    known = packages_distributions()
    return {
        module
        for module in modules
        if distributions.isdisjoint(
            plain(one) for one in known.get(module, [ELSEWHERE.get(module, module)])
        )
    }


def test_what_is_imported_is_declared():
    extras = set(PROJECT["optional-dependencies"]) - {"dev", "docs"}
    wrong = undeclared(imported(ROOT) - BROUGHT - WITH_NUMBA, declared(*extras))

    assert set() == wrong


def test_what_the_server_imports_is_declared_with_it():
    """httpx was once installed only because another library needed it."""
    wrong = undeclared(imported(ROOT / "server"), declared("serve", "postgres"))

    assert set() == wrong


def test_a_missing_library_of_the_server_is_named_in_a_sentence():
    """`comptoir serve` says which extra it needs, whichever library is missing."""
    needed = undeclared(imported(ROOT / "server"), declared("postgres"))
    runs = {"httptools", "uvicorn", "uvloop", "websockets"}  # by `comptoir serve`

    assert set(SERVING) == needed | runs
