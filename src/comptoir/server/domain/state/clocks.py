"""Clocks: a bank a seat, an increment a move, and a common clock where several may act."""

from typing import NamedTuple

from comptoir.server.domain.settings import Clock

LATE = 10_000  # milliseconds left to all after a late move in a negotiation


class Before(NamedTuple):
    """The clocks before a move, and what was left to each seat after it was charged."""

    bank: list[int]
    running: int | None
    since: int
    common: int | None
    left: list[int]


class Clocks:
    """What is left to each seat, in milliseconds; times are those of the events."""

    def __init__(self, clock: Clock, seats: int):
        self.clock = clock
        self.bank = [_ms(clock.bank)] * seats
        self.running: int | None = None  # the seat whose clock runs
        self.since = 0
        self.common: int | None = None  # when the common clock runs out
        self._before: list[Before] = []  # by move
        self._settled = 0  # moves whose time was counted for good: before a pause

    def moved(self, at: int, mover: int) -> None:
        """Stop the running clock; add the increment to the mover's bank."""
        bank, running = [*self.bank], self.running
        self.stop(at)
        left = [*self.bank]
        self._before.append(Before(bank, running, self.since, self.common, left))
        self.bank[mover] += _ms(self.clock.increment)

    def undone(self, at: int, waiting: list[int]) -> None:
        """Go on as if the last move had not been made: the time since is its mover's."""
        then = self._before.pop()
        if len(self._before) < self._settled:
            self._settled = len(self._before)
            self.bank = [*then.left]
            self.turn(at, waiting, None)
        else:
            self.bank, self.running = [*then.bank], then.running
            self.since, self.common = then.since, then.common

    def gone_back(self, at: int, moves: int, waiting: list[int]) -> None:
        """Go on from where so many moves were made: nobody has more time than then."""
        self.stop(at)
        left = self._before[moves].left
        self.bank = [min(*both) for both in zip(self.bank, left, strict=True)]
        del self._before[moves:]
        self.pause(at)
        self.turn(at, waiting, None)

    def turn(self, at: int, waiting: list[int], mover: int | None) -> None:
        """Stop the running clock and start that of the seat that is asked now.

        Args:
            at: Now.
            waiting: The people who are asked now.
            mover: The seat that moved; where several may act, all have some seconds more.
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
        """Charge the seat whose clock runs."""
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
        """Go on with a clock that was set back."""
        self.since -= by
        self.common = self.common and self.common - by
        self._settled = len(self._before)

    def deadline(self) -> int | None:
        """Return when a clock runs out."""
        if self.running is not None:
            return self.since + _ms(self.clock.grace) + self.bank[self.running]
        return self.common

    def again(self, seat: int) -> None:
        """Fill a seat's bank once more."""
        self.bank[seat] = max(self.bank[seat], _ms(self.clock.bank))


def _ms(seconds: float) -> int:
    return int(seconds * 1000)
