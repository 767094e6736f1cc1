"""One game of a contest, from the deal to the result."""

import time
from collections.abc import Mapping, MutableSequence
from typing import Self

import msgspec

from comptoir.bots import Bot, Seat, built_in, find, new_dice
from comptoir.engine.errors import UnknownAction
from comptoir.engine.model import registry
from comptoir.engine.model.actions import Action
from comptoir.engine.model.refusals import IllegalMove
from comptoir.engine.play.match import Match
from comptoir.engine.play.score_breakdown import by_source
from comptoir.engine.rules.rng import throw

from .contest import Contest, Slot

# The fields of the clock that a bot's process shares: when a bot began to think (0 if none is
# thinking), its seat, and the number of the move. During move 0 the bots get ready.
ASKED, SEAT, MOVE = range(3)
Clock = MutableSequence[float]

DIGITS = 6  # decimal places of times in seconds


class ContestGame(msgspec.Struct, kw_only=True):
    """The result of a game; its lists are by seat.

    After a fault only the first fields are set.
    """

    deal: int
    rotation: int
    bots: list[str]
    moves: int = 0
    fault: str | None = None
    points: list[int] = []
    ranks: list[int] = []
    ending: str = ""
    choices: list[int] = []  # number of decisions of each bot
    seconds: list[float] = []  # total thinking time of each bot
    longest: list[float] = []  # longest time a bot took for one move
    sources: dict[str, list[int]] = {}  # points by source, for each seat
    # seat and action of each move, if the contest is `with_moves`
    played: list[tuple[int, int]] = []

    @property
    def slot(self) -> Slot:
        """The slot of the contest to which this game belongs."""
        return Slot(self.deal, self.rotation)

    @classmethod
    def failed(cls, contest: Contest, slot: Slot, fault: str, moves: int = 0) -> Self:
        """Return the result for a game that ended with a bot's error."""
        bots = contest.seated(slot.rotation)
        return cls(**slot._asdict(), bots=bots, fault=fault, moves=moves)


class BotFault(Exception):
    """A bot's error, which ends the game."""


def blame(bot: str, seat: int, number: int, what: str) -> str:
    """Return a sentence that names the bot that failed, its seat, the move and the error."""
    return f"{bot} in seat {seat}, move {number}: {' '.join(what.split())}"


class Player:
    """Plays a contest's games, one at a time; its clock shows which bot is thinking."""

    def __init__(
        self, contest: Contest, clock: Clock, own: Mapping[str, Bot] | None = None
    ):
        self.contest = contest
        self.clock = clock
        self.game = registry.load(contest.game)
        self.own = own or {}  # bots given as callables, by name
        self._kept: dict[str, Bot] = {}

    def play(self, slot: Slot) -> ContestGame:
        """Play one game and return its result; an error of a bot becomes part of the result."""
        self.clock[MOVE] = 0
        sitting: _Sitting | None = None
        try:
            sitting = _Sitting(self, slot)
            return sitting.play()
        except BotFault as fault:
            what = str(fault)
        except Exception as error:  # noqa: BLE001  no failure of one game ends the run
            what = f"the game failed: {_said(error)}"
        moves = len(sitting.match.moves) if sitting else 0
        return ContestGame.failed(self.contest, slot, what, moves)

    def bot(self, name: str, seat: int) -> Bot:
        """Return a bot ready to play: built-in bots are stateless and reused, others are
        created anew.
        """
        if name in self._kept:
            return self._kept[name]
        self.clock[SEAT], self.clock[ASKED] = seat, time.monotonic()
        try:
            bot: Bot = self._found(name)
            prepare = getattr(bot, "prepare", None)
            if prepare:
                prepare(self.game, self.contest.seats)
        except BaseException as error:  # noqa: BLE001  a bot may raise anything
            raise BotFault(
                blame(name, seat, 0, f"is not ready: {_said(error)}")
            ) from None
        finally:
            self.clock[ASKED] = 0
        if built_in(name) and name not in self.own:
            self._kept[name] = bot
        return bot

    def _found(self, name: str) -> Bot:
        """Return a bot by its name; a class is instantiated for each game."""
        own = self.own.get(name)
        bot: Bot = find(name) if own is None else own
        return bot() if isinstance(bot, type) else bot


class _Sitting:
    """A table with its bots, their random generators and their thinking times."""

    def __init__(self, player: Player, slot: Slot):
        contest = player.contest
        seed = contest.seed_of(slot.deal)
        self.slot = slot
        self.clock = player.clock
        self.match = Match(
            player.game, contest.seats, seed, contest.options, rules=contest.rules
        )
        self.with_moves = contest.with_moves
        self.names = contest.seated(slot.rotation)
        self.bots = [player.bot(name, seat) for seat, name in enumerate(self.names)]
        self.dice = [
            new_dice(f"{seed} rotation {slot.rotation} seat {seat}")
            for seat in range(contest.seats)
        ]
        # decides which seat is asked next if several may act
        self.order = new_dice(f"{seed} order")
        self.choices = [0] * contest.seats
        self.seconds = [0.0] * contest.seats
        self.longest = [0.0] * contest.seats

    def play(self) -> ContestGame:
        while actors := self.match.actors:
            self._move(actors[throw(self.order, len(actors))])
        match = self.match
        kept = match.moves if self.with_moves else []
        return ContestGame(
            **self.slot._asdict(),
            bots=self.names,
            moves=len(match.moves),
            points=match.scores,
            ranks=match.ranks,
            ending=match.ending,
            choices=self.choices,
            seconds=[round(s, DIGITS) for s in self.seconds],
            longest=[round(s, DIGITS) for s in self.longest],
            sources=by_source(match.game, match.log(), match.seats),
            played=[(move.seat, int(move.action)) for move in kept],
        )

    def _move(self, seat: int) -> None:
        number = len(self.match.moves) + 1
        asked = Seat.at(self.match, seat, self.dice[seat])
        try:
            self.match.play(seat, self._ask(asked, number))
        except IllegalMove as error:
            what = f"{error.action} is illegal: {error}"
            raise self._fault(seat, number, what) from None
        except UnknownAction as error:
            raise self._fault(seat, number, str(error)) from None

    def _ask(self, seat: Seat, number: int) -> Action:
        """Let a bot choose an action, with the clock running."""
        self.clock[MOVE], self.clock[SEAT] = number, seat.number
        start = self.clock[ASKED] = time.monotonic()
        try:
            answer = self.bots[seat.number](seat)
        except BaseException as error:  # noqa: BLE001  a bot may raise anything
            what = f"raised {_said(error)}"
            raise self._fault(seat.number, number, what) from None
        finally:
            self.clock[ASKED] = 0
        took = time.monotonic() - start
        self.choices[seat.number] += 1
        self.seconds[seat.number] += took
        self.longest[seat.number] = max(self.longest[seat.number], took)
        return self.match.game.actions.read(answer)

    def _fault(self, seat: int, number: int, what: str) -> BotFault:
        return BotFault(blame(self.names[seat], seat, number, what))


def _said(error: BaseException) -> str:
    text, name = str(error), type(error).__name__
    return f"{name}: {text}" if text else name
