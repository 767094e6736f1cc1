"""The wheel's build hook: compiled rules are included on request."""

import importlib.util
import re
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from comptoir import __version__

ROOT = Path(__file__).parents[1]

_spec = importlib.util.spec_from_file_location("hook", ROOT / "hatch_build.py")
hook = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(hook)


@pytest.fixture
def build(tmp_path):
    """Build a wheel, and return its path and the files in it."""

    def build():
        (made,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path / "dist"))
        with ZipFile(made) as wheel:
            return Path(made), wheel.namelist()

    return build


def test_an_ordinary_wheel_is_for_everyone(build, monkeypatch):
    """It contains the page and the boards for notebooks, and nothing compiled."""
    monkeypatch.delenv("COMPTOIR_RULES", raising=False)
    wheel, files = build()

    assert wheel.stem.endswith("py3-none-any")
    assert "comptoir/server/static/index.html" in files
    assert "comptoir/engine/text/boards/plain.html" in files
    assert [] == [name for name in files if name.endswith(".bin")]


def test_compiled_rules_make_it_one_for_this_python(build, monkeypatch, tmp_path):
    """They are in `shipped.FOLDER`, and the wheel's tag names their platform."""
    (tmp_path / "rules/chess").mkdir(parents=True)
    (tmp_path / "rules/chess/search-0.bin").write_bytes(b"code")
    monkeypatch.setenv("COMPTOIR_RULES", str(tmp_path / "rules"))
    wheel, files = build()
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"

    assert f"-{python}-{python}-" in wheel.name
    assert "comptoir/engine/backends/compiled/chess/search-0.bin" in files


def test_rules_that_are_not_there_are_an_error(build, monkeypatch, tmp_path):
    """Otherwise a wheel would only look as if it contained them."""
    monkeypatch.setenv("COMPTOIR_RULES", str(tmp_path / "nothing"))
    with pytest.raises(FileNotFoundError, match="nothing"):
        build()


@pytest.mark.parametrize(
    ("home", "shown"),
    [
        ("", "see Play, "),
        ("https://x.org/c", "see [Play](https://x.org/c/docs/play.md), "),
    ],
)
def test_links_of_the_readme_lead_somewhere_on_an_index(home, shown):
    """Links lead to the repository's address, or become plain text; so do pictures."""
    text = "see [Play](docs/play.md), ![P](p.webp)[n](https://n.org) [a](#a)"
    picture = f"![P]({home}/p.webp)" if home else ""

    assert f"{shown}{picture}[n](https://n.org) [a](#a)" == hook.for_index(text, home)
    assert bool(home) == bool(hook.addresses(home))


def test_the_wheel_tells_what_it_is(build, monkeypatch):
    """It has its README, classifiers, extras and types, and no links to files outside it."""
    monkeypatch.setenv("COMPTOIR_HOME", "https://x.org/c/")
    wheel, files = build()
    with ZipFile(wheel) as opened:
        about = opened.read(next(n for n in files if n.endswith("METADATA"))).decode()

    for line in (
        "Classifier: Typing :: Typed",
        "Provides-Extra: serve",
        "Project-URL: Changelog, https://x.org/c/CHANGELOG.md",
        "Description-Content-Type: text/markdown",
        f"Version: {__version__}",
    ):
        assert line in about
    assert [] == re.findall(r"\]\((?!https?://|#)", about)
    assert "comptoir/py.typed" in files
    required = re.findall(r"^Requires-Dist: ([\w-]+)[^;\n]*$", about, re.MULTILINE)
    assert "numba" in required
    assert not {"litestar", "uvicorn", "argon2-cffi"} & set(required)


def test_one_version_everywhere():
    """The package, the citation and the changelog have the same version."""
    assert f"version: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\n## {__version__} " in (ROOT / "CHANGELOG.md").read_text("utf-8")
