"""Bots for tests: one that waits at a gate, and some that misbehave."""

import fcntl
import os
import re
import signal
import sys
from pathlib import Path

from comptoir.bots import simple

LATE = 5  # moves a bot plays well before it misbehaves
FREE = 3  # games a process plays before it comes to the gate


class Gated:
    """A random player; a process that has played some games waits at the gate in the next.

    The gate is a file that a test holds locked, so that it controls how far games proceed.
    """

    games = 0

    def __init__(self):
        Gated.games += 1

    def __call__(self, seat):
        if Gated.games > FREE and "GATE" in os.environ:
            with Path(os.environ["GATE"]).open() as gate:
                fcntl.flock(gate, fcntl.LOCK_SH)
        return simple.random(seat)


def chatty(seat):
    """Play while printing to standard output."""
    print("I think", seat.legal[0])
    return simple.random(seat)


class Late:
    """A bot that plays well for some moves, counted anew for every game."""

    def __init__(self):
        self.moves = 0

    def __call__(self, seat):
        self.moves += 1
        if self.moves > LATE and seat.number == 1:
            return self.misbehave(seat)
        return simple.random(seat)


class Raises(Late):
    def misbehave(self, seat):
        raise RuntimeError("out of\nideas")


class Leaves(Late):
    def misbehave(self, seat):
        sys.exit("enough")


def hang_from_now_on():
    """Write this process's id to the file that the test's clock reads."""
    if "HANGS" in os.environ:
        mark = Path(os.environ["HANGS"])
        mark.with_suffix(".new").write_text(str(os.getpid()))
        mark.with_suffix(".new").rename(mark)


class Hangs(Late):
    def misbehave(self, seat):
        hang_from_now_on()
        while True:
            pass


class HangsInside(Late):
    """A bot that hangs in native code, where no Python thread can end it."""

    def misbehave(self, seat):
        hang_from_now_on()
        re.match(r"(a+)+$", "a" * 64 + "b")


class Nothing(Late):
    def misbehave(self, seat):
        return None


class Nonsense(Late):
    def misbehave(self, seat):
        return "fly to the moon"


class Illegal(Late):
    def misbehave(self, seat):
        legal = set(seat.legal)
        return next(action for action in seat.game.actions if action not in legal)


class Dies(Late):
    def misbehave(self, seat):
        with Path(os.environ["DEATHS"]).open("a") as file:
            file.write("x")
        os._exit(1)


class DiesOnce(Dies):
    """A bot that kills its process the first time."""

    def misbehave(self, seat):
        if not Path(os.environ["DEATHS"]).exists():
            super().misbehave(seat)
        return simple.random(seat)


class Unready(Late):
    def prepare(self, game, seats):
        raise RuntimeError(f"no weights for {game.name} with {seats}")


class DiesEarly(Late):
    def prepare(self, game, seats):
        os._exit(1)


class NeverReady(Late):
    def prepare(self, game, seats):
        hang_from_now_on()
        signal.pause()
