"""The listeners of a table, and the messages that each of them is sent."""

from collections.abc import Callable

from comptoir.server.domain.protocol import wire
from comptoir.server.domain.reading import projections
from comptoir.server.domain.state.table import OnlineTable

from .warm_up import WarmUp


class Listener:
    """A connected reader: `send` takes messages, `let_go` disconnects it with a reason."""

    def __init__(
        self,
        player: str,
        send: Callable[[str], None],
        let_go: Callable[[str], None] = lambda _: None,
        muted: frozenset[str] = frozenset(),
    ):
        self.player = player
        self.muted = muted  # players whose chat they have muted
        self.send = send
        self.let_go = let_go


class Broadcast:
    """The listeners of one table in this process."""

    def __init__(self, warm_up: WarmUp) -> None:
        self.listeners: set[Listener] = set()
        self._warm_up = warm_up
        self._warming = False

    def connected(self, player: str) -> bool:
        """True if a player has a socket here."""
        return any(listener.player == player for listener in self.listeners)

    def welcome(
        self, listener: Listener, table: OnlineTable, created: int, since: int, now: int
    ) -> None:
        """Send the listener all events after number `since`, and subscribe it to later ones."""
        seat = table.seat_of(listener.player)
        info = projections.info(table, listener.player, created)
        lines = projections.remembered(table, seat, since, listener.muted)
        state = projections.state(table, seat)
        listener.send(wire.write(wire.Welcome(info, table.public, lines, state, now)))
        self.listeners.add(listener)
        warming = self._warm_up.told(table, now)
        if warming:
            listener.send(wire.write(warming))

    def publish(self, table: OnlineTable, since: int, now: int) -> None:
        """Send every listener the events after a number; the message is built once per seat.

        A reader who has muted one of the chatting players gets a message of their own.
        """
        talkers = projections.talkers(table, since)
        readers = {
            reader: (table.seat_of(reader.player), reader.muted & talkers)
            for reader in self.listeners
        }
        states = projections.states(table, {seat for seat, _ in readers.values()})
        messages = {
            (seat, muted): wire.write(
                wire.News(
                    table.public,
                    projections.lines(table, seat, since, muted),
                    states[seat],
                    now,
                )
            )
            for seat, muted in set(readers.values())
        }
        for reader, kind in readers.items():
            reader.send(messages[kind])
        self.tell_of_warming(table, now)

    def tell_of_warming(self, table: OnlineTable, now: int) -> None:
        """Send every listener the progress of the bots' warm-up, and once that it has ended."""
        warming = self._warm_up.told(table, now)
        if warming or self._warming:
            message = wire.write(warming or wire.Warming([], now, now))
            for reader in self.listeners:
                reader.send(message)
        self._warming = warming is not None
