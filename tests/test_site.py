"""The site: every page is in it, no link is broken, and no page loads external resources."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def build():
    """`site/build.py` as a module."""
    pytest.importorskip("yaml")
    sys.path.insert(0, str(ROOT / "site"))  # the folder of reference.py
    try:
        spec = importlib.util.spec_from_file_location(
            "site_build", ROOT / "site/build.py"
        )
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(ROOT / "site"))
    return module


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built as by `make site`, which fails if a link is broken."""
    pytest.importorskip("zensical")
    out = tmp_path_factory.mktemp("built") / "site"
    command = [sys.executable, ROOT / "site/build.py", "--out", out]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stderr
    assert "no broken links" in done.stdout
    return out


def test_it_has_an_entrance_for_each_reader(site):
    """The first page links to play, program, design and contribute; each has the search."""
    first = (site / "index.html").read_text(encoding="utf-8")

    for entrance in ("play", "first-day", "adding-a-game", "CONTRIBUTING"):
        assert f'href="{entrance}.html"' in first
        page = (site / f"{entrance}.html").read_text(encoding="utf-8")
        assert 'data-md-component="search"' in page, entrance
    rules = (site / "rules/index.html").read_text(encoding="utf-8")
    assert {"Négoces", "Négoces (français)"} <= set(re.findall(r">([^<>]+)</a>", rules))


def test_the_games_are_played_on_it(site, build):
    """The site contains the static edition, in a subfolder."""
    if not build.built():
        pytest.skip("the page was not built")
    first = (site / "index.html").read_text(encoding="utf-8")

    assert f'href="{build.EDITION}/index.html"' in first
    assert (site / build.EDITION / "engine/engine.json").is_file()


def test_the_search_finds_what_the_code_says(site):
    """What is generated: names of the API, options of commands, parts of observations."""
    index = (site / "search.json").read_text(encoding="utf-8")

    names = ("Match.can_undo", "Batch.rollout", "design.take_unseen", "--portable")
    for name in (*names, "whose turn, first player", "blue-1 … blue-5"):
        assert name in index


def test_every_page_can_be_found_from_the_first(build, tmp_path):
    """A page of docs/ that is missing in the navigation would never be read."""
    build.write_config(tmp_path / "mkdocs.yml")
    config = (tmp_path / "mkdocs.yml").read_text(encoding="utf-8")
    listed = set(re.findall(r"- ([\w./-]+\.md)$", config, re.MULTILINE))
    pages = {
        page.relative_to(ROOT / "docs").as_posix()
        for page in (ROOT / "docs").rglob("*.md")
    }

    assert pages - listed == set()


def test_every_page_is_in_it(site):
    """These are docs/, the rules in both languages, the changelog, and named sources."""
    pages = {p.relative_to(ROOT / "docs") for p in (ROOT / "docs").rglob("*.md")}
    missing = [p for p in pages if not (site / p.with_suffix(".html")).exists()]

    assert [] == missing
    for name in ("rules/osaka.fr", "CHANGELOG", "source/examples/hopeful.py"):
        assert (site / f"{name}.html").exists(), name


def test_nothing_is_fetched_from_elsewhere(site):
    """No page loads fonts, scripts or pictures from other sites."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        found = re.findall(r'<(?:script|img)[^>]+src="(https?:[^"]+)"', text)
        found += re.findall(
            r'<link[^>]+rel="stylesheet"[^>]+href="(https?:[^"]+)"', text
        )
        assert [] == found, page.name


def test_links_that_lead_nowhere_are_found(build, tmp_path):
    """Files, anchors and pictures are checked; links to other sites are not."""
    links = ("b.html", "b.html#here", "b.html#there", "c.html", "https://x.org/y", "#a")
    body = "".join(f'<a href="{link}">x</a>' for link in links)
    (tmp_path / "a.html").write_text(f'<p id="a">{body}<img src="d.png"></p>')
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1>')

    lost = ["b.html#there", "c.html", "d.png"]
    assert [f"a.html: {one} leads nowhere" for one in lost] == build.lost_links(
        tmp_path
    )
