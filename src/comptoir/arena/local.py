"""Games on the cores of this machine: processes that are watched, ended and replaced.

A bot may hang for ever or take its process with it. Each process writes on a
shared clock which bot has been thinking since when, so that its parent can end it.
"""

import multiprocessing as mp
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any

from comptoir.engine.backends.threads import cores
from comptoir.engine.errors import ComptoirError

from .contest import Contest, Slot
from .played import ASKED, MOVE, SEAT, Clock, ContestGame, Player, blame

LIMIT = 60.0  # seconds a bot may think about one move, and get ready for a game
DEATHS = 3  # of processes, until a game is given up
LOOK = 0.2  # seconds between two looks at the clocks

_spawn = mp.get_context("spawn")


class LocalWorkers:
    """Some workers of this machine."""

    def __init__(self, workers: int | None = None, limit: float = LIMIT):
        self.workers = workers or cores()
        self.limit = limit

    def play(self, contest: Contest, slots: Sequence[Slot]) -> Iterator[ContestGame]:
        """Play some games of a contest, all workers at once."""
        waiting = deque(slots)
        workers = [
            Worker(contest, self.limit) for _ in range(min(self.workers, len(slots)))
        ]
        try:
            while True:
                for worker in workers:
                    if worker.idle and waiting:
                        worker.start(waiting.popleft())
                busy = [worker for worker in workers if not worker.idle]
                if not busy:
                    return
                wait([handle for worker in busy for handle in worker.handles], LOOK)
                yield from (game for worker in busy if (game := worker.poll()))
        finally:
            for worker in workers:
                worker.end()


class Worker:
    """A process that plays one game at a time, and the parent that watches it."""

    def __init__(self, contest: Contest, limit: float):
        self.contest = contest
        self.limit = limit
        self.slot: Slot | None = None
        self.deaths = 0
        self.clock: Clock = _spawn.RawArray("d", 3)
        self._process: Any = None
        self._ready = False

    @property
    def idle(self) -> bool:
        """True if it has no game to play."""
        return self.slot is None

    @property
    def handles(self) -> list[Any]:
        """What to wait for: an answer, or the end of the process."""
        return [self._pipe, self._process.sentinel]

    def start(self, slot: Slot) -> None:
        """Begin a game."""
        self.slot, self.deaths = slot, 0
        self._give()

    def play(self, slot: Slot) -> ContestGame:
        """Play a game to its end."""
        self.start(slot)
        while True:
            wait(self.handles, LOOK)
            if game := self.poll():
                return game

    def poll(self) -> ContestGame | None:
        """Return the game if it is over, whatever came of it, or None if it goes on."""
        assert self.slot is not None
        try:
            while self._pipe.poll():
                game: ContestGame | None = self._pipe.recv()
                if game:
                    self.slot = None
                    return game
                self._ready = True
        except (EOFError, OSError):
            return self._died()
        if not self._process.is_alive():
            return self._died()
        asked = self.clock[ASKED]
        limit = self.limit if self.clock[MOVE] else max(self.limit, LIMIT)
        if asked and time.monotonic() - asked > limit:
            return self._fault(f"thought for more than {limit:g} s")
        return None

    def end(self) -> None:
        """End the process, in the middle of a game if need be."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._pipe.close()
            self._process = None

    def _give(self) -> None:
        """Hand the game to the process; start one if there is none."""
        if self._process is None:
            self.clock[:] = [0.0] * len(self.clock)
            self._ready = False
            self._pipe, theirs = _spawn.Pipe()
            self._process = _spawn.Process(
                target=_serve, args=(self.contest, self.clock, theirs), daemon=True
            )
            with _without_main():
                self._process.start()
            theirs.close()
        with suppress(OSError):  # it died between two games; `poll` will find it so
            self._pipe.send(self.slot)

    def _died(self) -> ContestGame | None:
        """Start the game again in a new process, unless it was fatal too often."""
        self.deaths += 1
        if self.deaths < DEATHS:
            self.end()
            self._give()
            return None
        if not self._ready:
            raise ComptoirError(
                "no process for the games can be started: what it printed says why"
            )
        return self._fault(f"the process died {DEATHS} times in this game")

    def _fault(self, what: str) -> ContestGame:
        """End the process, and the game with a fault of the bot that was thinking."""
        self.end()
        slot, self.slot = self.slot, None
        assert slot is not None
        seat, number = int(self.clock[SEAT]), int(self.clock[MOVE])
        if self.clock[ASKED]:
            what = blame(self.contest.seated(slot.rotation)[seat], seat, number, what)
        return ContestGame.failed(self.contest, slot, what, max(number - 1, 0))


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide the caller's script from a process that starts: it would be run there again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(contest: Contest, clock: Clock, pipe: Connection) -> None:
    """Play the games that come through a pipe; this is what a worker's process runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever watches us decides
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.dup2(2, 1)  # what a bot prints is not a result
    pipe.send(None)
    player = Player(contest, clock)
    while True:
        try:
            slot: Slot = pipe.recv()
        except EOFError:
            return
        pipe.send(player.play(slot))


def _end_with_parent() -> None:
    """End this process when the one that watches it is gone, even if it was killed."""
    parent = mp.parent_process()
    assert parent
    wait([parent.sentinel])
    os._exit(1)
