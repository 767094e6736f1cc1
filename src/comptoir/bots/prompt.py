"""What a seat knows and may do, as text for language models and other text agents."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from comptoir.engine.play.menu import list_choices
from comptoir.engine.play.narration import sentences
from comptoir.engine.text.shown import as_text
from comptoir.engine.text.words import Words

if TYPE_CHECKING:
    from .seat import Seat

WORDS = Path(__file__).parent / "words"


def prompt_of(seat: "Seat", language: str, since: int) -> str:
    """Return the events from number `since` on, the board, the prompt and the legal actions."""
    words = seat.imagined.words(language, WORDS)
    return "\n\n".join(_parts(seat, words, since))


def _parts(seat: "Seat", words: Words, since: int) -> Iterator[str]:
    name = words.seat(seat.number)
    yield words.say("text.seat", title=words.say("title"), name=name, seats=seat.seats)
    if told := [*sentences(seat.history[since:], words)]:
        yield words.say("text.history") + "\n" + "\n".join(told)
    if said := [*_phrases(seat, words)]:
        yield words.say("text.talk") + "\n" + "\n".join(said)
    yield as_text(seat.game.board(seat.view, words)).rstrip()
    yield _question(seat, words)
    yield words.say("text.actions") + "\n" + "\n".join(_menu(seat, words))


def _phrases(seat: "Seat", words: Words) -> Iterator[str]:
    """Yield what was said in the negotiation in progress."""
    now = seat.game.negotiation(seat.imagined.table)
    for spoken in seat.talk or ():
        if spoken.negotiation == now:
            said = words.say(f"phrase.{spoken.key}", **spoken.args)
            yield f"{words.seat(spoken.seat)}: {said}"


def _question(seat: "Seat", words: Words) -> str:
    position, actions = seat.imagined, seat.game.actions
    key, args = seat.game.prompt(position.table, position.box, seat.number)
    return words.say(f"prompt.{key}", **args | {"may": actions.prompted(seat.legal)})


def _menu(seat: "Seat", words: Words) -> Iterator[str]:
    """Yield a line for each legal action or range: its label, and what it does."""
    for entry in list_choices(seat.legal):
        label = str(entry.first)
        if entry.first != entry.last:
            label += f"–{entry.last.what}"
        aside = seat.game.aside(seat.view, words, entry.first)
        yield f"{label}: {aside or entry.about(words)}"
