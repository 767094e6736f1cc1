"""The moves of bots as events: what a bot chose and said, and which bots are asked when."""

from collections.abc import Container, Iterator
from itertools import count
from typing import Literal, NamedTuple, Protocol

from comptoir.engine.model.talk import BotTurn
from comptoir.server.domain.state.events import AnyEvent, Faltered, Moved, Phrased
from comptoir.server.domain.state.table import OnlineTable

from . import autopilot

IDLE = 1.0  # seconds until a bot without an answer is asked again
MOST_TALK = 200  # phrases that a bot remembers
WHY: dict[str, Literal["warming", "busy"]] = {"plain": "warming", "stopped": "busy"}


class When(NamedTuple):
    """The moment for which a bot chooses: its decision's number, and the moves so far."""

    asked: int | None
    moves: int


class Choice(Protocol):
    """What a bot chose: an action's number, or None if it failed.

    `short` says why a search ended early, after `iterations` of the promised `of`. In a
    negotiation `turn` is what the bot does and says.
    """

    @property
    def action(self) -> int | None: ...  # noqa: D102
    @property
    def short(self) -> str: ...  # noqa: D102
    @property
    def iterations(self) -> int: ...  # noqa: D102
    @property
    def of(self) -> int: ...  # noqa: D102
    @property
    def turn(self) -> BotTurn | None: ...  # noqa: D102


def move(
    table: OnlineTable,
    seat: int,
    when: When,
    bot: str,
    choice: Choice,
    *,
    known: bool = False,
) -> Iterator[AnyEvent]:
    """Yield a bot's move, or the house bot's if the choice is illegal; nothing if it is stale.

    A bot that plays weaker than promised is reported; a short search only if players do not
    know it yet.
    """
    match, action = table.match, choice.action
    if match is None or seat not in autopilot.hearing(table):
        return
    if table.asked[seat] != when.asked:
        return
    if choice.turn:
        yield from bargained(table, seat, choice.turn)
        return
    chosen = None if action is None else table.game.actions[action]
    legal = chosen in table.legal(seat)
    if chosen is not None and not legal and len(match.moves) != when.moves:
        return  # somebody else moved first, so the bot thinks again
    if not legal:
        yield Faltered(seat, bot, "failed")
    elif choice.short and not known:
        yield Faltered(seat, bot, WHY[choice.short], choice.iterations, choice.of)
    said = str(chosen) if legal else autopilot.house(match, seat)
    yield Moved(seat, said, "bot")


def bargained(table: OnlineTable, seat: int, turn: BotTurn) -> Iterator[AnyEvent]:
    """Yield what a bot does and says in a negotiation, if that is still possible."""
    if turn.action is not None:
        action = table.game.actions[turn.action]
        if action not in table.legal(seat):
            return
        yield Moved(seat, str(action), "bot")
    for one in turn.phrases:
        yield Phrased(seat, one.key, one.args)


class Attention:
    """Decides when bots are asked for a move: at their turn, after a phrase, or after a pause.

    In a negotiation a bot may want to be asked again after some seconds in which nothing
    happens; the host of the table keeps the time.
    """

    def __init__(self) -> None:
        self._heard = 0  # phrases that bots have been asked about
        self._rests: dict[int, tuple[int, int]] = {}  # moves and ticket, by seat
        self._tickets = count()

    def due(self, table: OnlineTable, busy: Container[int]) -> dict[int, bool]:
        """Return the seats to ask now, and for each whether a phrase is the reason."""
        moves = len(table.match.moves) if table.match else 0
        asked = [n for n in autopilot.bot_seats(table) if n not in busy]
        found = {n: False for n in asked if self._rests.get(n, (-1, 0))[0] != moves}
        fresh, self._heard = table.tally.talk[self._heard :], len(table.tally.talk)
        for seat in autopilot.hearing(table) if fresh else ():
            if seat not in busy and any(one.seat != seat for one in fresh):
                found.setdefault(seat, True)
        for seat, hears in found.items():
            if not hears:
                self._rests.pop(seat, None)
        return found

    def rest(
        self, table: OnlineTable, seat: int, turn: BotTurn, *, hears: bool
    ) -> tuple[float, int] | None:
        """Return after how many seconds to ask a bot again, and the ticket for `ends`.

        If the table waits only for bots and no pace is set, the bot is asked again at once.
        """
        if hears and not turn.again:
            return None
        people = any(table.places[n].person for n in table.actors)
        pace = table.settings.pace
        seconds = turn.again * max(1.0, pace or 0.0) if people or pace != 0 else 0.0
        if turn.action is None and not turn.again and seat in table.actors:
            seconds = IDLE  # the table waits for this bot, which has nothing to say
        if not (turn.again or seconds):
            return None
        ticket = next(self._tickets)
        self._rests[seat] = len(table.match.moves) if table.match else 0, ticket
        return seconds, ticket

    def ends(self, seat: int, ticket: int) -> bool:
        """End a bot's pause; return False if the bot has been asked since."""
        if self._rests.get(seat, (0, -1))[1] != ticket:
            return False
        del self._rests[seat]
        return True
