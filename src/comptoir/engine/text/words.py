"""Translated messages in French and English, from catalogues shared with the browser.

A catalogue is one JSON file per folder and language; it maps keys to ICU messages. The sheets
beside it (`sheet.py`) add the names of their components.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from comptoir.engine.errors import BadSetup

from .message import Message
from .sheet import words_of
from .spoken import A_co, SpokenAction, SpokenActions, SpokenEvent, SpokenRefusal

LANGUAGES = ("en", "fr")
ENGINE_WORDS = Path(__file__).parents[1] / "words"
Labels = Mapping[str, Mapping[str, Any]]
"""What components show: maps `card.51` to the arguments of the message `label.KIND`."""
NUMBERED = re.compile(
    r"\d+$"
)  # verbs that end in a player's number, such as `accept 2`


@cache
def catalogue(folder: Path, language: str) -> Mapping[str, str]:
    """Return the catalogue of a folder in one language."""
    if language not in LANGUAGES:
        raise BadSetup(f"no language {language!r}: expected {' or '.join(LANGUAGES)}")
    file = folder / f"{language}.json"
    try:
        messages: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    except OSError:
        raise BadSetup(f"{file.parent.name}/{file.name} cannot be read") from None
    except ValueError as error:
        raise BadSetup(f"{file.parent.name}/{file.name}: {error}") from None
    return {**words_of(folder.parent, language), **messages}


_message = cache(Message)


def plain_text(text: str) -> str:
    """Return a text in lower case, without accents and redundant spaces."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in letters if not unicodedata.combining(c))
    return " ".join(bare.split())


class Words:
    """The messages of some areas in one language; later folders come first.

    Args:
        language: One of `LANGUAGES`.
        folders: Where the catalogues are.
        names: Names of the players, by seat.
        labels: What components show; sentences name components by it.
    """

    def __init__(
        self,
        language: str,
        *folders: Path,
        names: Sequence[str] = (),
        labels: Labels | None = None,
    ):
        self.language = language
        self.names = names
        self.labels = labels or {}
        self._catalogues = [catalogue(f, language) for f in (ENGINE_WORDS, *folders)]

    def __contains__(self, key: str) -> bool:
        return any(key in messages for messages in self._catalogues)

    def keys(self) -> Iterator[str]:
        """Iterate over every key."""
        for messages in self._catalogues:
            yield from messages

    def say(self, key: str, **args: Any) -> str:
        """Return a message; an argument that is itself a word of the game is translated."""
        said = {name: self._argument(name, args[name]) for name in args}
        return self._format(key, said)

    def _format(self, key: str, said: Mapping[str, Any]) -> str:
        for messages in reversed(self._catalogues):
            if key in messages:
                return _message(messages[key], self.language).format(said)
        raise KeyError(f"no message {key!r} in {self.language}")

    def seat(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        if seat < len(self.names):
            return self.names[seat]
        return self.say("seat", number=seat + 1)

    def event(self, event: SpokenEvent) -> str:
        """Return the sentence for an event."""
        return self.say(f"event.{event.name}", seat=event.seat, **self.named(event))

    def named(self, event: SpokenEvent) -> dict[str, Any]:
        """Return an event's arguments, with players' names in place of seats."""
        names = {
            arg: self.seat(event.args[arg]) for arg in event.seats if arg in event.args
        }
        return event.args | names

    def action(self, action: SpokenAction) -> str:
        """Return an action as a player of this language types it."""
        what = self._word(action.of, action.what)
        return self._format(f"action.{action.verb}", {action.of: what})

    def about(self, action: SpokenAction) -> str:
        """Return what an action does, in a few words."""
        number = NUMBERED.search(action.verb)
        player = {"player": int(number[0])} if number else {}
        return self.say(f"about.{action.verb}", **{action.of: action.what}, **player)

    def read_action(self, said: str, actions: SpokenActions[A_co]) -> A_co:
        """Return the action that a player typed, in this language or in its untranslated
        form.
        """
        for action in actions:
            if plain_text(said) == plain_text(self.action(action)):
                return action
        return actions.read(said)

    def refusal(self, refusal: SpokenRefusal) -> str:
        """Return the sentence for a refusal, with the number of the rule."""
        sentence = self.say(f"refused.{refusal.key}", **refusal.args)
        return f"{sentence} ({refusal.rule})" if refusal.rule else sentence

    def _argument(self, name: str, value: Any) -> Any:
        if hasattr(value, "verb"):
            return self.action(value)
        if name == "seat" and isinstance(value, int):
            return self.seat(value)
        if name == "player" and isinstance(value, int):
            return self.seat(value - 1)
        if isinstance(value, list):
            return ", ".join(self.say(f"label.{name}", **each) for each in value)
        if label := self.labels.get(f"{name}.{value}"):
            return self.say(f"label.{label['kind']}", **label)
        return self._word(name, value)

    def _word(self, name: str, value: Any) -> Any:
        if isinstance(value, str) and f"{name}.{value}" in self:
            return self.say(f"{name}.{value}")
        return "" if value is None else value
