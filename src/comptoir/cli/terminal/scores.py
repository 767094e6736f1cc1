"""The end of a game: the winner, and where all points came from."""

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from comptoir.engine.play.match import Match
from comptoir.engine.play.score_breakdown import payments
from comptoir.engine.play.ties import tie_said, ties
from comptoir.engine.text.words import Words

LABEL = 26
NAME = 10


def account(match: Match, words: Words) -> dict[str, list[int]]:
    """Return the points of every seat, by the label of their source."""
    sources: dict[str, list[int]] = {}
    for key, value, event in payments(match.game, match.log()):
        label = words.say(key, **event.args)
        assert event.seat is not None
        sources.setdefault(label, [0] * match.seats)[event.seat] += value
    return sources


def score_table(match: Match, words: Words, own: int | None = None) -> Text:
    """Return a table of all seats' points by source."""
    rows: list[tuple[str, list[str]]] = [
        (label, [str(n) if n else "·" for n in by_seat])
        for label, by_seat in account(match, words).items()
    ]
    rows.append((words.say("terminal.total"), [str(n) for n in match.scores]))
    if match.over:
        rows.append((words.say("terminal.rank"), [f"{n}." for n in match.ranks]))
    table = Text(set_cell_size("", LABEL))
    for seat in range(match.seats):
        name = set_cell_size(words.seat(seat), NAME - 1).strip()
        table.append(" " * (NAME - cell_len(name)))
        table.append(name, "bold reverse" if seat == own else "bold")
    for number, (label, cells) in enumerate(rows):
        line = set_cell_size(label, LABEL) + "".join(f"{c:>{NAME}}" for c in cells)
        table.append(f"\n{line}", "bold" if number >= len(rows) - 2 else "")
    return table


def verdict(match: Match, words: Words) -> str:
    """Return a sentence on who won, or that the game is not over."""
    if not match.over:
        return words.say("terminal.unfinished", moves=len(match.moves))
    won = words.say(
        "terminal.won",
        names=_and([words.seat(seat) for seat in match.winners], words),
        count=len(match.winners),
        points=words.say("points", points=max(match.scores)),
    )
    return " ".join([won, *(tie_said(tie, words) for tie in ties(match))])


def proof(match: Match, words: Words) -> Iterator[str]:
    """Yield lines that show how the seed and its commitment prove a fair deal."""
    yield words.say("terminal.seed", seed=match.seed)
    yield words.say("terminal.commitment", commitment=match.commitment)
    yield words.say("terminal.proof")


def _and(names: list[str], words: Words) -> str:
    if len(names) < 2:  # noqa: PLR2004
        return "".join(names)
    most = ", ".join(names[:-1])
    return words.say("terminal.and", most=most, last=names[-1])
