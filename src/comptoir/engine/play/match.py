"""A game in progress: who may act, what is legal, what happened, and the way back."""

from collections.abc import Callable, Sequence
from functools import wraps
from threading import RLock
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from comptoir.engine.errors import BadRecord, ComptoirError, IllegalMove, UnknownSeat
from comptoir.engine.model import registry
from comptoir.engine.model.actions import Action
from comptoir.engine.model.events import Event
from comptoir.engine.model.game import REFEREE, Game
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.model.seed import chance_key, commitment, read_seed
from comptoir.engine.rules.table import Plain, copy, new_tables, pack, unpack

from .record import Record


class Move(msgspec.Struct, frozen=True, gc=False):
    """One move of a match: who, what, and everything that happened."""

    seat: int
    action: Action
    events: list[Event]


P = ParamSpec("P")
T = TypeVar("T")


def _alone(
    method: Callable[Concatenate["Match", P], T],
) -> Callable[Concatenate["Match", P], T]:
    """Let one thread at a time ask or change a table."""

    @wraps(method)
    def locked(self: "Match", /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._lock:
            return method(self, *args, **kwargs)

    return locked


class Match:
    """One table of people or bots; it runs the rules plain and waits for no compiler.

    Any thread may ask and play: each call sees and leaves a whole table.

    Args:
        game: A game or its name.
        seats: How many sit at the table; four where the game allows it.
        seed: A whole number or text that fixes all chance; a secret one if left out.
        options: The game's options by name; those left out are the box's.
        players: Names of the players, by seat, for the record and the log.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        seed: str | int | None = None,
        options: Any = None,
        players: Sequence[str] = (),
    ):
        self.game = registry.load(game) if isinstance(game, str) else game
        self.seats = self.game.check_seats(seats)
        self.seed = read_seed(seed)
        self.options = self.game.read_options(options)
        self.players = list(players)
        self.moves: list[Move] = []
        self._lock = RLock()
        self._rules = self.game.rules
        self._box = self.game.plain_box(self.seats, self.options)
        self._listed = [0] * len(self.game.actions)
        self._way_back: list[Plain] = []  # tables before the moves that can be undone
        self._table = unpack(new_tables(self.game.table, 1)[0])
        self._rules["deal"](self._table, self._box, self.seats, *chance_key(self.seed))
        self.opening = self._read_journal()

    def __repr__(self) -> str:
        state = "over" if self.over else f"waiting for {self.actors}"
        return f"<Match {self.game.name}, {self.seats} seats, move {len(self.moves)}, {state}>"

    @property
    def commitment(self) -> str:
        """What proves later that the seed was fixed before the deal."""
        return commitment(self.seed)

    @property
    @_alone
    def actors(self) -> list[int]:
        """The seats that may act now; none when the game is over."""
        bits = self._rules["actors"](self._table, self._box)
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.actors

    @property
    def scores(self) -> list[int]:
        """The points of every seat, now or at the end."""
        return self._standing()[0]

    @property
    def ranks(self) -> list[int]:
        """The rank of every seat, 1 for the first; equals share a rank."""
        return self._standing()[1]

    @property
    def ending(self) -> str:
        """How the game ended, in one word of the game's own."""
        return self.game.endings[self._standing()[2]]

    @property
    def winners(self) -> list[int]:
        """The seats that won; none before the end."""
        return (
            [s for s, rank in enumerate(self.ranks) if rank == 1] if self.over else []
        )

    @_alone
    def legal(self, seat: int) -> list[Action]:
        """Return what a seat may do now; nothing if it is not asked."""
        listed = self._listed
        count = self._rules["legal"](self._table, self._box, self._seat(seat), listed)
        return [self.game.actions[number] for number in listed[:count]]

    @_alone
    def play(self, seat: int, action: Action | str | int) -> list[Event]:
        """Carry out a legal action and return what happened.

        Raises:
            IllegalMove: The rules refuse it; nothing has changed.
            UnknownAction: No action of the game is called so.
        """
        action = self.game.actions.read(action)
        legal = self.legal(seat)
        if action not in legal:
            raise self._illegal(seat, action, legal)
        if self.moves and self.moves[-1].seat != seat:
            self._way_back.clear()
        before = copy(self._table)
        self._rules["play"](self._table, self._box, seat, action.number)
        events = self._read_journal()
        self.moves.append(Move(seat, action, events))
        if self._used_chance(before) or any(event.reveals for event in events):
            self._way_back.clear()
        else:
            self._way_back.append(before)
        return events

    @_alone
    def explain(self, seat: int, action: Action | str | int) -> Refusal | None:
        """Return why an action is refused now, or None if it is legal."""
        action = self.game.actions.read(action)
        if action in self.legal(seat):
            return None
        if self.over:
            return Refusal("over")
        if seat not in self.actors:
            if len(self.actors) > 1:
                return Refusal("not_asked")
            return Refusal("not_your_turn", args={"seat": self.actors[0]})
        return self.game.explain(self._table, self._box, seat, action)

    @_alone
    def undo(self, seat: int) -> Action:
        """Take back the last move, if it was this seat's and nothing new was learned.

        Raises:
            IllegalMove: Chance, something shown, or another seat came between.
        """
        self._seat(seat)
        last = self.moves[-1] if self.moves else None
        if last is None or last.seat != seat or not self._way_back:
            key = "undo_first" if last is None else "undo_barrier"
            if last is not None and last.seat != seat:
                key = "undo_other"
            raise self._refused(seat, None, Refusal(key), [])
        self._table = self._way_back.pop()
        return self.moves.pop().action

    @_alone
    def can_undo(self, seat: int) -> bool:
        """Whether `undo()` would take a move back."""
        return bool(self._way_back) and self.moves[-1].seat == seat

    @_alone
    def view(self, seat: int | None = None) -> Any:
        """Return what a seat, or a spectator, may see: typed, and ready for JSON."""
        if seat is not None:
            self._seat(seat)
        return self.game.view(self._table, self._box, seat)

    @_alone
    def referee_view(self) -> Any:
        """Return the whole table, nothing hidden: for replays and referees, never a seat."""
        return self.game.view(self._table, self._box, REFEREE)

    @_alone
    def log(self, seat: int | None = None) -> list[Event]:
        """Return all events so far as a seat, or a spectator, may see them."""
        events = [*self.opening, *(e for move in self.moves for e in move.events)]
        return [event.seen_by(seat) for event in events]

    @_alone
    def prompt(self, seat: int) -> tuple[str, dict[str, Any]]:
        """Return the key and arguments of the question the table asks a seat now."""
        return self.game.prompt(self._table, self._box, self._seat(seat))

    @_alone
    def audit(self) -> list[str]:
        """Return what is wrong with the table: nothing, unless there is a bug."""
        return self.game.audit(self._table, self._box)

    @_alone
    def imagine(self, seat: int, dice: list[int]) -> tuple[Plain, Plain]:
        """Return a table as a seat may imagine it, and the box: all that a bot gets."""
        table = copy(self._table)
        self._rules["imagine"](table, self._box, self._seat(seat), dice)
        table.journal.clear()
        return table, self._box

    @_alone
    def packed(self) -> Any:
        """Return the real table as an array of one record, for kernels and tests."""
        tables = new_tables(self.game.table, 1)
        pack(self._table, tables[0])
        return tables

    @_alone
    def record(self) -> Record:
        """Return the game so far as a record."""
        return Record(
            game=self.game.name,
            rules=self.game.version,
            seats=self.seats,
            seed=self.seed,
            commitment=self.commitment,
            options=msgspec.json.decode(msgspec.json.encode(self.options)),
            players=self.players,
            moves=[f"{move.seat} {move.action}" for move in self.moves],
        ).signed()

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or seat not in range(self.seats):
            raise UnknownSeat(
                f"no seat {seat!r} at a table of {self.seats}: "
                f"expected 0 to {self.seats - 1}"
            )
        return seat

    @_alone
    def _standing(self) -> tuple[list[int], list[int], int]:
        points, ranks = [0] * self.seats, [0] * self.seats
        ending = self._rules["standing"](self._table, self._box, points, ranks)
        return points, ranks, ending

    def _read_journal(self) -> list[Event]:
        events = self.game.read_journal(self._table.journal)
        self._table.journal.clear()
        return events

    def _used_chance(self, before: Plain) -> bool:
        now = self._table
        return (now.counter, now.used) != (before.counter, before.used)

    def _illegal(self, seat: int, action: Action, legal: list[Action]) -> IllegalMove:
        refusal = self.explain(seat, action)
        assert refusal is not None
        return self._refused(seat, action, refusal, legal)

    def _refused(
        self, seat: int, action: Action | None, refusal: Refusal, legal: list[Action]
    ) -> IllegalMove:
        return IllegalMove(
            self.game.words("en", names=self.players).refusal(refusal),
            seat=seat,
            action=action,
            legal=legal,
            refusal=refusal,
            token=self.record().token,
        )


def replay(record: Record, until: int | None = None) -> Match:
    """Play a record again, up to move `until`, and return the match as it then stands.

    Raises:
        BadRecord: It was changed, belongs to other rules, or holds a move that is not legal.
    """
    record.verify()
    match = Match(
        record.game, record.seats, record.seed, record.options, record.players
    )
    for number, move in enumerate(record.moves[:until], 1):
        seat, _, action = move.partition(" ")
        try:
            match.play(int(seat), action)
        except (ComptoirError, ValueError) as error:
            raise BadRecord(f"move {number}, {move!r}: {error}") from None
    return match
