"""The state of one online table: a pure fold over its event log.

Nothing here waits or does I/O. A table changes only by `add` and `apply`: the same events in
the same order give the same table in every process and after every restart.
"""

from collections.abc import Iterable
from typing import assert_never

import msgspec

from comptoir.engine.model import registry
from comptoir.engine.model.actions import Action
from comptoir.engine.model.seed import commitment
from comptoir.engine.play.match import Match
from comptoir.server.domain import settings as settled

from . import events
from .clocks import Clocks
from .events import AnyEvent, LogEntry, LoggedEvent, SentRequest
from .seats import SeatState, Unrated, Vote, resized
from .tally import TableTally
from .undo_snapshots import UndoSnapshots

JUMP = 60_000  # milliseconds; a larger step back means that the clock was set back


class OnlineTable:
    """The state of an online table after its events so far.

    A table keeps the version of its rules; a new one uses the newest.
    """

    def __init__(
        self,
        name: str,
        settings: settled.TableSettings,
        seed: str,
        host: str,
        rules: int | None = None,
    ):
        self.id = name
        self.game = registry.load(settings.game)
        self.rules = self.game.check_rules(rules)
        self.seed = seed
        self.host = host
        self.places: list[SeatState] = []
        self.match: Match | None = None
        self._undo_snapshots = UndoSnapshots()
        self.clocks: Clocks | None = None
        self.number = 0  # events so far
        self.public = 0  # public events so far: the number that readers see
        self.at = 0
        self.log: list[LogEntry] = []
        self._may_act: list[int] = []  # the match's actors, computed once per move
        self._legal: dict[int, list[Action]] = {}  # legal actions by seat
        self.ask: Vote | None = None
        self.paused = False
        self.proxies: dict[int, int] = {}
        self.again = ""
        self.dealt: dict[str, int] = {}  # players at the deal, and its time
        self.seen: dict[str, int] = {}  # the seat each player has played or seen
        self.removed: set[str] = set()  # by the host
        self.requests: dict[tuple[str, str], LogEntry] = {}  # by player and id
        self.uncommitted: list[LoggedEvent] = []
        self.reseated: set[int] = set()  # seats that have changed since the last commit
        self._settle_on(settings)

    def _settle_on(self, settings: settled.TableSettings) -> None:
        """Apply settings before the deal: free seats are added, or the last ones removed."""
        self.settings = settings
        self.seats = self.game.check_seats(settings.seats)
        self.options = settled.table_options(settings)
        self.unrated: Unrated = "" if settled.has_usual_options(settings) else "options"
        self.tally = TableTally(self.seats)
        self.asked: list[int | None] = [None] * self.seats  # question numbers
        self.asked_at = [0] * self.seats  # when each question was asked
        self.reseated |= {*range(len(self.places))}
        self.places = resized(self.places, self.seats)

    @property
    def commitment(self) -> str:
        """The hash that proves later that the seed was fixed before the deal."""
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
        """The seats that the table waits for now."""
        return [] if self.paused else self._may_act

    @property
    def people(self) -> list[int]:
        """The seats where a person plays."""
        return [seat for seat, place in enumerate(self.places) if place.person]

    def seat_of(self, player: str) -> int | None:
        """Return the seat that belongs to a player."""
        own = (seat for seat, one in enumerate(self.places) if one.player == player)
        return next(own, None) if player else None

    def names(self) -> list[str]:
        """Return the players' names by seat; a bot has its own name, as in records."""
        return [p.name or p.bot for p in self.places]

    def legal(self, seat: int) -> list[Action]:
        """Return a seat's legal actions."""
        if self.match and seat not in self._legal:
            self._legal[seat] = self.match.legal(seat)
        return self._legal.get(seat, [])

    def add(
        self,
        caused: Iterable[AnyEvent],
        at: int,
        player: str = "",
        request: SentRequest | None = None,
    ) -> None:
        """Apply and record events; the first one carries the player and the request."""
        for event in caused:
            time = at if at < self.at - JUMP else max(at, self.at)
            name, digest = (request.id, request.digest) if request else (None, None)
            logged = LoggedEvent(self.number + 1, time, player, name, event, digest)
            self.apply(logged)
            self.uncommitted.append(logged)
            player, request = "", None

    def apply(self, logged: LoggedEvent) -> None:
        """Apply an event of the log to the state."""
        event = logged.event
        if logged.at < self.at:
            self._set_back(self.at - logged.at)
        self.number, self.at = logged.number, logged.at
        public = not isinstance(event, events.PrivateEvent)
        self.public += public
        self._fold(event, logged.at, logged.player)
        if isinstance(event, events.Phrased):
            self.tally.said(event, self.match)
        entry = events.entry_of(logged, self.public, self.match)
        if logged.request is not None:
            self.requests[logged.player, logged.request] = entry
        self.log += [entry] * public

    def _fold(self, event: AnyEvent, at: int, player: str) -> None:  # noqa: C901 - a case an event
        match event:
            case events.Sat() | events.Seated() | events.Returned() | events.Left():
                self._change_seat(event, player)
                self._reseat(event.seat, at)
            case events.Changed():
                self._settle_on(event.settings)
            case events.Started():
                self._start(at)
            case events.Moved():
                self._play(event, at)
            case events.Undone():
                self._undo(event.seat, at)
            case events.Asked():
                self._question(event, at)
            case events.Answered():
                self._answer(event, at)
            case events.Resumed():
                self.paused = False
                self._run_clocks(at)
            case events.Paced():
                self.settings = msgspec.structs.replace(self.settings, pace=event.pace)
            case events.Proxied():
                self._set_proxy(event)
            case events.TimedOut():
                self._run_out(event.seat, at)
            case events.Away() | events.Back():
                self._come_or_go(event, at)
            case events.Again():
                self.again = event.table
            case events.Branched():
                self._unrate("branched")
            case events.Advised():
                self._unrate("advised", event.seat)
                self.tally.hints[event.seat].append(self.asked[event.seat])
            case events.Renamed():
                self._rename(event, player)
            case events.Said() | events.Phrased() | events.Faltered():
                pass  # logged, with no effect on the state
            case _:
                assert_never(event)

    def _change_seat(
        self,
        event: events.Sat | events.Seated | events.Returned | events.Left,
        player: str,
    ) -> None:
        place = self.places[event.seat]
        match event:
            case events.Sat(invited=True):
                place.invited, place.guest = player, event.name
            case events.Sat():
                place.belong_to(player, event.name, event.emblem)
                place.bot, place.away, place.invited = "", False, ""
                self._saw(player, event.seat)
            case events.Seated():
                place.bot, place.why = event.bot, event.why
            case events.Returned():
                place.bot = ""
                if self.clocks and not self.clocks.bank[event.seat]:
                    self.clocks.again(event.seat)
            case events.Left():
                if event.by == "host" and place.player:
                    self.removed.add(place.player)
                elif self.match:
                    self._unrate("stand_in", event.seat)
                place.player = place.name = place.invited = ""
                place.away = False

    def _run_out(self, seat: int | None, at: int) -> None:
        if seat is not None and self.clocks:
            self._unrate("stand_in", seat)
            self.clocks.stop(at)

    def _rename(self, event: events.Renamed, player: str) -> None:
        place = self.places[event.seat]
        if place.player in self.seen:
            self.seen[player] = self.seen.pop(place.player)
        self.tally.renamed(place.player, player)
        if self.host == place.player:
            self.host = player
        place.belong_to(player, event.name, event.emblem)
        self.reseated.add(event.seat)
        if self.match:
            self.match.players = self.names()

    def _come_or_go(self, event: events.Away | events.Back, at: int) -> None:
        """Mark a player as away or back; update an open vote on replacing them."""
        place, ask = self.places[event.seat], self.ask
        place.away = isinstance(event, events.Away)
        voted = ask is not None and ask.what == "replace"
        if place.away:
            place.since = at
            if voted:
                self._settle(at)
        elif voted and ask and ask.seat == ask.to == event.seat and not self.clocks:
            self.ask = None

    def _saw(self, player: str, seat: int) -> None:
        """Record that a player who sits down in a running game sees what the seat hides."""
        if self.match:
            if self.seen.get(player) != seat and not self.unrated:
                self._unrate("taken_over", *self.seen.values())
            self.seen.setdefault(player, seat)

    def _unrate(self, why: Unrated, *seats: int) -> None:
        """Make the game unrated; the players of these seats may still lose rating by it."""
        self.unrated = self.unrated or why
        players = {self.places[seat].player for seat in seats}
        self.tally.liable |= players & self.seen.keys()

    def _reseat(self, seat: int, at: int) -> None:
        """After a change of seats: update names in the record, proxies, votes and clocks."""
        self.reseated.add(seat)
        if self.match:
            self.match.players = self.names()
            proxies = self.proxies.items()
            self.proxies = {s: n for s, n in proxies if self.places[s].person}
            if self.ask:
                self._settle(at)
            self._run_clocks(at)

    def _start(self, at: int) -> None:
        self.match = self.anew()
        self.seen = {p.player: seat for seat, p in enumerate(self.places) if p.player}
        self.dealt = dict.fromkeys(self.seen, at)
        if self.settings.clock:
            self.clocks = Clocks(self.settings.clock, self.seats)
        self._turn(at, None)
        self._run_clocks(at)

    def anew(self) -> Match:
        """Return the game as it was dealt."""
        deal = (self.game, self.seats, self.seed, self.options)
        return Match(*deal, self.names(), self.rules)

    def _play(self, event: events.Moved, at: int) -> None:
        assert self.match
        action = self.game.actions.read(event.action)
        self.match.play_listed(event.seat, action, self.legal(event.seat))
        self.tally.moved(len(self.match.moves), event, self.places[event.seat])
        if self.clocks:
            self.clocks.moved(at, event.seat)
        if event.by in ("bot", "clock") and event.seat in self.seen.values():
            self._unrate("stand_in", event.seat)
        if self.ask and not self.ask.outlasts(event.seat):
            self.ask = None  # the game continued
        proxy = self.game.proxy
        if proxy and self.match.moves[-1].action.verb not in proxy:
            self.proxies.clear()
        self._turn(at, event.seat)
        self._run_clocks(at, event.seat)

    def _undo(self, seat: int, at: int) -> None:
        assert self.match
        self.match.undo(seat)
        self._undo_snapshots.forget(len(self.match.moves))
        self._turn(at, None, anew=True)
        if self.clocks:
            self.clocks.undone(at, self._waiting)

    def _go_back(self, at: int, keep: int, asker: int) -> None:
        assert self.match
        kept = self.match.moves[:keep]
        self.match = self._undo_snapshots.match_after(kept, self.anew)
        self.match.players = self.names()
        self._unrate("taken_back", asker)
        self.proxies.clear()
        self._turn(at, None, anew=True)
        if self.clocks:
            self.clocks.gone_back(at, keep, self._waiting)

    def _turn(self, at: int, mover: int | None, *, anew: bool = False) -> None:
        """Update the pending decisions: which seats may act, and since when."""
        assert self.match
        self._legal = {}
        self._may_act = self.match.actors
        for seat in range(self.seats):
            if seat not in self._may_act:
                self.asked[seat] = None
            elif anew or seat == mover or self.asked[seat] is None:
                self.asked[seat], self.asked_at[seat] = self.public, at

    @property
    def _waiting(self) -> list[int]:
        """The seats of people who may act now."""
        return [seat for seat in self.actors if self.places[seat].person]

    def _run_clocks(self, at: int, mover: int | None = None) -> None:
        if self.clocks:
            if self.paused or self.state == "over":
                self.clocks.pause(at)
            else:
                self.clocks.turn(at, self._waiting, mover)

    def _set_back(self, by: int) -> None:
        """Correct all times after the server's clock was set back."""
        if self.clocks:
            self.clocks.set_back(by)
        self.asked_at = [at - by for at in self.asked_at]
        for place in self.places:
            place.since -= by

    def _question(self, event: events.Asked, at: int) -> None:
        yes = set() if event.what == "replace" else {event.seat}
        self.ask = Vote(self.public, event.seat, event.what, event.to, yes)
        self._settle(at)

    def _answer(self, event: events.Answered, at: int) -> None:
        if ask := self.ask:
            (ask.yes if event.yes else ask.no).add(event.seat)
            self._settle(at)

    def _settle(self, at: int) -> None:
        """Carry out a vote that has passed; drop one that has failed."""
        ask = self.ask
        assert ask
        voters = {*self.people}
        if ask.what == "replace":  # players who are present decide
            others = voters - {ask.to}
            voters = {s for s in others if not self.places[s].away} or others
            half = len(voters) / 2
            if len(ask.yes & voters) > half or not voters:
                self.ask = None
                if ask.seat != ask.to:
                    self._unrate("stand_in", ask.to, *ask.yes)
                place = self.places[ask.to]
                place.bot, place.why = self.settings.substitute, "vote"
                self._reseat(ask.to, at)
            elif len(ask.no & voters) >= half:
                self.ask = None
                self.places[ask.to].since = at  # the others' wait starts again
                if self.clocks:
                    self.clocks.again(ask.to)
                    self._run_clocks(at)
        elif ask.no & voters:
            self.ask = None
        elif voters <= ask.yes:
            self.ask = None
            if ask.what == "undo":
                self._go_back(at, ask.to, ask.seat)
            else:
                self.paused = True
                self._run_clocks(at)

    def _set_proxy(self, event: events.Proxied) -> None:
        self.proxies.pop(event.seat, None)
        if event.limit is not None:
            self.proxies[event.seat] = event.limit
