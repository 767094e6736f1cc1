"""RULES.md, the code and the tests cite the same rule numbers."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from citations import NUMBER, rules_citing
from comptoir.engine.text.words import LANGUAGES
from comptoir.laws.playing import book


def cited(folder):
    text = "".join(p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.py")))
    return set(NUMBER.findall(text))


def cited_by_tests(folder):
    """Numbers in the docstrings of tests that assert something."""
    found = set()
    for path in folder.glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                numbers = set(NUMBER.findall(ast.get_docstring(node) or ""))
                assert not numbers or asserts(node), f"{path.name}:{node.name}"
                found |= numbers
    return found


def asserts(test):
    """Return True if a test can fail, and is not skipped."""
    left_out = any("skip" in ast.unparse(mark) for mark in test.decorator_list)
    states = (
        ast.unparse(node) for node in ast.walk(test) if isinstance(node, ast.With)
    )
    raises = any("pytest.raises" in state for state in states)
    return not left_out and (
        raises or any(isinstance(node, ast.Assert) for node in ast.walk(test))
    )


def test_every_paragraph_is_in_the_code_and_none_is_invented(game):
    """Every number in RULES.md is cited in the code beside its rule, and no others are."""
    assert set(book(game, "en")) == cited(game.folder)


def test_every_number_on_the_board_is_a_paragraph(game):
    """Every rule number that the board in the browser links to is in the rules."""
    folder = Path(__file__).parents[1] / "web/src/boards" / game.name
    texts = [p.read_text(encoding="utf-8") for p in folder.iterdir()]
    named = {number for text in texts for number in NUMBER.findall(text)}
    assert named
    assert named <= set(book(game, "en"))


def test_every_paragraph_is_cited_by_a_test(game):
    """Every number in RULES.md is in the docstring of a test that asserts something."""
    assert set(book(game, "en")) == cited_by_tests(game.folder / "tests")


@pytest.mark.nightly
def test_every_paragraph_is_proved_by_a_test_that_runs_its_rule(game, tmp_path):
    """For each number, a passing test that cites it runs a rule that cites it."""
    told = tmp_path / "called.json"
    plugin = ["-p", "citations", "--citations", told, "-p", "no:cacheprovider"]
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugin, game.folder / "tests"],
        cwd=Path(__file__).parents[1],
        check=True,
    )
    called = json.loads(told.read_text())
    unproved = [
        number
        for number, rules in rules_citing(game.folder).items()
        if not rules & {tuple(place) for place in called.get(number, [])}
    ]

    assert [] == unproved


def test_both_languages_have_the_same_paragraphs_once_each(game):
    """The French and the English rules have the same numbers."""
    pages = [book(game, language) for language in LANGUAGES]

    assert pages[0] == pages[1]
    assert len(set(pages[0])) == len(pages[0])


def test_every_refusal_cites_a_paragraph(game):
    """The rule number in every refusal is in the rules."""
    text = (game.folder / "explain.py").read_text(encoding="utf-8")

    assert set(NUMBER.findall(text)) <= set(book(game, "en"))


def test_rule_pages_say_that_they_are_unofficial(game):
    """This holds in both languages; `test_docs.py` checks the designers' names."""
    for language, word in zip(LANGUAGES, ("unofficial", "non officiel"), strict=True):
        name = "RULES.md" if language == "en" else f"RULES.{language}.md"
        text = (game.folder / name).read_text(encoding="utf-8").lower()
        assert word in text
