"""The build hook of the wheel: compiled rules go along if they are asked for."""

import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]


@pytest.fixture
def build(tmp_path):
    """Build a wheel, and return its path and the files in it."""

    def build():
        (made,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path / "dist"))
        with ZipFile(made) as wheel:
            return Path(made), wheel.namelist()

    return build


def test_an_ordinary_wheel_is_for_everyone(build, monkeypatch):
    """It carries the page, and nothing compiled."""
    monkeypatch.delenv("COMPTOIR_RULES", raising=False)
    wheel, files = build()

    assert wheel.stem.endswith("py3-none-any")
    assert "comptoir/server/static/index.html" in files
    assert [] == [name for name in files if name.endswith(".bin")]


def test_compiled_rules_make_it_one_for_this_python(build, monkeypatch, tmp_path):
    """They lie where `shipped.FOLDER` is, and the tag says whom they are for."""
    (tmp_path / "rules/chess").mkdir(parents=True)
    (tmp_path / "rules/chess/search-0.bin").write_bytes(b"code")
    monkeypatch.setenv("COMPTOIR_RULES", str(tmp_path / "rules"))
    wheel, files = build()
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"

    assert f"-{python}-{python}-" in wheel.name
    assert "comptoir/engine/backends/compiled/chess/search-0.bin" in files


def test_rules_that_are_not_there_are_an_error(build, monkeypatch, tmp_path):
    """No wheel that only looks as if it had some."""
    monkeypatch.setenv("COMPTOIR_RULES", str(tmp_path / "nothing"))
    with pytest.raises(FileNotFoundError, match="nothing"):
        build()
