"""One online table: who sits where, the match, clocks and asks, read off its entries.

Nothing here waits or writes. `add` is the only way in: the same entries in the same order
give the same table in every process and after every restart.
"""

from typing import Any

import msgspec

from comptoir.engine.model import registry
from comptoir.engine.model.events import Event
from comptoir.engine.model.seed import commitment
from comptoir.engine.play.match import Match

from . import events as happened
from .clocks import Clocks
from .events import Stamped
from .settings import OPEN_NOTES, Settings


class Place(msgspec.Struct):
    """A seat: whose it is, and who plays there."""

    player: str = ""
    name: str = ""
    bot: str = ""  # plays now, in its own seat or for a player who may come back
    away: bool = False
    since: int = 0  # when the player went away

    @property
    def free(self) -> bool:
        """Whether nobody plays here."""
        return not self.player and not self.bot

    @property
    def person(self) -> bool:
        """Whether a person plays here now."""
        return bool(self.player) and not self.bot


class Ask(msgspec.Struct):
    """What somebody asks the others to agree to, and who has agreed."""

    number: int
    seat: int
    what: str
    to: int
    yes: set[int]
    no: set[int]


class Line(msgspec.Struct, frozen=True, gc=False):
    """A public entry, with what happened at the table and who moved."""

    number: int
    stamped: Stamped
    events: list[Event]
    mover: int | None = None


class Table:
    """The state of an online table after its entries so far."""

    def __init__(self, name: str, settings: Settings, seed: str, host: str):
        self.id = name
        self.game = registry.load(settings.game)
        self.settings = settings
        self.seats = self.game.check_seats(settings.seats)
        self.options = table_options(settings)
        self.seed = seed
        self.host = host
        self.places = [Place() for _ in range(self.seats)]
        self.match: Match | None = None
        self.clocks: Clocks | None = None
        self.number = 0  # entries so far
        self.public = 0  # those that everyone hears of
        self.at = 0
        self.lines: list[Line] = []
        self.asked: list[int | None] = [None] * self.seats  # when each was last asked
        self._may_act: list[int] = []  # as the match has it, asked once a move
        self.ask: Ask | None = None
        self.paused = False
        self.proxies: dict[int, int] = {}
        self.again = ""
        self.taken_back = False  # by consent, or from a known deal: proves nothing
        self.requests: dict[tuple[str, str], int] = {}
        self.fresh: list[Stamped] = []  # not yet committed
        self.reseated: set[int] = set()  # seats that changed hands since

    @property
    def commitment(self) -> str:
        """What proves later that the seed was fixed before the deal."""
        return commitment(self.seed)

    @property
    def state(self) -> str:
        """One word: waiting, playing, paused or over."""
        if self.match is None:
            return "waiting"
        if not self._may_act:
            return "over"
        return "paused" if self.paused else "playing"

    @property
    def actors(self) -> list[int]:
        """The seats that may act now."""
        return [] if self.paused else self._may_act

    @property
    def people(self) -> list[int]:
        """The seats where a person plays."""
        return [seat for seat, place in enumerate(self.places) if place.person]

    def seat_of(self, player: str) -> int | None:
        """Return the seat that belongs to a player."""
        for seat, place in enumerate(self.places):
            if player and place.player == player:
                return seat
        return None

    def add(
        self, entry: Any, at: int, player: str = "", request: str | None = None
    ) -> None:
        """Let something happen, and keep it to be committed."""
        stamp = Stamped(self.number + 1, max(at, self.at), player, request, entry)
        self.apply(stamp)
        self.fresh.append(stamp)

    def apply(self, stamped: Stamped) -> None:
        """Let happen what an entry says."""
        entry = stamped.entry
        self.number, self.at = stamped.number, stamped.at
        if not entry.private:
            self.public += 1
        getattr(self, f"_on_{type(entry).__name__.lower()}")(stamped, entry)
        if stamped.request is not None:
            self.requests[stamped.player, stamped.request] = self.public
        if not entry.private:
            self.lines.append(self._line(stamped))

    def _line(self, stamped: Stamped) -> Line:
        events, mover = [], None
        if self.match:
            if isinstance(stamped.entry, happened.Started):
                events = self.match.opening
            elif isinstance(stamped.entry, happened.Moved):
                events, mover = self.match.moves[-1].events, stamped.entry.seat
        return Line(self.public, stamped, events, mover)

    def _turn(self, at: int, mover: int | None, *, anew: bool = False) -> None:
        """Note who is asked from now on, and run the clocks."""
        assert self.match
        self._may_act = self.match.actors
        for seat in range(self.seats):
            if seat not in self._may_act:
                self.asked[seat] = None
            elif anew or seat == mover or self.asked[seat] is None:
                self.asked[seat] = self.public
        self._run_clocks(at, mover)

    def _run_clocks(self, at: int, mover: int | None = None) -> None:
        if self.clocks:
            waiting = [seat for seat in self.actors if self.places[seat].person]
            if self.paused or self.state == "over":
                self.clocks.pause(at)
            else:
                self.clocks.turn(at, waiting, mover)

    def _on_sat(self, stamped: Stamped, entry: happened.Sat) -> None:
        place = self.places[entry.seat]
        place.player, place.name, place.bot = stamped.player, entry.name, ""
        place.away = False
        self._reseat(entry.seat, stamped.at)

    def _on_seated(self, stamped: Stamped, entry: happened.Seated) -> None:
        self.places[entry.seat].bot = entry.bot
        self._reseat(entry.seat, stamped.at)

    def _on_returned(self, stamped: Stamped, entry: happened.Returned) -> None:
        self.places[entry.seat].bot = ""
        if self.clocks and not self.clocks.bank[entry.seat]:
            self.clocks.again(entry.seat)
        self._reseat(entry.seat, stamped.at)

    def _on_left(self, stamped: Stamped, entry: happened.Left) -> None:
        place = self.places[entry.seat]
        place.player = place.name = ""
        place.away = False
        self._reseat(entry.seat, stamped.at)

    def _reseat(self, seat: int, at: int) -> None:
        """After a change of seats: names in the record, clocks of people only."""
        self.reseated.add(seat)
        if self.match:
            self.match.players = self.names()
            self.proxies = {
                s: n for s, n in self.proxies.items() if self.places[s].person
            }
            if self.ask:
                self._settle(at)
            self._run_clocks(at)

    def names(self) -> list[str]:
        """Return who plays, by seat; a bot has its name in the record."""
        return [p.name or p.bot for p in self.places]

    def _on_started(self, stamped: Stamped, entry: happened.Started) -> None:
        self.match = self._new_match()
        if self.settings.clock:
            self.clocks = Clocks(self.settings.clock, self.seats)
        self._turn(stamped.at, None)

    def _new_match(self) -> Match:
        return Match(self.game, self.seats, self.seed, self.options, self.names())

    def _on_moved(self, stamped: Stamped, entry: happened.Moved) -> None:
        assert self.match
        self.match.play(entry.seat, entry.action)
        if self.ask and self.ask.what != "replace":
            self.ask = None  # play went on
        proxy = self.game.proxy
        if proxy and self.match.moves[-1].action.verb not in proxy:
            self.proxies.clear()
        self._turn(stamped.at, entry.seat)

    def _on_undone(self, stamped: Stamped, entry: happened.Undone) -> None:
        assert self.match
        self.match.undo(entry.seat)
        self._turn(stamped.at, None, anew=True)

    def _go_back(self, at: int, keep: int) -> None:
        assert self.match
        moves = self.match.moves[:keep]
        self.match = self._new_match()
        for move in moves:
            self.match.play(move.seat, move.action)
        self.taken_back = True
        self.proxies.clear()
        self._turn(at, None, anew=True)

    def _on_asked(self, stamped: Stamped, entry: happened.Asked) -> None:
        yes = set() if entry.what == "replace" else {entry.seat}
        self.ask = Ask(self.public, entry.seat, entry.what, entry.to, yes, set())
        self._settle(stamped.at)

    def _on_answered(self, stamped: Stamped, entry: happened.Answered) -> None:
        if self.ask:
            (self.ask.yes if entry.yes else self.ask.no).add(entry.seat)
            self._settle(stamped.at)

    def _settle(self, at: int) -> None:
        """Carry out what everyone asked agreed to; forget what somebody refused."""
        ask = self.ask
        assert ask
        voters = {
            seat for seat in self.people if ask.what != "replace" or seat != ask.to
        }
        if ask.what == "replace":
            half = len(voters) / 2
            if len(ask.yes & voters) > half or not voters:
                self.ask = None
                self.places[ask.to].bot = self.settings.substitute
                self._reseat(ask.to, at)
            elif len(ask.no & voters) >= half:
                self.ask = None
                if self.clocks:
                    self.clocks.again(ask.to)
                    self._run_clocks(at)
        elif ask.no & voters:
            self.ask = None
        elif voters <= ask.yes:
            self.ask = None
            if ask.what == "undo":
                self._go_back(at, ask.to)
            else:
                self.paused = True
                self._run_clocks(at)

    def _on_resumed(self, stamped: Stamped, entry: happened.Resumed) -> None:
        self.paused = False
        self._run_clocks(stamped.at)

    def _on_proxied(self, stamped: Stamped, entry: happened.Proxied) -> None:
        if entry.limit is None:
            self.proxies.pop(entry.seat, None)
        else:
            self.proxies[entry.seat] = entry.limit

    def _on_timedout(self, stamped: Stamped, entry: happened.TimedOut) -> None:
        if entry.seat is not None and self.clocks:
            self.clocks.stop(stamped.at)

    def _on_away(self, stamped: Stamped, entry: happened.Away) -> None:
        self.places[entry.seat].away = True
        self.places[entry.seat].since = stamped.at

    def _on_back(self, stamped: Stamped, entry: happened.Back) -> None:
        self.places[entry.seat].away = False

    def _on_again(self, stamped: Stamped, entry: happened.Again) -> None:
        self.again = entry.table

    def _on_branched(self, stamped: Stamped, entry: happened.Branched) -> None:
        self.taken_back = True

    def _on_said(self, stamped: Stamped, entry: Any) -> None:
        """Talk changes nothing."""

    _on_phrased = _on_said


def table_options(settings: Settings) -> Any:
    """Return the game's options as a table has them: open notes are a matter of memory."""
    game = registry.load(settings.game)
    options = dict(settings.options)
    if OPEN_NOTES in game.options.__struct_fields__:
        options.setdefault(OPEN_NOTES, settings.memory == "open")
    return game.read_options(options)
