"""A table as a record, and told as a text."""

from comptoir.engine.play.record import Record
from comptoir.engine.text import narration

from . import projections
from .refusals import WORDS, RequestRefused
from .table import OnlineTable


def record(table: OnlineTable) -> Record:
    """Return the game's record; it holds the seed, so not before the end."""
    if table.match is None or not table.match.over:
        raise RequestRefused("not_over")
    return table.match.record()


def text(table: OnlineTable, seat: int | None, language: str) -> str:
    """Return the game so far as a seat may tell it, in sentences."""
    words = table.game.words(language, WORDS, names=table.names())
    told = [f"{words.say('title')}. {', '.join(table.names())}."]
    match = table.match
    if match is None:
        return "\n".join(
            [*told, words.refusal(RequestRefused("not_started").refusal), ""]
        )
    parts = narration.parts(match, _since(table, seat), seat, hide=True)
    told += narration.paragraphs(parts, words)
    told.append(words.say("text.commitment", commitment=match.commitment))
    if match.over:
        order = sorted(range(table.seats), key=lambda s: match.ranks[s])
        for number in order:
            points = words.say("points", points=match.scores[number])
            name, rank = words.seat(number), match.ranks[number]
            told.append(words.say("text.rank", rank=rank, name=name, points=points))
        told.append(words.say("text.seed", seed=match.seed))
    else:
        told.append(words.say("text.unfinished", moves=len(match.moves)))
    return "\n".join([*told, ""])


def _since(table: OnlineTable, seat: int | None) -> int:
    """Return the move before the first that the table's memory still holds."""
    assert table.match
    if table.settings.memory != "fading" or table.match.over:
        return -1
    movers = [move.seat for move in table.match.moves]
    first = projections.first_kept(movers, seat, table.seats)
    return -1 if first is None else first
