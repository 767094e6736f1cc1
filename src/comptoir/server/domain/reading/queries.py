"""Queries that change nothing: why an action is not allowed, and what it would do."""

from typing import Any

from comptoir.engine.errors import UnknownAction
from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.play.preview import preview
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.table import OnlineTable


def why(table: OnlineTable, seat: int | None, action: ActionRef) -> Refusal | None:
    """Return why an action is not allowed now, or None if it is."""
    if table.match is None:
        return RequestRefused("not_started").refusal
    if seat is None:
        return RequestRefused("not_seated").refusal
    try:
        return table.match.explain(seat, table.game.actions.read(action))
    except UnknownAction:
        return RequestRefused("unknown_action").refusal


def previewed(
    table: OnlineTable, seat: int | None, asked: wire.Preview
) -> wire.Previewed:
    """Return the certain effects of an action."""
    refusal = why(table, seat, asked.action)
    if refusal:
        raise RequestRefused(refusal)
    assert table.match
    assert seat is not None
    action = table.game.actions.read(asked.action)
    outcome: Any = preview(table.match, seat, action)
    return wire.Previewed(asked.id, outcome.events, outcome.whole, outcome.view)
