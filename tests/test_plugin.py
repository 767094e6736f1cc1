"""The pytest plugin: it adds laws for packages of games, and costs others nothing."""

import subprocess
import sys

RUN = """
import sys
import pytest
pytest.main(["-q", "-p", "no:cacheprovider", "-p", "comptoir.laws.plugin"])
ours = sorted(name for name in sys.modules if name.partition(".")[0] == "comptoir")
print("loaded:", *ours, *({"numpy", "numba"} & set(sys.modules)))
"""


def test_a_run_without_games_loads_nothing_but_the_plugin(tmp_path):
    """Every pytest run loads the plugin if Comptoir is installed, whatever it tests."""
    (tmp_path / "test_one.py").write_text("def test_one(): ...\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )

    assert "1 passed" in done.stdout
    assert "loaded: comptoir comptoir.laws comptoir.laws.plugin\n" in done.stdout
