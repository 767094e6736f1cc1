"""Finished studies on the server: listed, shown under a strict policy, nothing else."""

import re

import httpx
import pytest

import server_kit as kit
from comptoir import lab

ASKED = {
    "game": "osaka",
    "chunk": 16,
    "games": 16,
    "title": {"en": "Nine?", "fr": "Neuf ?"},
    "about": "why",
    "conclusion": "<i>& take nine",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with one study, a folder that is not a study, and a secret beside them."""
    folder = tmp_path_factory.mktemp("served")
    shelf = folder / "studies"
    lab.write(lab.study(ASKED), shelf / "nine")
    (shelf / "empty").mkdir()
    (folder / "report.en.html").write_text("secret")
    flags = ("--studies", str(shelf), *kit.GENEROUS)
    with kit.serve_by(folder / "tables.sqlite3", *flags) as address:
        yield address


def test_studies_are_listed_in_both_languages(server):
    for language, title in (("en", "Nine?"), ("fr", "Neuf ?")):
        found = httpx.get(f"{server}/studies", params={"language": language})

        assert 200 == found.status_code
        assert 1 == found.text.count("<li>")
        assert '<header><a href="/">Comptoir</a></header><main>' in found.text
        assert f'href="/studies/nine/report.{language}.html">{title}<' in found.text
        assert "&lt;i&gt;&amp; take nine" in found.text


def test_a_report_is_shown_and_may_do_nothing(server):
    """Every link of it to a page beside it leads somewhere."""
    found = httpx.get(f"{server}/studies/nine/report.fr.html")
    beside = re.findall(r'href="([a-z]+\.[a-z]+\.html)"', found.text)
    assert ["summary.fr.html", "report.en.html"] == beside
    for name in beside:
        assert 200 == httpx.get(f"{server}/studies/nine/{name}").status_code
    policy = found.headers.get_list("content-security-policy")

    assert "<h1>Neuf\u00a0?</h1>" in found.text
    assert any("default-src 'none'" in one and "sandbox" in one for one in policy)


@pytest.mark.parametrize(
    "path",
    [
        "nine/results.jsonl", "nine/report.json", "empty/report.en.html", "none/report.en.html",
        "../report.en.html", "%2e%2e/report.en.html", "..%2freport.en.html/x",
    ],
)  # fmt: skip
def test_nothing_else_is_shown(server, path):
    found = httpx.get(
        f"{server}/studies/{path}", headers={"accept": "application/json"}
    )

    assert 404 == found.status_code
    assert "secret" not in found.text
