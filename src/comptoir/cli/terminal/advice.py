"""Hints as text: the best moves with their effects, win chances and confidence."""

from collections.abc import Iterator

from comptoir.engine.play.match import Match
from comptoir.engine.play.narration import sentences
from comptoir.engine.play.preview import Outcome, preview
from comptoir.engine.text.words import Words
from comptoir.review.advice import Advice


def tell(match: Match, seat: int, answers: list[Advice], words: Words) -> Iterator[str]:
    """Yield the best moves of a seat as lines, each followed by its reasons, indented."""
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
        yield from (f"  {why}" for why in _reasons(answer, surely, words) if why)


def _reasons(answer: Advice, surely: Outcome, words: Words) -> Iterator[str]:
    """Yield a move's changes in win chance, certain events, gains and consequences."""
    leads = [words.say(lead.key, **lead.args) for lead in answer.leads]
    if leads:
        yield words.say("terminal.leads", list=" · ".join(leads))
    yield " ".join(sentences(surely.events, words))
    yield ", ".join(
        words.say(
            "terminal.gain",
            source=words.say(gain.source, **gain.args),
            points=round(gain.points, 1),
        )
        for gain in answer.gains
    )
    line = [event for step in answer.line for event in step.events]
    if line:
        yield words.say("terminal.expected", line=" ".join(sentences(line, words)))
