"""Clocks: a bank per seat, an increment per move, and a common clock for negotiations."""

from typing import NamedTuple

from comptoir.server.domain.settings import Clock

LATE = 10_000  # minimum milliseconds left to all seats after a move in a negotiation


class Before(NamedTuple):
    """The clocks before a move, and each seat's time once the move was charged."""

    bank: list[int]
    running: int | None
    since: int
    common: int | None
    left: list[int]


class Clocks:
    """Each seat's remaining time in milliseconds; times are those of the events."""

    def __init__(self, clock: Clock, seats: int):
        self.clock = clock
        self.bank = [_ms(clock.bank)] * seats
        self.running: int | None = None  # the seat whose clock runs
        self.since = 0
        self.common: int | None = None  # when the common clock runs out
        self._before: list[Before] = []  # the clocks before each move
        self._settled = 0  # number of moves whose time no undo restores

    def moved(self, at: int, mover: int) -> None:
        """Stop the running clock; add the increment to the mover's bank."""
        bank, running = [*self.bank], self.running
        self.stop(at)
        left = [*self.bank]
        self._before.append(Before(bank, running, self.since, self.common, left))
        self.bank[mover] += _ms(self.clock.increment)

    def undone(self, at: int, waiting: list[int]) -> None:
        """Restore the clocks before the last move; its mover pays for the time since."""
        then = self._before.pop()
        if len(self._before) < self._settled:
            self._settled = len(self._before)
            self.bank = [*then.left]
            self.turn(at, waiting, None)
        else:
            self.bank, self.running = [*then.bank], then.running
            self.since, self.common = then.since, then.common

    def gone_back(self, at: int, moves: int, waiting: list[int]) -> None:
        """Restore the clocks after an agreed undo: no seat gets more time than it had then."""
        self.stop(at)
        left = self._before[moves].left
        self.bank = [min(*both) for both in zip(self.bank, left, strict=True)]
        del self._before[moves:]
        self.pause(at)
        self.turn(at, waiting, None)

    def turn(self, at: int, waiting: list[int], mover: int | None) -> None:
        """Stop the running clock and start that of the seat whose turn it is.

        Args:
            at: The present time.
            waiting: The people who may act now.
            mover: The seat that moved; after a move, the common clock is extended if little
                time is left. None if no seat moved.
        """
        self.stop(at)
        if len(waiting) > 1:
            end = self.common or at + _ms(self.clock.common)
            self.common = max(end, at + LATE) if mover is not None else end
        else:
            self.common = None
            self.running = waiting[0] if waiting else None
            self.since = at

    def stop(self, at: int) -> None:
        """Charge the seat whose clock runs, and stop it."""
        if self.running is not None:
            spent = max(0, at - self.since - _ms(self.clock.grace))
            self.bank[self.running] = max(0, self.bank[self.running] - spent)
        self.running = None

    def pause(self, at: int) -> None:
        """Stop every clock."""
        self.stop(at)
        self.common = None
        self._settled = len(self._before)

    def set_back(self, by: int) -> None:
        """Correct the clocks after the server's clock was set back."""
        self.since -= by
        self.common = self.common and self.common - by
        self._settled = len(self._before)

    def deadline(self) -> int | None:
        """Return when the running clock runs out; None if no clock runs."""
        if self.running is not None:
            return self.since + _ms(self.clock.grace) + self.bank[self.running]
        return self.common

    def again(self, seat: int) -> None:
        """Refill a seat's bank."""
        self.bank[seat] = max(self.bank[seat], _ms(self.clock.bank))


def _ms(seconds: float) -> int:
    return int(seconds * 1000)
