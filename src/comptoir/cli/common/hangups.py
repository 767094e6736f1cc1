"""Handles signals that end the program (a closed terminal, SIGTERM).

Only the first signal interrupts the game, so that saving it is not interrupted.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread, main_thread
from types import FrameType
from typing import NoReturn

ENDS = [
    getattr(signal, name)
    for name in ("SIGHUP", "SIGTERM", "SIGINT")
    if hasattr(signal, name)
]
PAUSE = 0.05  # seconds until a signal is raised again


class Hangup(BaseException):
    """Raised when the terminal was closed or the process received a signal to end."""


@contextmanager
def heard() -> Iterator[None]:
    """Raise `Hangup` at the first signal to end the program, and ignore later ones."""
    for number in ENDS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _hang_up)
    if hasattr(signal, "pthread_kill"):
        heard_by, told_by = os.pipe()
        os.set_blocking(told_by, False)
        signal.set_wakeup_fd(told_by)
        Thread(target=_repeat, args=(heard_by,), daemon=True).start()
    try:
        yield
    finally:
        _hear_no_more()


def _hang_up(number: int, frame: FrameType | None) -> NoReturn:
    _hear_no_more()
    raise Hangup


def _hear_no_more() -> None:
    for number in ENDS:
        signal.signal(number, signal.SIG_IGN)


def _repeat(heard_by: int) -> None:
    """Raise the signal again, because one that arrives just before `readline` does not stop
    it.
    """
    main = main_thread().ident
    assert main is not None
    numbers = os.read(heard_by, 1)
    while numbers:
        time.sleep(PAUSE)
        signal.pthread_kill(main, numbers[0])
