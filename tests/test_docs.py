"""What the docs claim, the code has."""

import ast
import doctest
import re
from pathlib import Path
from textwrap import dedent

import pytest

from comptoir.cli.main import VERBS, comptoir

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def pages_with(what):
    """Return the pages that have something, as parameters; there must be some."""
    pages = [*PAGES, ROOT / "site/index.md"]
    found = [page for page in pages if what in page.read_text(encoding="utf-8")]
    assert found, what
    return [pytest.param(page, id=page.name) for page in found]


@pytest.mark.parametrize("page", pages_with(">>> "))
def test_code_in_the_docs_runs(page):
    """Every `>>>` of every page gives what it says, errors by their whole message."""
    failed, tried = doctest.testfile(
        str(page), module_relative=False, encoding="utf-8",
        optionflags=doctest.ELLIPSIS,
    )  # fmt: skip

    assert failed == 0
    assert tried


@pytest.mark.parametrize("page", pages_with("```python"))
def test_other_code_in_the_docs_is_python_that_imports_what_is_there(page):
    """Parts of programs that no page runs: they can be read, and name what we have."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(
        r"^( *)```python\n(.+?)^ *```", text, re.MULTILINE | re.DOTALL
    ):
        code = dedent(block[1])
        if ">>> " in code:
            continue
        for node in ast.walk(ast.parse(code)):
            ours = (
                isinstance(node, ast.ImportFrom) and str(node.module)[:8] == "comptoir"
            )
            if ours:
                exec(ast.unparse(node), {})


def test_the_readme_fits_one_screen_and_has_code():
    """Name, one sentence, two commands, one snippet, one table."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert readme.count("\n") < 60
    assert ">>> " in readme
    assert "    make play" in readme
    assert "    make test" in readme


def test_links_lead_somewhere():
    """Every relative link of every page."""
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_every_verb_and_option_is_documented():
    """A verb or an option nobody can read about does not exist."""
    for verb in VERBS:
        assert f"comptoir {verb}" in TEXT
        for parameter in comptoir.get_command(None, verb).params:
            for name in parameter.opts:
                if name.startswith("--"):
                    assert name in TEXT, f"{verb} {name}"


def test_make_targets_in_the_docs_exist():
    """`make X` in a page is a target."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)

    assert set(re.findall(r"`make ([a-z]+)", TEXT)) <= set(targets)


def test_decisions_are_short():
    """At most 40 lines, a title with a number, a date."""
    for page in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        assert text.count("\n") <= 40
        assert text.startswith(f"# {page.name[:4]} ")
        assert "Date " in text


def test_every_option_of_a_game_is_in_its_rules(game):
    """What a designer may vary is named where the rules speak of it."""
    for page in ("RULES.md", "RULES.fr.md"):
        text = (game.folder / page).read_text(encoding="utf-8")
        for option in game.options.__struct_fields__:
            assert f"`{option}`" in text, f"{page}: {option}"


def test_designers_are_credited(game):
    """In the README and on the game's page, which says that it is unofficial."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    credit = re.search(
        r"By ([A-Z][\w .]+?)(?: and ([A-Z][\w ]+))? \(", game.words("en").say("about")
    )

    assert "unofficial" in readme
    for designer in filter(None, credit.groups()):
        assert designer in readme
        assert designer in (game.folder / "RULES.md").read_text(encoding="utf-8")
