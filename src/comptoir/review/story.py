"""A review written as sentences, in either language."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.model import registry
from comptoir.engine.model.actions import ActionRef
from comptoir.engine.text.words import Words

from .review import Review, ReviewedMove, SeatReview

WORDS = Path(__file__).parent / "words"


def words_of(review: Review, language: str) -> Words:
    """Return the words for a review: its game's, its players' names and this package's own."""
    names = [seat.name for seat in review.seats]
    game = registry.load(review.game)
    words = game.words(language, WORDS, labels=review.labels)
    words.names = [
        (name if names.count(name) == 1 else f"{name} {seat + 1}")
        if name
        else words.seat(seat)
        for seat, name in enumerate(names)
    ]
    return words


def named(review: Review, names: Sequence[str]) -> Review:
    """Return a review with these names for its players."""
    seats = zip(review.seats, names, strict=True)
    called = [msgspec.structs.replace(seat, name=name) for seat, name in seats]
    return msgspec.structs.replace(review, seats=called)


def story(review: Review, language: str = "en") -> list[str]:
    """Return a review in paragraphs: the winner, the turning points, every seat's play."""
    words = words_of(review, language)
    sentences = [_end(review, words)]
    if review.how == "search":
        sentences.append(words.say("review.search"))
    sentences += [_turn(review, move, words) for move in review.turning]
    if review.best is not None:
        sentences.append(_moment(review, review.best, "review.best", words))
    if review.costliest is not None:
        sentences.append(_moment(review, review.costliest, "review.costliest", words))
    return [*sentences, *(_seat(n, seat, words) for n, seat in enumerate(review.seats))]


def said(action: ActionRef, review: Review, words: Words) -> str:
    """Return an action in words."""
    return words.about(registry.load(review.game).actions.read(action))


def decision(review: Review, move: int, words: Words) -> str:
    """Return a sentence on the decision at a move, compared with the best choice."""
    return _moment(review, move, "review.decision", words)


def percent(share: float) -> str:
    """Return a share in whole percent."""
    return str(round(100 * share))


def _signed(share: float) -> str:
    return f"{round(100 * share):+d}".replace("-", "−").replace("+0", "0")


def _end(review: Review, words: Words) -> str:
    if not review.over:
        return words.say("review.unfinished", moves=len(review.moments) - 1)
    first = [words.seat(n) for n, seat in enumerate(review.seats) if seat.result > 0]
    key = "review.won" if len(first) == 1 else "review.shared"
    return words.say(key, names=", ".join(first))


def _turn(review: Review, move: int, words: Words) -> str:
    """Return a sentence on the seat whose chance a move changed most, and why."""
    moment, before = review.moments[move], review.moments[move - 1].chances
    changes = [abs(a - b) for a, b in zip(moment.chances, before, strict=True)]
    whose = changes.index(max(changes))
    why = "choice" if abs(moment.choice[whose]) > abs(moment.luck[whose]) else "luck"
    return words.say(
        f"review.turn.{why}",
        **_played(moment, review, words),
        whose=words.seat(whose),
        before=percent(before[whose]),
        after=percent(moment.chances[whose]),
    )


def _played(moment: ReviewedMove, review: Review, words: Words) -> dict[str, Any]:
    assert moment.played
    played = said(moment.played, review, words)
    return {"move": moment.move, "seat": moment.seat, "played": played}


def _moment(review: Review, move: int, key: str, words: Words) -> str:
    moment = review.moments[move]
    decision = moment.decision
    assert decision
    return words.say(
        key,
        **_played(moment, review, words),
        best=said(decision.best, review, words),
        chance=percent(decision.chance),
        others=percent(decision.others),
        loss=percent(decision.loss),
        accuracy=round(decision.accuracy),
    )


def _seat(number: int, seat: SeatReview, words: Words) -> str:
    return words.say(
        "review.seat" if seat.accuracy is not None else "review.seat_idle",
        seat=number,
        accuracy=round(seat.accuracy or 0),
        par=percent(seat.par),
        result=percent(seat.result),
        skill=_signed(seat.skill),
        others=_signed(seat.others),
        luck=_signed(seat.luck),
    )
