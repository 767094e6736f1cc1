"""Explains ties: which rule ordered seats with equal points, and by what."""

import msgspec

from comptoir.engine.text.words import Words

from .match import Match


class Tie(msgspec.Struct, frozen=True):
    """Seats with equal points, in the order of their ranks, and what decided between them.

    `rule` is a key of the game's words, `tie.RULE`; it is empty if they share first place.
    `values` are the seats' amounts of what decided.
    """

    seats: list[int]
    points: int
    rule: str
    values: list[int]


def ties(match: Match) -> list[Tie]:
    """Return the ties of a finished game that a rule decided, and any tie for first place."""
    if not match.over:
        return []
    points, ranks, found = match.scores, match.ranks, []
    table, box = match.position.table, match.position.box
    for level in sorted({*points}, reverse=True):
        seats = [seat for seat, own in enumerate(points) if own == level]
        seats.sort(key=lambda seat: ranks[seat])
        counted = {seat: match.game.tie_break(table, box, seat) for seat in seats}
        rules = [
            (rule, [counted[seat][rule] for seat in seats])
            for rule in counted[seats[0]]
        ]
        decided = next(((r, v) for r, v in rules if len({*v}) > 1), None)
        if len(seats) > 1 and decided:
            found.append(Tie(seats, level, *decided))
        elif len(seats) > 1 and ranks[seats[-1]] == 1:
            found.append(Tie(seats, level, "", []))
    return found


def tie_said(tie: Tie, words: Words) -> str:
    """Return a sentence that explains a tie."""
    points = words.say("points", points=tie.points)
    names = [words.seat(seat) for seat in tie.seats]
    if not tie.rule:
        return words.say("tie.shared", points=points, names=", ".join(names))
    pairs = zip(names, tie.values, strict=True)
    listed = ", ".join(f"{name} {value}" for name, value in pairs)
    rule = words.say(f"tie.{tie.rule}")
    return words.say("tie.decided", points=points, rule=rule, list=listed)
