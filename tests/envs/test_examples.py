"""The scripts of examples/: what they import of ours is there, whatever library they need."""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = [*EXAMPLES.glob("*.py")]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_what_a_script_imports_is_there(script):
    """Of Comptoir and of the script's neighbours; theirs is not installed here."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        names = {alias.name for alias in node.names}
        if node.module.partition(".")[0] == "comptoir":
            place = import_module(node.module)
            for name in names:
                assert hasattr(place, name) or find_spec(f"{node.module}.{name}"), name
        elif (neighbour := EXAMPLES / f"{node.module}.py").exists():
            body = ast.parse(neighbour.read_text(encoding="utf-8")).body
            assert names <= {n.name for n in body if hasattr(n, "name")}


def test_scripts_are_found():
    assert {"sb3_env.py", "puffer_env.py"} <= {script.name for script in SCRIPTS}
