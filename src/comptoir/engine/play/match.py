"""Matches: a game in progress with its legal actions, events, views and undo."""

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from comptoir.engine.errors import (
    BadRecord,
    BadSetup,
    BrokenGame,
    ComptoirError,
    UnknownSeat,
)
from comptoir.engine.model import registry
from comptoir.engine.model.actions import Action, whole_number
from comptoir.engine.model.events import Event
from comptoir.engine.model.game import REFEREE, Game
from comptoir.engine.model.refusals import IllegalMove, Refusal
from comptoir.engine.model.seed import commitment, read_seed
from comptoir.engine.rules.table import Plain, copy
from comptoir.engine.text.shown import Shown

from .position import Options, Position, View
from .record import Record
from .synchronized import RLock, synchronized

if TYPE_CHECKING:
    import numpy as np

    from comptoir.engine.text.shown import Drawing


class PlayedMove(msgspec.Struct, frozen=True, gc=False):
    """One move of a match: its seat, its action and the events it caused."""

    seat: int
    action: Action
    events: list[Event]


class Match(Shown):
    """One game among people or bots; runs the rules as plain Python, without compiling.

    Thread-safe: each method holds a lock, so no thread sees a half-finished move.

    Args:
        game: A game or its name.
        seats: The number of seats; four by default if the game allows it.
        seed: A whole number or text that determines all chance; a secret one by default.
        options: The game's options by name; others keep their defaults.
        players: The players' names by seat, for the record and the log.
        rules: The version of the rules; the newest by default.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        seed: str | int | None = None,
        options: Options = None,
        players: Sequence[str] = (),
        rules: int | None = None,
    ):
        self.game = registry.load(game)
        self.seats = self.game.check_seats(seats)
        self.seed = read_seed(seed)
        self.options: msgspec.Struct = self.game.read_options(options)
        self.rules = self.game.check_rules(rules)
        self.players = self._names(players)
        self.moves: list[PlayedMove] = []
        self._lock = RLock()
        # the number of moves in the log of a viewer, and the log itself
        self._logs: dict[int | None, tuple[int, list[Event]]] = {}
        # the table before each move that can be undone
        self._undo_snapshots: list[Plain] = []
        self.position = Position.empty(self.game, self.seats, self.options, self.rules)
        self.opening = self._events(self.position.deal(self.seats, self.seed))

    def __repr__(self) -> str:
        state = "over" if self.over else f"waiting for {self.actors}"
        return f"<Match {self.game.name}, {self.seats} seats, move {len(self.moves)}, {state}>"

    def shown(self, seat: int | None = None, language: str = "en") -> "Drawing":
        """Return the board as a seat or a spectator (None) sees it, as a rich renderable."""
        words = self.position.words(language, names=self.players)
        return self.game.board(self.view(seat), words)

    def _repr_html_(self) -> str:
        return self.position.html(self.shown(), self.players)

    @property
    def commitment(self) -> str:
        """The hash that proves later that the seed was fixed before the deal."""
        return commitment(self.seed)

    @property
    @synchronized
    def actors(self) -> list[int]:
        """The seats that the table waits for; none when the game is over."""
        return self.position.actors

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return not self.actors

    @property
    def scores(self) -> list[int]:
        """The points of every seat, now or at the end."""
        return self._standing()[0]

    @property
    def ranks(self) -> list[int]:
        """The rank of every seat, 1 for the first; tied seats share a rank."""
        return self._standing()[1]

    @property
    def ending(self) -> str:
        """How the game ended, as one of the game's `endings`."""
        return self.game.endings[self._standing()[2]]

    @property
    def winners(self) -> list[int]:
        """The seats that won; none before the end."""
        return (
            [s for s, rank in enumerate(self.ranks) if rank == 1] if self.over else []
        )

    @synchronized
    def legal(self, seat: int) -> list[Action]:
        """Return a seat's legal actions; seats outside `actors` may have some too."""
        return self.position.legal(self._seat(seat))

    @synchronized
    def play(self, seat: int, action: Action | str | int) -> list[Event]:
        """Play a legal action and return the events it caused.

        Raises:
            IllegalMove: The rules refuse it; nothing has changed.
            BrokenGame: The game's rules have a bug; nothing has changed.
            UnknownAction: The game has no such action.
        """
        seat, action = self._seat(seat), self.game.actions.read(action)
        return self.play_listed(seat, action, self.position.legal(seat))

    @synchronized
    def play_listed(
        self, seat: int, action: Action, legal: list[Action]
    ) -> list[Event]:
        """Play an action like `play`, with the list that `legal` just returned for the seat."""
        if action not in legal:
            raise self._refused(seat, action, self._reason(seat, action, legal), legal)
        if self.moves and self.moves[-1].seat != seat:
            self._undo_snapshots.clear()
        before, chance = copy(self.position.table), self.position.chance_used
        try:
            events = self._events(self.position.play(seat, action))
            self._look_for_faults()
        except Exception as error:
            self.position.table = before
            why = f"{action}: {type(error).__name__}: {error}"
            raise BrokenGame(self.game.name, self.game.package, why) from error
        self.moves.append(PlayedMove(seat, action, events))
        reveals = any(e.reveals for e in events)
        reveals = reveals or self.game.unseals(before, self.position.table, seat)
        if self.position.chance_used != chance or reveals:
            self._undo_snapshots.clear()
        else:
            self._undo_snapshots.append(before)
        return events

    def _look_for_faults(self) -> None:
        """Raise an error for the first fault of the table, if the game is not one of our
        own.
        """
        wrong = [] if self.game.is_own else self.audit()
        if wrong:
            raise AssertionError("; ".join(wrong))

    @synchronized
    def explain(self, seat: int, action: Action | str | int) -> Refusal | None:
        """Return why an action is refused now, or None if it is legal."""
        seat, action = self._seat(seat), self.game.actions.read(action)
        legal = self.position.legal(seat)
        return None if action in legal else self._reason(seat, action, legal)

    def _reason(self, seat: int, action: Action, legal: list[Action]) -> Refusal:
        """Return why an action that is not legal is refused."""
        actors = self.position.actors
        if not actors:
            return Refusal("over")
        table, box = self.position.table, self.position.box
        if legal:
            return self.game.explain(table, box, seat, action)
        own = self.game.unasked(table, box, seat, action)
        if own or len(actors) > 1:
            return own or Refusal("not_asked")
        return Refusal("not_your_turn", args={"seat": actors[0]})

    @synchronized
    def undo(self, seat: int) -> Action:
        """Undo the last move if this seat made it and it revealed nothing new; return it.

        Raises:
            IllegalMove: The move used chance, revealed something, or was another seat's.
        """
        seat = self._seat(seat)
        last = self.moves[-1] if self.moves else None
        if last is None or last.seat != seat or not self._undo_snapshots:
            key = "undo_first" if last is None else "undo_barrier"
            if last is not None and last.seat != seat:
                key = "undo_other"
            raise self._refused(seat, None, Refusal(key), [])
        # copies of the match share the snapshot
        self.position.table = copy(self._undo_snapshots.pop())
        self._logs.clear()
        return self.moves.pop().action

    @synchronized
    def can_undo(self, seat: int) -> bool:
        """Return True if `undo()` would succeed for this seat."""
        return bool(self._undo_snapshots) and self.moves[-1].seat == self._seat(seat)

    @synchronized
    def view(self, seat: int | None = None) -> View:
        """Return the view of a seat or a spectator (None), as a struct that encodes to JSON."""
        return self.position.view(None if seat is None else self._seat(seat))

    @synchronized
    def views(self, seats: Collection[int | None]) -> dict[int | None, View]:
        """Return the views of several seats or spectators, faster than one by one."""
        return self.position.views(
            [seat if seat is None else self._seat(seat) for seat in seats]
        )

    @synchronized
    def referee_view(self) -> View:
        """Return the view with nothing hidden, for replays and referees, never for a seat."""
        return self.position.view(REFEREE)

    @synchronized
    def log(self, seat: int | None = None) -> list[Event]:
        """Return all events so far, as a seat or a spectator (None) may see them."""
        eyes = None if seat is None else self._seat(seat)
        if eyes not in self._logs:
            self._logs[eyes] = 0, [event.seen_by(eyes) for event in self.opening]
        until, seen = self._logs[eyes]
        for move in self.moves[until:]:
            seen += [event.seen_by(eyes) for event in move.events]
        self._logs[eyes] = len(self.moves), seen
        return [*seen]

    @synchronized
    def prompt(
        self, seat: int, legal: Sequence[Action] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Return the message key and arguments of the prompt for a seat.

        The argument `may` names the legal verbs, so that the prompt offers no others. Pass the
        seat's legal actions if you already have them.
        """
        table, box = self.position.table, self.position.box
        key, args = self.game.prompt(table, box, self._seat(seat))
        if legal is None:
            legal = self.legal(seat)
        return key, args | {"may": self.game.actions.prompted(legal)}

    @synchronized
    def audit(self) -> list[str]:
        """Return a sentence for each fault of the table; none unless there is a bug."""
        return self.game.audit(self.position.table, self.position.box)

    @synchronized
    def imagine(self, seat: int, dice: list[int]) -> Position:
        """Return a determinized position for a seat; bots get nothing else."""
        return self.position.imagine(self._seat(seat), dice)

    @synchronized
    def copy(self) -> "Match":
        """Return an independent copy of the match, for trying out moves."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._lock, other.position = RLock(), self.position.copy()
        other.players, other.moves, other._logs = [*self.players], [*self.moves], {}
        other._undo_snapshots = [*self._undo_snapshots]
        return other

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Match":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            return {**self.__dict__, "_lock": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = RLock()

    @synchronized
    def packed(self) -> "np.ndarray[Any, Any]":
        """Return the real table as an array of one record, for kernels and tests."""
        return self.position.packed()

    @synchronized
    def record(self, until: int | None = None) -> Record:
        """Return the game so far, or up to a move, as a record."""
        return self._record(self.moves[: _checked(until)])

    def _names(self, players: Sequence[str]) -> list[str]:
        """Return the checked names of the players, at most one for each seat."""
        names = list(players)
        named = not isinstance(players, str) and all(isinstance(n, str) for n in names)
        if not named or len(names) > self.seats:
            raise BadSetup(
                f"players {players!r}: expected a list of {self.seats} names at most"
            )
        return names

    def _record(self, moves: list[PlayedMove]) -> Record:
        return Record(
            game=self.game.name,
            rules=self.rules,
            seats=self.seats,
            seed=self.seed,
            commitment=self.commitment,
            options=msgspec.json.decode(msgspec.json.encode(self.options)),
            players=self.players,
            moves=[f"{move.seat} {move.action}" for move in moves],
        ).signed()

    def _seat(self, seat: int) -> int:
        number = whole_number(seat)
        if number is None or not 0 <= number < self.seats:
            raise UnknownSeat(
                f"no seat {seat!r} at a table of {self.seats}: "
                f"expected 0 to {self.seats - 1}"
            )
        return number

    @synchronized
    def _standing(self) -> tuple[list[int], list[int], int]:
        return self.position.standing()

    def _events(self, journal: list[tuple[int, ...]]) -> list[Event]:
        return self.game.read_journal(journal)

    def _refused(
        self, seat: int, action: Action | None, refusal: Refusal, legal: list[Action]
    ) -> IllegalMove:
        """Return a refusal as an error; its message and token are built only when read."""
        words = partial(self.position.words, "en", names=[*self.players])
        moves = [*self.moves]
        return IllegalMove(
            seat=seat,
            action=action,
            legal=legal,
            refusal=refusal,
            sentence=lambda: words().refusal(refusal),
            token=lambda: self._record(moves).token,
        )


def _checked(until: int | None) -> int | None:
    """Return a checked number of moves; None means all."""
    moves = whole_number(until)
    if until is not None and (moves is None or moves < 0):
        raise BadSetup(f"until {until!r}: expected a number of moves, from 0 on")
    return moves


def replay(record: Record | str | Path, until: int | None = None) -> Match:
    """Replay a record up to move `until` and return the match at that point.

    The record may also be given as its token or the path of its file.

    Raises:
        BadRecord: The record was changed, is for an unsupported version of the rules, or
            holds an illegal move.
    """
    record = Record.named(record)
    record.verify()
    match = Match(
        record.game, record.seats, record.seed, record.options, record.players, record.rules
    )  # fmt: skip
    for number, move in enumerate(record.moves[: _checked(until)], 1):
        seat, _, action = move.partition(" ")
        try:
            match.play(int(seat), action)
        except (ComptoirError, ValueError) as error:
            raise BadRecord(f"move {number}, {move!r}: {error}") from None
    return match
