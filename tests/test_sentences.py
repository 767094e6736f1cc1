"""Sentences of whole games name components by what they show, and players by name."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from comptoir import Match, games
from comptoir.engine.text.words import LANGUAGES, Words
from comptoir.laws.random_games import positions

ROOT = Path(__file__).parents[1]
FRENCH = [
    file.relative_to(ROOT)
    for folder in ("src", "web/src", "examples")
    for file in sorted((ROOT / folder).rglob("words/**/fr.json"))
]
BREAKABLE = re.compile(r"« | [:;?!%»]")
NAMES = ("Anna", "Bruno", "Chloé", "Dora", "Emil")
BARE = re.compile(
    r"\b(card|carte|mission|player|joueur|seat|place) \d|\bh\d+\b|r[eé]vision",
    re.IGNORECASE,
)


@pytest.mark.parametrize("title", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_the_number_of_a_component_a_player_or_a_revision(
    title, language
):
    """The log, prompts, moves and refusals of a whole game are checked."""
    game = games()[title]
    seats = game.check_seats(None)
    said = set()
    for match, _ in positions(game, seats, "sentences"):
        words = match.position.words(language, names=NAMES)
        said.update(_asked(match, words))
    said.update(words.event(event) for event in match.log(None))
    said.update(words.event(event) for event in match.log(0))

    assert [] == sorted(sentence for sentence in said if BARE.search(sentence))


def _asked(match: Match, words: Words) -> Iterator[str]:
    """Yield each seat's prompt, its legal moves, and the refusals of all others."""
    for seat in match.actors:
        key, args = match.prompt(seat)
        yield words.say(f"prompt.{key}", **args)
        yield from map(words.about, match.legal(seat))
        for action in [*match.game.actions][len(match.moves) % 7 :: 7]:
            if refusal := match.explain(seat, action):
                yield words.refusal(refusal)


@pytest.mark.parametrize("file", FRENCH, ids=str)
def test_no_line_of_french_begins_with_a_sign(file):
    """The space before `: ; ? ! % »` and after `«` does not break."""
    catalogue = json.loads((ROOT / file).read_text(encoding="utf-8"))

    assert {} == {k: text for k, text in catalogue.items() if BREAKABLE.search(text)}
