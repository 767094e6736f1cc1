"""Exports a table as a record or as a text."""

import msgspec

from comptoir.engine.model import registry
from comptoir.engine.play import narration
from comptoir.engine.play.narration import Part
from comptoir.engine.play.record import Record
from comptoir.engine.text.words import Labels
from comptoir.server.domain.refusals import WORDS, RequestRefused
from comptoir.server.domain.state.table import OnlineTable

from . import projections


class Story(msgspec.Struct, frozen=True, tag=True):
    """The facts from which a game's text is written, limited to what the reader may see."""

    game: str
    language: str
    names: list[str]
    parts: list[Part]
    moves: int
    commitment: str = ""  # empty: the game has not started
    seed: str = ""  # empty: the game is not over
    ranks: list[int] = []
    scores: list[int] = []
    labels: Labels = {}


def record(table: OnlineTable) -> Record:
    """Return the game's record; refused before the end, because it contains the seed."""
    if table.match is None or not table.match.over:
        raise RequestRefused("not_over")
    return table.match.record()


def story(table: OnlineTable, seat: int | None, language: str) -> Story:
    """Return the facts of the game so far, as a seat may see them."""
    about, match = (table.game.name, language, table.names()), table.match
    if match is None:
        return Story(*about, [], 0)
    parts = narration.parts(match, _since(table, seat), seat, hide=True)
    facts = (*about, parts, len(match.moves), match.commitment)
    if not match.over:
        return Story(*facts, labels=match.position.labels)
    end = (match.seed, match.ranks, match.scores)
    return Story(*facts, *end, match.position.labels)


def write(told: Story) -> str:
    """Return the text of a game, in sentences."""
    game, called = registry.load(told.game), told.names
    words = game.words(told.language, WORDS, names=called, labels=told.labels)
    text = [f"{words.say('title')}. {', '.join(told.names)}."]
    if not told.commitment:
        reason = words.refusal(RequestRefused("not_started").refusal)
        return "\n".join([*text, reason, ""])
    text += narration.paragraphs(told.parts, words)
    text.append(words.say("text.commitment", commitment=told.commitment))
    for number in sorted(range(len(told.ranks)), key=lambda s: told.ranks[s]):
        points = words.say("points", points=told.scores[number])
        name, rank = words.seat(number), told.ranks[number]
        text.append(words.say("text.rank", rank=rank, name=name, points=points))
    if told.seed:
        text.append(words.say("text.seed", seed=told.seed))
    else:
        text.append(words.say("text.unfinished", moves=told.moves))
    return "\n".join([*text, ""])


def _since(table: OnlineTable, seat: int | None) -> int:
    """Return the move before the first one that the table's memory still shows."""
    assert table.match
    if table.settings.memory != "fading" or table.match.over:
        return -1
    movers = [move.seat for move in table.match.moves]
    first = projections.first_kept(movers, seat, table.seats)
    return -1 if first is None else first
