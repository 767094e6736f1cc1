"""The number of usable cores, and helper threads that use them."""

import ctypes
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any


def cores() -> int:
    """Return the number of cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not available on this system
        return os.cpu_count() or 1


def _core_teller() -> Callable[[], int] | None:
    """Return a function that returns the caller's current core; None if the system has none."""
    try:
        return (
            ctypes.CDLL(None).sched_getcpu if hasattr(os, "sched_setaffinity") else None
        )
    except (AttributeError, OSError):
        return None


class Helpers:
    """Helper threads that share short pieces of work with the calling thread.

    They are kept off the caller's core. Otherwise the operating system may wake them on that
    core and take milliseconds to migrate them, longer than a step of most batches.
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
        """Run `own` in this thread and `others` in helpers; return when all are done."""
        if os.getpid() != self._process:  # after a fork, the threads do not exist here
            self._start()
        self._keep_off()
        running = [self._pool.submit(work, other) for other in others]
        try:
            work(own)
        finally:  # even if interrupted, no helper may still be working on return
            for future in running:
                future.result()

    def _enlist(self) -> None:
        self._ids.append(threading.get_native_id())

    def _keep_off(self) -> None:
        """Keep the helpers off the caller's core, unless it is the only one."""
        if not self._core:
            return
        wanted = self._core(), len(self._ids)
        if wanted == self._kept_off:
            return
        elsewhere = os.sched_getaffinity(0) - {wanted[0]}
        if elsewhere:
            with suppress(
                OSError
            ):  # best effort: containers may forbid setting affinity
                for helper in self._ids:
                    os.sched_setaffinity(helper, elsewhere)
        self._kept_off = wanted
