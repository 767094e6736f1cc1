"""A review written as sentences, in either language, for one of its players or for anybody."""

import math
from collections.abc import Sequence
from pathlib import Path

import msgspec

from comptoir.engine.model import registry
from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.play.narration import sentences
from comptoir.engine.play.ties import tie_said
from comptoir.engine.text.words import Words

from .reasons import Consequence
from .review import Balance, Review, Turn

WORDS = Path(__file__).parent / "words"
TOO_WIDE = 0.25  # an account in chances with this standard error tells nothing
TOLD = 3  # most sentences about what happened at a turning point
OFTEN = ("never", "rarely", "sometimes", "often", "usually", "always")
GREAT = ("great", "soon", "spared")  # words of the events that are told first


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


def story(review: Review, language: str = "en", reader: int | None = None) -> list[str]:
    """Return a review in paragraphs, for the player in a seat or for anybody.

    The paragraphs tell the result, how the reader or every player came to it, the turning
    points, and the reader's costliest decisions and best one.
    """
    words = words_of(review, language)
    told = [_end(review, words, reader)]
    if review.how == "plain":
        told.append(words.say("review.plain"))
    seats = range(len(review.seats)) if reader is None else [reader]
    told += [_account(review, seat, words, reader) for seat in seats]
    told += [_turn(review, turn, words, reader) for turn in review.turning]
    return told if reader is None else [*told, *lessons(review, reader, words)]


def lessons(review: Review, seat: int, words: Words) -> list[str]:
    """Return sentences on the costliest decisions of a seat and on its best one."""
    own = review.seats[seat]
    if not own.decisions:
        return []
    told = [
        _costly(review, move, number, words)
        for number, move in enumerate(own.costliest)
    ] or [words.say("review.none_costly")]
    if own.best is not None:
        told.append(_best(review, own.best, words))
    return told


def decision(review: Review, move: int, words: Words) -> str:
    """Return a sentence on the decision at a move, compared with the best choice."""
    moment = review.moments[move]
    found = moment.decision
    assert found
    assert moment.played
    return words.say(
        "review.decision",
        move=move,
        seat=moment.seat,
        played=said(moment.played, review, words),
        best=said(found.best, review, words),
        chance=percent(found.chance),
        better=percent(found.better),
        error=_error(100 * found.error),
        loss=percent(found.loss),
    )


def said(action: ActionRef, review: Review, words: Words) -> str:
    """Return an action in words."""
    return words.about(registry.load(review.game).actions.read(action))


def because(reasons: Sequence[Consequence], words: Words) -> str:
    """Return reasons as a list in one line; empty without reasons."""
    return " · ".join(reason_said(reason, words) for reason in reasons)


def reason_said(reason: Consequence, words: Words) -> str:
    """Return a reason in words, addressed to the player in its seat."""
    amount, otherwise = reason.amount, reason.otherwise
    if reason.kind in ("points", "left"):
        digits = 0 if round(amount) != round(otherwise) else 1
        more, less = (round(one, digits) for one in (amount, otherwise))
        if reason.kind == "left":
            what = [words.say(reason.key, count=int(one)) for one in (more, less)]
            return words.say("reason.left", what=what[0], otherwise=int(less))
        points = [words.say("points", points=_whole(one)) for one in (more, less)]
        return words.say(
            "reason.own" if amount > otherwise else "reason.fewer",
            rival=words.seat(reason.seat),
            source=words.say(reason.key, **reason.args),
            amount=points[0],
            otherwise=points[1],
        )
    if reason.key.startswith("spared."):
        amount, otherwise = 1 - amount, 1 - otherwise
    return words.say(
        "reason.event",
        what=words.say(reason.key, seat=reason.seat, **reason.args),
        amount=how_often(amount),
        otherwise=how_often(otherwise),
    )


def how_often(share: float) -> str:
    """Return a share of imagined tables as a key of `reason.event`.

    Shares that differ enough for a reason never have the same key.
    """
    bounds = enumerate((0.07, 0.3, 0.52, 0.74, 0.93))
    return next((OFTEN[n] for n, bound in bounds if share < bound), OFTEN[-1])


def percent(share: float) -> str:
    """Return a share in whole percent."""
    return str(round(100 * share))


def _whole(points: float) -> float:
    return int(points) if points == int(points) else points


def _signed(number: float) -> str:
    return f"{round(number):+d}".replace("-", "−").replace("+0", "0")


def _error(error: float) -> str:
    """Return a standard error, rounded up."""
    return str(math.ceil(error))


def _end(review: Review, words: Words, reader: int | None) -> str:
    """Return a sentence on the result, and on the rule that decided a tie."""
    if not review.over:
        return words.say("review.unfinished", moves=len(review.moments) - 1)
    first = [seat for seat, rank in enumerate(review.ranks) if rank == 1]
    key = "won" if len(first) == 1 else "shared"
    scored = review.seats[0].points is not None
    points = [words.say("points", points=one) for one in review.scores]
    if reader is None:
        told = words.say(f"review.{key}", names=", ".join(words.seat(n) for n in first))
    else:
        told = words.say(
            f"review.you_{key}" if reader in first else "review.you_lost",
            names=", ".join(words.seat(n) for n in first if n != reader),
            rank=str(review.ranks[reader]),
            scored="yes" if scored else "no",
            points=points[reader],
            most=points[first[0]],
        )
    return " ".join([told, *(tie_said(tie, words) for tie in review.ties)])


def _account(review: Review, seat: int, words: Words, reader: int | None) -> str:
    """Return a sentence on how a seat came to its result."""
    own = review.seats[seat]
    account, scale = (own.points, 1) if own.points else (own.chance, 100)
    result = round(scale * account.result)
    return words.say(
        "review.account",
        who="you" if seat == reader else "other",
        seat=seat,
        unit="points" if own.points else "chance",
        side="ahead" if result > 0 else "behind" if result < 0 else "level",
        margin=words.say("points", points=abs(result)),
        sure="yes" if own.points or account.luck_error < TOO_WIDE else "no",
        **_parts(account, scale),
    )


def _parts(account: Balance, scale: int) -> dict[str, str]:
    return {
        "start": str(round(scale * account.start)),
        "result": str(round(scale * account.result)),
        "offered": _signed(scale * account.offered),
        "own": _signed(scale * account.own),
        "error": _error(scale * account.own_error),
        "others": _signed(scale * account.others),
        "luck": _signed(scale * account.luck),
        "luck_error": _error(scale * account.luck_error),
        "substitute": _signed(scale * account.substitute),
    }


def _turn(review: Review, turn: Turn, words: Words, reader: int | None) -> str:
    """Return what happened at a turning point, whose chance it changed, and by what."""
    changes = [abs(change) for change in turn.change]
    whose = changes.index(max(changes))
    if reader is not None and 2 * changes[reader] >= changes[whose]:
        whose = reader
    cause, after = _cause(turn, whose), _next_seat(review, turn)
    missed = _missed(review, turn, words) if cause == "choice" else ""
    return words.say(
        "review.turn",
        first=turn.first,
        last=turn.last,
        told=_told(turn.events, words),
        whose=words.seat(whose),
        you="yes" if whose == reader else "no",
        before=percent(review.moments[turn.first - 1].chances[whose]),
        after=percent(review.moments[turn.last].chances[whose]),
        cause=cause,
        by="you" if (after if cause == "offered" else turn.seat) == reader else "other",
        seat=turn.seat,
        next=words.seat(after),
        missed=missed,
        has_missed="yes" if missed else "no",
    )


def _cause(turn: Turn, whose: int) -> str:
    """Return what changed a seat's chance most: a choice, an offered opening, or luck."""
    change, choice, offered = (
        row[whose] for row in (turn.change, turn.choice, turn.offered)
    )
    parts = {"luck": change - choice - offered, "choice": choice, "offered": offered}
    return max(parts, key=lambda part: math.copysign(1, change) * parts[part])


def _next_seat(review: Review, turn: Turn) -> int:
    """Return the seat that moves after a turn; at the end of the record, that of the turn."""
    after = review.moments[turn.last + 1 : turn.last + 2]
    seat = after[0].seat if after else turn.seat
    return turn.seat if seat is None else seat


def _missed(review: Review, turn: Turn, words: Words) -> str:
    """Return the best move at a turn's costliest decision; empty if none was costly."""
    lost = [
        (one.decision.loss, one.decision.best)
        for one in review.moments[turn.first : turn.last + 1]
        if one.decision and one.decision.loss
    ]
    if not lost or turn.change[turn.seat] > 0:
        return ""
    return said(max(lost, key=lambda one: one[0])[1], review, words)


def _told(events: Sequence[Event], words: Words) -> str:
    """Return what happened in a few sentences, those on great events first of all."""
    said = [*sentences(events, words)]
    if len(said) > TOLD:
        great = [
            one
            for one in events
            if any(f"{area}.{one.name}" in words for area in GREAT)
        ]
        said = [*dict.fromkeys(sentences(great, words))] or said
    return " ".join(said[:TOLD])


def _costly(review: Review, move: int, number: int, words: Words) -> str:
    moment = review.moments[move]
    found, played = moment.decision, moment.played
    assert found
    assert played
    return words.say(
        "review.costliest",
        number=str(number),
        move=move,
        played=said(played, review, words),
        best=said(found.best, review, words),
        chance=percent(found.chance),
        better=percent(found.better),
        error=_error(100 * found.error),
        because=_why(review, move, words),
    )


def _best(review: Review, move: int, words: Words) -> str:
    moment = review.moments[move]
    found, played = moment.decision, moment.played
    assert found
    assert played
    return words.say(
        "review.best",
        move=move,
        played=said(played, review, words),
        next=said(found.next, review, words),
        chance=percent(found.chance),
        others=percent(found.others),
        because=_why(review, move, words),
    )


def _why(review: Review, move: int, words: Words) -> str:
    """Return the reasons for a decision after a colon; empty without reasons."""
    found = [one.reasons for one in review.explained if one.move == move]
    told = because(found[0], words) if found else ""
    return words.say("reason.list", list=told) if told else ""
