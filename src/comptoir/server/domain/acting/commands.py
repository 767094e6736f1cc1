"""Commands: what people may do at a table, as functions that return the events they cause.

A command changes nothing: it either refuses (`RequestRefused`) or returns events, which
the room applies, commits and publishes. A command has the name of its request, and its
event is the past tense: `wire.Move`, `move`, `Moved`.
"""

from typing import Any, assert_never

from comptoir.engine.errors import UnknownAction
from comptoir.engine.model.actions import ActionRef
from comptoir.server.domain import names
from comptoir.server.domain.phrases import phrases_of
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.events import (
    Advised,
    Again,
    Answered,
    Asked,
    Moved,
    Paced,
    Phrased,
    Proxied,
    Resumed,
    Said,
    Undone,
)
from comptoir.server.domain.state.table import OnlineTable

from .seating import Events, Sender, place_of

LONGEST_TEXT = 300
STALLING = 120_000  # milliseconds until the others may vote, if no clock runs


def requested(  # noqa: C901 - a case a request
    table: OnlineTable, sender: Sender, request: wire.Command
) -> Events:
    """Return the events that a socket request causes."""
    match request:
        case wire.Move():
            return move(table, sender, request.action, request.asked)
        case wire.Undo():
            return undo(table, sender)
        case wire.AskUndo():
            return ask_undo(table, sender, request.to)
        case wire.AskPause():
            return ask_pause(table, sender)
        case wire.AskReplace():
            return ask_replace(table, sender, request.seat)
        case wire.Answer():
            return answer(table, sender, request.ask, request.yes)
        case wire.Resume():
            return resume(table, sender)
        case wire.Pace():
            return pace(table, sender, request.seconds)
        case wire.Proxy():
            return proxy(table, sender, request.limit)
        case wire.Say():
            return say(table, sender, request.text)
        case wire.Phrase():
            return phrase(table, sender, request.key, request.args)
        case _:
            assert_never(request)


def advise(table: OnlineTable, seat: int | None) -> Events:
    """Record that a seat takes a hint: everyone sees the count, and the game becomes unrated.

    Asking again about the same decision counts as the same hint.
    """
    if seat is None or seat not in table.actors:
        return []
    return [] if table.asked[seat] in table.tally.hints[seat] else [Advised(seat)]


def move(table: OnlineTable, sender: Sender, action: ActionRef, asked: int) -> Events:
    """Take an action; `asked` is the number of the decision that the action answers."""
    seat = _playing_seat(table, sender)
    assert table.match
    try:
        chosen = table.game.actions.read(action)
    except UnknownAction:
        raise RequestRefused("unknown_action") from None
    if table.asked[seat] not in (None, asked):
        raise RequestRefused("stale")
    if chosen not in table.legal(seat):
        refusal = table.match.explain(seat, chosen)
        assert refusal
        raise RequestRefused(refusal)
    return [Moved(seat, str(chosen))]


def undo(table: OnlineTable, sender: Sender) -> Events:
    """Take the last move back, unless something has happened since that forbids it."""
    seat = _playing_seat(table, sender)
    assert table.match
    if not table.match.can_undo(seat):
        raise RequestRefused("undo_ask" if table.match.moves else "undo_first")
    return [Undone(seat)]


def ask_undo(table: OnlineTable, sender: Sender, to: int | None) -> Events:
    """Ask the others to undo back to before the sender's last move, or to a number of moves.

    A player whom a bot replaces cannot agree, so no undo is possible until they are back.
    """
    seat = _playing_seat(table, sender)
    assert table.match
    moves = table.match.moves
    if to is None:
        own = (n for n in range(len(moves) - 1, -1, -1) if moves[n].seat == seat)
        to = next(own, None)
    if to is None:
        raise RequestRefused("undo_first")
    if not 0 <= to < len(moves):
        raise RequestRefused("undo_where", moves=len(moves))
    absent = [place.name for place in table.places if place.player and place.bot]
    if absent:
        raise RequestRefused("undo_absent", names=", ".join(absent))
    return _ask(table, Asked(seat, "undo", to))


def ask_pause(table: OnlineTable, sender: Sender) -> Events:
    """Ask the others for a pause."""
    return _ask(table, Asked(_playing_seat(table, sender), "pause"))


def ask_replace(table: OnlineTable, sender: Sender, seat: int) -> Events:
    """Ask the others to let a bot replace a player who stalls, if no clock runs."""
    own, place = _playing_seat(table, sender), place_of(table, seat)
    if seat == own or seat not in table.actors or not place.person:
        raise RequestRefused("holds_nobody_up", number=seat + 1)
    if table.clocks:
        raise RequestRefused("clock_decides")
    left = table.asked_at[seat] + STALLING - sender.at
    if left > 0:
        raise RequestRefused("may_think", seconds=-(-left // 1000))
    return [*_ask(table, Asked(own, "replace", seat)), Answered(own, yes=True)]


def answer(table: OnlineTable, sender: Sender, ask: int, yes: bool) -> Events:
    """Vote on the open question."""
    seat = _seat(table, sender)
    if table.ask is None or table.ask.number != ask:
        raise RequestRefused("nothing_asked")
    return [Answered(seat, yes)]


def resume(table: OnlineTable, sender: Sender) -> Events:
    """End the pause."""
    seat = _seat(table, sender)
    if not table.paused:
        raise RequestRefused("not_paused")
    return [Resumed(seat)]


def pace(table: OnlineTable, sender: Sender, seconds: float) -> Events:
    """Set the minimum seconds bots take per move; anybody with a seat may do so."""
    return [Paced(_seat(table, sender), seconds)]


def proxy(table: OnlineTable, sender: Sender, limit: int | None) -> Events:
    """Let the table raise this seat's bid up to a limit that nobody else sees."""
    seat = _playing_seat(table, sender)
    if table.game.proxy is None:
        raise RequestRefused("no_proxy")
    return [Proxied(seat, limit)]


def say(table: OnlineTable, sender: Sender, text: str) -> Events:
    """Send a chat message; it has no effect on the game."""
    cleaned = names.clean(text, LONGEST_TEXT)
    return [Said(table.seat_of(sender.id), sender.name, cleaned, sender.emblem)]


def phrase(
    table: OnlineTable, sender: Sender, key: str, args: dict[str, Any]
) -> Events:
    """Send one of the game's phrases, or one that every game has."""
    seat = _seat(table, sender)
    slots = phrases_of(table.game).get(key)
    if slots is None:
        raise RequestRefused("no_phrase")
    if set(slots) != set(args):
        raise RequestRefused("phrase_slots", slots=", ".join(slots) or "–")
    for slot, allowed in slots.items():
        if args[slot] not in allowed or isinstance(args[slot], bool):
            raise RequestRefused("phrase_word", slot=slot)
    return [Phrased(seat, key, args)]


def again(table: OnlineTable, sender: Sender, other: str) -> Events:
    """Announce the table of the rematch to everyone."""
    _seat(table, sender)
    if table.state != "over":
        raise RequestRefused("not_over")
    return [] if table.again else [Again(other)]


def _ask(table: OnlineTable, asked: Asked) -> Events:
    """Return a vote to open; one on replacing a player supersedes any other open vote."""
    if table.ask and (asked.what != "replace" or table.ask.what == "replace"):
        raise RequestRefused("asked_already")
    return [asked]


def _seat(table: OnlineTable, sender: Sender) -> int:
    seat = table.seat_of(sender.id)
    if seat is None:
        raise RequestRefused("not_seated")
    return seat


def _playing_seat(table: OnlineTable, sender: Sender) -> int:
    seat = _seat(table, sender)
    if table.state != "playing":
        raise RequestRefused({"waiting": "not_started"}.get(table.state, table.state))
    if table.places[seat].bot:
        raise RequestRefused("bot_plays")
    return seat
