"""`comptoir rules`: the rulebook, whole, by chapter and by number."""

import re

import pytest
from rich.cells import cell_len

from comptoir.cli.common import flags, rulebook
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.model.options import options_of
from comptoir.engine.text.words import LANGUAGES


@pytest.mark.parametrize(
    ("lang", "first", "last"),
    [
        ("en", "BAT-1.1 Batavia is for", "7, 7, 8"),
        ("fr", "BAT-1.1 Batavia se joue", "7, 7, 8"),
    ],
)
def test_the_whole_rulebook_fits_eighty_columns(lang, first, last, run):
    """Plain text where nobody looks: no escape codes, no line too long or padded."""
    done = run("rules", "batavia", "--lang", lang)
    printed = done.stdout.splitlines()

    assert (0, "") == (done.returncode, done.stderr)
    assert first in done.stdout
    assert last in printed[-1]
    assert all(cell_len(line) <= 80 and line == line.rstrip() for line in printed)
    assert not {"\x1b", "**", "\ue000"} & set(done.stdout)
    for number in ("BAT-2.3", "BAT-9.6"):
        assert number in done.stdout


def test_what_a_table_may_vary(game, run):
    """Each option by its name, after the rules and alone; the sentence of each language."""
    for lang in LANGUAGES:
        done = run("rules", game.name, "options", "--lang", lang)

        listed = [line.split()[1] for line in done.stdout.splitlines() if " • " in line]
        assert [f"{name}:" for name in options_of(game.box_class)] == listed
    assert done.stdout in run("rules", game.name, "--lang", lang).stdout


def test_one_number(run):
    """Itself, and nothing of its neighbours."""
    done = run("rules", "batavia", "BAT-3.3", "--lang", "en")

    assert done.stdout.startswith("BAT-3.3 A bid is at least 1 bill")
    assert "BAT-3.4" not in done.stdout


@pytest.mark.parametrize("number", ["bat-3.3", "3.3", " 3.3 "])
def test_a_number_however_it_is_written(number):
    """Capitals and the game's letters are not needed."""
    batavia = registry.load("batavia")
    words = batavia.words("en", flags.WORDS)

    assert rulebook.passage(batavia, words, "BAT-3.3") == rulebook.passage(
        batavia, words, number
    )


def test_one_chapter_with_its_examples(run):
    """A chapter ends where the next begins; examples belong to it."""
    done = run("rules", "batavia", "3", "--lang", "fr")

    assert done.stdout.startswith("3 La vente aux enchères")
    assert "Ada, Bo, Cy et Dee" in done.stdout
    assert "BAT-3.10" in done.stdout
    assert "BAT-4.1" not in done.stdout


def test_without_a_name_the_first_game(run):
    """One game, no question."""
    assert run("rules").stdout == run("rules", registry.names()[0]).stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("batavia BAT-3.99", "no rule BAT-3.99: expected BAT-1.1 to BAT-9.6"),
        (
            "batavia 12 --lang fr",
            "pas de règle 12 : indiquez un numéro de BAT-1.1 à BAT-9.6",
        ),
        ("chess", "no game 'chess': expected one of batavia"),
    ],
)
def test_a_wrong_wish_says_what_exists(arguments, sentence, run):
    done = run("rules", *arguments.split())

    assert (2, "") == (done.returncode, done.stdout)
    assert 1 == done.stderr.count("\n")
    assert sentence in done.stderr


@pytest.mark.parametrize("number", ["12", "0", "3.99", "OSA-3.3", "three", "3.3.3"])
def test_an_unknown_number_says_what_exists(number):
    """One sentence with the numbers and chapters there are."""
    batavia = registry.load("batavia")
    sentence = (
        f"no rule {number}: expected BAT-1.1 to BAT-9.6, or a chapter from 1 to 9"
    )
    with pytest.raises(BadSetup, match=re.escape(sentence)):
        rulebook.passage(batavia, batavia.words("en", flags.WORDS), number)


def test_in_a_terminal_numbers_stand_out(sit):
    """Markdown becomes bold where there is a terminal."""
    reader = sit("rules", "batavia", "3.3", "--lang", "en")
    seen = reader.read(until=None)

    assert "BAT-3.3 A bid" in seen
    assert "\x1b[1mBAT-3.3\x1b[0m" in reader.raw
    assert 0 == reader.wait()
