"""The texts of e-mails and link previews, which have the same arguments in both languages."""

import json
import re

from comptoir.server.announcing import LETTERS


def test_both_languages_say_the_same_with_the_same_words():
    english, french = (
        json.loads((LETTERS / f"{language}.json").read_text(encoding="utf-8"))
        for language in ("en", "fr")
    )

    assert list(english) == list(french)
    for key, text in english.items():
        names = [set(re.findall(r"{(\w+)[,}]", said)) for said in (text, french[key])]
        assert names[0] == names[1], key
