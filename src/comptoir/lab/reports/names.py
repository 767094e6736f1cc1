"""The names that a study of a game may use, for `comptoir lab --names GAME`."""

from collections.abc import Iterator

from comptoir.engine.model.game import Game
from comptoir.lab.running.targets import MADE
from comptoir.lab.statistics import metrics
from comptoir.lab.studies.measures import phases_of
from comptoir.lab.studies.study import QUESTIONS

from .wording import Wording

# the numbered parts of a metric, after a dot
PARTS = {"luck": range(4), "favourite": range(1, 4)}
NAMED = {"lead": ("half", "late", "settled")}


def listed(game: Game, language: str) -> str:
    """Return all names and their meanings, one per line."""
    say = Wording(game.name, language)
    lines = []
    for question in QUESTIONS:
        found = [*metrics_of(game, question)]
        lines += ["", f"{question}: {say.say(f'question.{question}')}"]
        lines += [f"  {name:<20}{say.label(name)}" for name in found]
    lines += ["", "[targets] and [search.targets]: a metric, or"]
    lines += [f"  {name:<20}{say.say(f'target.{name}')}" for name in MADE]
    lines += ["", "[measures]: actions, or"]
    lines += [f"  event {kind.name}" for kind in game.events.values()]
    phases = phases_of(game)
    lines += [f"  … in {phase}" for phase in phases]
    return "\n".join(lines[1:])


def metrics_of(game: Game, question: str) -> Iterator[str]:
    """Yield the metrics that answer a question about a game."""
    for word, asked in metrics.QUESTION_OF.items():
        if asked != question:
            continue
        if word in ("seat", "place"):
            yield from (f"{word}.{n}" for n in range(1, game.seats[-1] + 1))
        elif word == "ending":
            yield from (f"ending.{name}" for name in game.endings[1:])
        elif word in PARTS:
            yield from (f"{word}.{n}" for n in PARTS[word])
        elif word in NAMED:
            yield from (f"{word}.{name}" for name in NAMED[word])
        elif word != "better":
            yield word
