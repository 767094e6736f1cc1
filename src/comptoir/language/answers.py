"""Parses what an agent writes: an action by its label, and phrases for the whole table."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from comptoir.bots import WORDS, Seat
from comptoir.engine.model.actions import Action
from comptoir.engine.model.talk import Spoken
from comptoir.engine.text.words import Words, plain_text

MOST_PHRASES = 3  # phrases that an agent may say with one action
SAY = "say"
MARKS = " \t`*_\"'“”«».,;:!()[]{}<>"
_NAMED = re.compile(
    r"\b(?:action|answer|move|réponse)\b\W{0,4}[:=]\s*(.+)$", re.IGNORECASE
)


class UnreadAnswer(Exception):
    """Raised when a text names no legal action, or several; the message says so."""


class AgentAnswer(msgspec.Struct, frozen=True):
    """What an agent does and says."""

    action: Action
    phrases: list[Spoken] = []
    unread: int = 0  # phrases that do not exist


def words_of(seat: Seat, language: str) -> Words:
    """Return the words of the seat's game and of the bots."""
    return seat.imagined.words(language, WORDS)


def read_answer(text: str, seat: Seat, language: str = "en") -> AgentAnswer:
    """Return the action and the phrases of an answer, in any of several notations.

    The action may stand alone, on a line of its own, after `Action:`, in a JSON object, or be
    the only label of a legal action in the text. Later lines count before earlier ones.

    Raises:
        UnreadAnswer: No action can be read.
    """
    words = words_of(seat, language)
    said, rest = _split(_unpacked(text))
    labels = _labels(seat.legal, words)
    phrases = [one for each in said if (one := _phrase(each, seat))]
    action = _action(rest, labels, words)
    kept = phrases[:MOST_PHRASES]
    return AgentAnswer(action, kept, len(said) - len(kept))


def phrase_menu(seat: Seat, language: str) -> Iterator[str]:
    """Yield each phrase of the game as it is written, with an example and its slots' values."""
    words = words_of(seat, language)
    values: dict[str, list[str]] = {}
    for key, slots in seat.game.phrases.items():
        for slot, listed in slots.items():
            values[slot] = max(values.get(slot, []), _written(slot, listed), key=len)
        names = " ".join(f"<{slot}>" for slot in slots)
        example = words.say(
            f"phrase.{key}", **{slot: each[0] for slot, each in slots.items()}
        )
        yield f"{SAY} {key} {names}".rstrip() + f": {example}"
    for slot, written in values.items():
        numbers = written[0].isdecimal()
        span = f"{written[0]}–{written[-1]}" if numbers else ", ".join(written)
        yield f"<{slot}>: {span}"


def _written(slot: str, values: Iterable[str | int]) -> list[str]:
    """Return the values of a slot as agents write them: seats are counted from 1."""
    return [str(v + 1 if slot == "seat" and isinstance(v, int) else v) for v in values]


def _unpacked(text: str) -> str:
    """Return the phrases and the action of a JSON object in an answer, one a line.

    An answer without such an object is returned unchanged.
    """
    for found in reversed(re.findall(r"\{[^{}]*\}", text)):
        try:
            told: Any = json.loads(found)
        except ValueError:
            continue
        if isinstance(told, dict) and isinstance(told.get("action"), str):
            said = told.get("say") or []
            listed = [said] if isinstance(said, str) else said
            lines = [f"{SAY} {str(one).removeprefix(SAY + ' ')}" for one in listed]
            return "\n".join([*lines, told["action"]])
    return text


def _split(text: str) -> tuple[list[str], list[str]]:
    """Return the phrases and the other lines of a text."""
    lines = [line.strip(MARKS + "-#") for line in text.splitlines()]
    said = [line for line in lines if line.casefold().startswith(f"{SAY} ")]
    return said, [line for line in lines if line and line not in said]


def _labels(legal: Sequence[Action], words: Words) -> dict[str, Action]:
    """Return the ways to name each legal action: by label, or as a person types it."""
    named = {plain_text(words.action(action)): action for action in legal}
    return named | {plain_text(str(action)): action for action in legal}


def _action(lines: Sequence[str], labels: dict[str, Action], words: Words) -> Action:
    for line in reversed(lines):
        named = _NAMED.search(line)
        for part in (named[1], line) if named else (line,):
            if action := labels.get(plain_text(part.strip(MARKS))):
                return action
    found = {*_within(plain_text("\n".join(lines)), labels)}
    if len(found) == 1:
        return found.pop()
    if not found:
        raise UnreadAnswer(words.say("text.none"))
    raise UnreadAnswer(
        words.say("text.several", list=", ".join(map(str, sorted(found))))
    )


def _within(text: str, labels: dict[str, Action]) -> Iterator[Action]:
    """Yield the actions whose labels occur in a text, longer labels first."""
    for label in sorted(labels, key=len, reverse=True):
        pattern = rf"(?<![\w-]){re.escape(label)}(?![\w-])"
        if re.search(pattern, text):
            yield labels[label]
            text = re.sub(pattern, " ", text)


def _phrase(line: str, seat: Seat) -> Spoken | None:
    """Return the phrase of a line such as `say want jade`; None if there is none."""
    key, *given = line.split()[1:]
    slots = seat.game.phrases.get(key.casefold())
    if slots is None or len(slots) != len(given):
        return None
    args = {
        slot: _value(slot, values, told)
        for (slot, values), told in zip(slots.items(), given, strict=True)
    }
    return None if None in args.values() else Spoken(seat.number, key.casefold(), args)


def _value(slot: str, values: Iterable[str | int], told: str) -> str | int | None:
    """Return the value of a slot; seats are written from 1."""
    named = {
        str(v + 1 if slot == "seat" and isinstance(v, int) else v): v for v in values
    }
    return named.get(told.casefold().strip(MARKS))
