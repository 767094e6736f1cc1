"""The results of games, seat by seat, from which ratings are computed."""

from typing import Any

from comptoir.server.domain.state.seats import NEVER_RATED
from comptoir.server.domain.state.table import OnlineTable

from .database import Statement

# How a result counts for the rating of its player.
RATED, UNRATED, RATED_IF_LOST, LEFT_OUT = 1, 0, -1, -2

ADD_RESULT = """
INSERT INTO results (table_id, seat, ended, game, who, place, points, counts)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING"""
# A person's result counts if they had an account at the deal ($9).
ADD_PERSONS_RESULT = """
INSERT INTO results (table_id, seat, ended, game, who, place, points, counts)
VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN EXISTS (
    SELECT 1 FROM players WHERE id = $5 AND login IS NOT NULL AND claimed <= $9)
THEN CAST($8 AS BIGINT) ELSE -2 END) ON CONFLICT DO NOTHING"""


def results_of(table: OnlineTable) -> list[Statement]:
    """Return the statements that store a game's results, if they may change any rating."""
    match = table.match
    assert match
    if table.unrated in NEVER_RATED or (table.unrated and not table.tally.liable):
        return []
    ended = zip(table.places, match.ranks, match.scores, strict=True)
    rows = []
    for seat, (place, rank, points) in enumerate(ended):
        gone = (
            p
            for p, seen in table.seen.items()
            if seen == seat and p in table.tally.liable
        )
        who = next(gone, place.player) or f"bot:{place.bot}"
        counts = RATED_IF_LOST if who in table.tally.liable else UNRATED
        counts = counts if table.unrated else RATED
        row = (table.id, seat, table.at, table.game.name, who, rank, points, counts)
        rows.append(_result(table, row))
    return rows


def _result(table: OnlineTable, row: tuple[Any, ...]) -> Statement:
    """Return the statement that stores a result; a guest's is left out of the ratings."""
    who, counts = row[4], row[7]
    if who.startswith("bot:"):
        return ADD_RESULT, row
    since = table.at if counts == UNRATED else -1
    since = table.dealt.get(who, since)  # not for an account made since the deal
    return ADD_PERSONS_RESULT, (*row, since)
