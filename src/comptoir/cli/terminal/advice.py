"""Hints as text: the best moves with their effects, win chances and confidence."""

from collections.abc import Iterator

from comptoir.engine.play.match import Match
from comptoir.engine.play.narration import sentences
from comptoir.engine.play.preview import Outcome, preview
from comptoir.engine.text.words import Words
from comptoir.review.advice import Advice
from comptoir.review.story import because


def tell(match: Match, seat: int, answers: list[Advice], words: Words) -> Iterator[str]:
    """Yield the best moves of a seat as lines, each followed by its indented reasons."""
    for number, answer in enumerate(answers):
        action = match.game.actions.read(answer.action)
        yield words.say(
            "terminal.advice" if number == 0 else "terminal.also",
            move=words.action(action),
            percent=round(100 * answer.chance),
            sure=answer.sure,
        )
        surely = preview(match, seat, action)
        assert isinstance(surely, Outcome)
        best = "no" if number else "yes"
        yield from (f"  {why}" for why in _reasons(answer, surely, best, words) if why)


def _reasons(answer: Advice, surely: Outcome, best: str, words: Words) -> Iterator[str]:
    """Yield why a move is better or worse, its certain effects, and what may follow."""
    if answer.reasons:
        listed = because(answer.reasons, words)
        yield words.say("terminal.because", best=best, list=listed)
    elif answer.sure != "close":
        yield words.say("terminal.later")
    yield " ".join(sentences(surely.events, words))
    line = [event for step in answer.line for event in step.events]
    if line:
        yield words.say("terminal.expected", line=" ".join(sentences(line, words)))
