"""Plays games on the cores of this machine, in worker processes that can be killed.

A bot may hang forever or crash its process. Each process writes into shared memory which bot is
thinking and since when, so that the parent process can kill and replace it.
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

LIMIT = 60.0  # seconds a bot may take for one move, or to get ready for a game
DEATHS = 3  # after this many crashed processes, a game is given up
LOOK = 0.2  # seconds between two checks of the clocks in shared memory

_spawn = mp.get_context("spawn")


class LocalWorkers:
    """All worker processes on this machine."""

    def __init__(self, workers: int | None = None, limit: float = LIMIT):
        self.workers = workers or cores()
        self.limit = limit

    def play(self, contest: Contest, slots: Sequence[Slot]) -> Iterator[ContestGame]:
        """Play games of a contest on all workers, and yield each result as soon as it is
        ready.
        """
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
    """The parent's handle of a worker process, which plays one game at a time."""

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
        """True if the worker has no game to play."""
        return self.slot is None

    @property
    def handles(self) -> list[Any]:
        """What the parent waits for: the pipe with the answer, and the end of the process."""
        return [self._pipe, self._process.sentinel]

    def start(self, slot: Slot) -> None:
        """Start playing a game."""
        self.slot, self.deaths = slot, 0
        self._give()

    def play(self, slot: Slot) -> ContestGame:
        """Play a game to its end and return the result."""
        self.start(slot)
        while True:
            wait(self.handles, LOOK)
            if game := self.poll():
                return game

    def poll(self) -> ContestGame | None:
        """Return the result if the game is over, with or without a fault, else None."""
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
        """Kill the process, even in the middle of a game."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._pipe.close()
            self._process = None

    def _give(self) -> None:
        """Send the game to the process; first start the process if it is not running."""
        if self._process is None:
            self.clock[:] = [0.0] * len(self.clock)
            self._ready = False
            self._pipe, theirs = _spawn.Pipe()
            self._process = _spawn.Process(
                target=_serve, args=(self.contest, self.clock, theirs), daemon=True
            )
            with without_main():
                self._process.start()
            theirs.close()
        with suppress(
            OSError
        ):  # the process died between two games, which `poll` notices
            self._pipe.send(self.slot)

    def _died(self) -> ContestGame | None:
        """Restart the game in a new process, unless it has crashed too many processes."""
        self.deaths += 1
        if self.deaths < DEATHS:
            self.end()
            self._give()
            return None
        if not self._ready:
            raise ComptoirError(
                "no worker process can be started: see its output above"
            )
        return self._fault(f"the process died {DEATHS} times in this game")

    def _fault(self, what: str) -> ContestGame:
        """Kill the process, and end the game with a fault of the bot that was thinking."""
        self.end()
        slot, self.slot = self.slot, None
        assert slot is not None
        seat, number = int(self.clock[SEAT]), int(self.clock[MOVE])
        if self.clock[ASKED]:
            what = blame(self.contest.seated(slot.rotation)[seat], seat, number, what)
        return ContestGame.failed(self.contest, slot, what, max(number - 1, 0))


@contextmanager
def without_main() -> Iterator[None]:
    """Hide the caller's script from new processes, because each of them would run it again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _serve(contest: Contest, clock: Clock, pipe: Connection) -> None:
    """Play the games that arrive through a pipe: the main function of a worker process."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # the parent decides when the process ends
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.dup2(2, 1)  # what a bot prints must not mix with the results
    pipe.send(None)
    player = Player(contest, clock)
    while True:
        try:
            slot: Slot = pipe.recv()
        except EOFError:
            return
        pipe.send(player.play(slot))


def _end_with_parent() -> None:
    """Exit this process when its parent has ended, even if the parent was killed."""
    parent = mp.parent_process()
    assert parent
    wait([parent.sentinel])
    os._exit(1)
