"""A game's rulebook in the terminal: chapters, numbered rules and options."""

import re
from typing import TYPE_CHECKING

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.model.options import told
from comptoir.engine.text.words import Words, catalogue

if TYPE_CHECKING:
    from .terminal import Terminal

_CHAPTER = re.compile(r"^## (\d+) (.+)$", re.MULTILINE)
_NUMBER = re.compile(r"^\*\*([A-Z]+)-(\d+)\.(\d+)\*\*", re.MULTILINE)
_ASKED = re.compile(r"(?:([a-z]+)-)?(\d+)(?:\.(\d+))?", re.IGNORECASE)
_BOUND = "\ue000"  # stands in for a no-break space, which rich would break


def options_text(game: Game, words: Words) -> str:
    """Return the table options as Markdown: their names, effects and values."""
    said = catalogue(game.folder / "words", words.language)
    lines = [
        f"- `{name}`: {label}. {sentence} {allowed}."
        for name, label, sentence, allowed in told(game.box_class, said)
    ]
    title = words.say("terminal.options")
    return "\n".join([f"## {title}", "", *lines]) + "\n" if lines else ""


def contents(game: Game, language: str) -> list[str]:
    """Return the number and title of each chapter."""
    return [" ".join(found) for found in _CHAPTER.findall(game.rulebook(language))]


def passage(game: Game, words: Words, number: str) -> str:
    """Return one rule (`BAT-3.3` or `3.3`) or one chapter (`3`) of the rulebook.

    Raises:
        BadSetup: The number does not exist; the message lists those that do.
    """
    text = game.rulebook(words.language)
    asked = _ASKED.fullmatch(number.strip())
    if asked and (asked[1] or "").upper() in ("", _prefix(text)):
        chapter, paragraph = asked[2], asked[3]
        found = (
            _between(text, _CHAPTER, (chapter,))
            if paragraph is None
            else _between(text, _NUMBER, (_prefix(text), chapter, paragraph))
        )
        if found:
            return found
    numbers = ["{}-{}.{}".format(*found) for found in _NUMBER.findall(text)]
    if not numbers:
        raise BadSetup(words.say("terminal.no_numbers", game=words.say("title")))
    last = max((int(each) for each, _ in _CHAPTER.findall(text)), default=0)
    raise BadSetup(
        words.say(
            "terminal.no_rule",
            said=number,
            first=numbers[0],
            last=numbers[-1],
            chapters=last,
        )
    )


def print_rules(text: str, terminal: "Terminal") -> None:
    """Print Markdown in the width of the terminal, without trailing spaces."""
    from rich.markdown import Markdown

    from .terminal import bind_signs

    with terminal.console.capture() as captured:
        terminal.draw(Markdown(bind_signs(text, _BOUND)))
    for line in captured.get().rstrip().split("\n"):
        bound = line.rstrip().replace(_BOUND, " ")
        terminal.console.out(bound, highlight=False)


def _prefix(text: str) -> str:
    found = _NUMBER.search(text)
    return found[1] if found else ""


def _between(text: str, heads: re.Pattern[str], wanted: tuple[str, ...]) -> str | None:
    """Return the section from a wanted heading to the next heading, or None if there is
    none.
    """
    for head in heads.finditer(text):
        if head.groups()[: len(wanted)] == wanted:
            rest = text[head.end() :]
            ends = re.search(rf"{heads.pattern}|^## ", rest, re.MULTILINE)
            return head[0] + (rest[: ends.start()] if ends else rest).rstrip() + "\n"
    return None
