"""Messages give the same text as ICU, whose format they use."""

import re
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat

import comptoir
from comptoir import BadSetup
from comptoir.engine.text.message import Message
from comptoir.engine.text.words import LANGUAGES, catalogue

PACKAGE = Path(comptoir.__file__).parent
FOLDERS = sorted({path.parent for path in PACKAGE.rglob("words/en.json")})
NUMBERS = (0, 1, 2, 3, 4, 11, 12, 21, 22, 23, 100, 101, 1234, 1_000_000, -1, 1.5)
SIGNS = (
    "it's {x}", "a '{x}' and ''{x}''", "'}' # {x}", "{ x }",
    "{x, plural, =1 {'#' {y}} one {one # '{'} other {# of {y, select, a {#} other {}}}}",
    "{x, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
)  # fmt: skip


def said(text):
    """Return arguments that reach every branch of a message."""
    selected = set(re.findall(r"(\w+), select,", text))
    counted = set(re.findall(r"(\w+), (?:plural|selectordinal)", text))
    names = set(re.findall(r"\{\s*(\w+)\s*[,}]", text))
    words = ["?", *re.findall(r"(\w+) \{", text)] if selected else ["?"]
    for number in NUMBERS if names - selected else NUMBERS[:1]:
        for word in words:
            yield {
                name: word
                if name in selected
                else number
                if name in counted or number % 2
                else "Ö"
                for name in names
            }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.parent.name)
def test_every_message_of_ours_says_what_icu_says(folder, language):
    """Of numbers of every kind, of words, and of each choice by a word."""
    messages = catalogue(folder, language)
    assert messages
    for text in messages.values():
        ours, icu = Message(text, language), MessageFormat(text, language)
        for arguments in said(text):
            assert icu.format(arguments) == ours.format(arguments), (text, arguments)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", SIGNS)
def test_apostrophes_numbers_and_what_is_missing(text, language):
    """Numbers are written by their language; a missing argument keeps its name."""
    ours, icu = Message(text, language), MessageFormat(text, language)
    for number in (*NUMBERS, 1234.5678, 0.0005, True):
        for more in ({}, {"y": "a"}, {"y": "b"}):
            if "y, select" in text and not more:
                continue
            arguments = {"x": number} | more
            assert icu.format(arguments) == ours.format(arguments), arguments


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{x", "a brace is not closed"),
        ("{x, plural, other {", "a brace is not closed"),
        ("{x, plural, one {#}}", "x has no choice 'other'"),
        ("{x, date}", "no kind 'date': expected one of plural, selectordinal, select"),
        ("{}", "'' is no name of an argument"),
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence(text, why):
    with pytest.raises(BadSetup) as refused:
        Message(text, "en")
    assert f"message {text!r}: {why}" == str(refused.value)


def test_only_numbers_are_counted():
    """Where ICU has a code, a sentence."""
    with pytest.raises(BadSetup, match="x is no number: 'two'"):
        Message("{x, plural, other {#}}", "en").format({"x": "two"})
