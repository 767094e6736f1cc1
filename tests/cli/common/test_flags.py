"""Options shared by all commands: the language, and both catalogues of the terminal."""

import re

from comptoir import bots
from comptoir.cli.common import flags
from comptoir.engine.text.words import Words, catalogue


def test_the_language_follows_the_environment(monkeypatch):
    """LC_ALL before LC_MESSAGES before LANG; English where we do not know better."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert "en" == flags.usual_language()
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert "fr" == flags.usual_language()
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "en" == flags.usual_language()


def test_both_catalogues_say_the_same_things():
    """Equal keys, and every message is one that ICU understands."""
    numbers = ("number", "most", "count", "moves", "games", "points")
    arguments = dict.fromkeys(numbers, 1)
    for folder in (flags.WORDS, bots.WORDS):
        english, french = (catalogue(folder, lang) for lang in ("en", "fr"))
        assert list(english) == list(french)
        for lang in ("en", "fr"):
            words = Words(lang, folder)
            for key in english:
                names = re.findall(r"\{(\w+)\b", catalogue(folder, lang)[key])
                assert words.say(key, **{n: arguments.get(n, n) for n in names})
