"""What people may do at a table: a command looks at it and returns the events it causes.

Nothing is changed here: who refuses (`RequestRefused`) leaves everything as it was, and what
is returned is applied, committed and told by the room. A name is the request's own, its
event the past tense: `wire.Move`, `move`, `Moved`.
"""

import unicodedata
from typing import Any, assert_never

import msgspec

from comptoir.engine.errors import UnknownAction
from comptoir.engine.model.actions import ActionRef
from comptoir.server.protocol import wire

from .events import (
    Again,
    Answered,
    AnyEvent,
    Asked,
    Left,
    Moved,
    Phrased,
    Proxied,
    Resumed,
    Returned,
    Said,
    Sat,
    Seated,
    Started,
    Undone,
)
from .refusals import RequestRefused
from .table import OnlineTable, Place

LONGEST_NAME = 24
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and signs without ink
LONGEST_TEXT = 300

Events = list[AnyEvent]


class Sender(msgspec.Struct, frozen=True):
    """Who gives a command: a player's id, and the name to be shown."""

    id: str
    name: str


def requested(table: OnlineTable, sender: Sender, request: wire.Command) -> Events:
    """Return the events that a request on the socket causes."""
    match request:
        case wire.Move():
            return move(table, sender, request.action, request.asked)
        case wire.Undo():
            return undo(table, sender)
        case wire.AskUndo():
            return ask_undo(table, sender, request.to)
        case wire.AskPause():
            return ask_pause(table, sender)
        case wire.Answer():
            return answer(table, sender, request.ask, request.yes)
        case wire.Resume():
            return resume(table, sender)
        case wire.Proxy():
            return proxy(table, sender, request.limit)
        case wire.Say():
            return say(table, sender, request.text)
        case wire.Phrase():
            return phrase(table, sender, request.key, request.args)
        case _:
            assert_never(request)


def sit(table: OnlineTable, sender: Sender, seat: int) -> Events:
    """Take a free seat, or that of a bot that plays for nobody."""
    place = _place(table, seat)
    own = table.seat_of(sender.id)
    if own == seat:
        return []
    if own is not None:
        raise RequestRefused("seated", number=own + 1)
    if place.player:
        raise RequestRefused("seat_taken", number=seat + 1)
    return [Sat(seat, sender.name), *_started_by(table, seat)]


def leave(table: OnlineTable, sender: Sender, seat: int) -> Events:
    """Give the seat up; in a game that has begun, a bot plays on."""
    place = _own_place(table, sender, seat)
    if table.state == "over":
        return []
    if table.match is None:
        return [Left(seat)]
    return [Left(seat), Seated(seat, place.bot or table.settings.substitute, "left")]


def seat_bot(table: OnlineTable, sender: Sender, seat: int, bot: str) -> Events:
    """Let a bot play: in an empty seat, in one's own, or in that of one who is away."""
    place = _place(table, seat)
    own = table.seat_of(sender.id)
    if table.state == "over":
        raise RequestRefused("over")
    if own is None and sender.id != table.host:
        raise RequestRefused("not_seated")
    if place.person and own != seat and not place.away:
        raise RequestRefused("seat_taken", number=seat + 1)
    if place.bot == bot:
        return []
    return [Seated(seat, bot), *_started_by(table, seat)]


def dismiss_bot(table: OnlineTable, sender: Sender, seat: int) -> Events:
    """Take one's own seat back from the bot, or a bot away before the game begins."""
    bot = _place(table, seat).bot
    if table.seat_of(sender.id) == seat:
        return [Returned(seat)] if bot else []
    if table.match:
        raise RequestRefused("started")
    if sender.id != table.host:
        raise RequestRefused("not_host")
    return [Seated(seat, "")] if bot else []


def move(table: OnlineTable, sender: Sender, action: ActionRef, asked: int) -> Events:
    """Act; `asked` names the question that is answered."""
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
    """Take the last move back, if nothing came between."""
    seat = _playing_seat(table, sender)
    assert table.match
    if not table.match.can_undo(seat):
        raise RequestRefused("undo_ask" if table.match.moves else "undo_first")
    return [Undone(seat)]


def ask_undo(table: OnlineTable, sender: Sender, to: int) -> Events:
    """Ask the others to go back to where `to` moves were made."""
    seat = _playing_seat(table, sender)
    assert table.match
    if not 0 <= to < len(table.match.moves):
        raise RequestRefused("undo_where", moves=len(table.match.moves))
    return _ask(table, Asked(seat, "undo", to))


def ask_pause(table: OnlineTable, sender: Sender) -> Events:
    """Ask the others for a pause."""
    return _ask(table, Asked(_playing_seat(table, sender), "pause"))


def answer(table: OnlineTable, sender: Sender, ask: int, yes: bool) -> Events:
    """Agree with what was asked, or refuse it."""
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


def proxy(table: OnlineTable, sender: Sender, limit: int | None) -> Events:
    """Let the table raise for this seat, up to a limit that nobody sees."""
    seat = _playing_seat(table, sender)
    if table.game.proxy is None:
        raise RequestRefused("no_proxy")
    return [Proxied(seat, limit)]


def say(table: OnlineTable, sender: Sender, text: str) -> Events:
    """Say something; it binds nobody."""
    said = clean(text, LONGEST_TEXT)
    return [Said(table.seat_of(sender.id), sender.name, said)]


def phrase(
    table: OnlineTable, sender: Sender, key: str, args: dict[str, Any]
) -> Events:
    """Say one of the game's phrases."""
    seat = _seat(table, sender)
    slots = table.game.phrases.get(key)
    if slots is None:
        raise RequestRefused("no_phrase")
    if set(slots) != set(args):
        raise RequestRefused("phrase_slots", slots=", ".join(slots) or "–")
    for slot, allowed in slots.items():
        if args[slot] not in allowed or isinstance(args[slot], bool):
            raise RequestRefused("phrase_word", slot=slot)
    return [Phrased(seat, key, args)]


def again(table: OnlineTable, sender: Sender, other: str) -> Events:
    """Tell everyone where the next game is."""
    _seat(table, sender)
    if table.state != "over":
        raise RequestRefused("not_over")
    return [] if table.again else [Again(other)]


def clean(text: str, most: int) -> str:
    """Return a text in one line, without signs that cannot be seen.

    Raises:
        RequestRefused: Nothing is left, or it is too long.
    """
    kept = "".join(
        " " if unicodedata.category(c)[0] == "Z" or c in BLANKS else c
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c)[0] in "ZLMNPS" or c == "\u200d"
    )
    kept = " ".join(kept.split())
    seen = any(unicodedata.category(c)[0] in "LNPS" for c in kept)
    if not seen or len(kept) > most:
        raise RequestRefused("bad_text", most=most)
    return kept


def _started_by(table: OnlineTable, seat: int) -> Events:
    """Return the start, if somebody who sits down here takes the last free seat."""
    others = (place for number, place in enumerate(table.places) if number != seat)
    waiting = table.match is not None or any(place.free for place in others)
    return [] if waiting else [Started()]


def _ask(table: OnlineTable, asked: Asked) -> Events:
    if table.ask:
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


def _place(table: OnlineTable, seat: int) -> Place:
    if not 0 <= seat < table.seats:
        raise RequestRefused("no_seat", seats=table.seats)
    return table.places[seat]


def _own_place(table: OnlineTable, sender: Sender, seat: int) -> Place:
    place = _place(table, seat)
    if table.seat_of(sender.id) != seat:
        raise RequestRefused("not_yours", number=seat + 1)
    return place
