"""The cores of this machine: how many there are to use, and threads that use them."""

import ctypes
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # where the system does not tell
        return os.cpu_count() or 1


def _core_teller() -> Callable[[], int] | None:
    """Return a function that names the core its caller runs on, where there is one."""
    try:
        return (
            ctypes.CDLL(None).sched_getcpu if hasattr(os, "sched_setaffinity") else None
        )
    except (AttributeError, OSError):
        return None


class Helpers:
    """Threads that share work with the one that calls them, for moments at a time.

    They keep off the core of the caller: left alone, a kernel may wake them on that very
    core and take some milliseconds to move them, longer than a step of most batches.
    """

    def __init__(self, count: int):
        self.count = count
        self._core = _core_teller()
        self._start()

    def _start(self) -> None:
        self._process = os.getpid()
        self._ids: list[int] = []
        self._pool = ThreadPoolExecutor(self.count, initializer=self._enlist)
        self._kept_off: tuple[int, int] | None = None

    def share(
        self, work: Callable[[Any], None], own: Any, others: Iterable[Any]
    ) -> None:
        """Do the own work here and that of the others beside; return when all are done."""
        if os.getpid() != self._process:  # forked: the threads stayed behind
            self._start()
        self._keep_off()
        running = [self._pool.submit(work, other) for other in others]
        try:
            work(own)
        finally:  # interrupted or not, nobody works on once this has returned
            for future in running:
                future.result()

    def _enlist(self) -> None:
        self._ids.append(threading.get_native_id())

    def _keep_off(self) -> None:
        """Bar helpers from the caller's core, unless it is the only one."""
        if not self._core:
            return
        wanted = self._core(), len(self._ids)
        if wanted == self._kept_off:
            return
        elsewhere = os.sched_getaffinity(0) - {wanted[0]}
        if elsewhere:
            with suppress(OSError):  # best effort: containers may forbid it
                for helper in self._ids:
                    os.sched_setaffinity(helper, elsewhere)
        self._kept_off = wanted
