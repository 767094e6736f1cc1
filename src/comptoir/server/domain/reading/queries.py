"""Queries that change nothing: why an action is refused, its effects, what a text means."""

from typing import Any

import msgspec

from comptoir.engine.errors import UnknownAction
from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.play.match import Match
from comptoir.engine.play.preview import preview
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.protocol.hints import HintedAnswer
from comptoir.server.domain.refusals import WORDS, RequestRefused
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


def sentence(table: OnlineTable, refusal: Refusal, language: str) -> str:
    """Return a refusal as a sentence, with the names of players and components."""
    labels = table.match.position.labels if table.match else {}
    words = table.game.words(language, WORDS, names=table.names(), labels=labels)
    return words.refusal(refusal)


def reason(
    table: OnlineTable, name: str, refusal: Refusal | None, language: str
) -> wire.Reason:
    """Return the answer to a request `why`."""
    if refusal is None:
        return wire.Reason(name, None, None, {}, "")
    facts = (refusal.key, refusal.rule, refusal.args)
    return wire.Reason(name, *facts, sentence(table, refusal, language))


def refused(
    table: OnlineTable, name: str | None, refusal: Refusal, language: str
) -> wire.Refused:
    """Return the message for a refused request."""
    facts = (refusal.key, refusal.rule, refusal.args)
    return wire.Refused(name, *facts, sentence(table, refusal, language))


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


def understood(
    table: OnlineTable, seat: int | None, asked: wire.Understand
) -> wire.Understood:
    """Return the actions and phrases that a text stands for; none if the game reads no text."""
    if seat is None:
        raise RequestRefused("not_seated")
    game, match = table.game, table.match
    if game.understand is None or match is None:
        return wire.Understood(asked.id, [], [])
    legal = [action.number for action in table.legal(seat)]
    about = (match.position.table, seat, legal, asked.text, table.names())
    found = game.understand(*about)
    return wire.Understood(
        asked.id,
        [game.actions[number].ref for number in found.actions],
        [wire.PhraseRef(one.key, one.args) for one in found.phrases],
    )


def hinted(
    match: Match, seat: int, action: ActionRef, advice: msgspec.Struct
) -> HintedAnswer | None:
    """Return a hinted answer with its certain effects; None if it is no longer allowed."""
    outcome: Any = preview(match, seat, match.game.actions.read(action))
    if isinstance(outcome, Refusal):
        return None
    facts = {"events": outcome.events} | msgspec.structs.asdict(advice)
    return msgspec.convert(facts, HintedAnswer, from_attributes=True)
