"""Plays games on a Ray cluster, one at a time on each free core.

Each Ray task runs the game in a child process and kills the process if a bot hangs. A game
whose node is lost is played again on another node.
"""

import socket
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup, ComptoirError

from .contest import Contest, Slot
from .local import DEATHS, LIMIT, Worker
from .played import ContestGame

ANSWER = 5.0  # seconds to wait for the cluster's answer
LOOK = 5.0  # seconds between two checks of the number of cores in the cluster
AHEAD = 2  # games submitted for each core, so that none is idle

_workers: dict[
    bytes, Worker
] = {}  # worker processes that this process has started, by contest


class RayWorkers:
    """All cores of a Ray cluster; the calling process must run on one of its nodes.

    Args:
        address: HOST:PORT of the cluster's head.
        limit: Seconds a bot may think about one move.

    Raises:
        BadSetup: Ray is not installed, or the address does not answer.
    """

    def __init__(self, address: str, limit: float = LIMIT):
        self.address = address
        self.limit = limit
        self._ray = _ray()
        _knock(address)

    def play(self, contest: Contest, slots: Sequence[Slot]) -> Iterator[ContestGame]:
        """Connect to the cluster, play games of a contest on all its cores, and disconnect.

        Meanwhile everything printed goes to standard error, because Ray reports lost nodes on
        standard output.
        """
        with redirect_stdout(sys.stderr):
            self._join()
            try:
                yield from self._play(contest, slots)
            finally:
                self._ray.shutdown()

    def _play(self, contest: Contest, slots: Sequence[Slot]) -> Iterator[ContestGame]:
        ray = self._ray
        task = ray.remote(num_cpus=1, max_retries=0)(play_there)
        waiting, deaths = deque(slots), Counter[Slot]()
        running: dict[Any, Slot] = {}
        room = _Room(ray)
        while waiting or running:
            while waiting and len(running) < room.games:
                slot = waiting.popleft()
                running[task.remote(contest, self.limit, slot)] = slot
            done, _ = ray.wait(list(running), num_returns=1, timeout=LOOK)
            for reference in done:
                slot = running.pop(reference)
                game = self._take(contest, slot, reference, deaths)
                if game is None:
                    waiting.appendleft(slot)
                else:
                    yield game

    def _take(
        self, contest: Contest, slot: Slot, reference: Any, deaths: Counter[Slot]
    ) -> ContestGame | None:
        """Return a task's result, or None if its node or process was lost and it must run
        again.
        """
        errors = self._ray.exceptions
        try:
            return msgspec.convert(self._ray.get(reference), ContestGame)
        except errors.RayTaskError as error:
            raise ComptoirError(f"the cluster cannot play: {error.cause}") from None
        except errors.RayError as error:
            deaths[slot] += 1
            if deaths[slot] < DEATHS:
                return None
            name = type(error).__name__
            what = f"its node or process was lost {DEATHS} times ({name})"
            return ContestGame.failed(contest, slot, what)

    def _join(self) -> None:
        try:
            self._ray.init(self.address, logging_level="error", log_to_driver=False)
        except Exception as error:  # noqa: BLE001  Ray raises many kinds of errors
            why = " ".join(str(error).split())
            raise BadSetup(f"cluster {self.address}: {why}") from None


class _Room:
    """Tracks how many games to submit as nodes join or leave the cluster."""

    def __init__(self, ray: Any):
        self._ray = ray
        self._looked = -LOOK
        self._games = 0

    @property
    def games(self) -> int:
        now = time.monotonic()
        if now - self._looked > LOOK:
            self._looked = now
            cores = self._ray.cluster_resources().get("CPU", 0)
            self._games = max(1, AHEAD * int(cores))
        return self._games


def play_there(contest: Contest, limit: float, slot: Slot) -> dict[str, Any]:
    """Play one game; Ray tasks run this function on the nodes."""
    key = msgspec.json.encode(contest)
    if key not in _workers:
        for other in _workers.values():
            other.end()
        _workers.clear()
        _workers[key] = Worker(contest, limit)
    worker = _workers[key]
    worker.limit = limit
    told: dict[str, Any] = msgspec.to_builtins(worker.play(Slot(*slot)))
    return told


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadSetup(
            "a cluster needs Ray, which is not installed: pip install 'comptoir[cluster]'"
        ) from None
    return ray


def _knock(address: str) -> None:
    """Raise BadSetup unless the address accepts connections; Ray itself would wait much
    longer.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise BadSetup(f"cluster {address!r}: expected HOST:PORT")
    try:
        socket.create_connection((host, int(port)), ANSWER).close()
    except (OSError, OverflowError) as error:
        raise BadSetup(f"cluster {address}: nobody answers: {error}") from None
