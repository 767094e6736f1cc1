"""The texts of e-mails and link previews, which have the same arguments in both languages."""

import json
import re

import pytest

from comptoir.server.announcing import LETTERS
from comptoir.server.announcing.push import on_the_internet


def test_both_languages_say_the_same_with_the_same_words():
    english, french = (
        json.loads((LETTERS / f"{language}.json").read_text(encoding="utf-8"))
        for language in ("en", "fr")
    )

    assert list(english) == list(french)
    for key, text in english.items():
        names = [set(re.findall(r"{(\w+)[,}]", said)) for said in (text, french[key])]
        assert names[0] == names[1], key


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]",
     "[2002:7f00:1::]", "[fd00::1]"],
)  # fmt: skip
def test_nothing_is_sent_into_the_hosts_own_network(address):
    """Not even through an IPv6 address that embeds an IPv4 address."""
    assert not on_the_internet(f"https://{address}/push")


def test_what_is_public_is_sent_to():
    for address in ("8.8.8.8", "[2001:4860:4860::8888]"):
        assert on_the_internet(f"https://{address}/push"), address
    assert not on_the_internet("http://8.8.8.8/push")
