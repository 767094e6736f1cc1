"""What people may do at a table: each either happens or is refused with a reason.

A wish is a function of the table, the time and the player. It looks first and adds last,
so that a refusal changes nothing.
"""

import unicodedata
from collections.abc import Callable
from typing import Any

from comptoir.engine.errors import UnknownAction
from comptoir.engine.model.actions import Action, ActionRef
from comptoir.engine.model.refusals import Refusal

from . import events as happened
from .refusals import Refused
from .table import Table

Wish = Callable[[Table, int], None]

LONGEST_NAME = 24
LONGEST_TEXT = 300


def clean(text: str, most: int) -> str:
    """Return a text in one line, without signs that cannot be seen.

    Raises:
        Refused: Nothing is left, or it is too long.
    """
    kept = "".join(
        " " if unicodedata.category(c)[0] == "Z" else c
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c)[0] in "ZLMNPS" or c == "\u200d"
    )
    kept = " ".join(kept.split())
    if not kept or len(kept) > most:
        raise Refused("bad_text", most=most)
    return kept


class Player:
    """Someone at a table: what they may wish. `seat` is theirs, if they have one."""

    def __init__(self, player: str, name: str, request: str | None = None):
        self.player = player
        self.name = name
        self.request = request

    def sit(self, seat: int) -> Wish:
        """Take a free seat, or that of a bot that plays for nobody."""

        def wish(table: Table, at: int) -> None:
            place = _place(table, seat)
            own = table.seat_of(self.player)
            if own == seat:
                return
            if own is not None:
                raise Refused("seated", number=own + 1)
            if place.player:
                raise Refused("seat_taken", number=seat + 1)
            self._add(table, at, happened.Sat(seat, self.name))
            start_if_full(table, at)

        return wish

    def leave(self, seat: int) -> Wish:
        """Give the seat up; in a game that has begun, a bot plays on."""

        def wish(table: Table, at: int) -> None:
            place = self._own(table, seat)
            if table.state == "over":
                return
            bot = place.bot or table.settings.substitute
            self._add(table, at, happened.Left(seat))
            if table.match:
                table.add(happened.Seated(seat, bot, "left"), at)

        return wish

    def seat_bot(self, seat: int, bot: str) -> Wish:
        """Let a bot play: in an empty seat, in one's own, or in that of one who is away."""

        def wish(table: Table, at: int) -> None:
            place = _place(table, seat)
            own = table.seat_of(self.player)
            if table.state == "over":
                raise Refused("over")
            if own is None and self.player != table.host:
                raise Refused("not_seated")
            if place.person and own != seat and not place.away:
                raise Refused("seat_taken", number=seat + 1)
            if place.bot == bot:
                return
            self._add(table, at, happened.Seated(seat, bot))
            start_if_full(table, at)

        return wish

    def empty(self, seat: int) -> Wish:
        """Take a bot away again, before the game begins."""

        def wish(table: Table, at: int) -> None:
            place = _place(table, seat)
            if table.match:
                raise Refused("started")
            if self.player != table.host:
                raise Refused("not_host")
            if place.bot:
                self._add(table, at, happened.Seated(seat, ""))

        return wish

    def come_back(self, seat: int) -> Wish:
        """Take one's own seat back from the bot."""

        def wish(table: Table, at: int) -> None:
            if self._own(table, seat).bot:
                self._add(table, at, happened.Returned(seat))

        return wish

    def move(self, action: ActionRef, asked: int) -> Wish:
        """Act; `asked` names the question that is answered."""

        def wish(table: Table, at: int) -> None:
            seat = self._playing(table)
            chosen = _check_move(table, seat, action, asked)
            self._add(table, at, happened.Moved(seat, str(chosen)))

        return wish

    def undo(self) -> Wish:
        """Take the last move back, if nothing came between."""

        def wish(table: Table, at: int) -> None:
            seat = self._playing(table)
            assert table.match
            if not table.match.can_undo(seat):
                raise Refused("undo_ask" if table.match.moves else "undo_first")
            self._add(table, at, happened.Undone(seat))

        return wish

    def ask_undo(self, to: int) -> Wish:
        """Ask the others to go back to where `to` moves were made."""

        def wish(table: Table, at: int) -> None:
            seat = self._playing(table)
            assert table.match
            if not 0 <= to < len(table.match.moves):
                raise Refused("undo_where", moves=len(table.match.moves))
            self._ask(table, at, happened.Asked(seat, "undo", to))

        return wish

    def ask_pause(self) -> Wish:
        """Ask the others for a pause."""

        def wish(table: Table, at: int) -> None:
            self._ask(table, at, happened.Asked(self._playing(table), "pause"))

        return wish

    def answer(self, ask: int, yes: bool) -> Wish:
        """Agree with what was asked, or refuse it."""

        def wish(table: Table, at: int) -> None:
            seat = self._seat(table)
            if table.ask is None or table.ask.number != ask:
                raise Refused("nothing_asked")
            self._add(table, at, happened.Answered(seat, yes))

        return wish

    def resume(self) -> Wish:
        """End the pause."""

        def wish(table: Table, at: int) -> None:
            seat = self._seat(table)
            if not table.paused:
                raise Refused("not_paused")
            self._add(table, at, happened.Resumed(seat))

        return wish

    def proxy(self, limit: int | None) -> Wish:
        """Let the table raise for this seat, up to a limit that nobody sees."""

        def wish(table: Table, at: int) -> None:
            seat = self._playing(table)
            if table.game.proxy is None:
                raise Refused("no_proxy")
            self._add(table, at, happened.Proxied(seat, limit))

        return wish

    def say(self, text: str) -> Wish:
        """Say something; it binds nobody."""

        def wish(table: Table, at: int) -> None:
            said = clean(text, LONGEST_TEXT)
            seat = table.seat_of(self.player)
            self._add(table, at, happened.Said(seat, self.name, said))

        return wish

    def phrase(self, key: str, args: dict[str, Any]) -> Wish:
        """Say one of the game's phrases."""

        def wish(table: Table, at: int) -> None:
            seat = self._seat(table)
            _check_phrase(table, key, args)
            self._add(table, at, happened.Phrased(seat, key, args))

        return wish

    def again(self, other: str) -> Wish:
        """Tell everyone where the next game is."""

        def wish(table: Table, at: int) -> None:
            self._seat(table)
            if table.state != "over":
                raise Refused("not_over")
            if not table.again:
                self._add(table, at, happened.Again(other))

        return wish

    def _ask(self, table: Table, at: int, ask: happened.Asked) -> None:
        if table.ask:
            raise Refused("asked_already")
        self._add(table, at, ask)

    def _add(self, table: Table, at: int, entry: Any) -> None:
        table.add(entry, at, self.player, self.request)

    def _seat(self, table: Table) -> int:
        seat = table.seat_of(self.player)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def _own(self, table: Table, seat: int) -> Any:
        place = _place(table, seat)
        if table.seat_of(self.player) != seat:
            raise Refused("not_yours", number=seat + 1)
        return place

    def _playing(self, table: Table) -> int:
        seat = self._seat(table)
        if table.state != "playing":
            raise Refused({"waiting": "not_started"}.get(table.state, table.state))
        if table.places[seat].bot:
            raise Refused("bot_plays")
        return seat


def start_if_full(table: Table, at: int) -> None:
    """Deal as soon as every seat is taken."""
    if table.match is None and not any(place.free for place in table.places):
        table.add(happened.Started(), at)


def _place(table: Table, seat: int) -> Any:
    if not 0 <= seat < table.seats:
        raise Refused("no_seat", seats=table.seats)
    return table.places[seat]


def _check_move(table: Table, seat: int, ref: ActionRef, asked: int) -> Action:
    """Refuse a move that answers another question, or that the rules do not allow."""
    assert table.match
    try:
        action = table.game.actions.read(ref)
        refusal = table.match.explain(seat, action)
    except UnknownAction:
        raise Refused("unknown_action") from None
    if table.asked[seat] not in (None, asked):
        raise Refused("stale")
    if refusal:
        raise Forbidden(refusal)
    return action


def _check_phrase(table: Table, key: str, args: dict[str, Any]) -> None:
    slots = table.game.phrases.get(key)
    if slots is None:
        raise Refused("no_phrase")
    if set(slots) != set(args):
        raise Refused("phrase_slots", slots=", ".join(slots) or "–")
    for slot, allowed in slots.items():
        if args[slot] not in allowed or isinstance(args[slot], bool):
            raise Refused("phrase_word", slot=slot)


class Forbidden(Refused):
    """Something the rules of the game refuse."""

    def __init__(self, refusal: Refusal):
        ValueError.__init__(self, refusal.key)
        self.refusal = refusal
