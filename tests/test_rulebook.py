"""RULES.md, the code and the tests quote each other: the three sets are the same."""

import ast
import re

from comptoir.engine.text.words import LANGUAGES
from game_kit import book

NUMBER = re.compile(r"\b[A-Z]{3}-\d+\.\d+\b")


def cited(folder):
    text = "".join(p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.py")))
    return set(NUMBER.findall(text))


def proved(folder):
    """Numbers in the docstrings of test functions."""
    found = set()
    for path in folder.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= set(NUMBER.findall(ast.get_docstring(node) or ""))
    return found


def test_every_paragraph_is_in_the_code_and_none_is_invented(game):
    """A number in RULES.md is cited beside the rule it explains."""
    assert set(book(game, "en")) == cited(game.folder)


def test_every_paragraph_is_proved_by_a_test(game):
    """A number in RULES.md is the docstring of a test."""
    assert set(book(game, "en")) == proved(game.folder / "tests")


def test_both_languages_have_the_same_paragraphs_once_each(game):
    """The French page and the English page are equals."""
    pages = [book(game, language) for language in LANGUAGES]

    assert pages[0] == pages[1]
    assert len(set(pages[0])) == len(pages[0])


def test_every_refusal_cites_a_paragraph(game):
    """What a player is told is in the rules."""
    text = (game.folder / "explain.py").read_text(encoding="utf-8")

    assert set(NUMBER.findall(text)) <= set(book(game, "en"))


def test_rule_pages_say_that_they_are_unofficial(game):
    """In both languages; designers are looked for in `test_docs.py`."""
    for language, word in zip(LANGUAGES, ("unofficial", "non officiel"), strict=True):
        name = "RULES.md" if language == "en" else f"RULES.{language}.md"
        text = (game.folder / name).read_text(encoding="utf-8").lower()
        assert word in text
