"""Clocks: a bank a seat, an increment a move, and a common clock where several may act."""

from .settings import Clock

LATE = 10_000  # milliseconds left to all after a late move in a negotiation


class Clocks:
    """What is left to each seat, in milliseconds; times are those of the events."""

    def __init__(self, clock: Clock, seats: int):
        self.clock = clock
        self.bank = [_ms(clock.bank)] * seats
        self.running: int | None = None  # the seat whose clock runs
        self.since = 0
        self.common: int | None = None  # when the common clock runs out

    def turn(self, at: int, waiting: list[int], mover: int | None) -> None:
        """After a move: stop the clock of who was asked, start that of who is.

        Args:
            at: When the move was made.
            waiting: The people who are asked now.
            mover: The seat that moved; its clock gains the increment.
        """
        self.stop(at)
        if mover is not None:
            self.bank[mover] += _ms(self.clock.increment)
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
