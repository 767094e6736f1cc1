"""The moves of bots as events: what a bot chose, and its answers to phrases."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, Protocol

from comptoir.server.domain.state.events import AnyEvent, Faltered, Moved, Phrased
from comptoir.server.domain.state.table import OnlineTable

from . import autopilot

WHY: dict[str, Literal["warming", "busy"]] = {"plain": "warming", "stopped": "busy"}


class When(NamedTuple):
    """The moment for which a bot chooses: the question's number, and the moves so far."""

    asked: int | None
    moves: int


class Choice(Protocol):
    """What a bot chose: an action's number, or None if it failed.

    `short` says why a search ended early, after `iterations` of the promised `of`.
    """

    @property
    def action(self) -> int | None: ...  # noqa: D102
    @property
    def short(self) -> str: ...  # noqa: D102
    @property
    def iterations(self) -> int: ...  # noqa: D102
    @property
    def of(self) -> int: ...  # noqa: D102


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
    if match is None or seat not in autopilot.bot_seats(table):
        return
    if table.asked[seat] != when.asked:
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


def replies(table: OnlineTable, said: Phrased, dice: list[int]) -> Iterator[AnyEvent]:
    """Yield the bots' answers to a phrase: moves or phrases."""
    match = table.match
    if match is None or table.state != "playing":
        return
    for seat in (n for n, place in enumerate(table.places) if place.bot):
        told = match.imagine(seat, dice)
        heard = (told.table, told.box, seat, said.seat, said.key, said.args)
        answer = table.game.reply(*heard)
        if isinstance(answer, str):
            yield Phrased(seat, answer)
        elif answer is not None:
            action = table.game.actions[answer]
            if action in table.legal(seat):
                yield Moved(seat, str(action), "bot")
