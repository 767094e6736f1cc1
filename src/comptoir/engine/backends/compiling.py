"""The compiling process: compiles kernels of one game, reports progress, and exits.

    python -m comptoir.engine.backends.compiling NICENESS GAME KERNEL …

A `Warmer` starts it. Its standard input is a pipe that carries no data; when the parent
exits for any reason, the pipe closes and this process exits too.
"""

import os
import signal
import sys
import threading
from contextlib import suppress
from typing import Any

from comptoir.engine.model import registry

from . import compiler
from .warming import trouble

ENDED = 1


def end_with_input() -> None:
    """Exit this process as soon as its input ends, whatever it is doing."""

    def watch() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        os._exit(ENDED)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Compile, and write a line for each step of progress."""
    kindness, game, *kernels = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    end_with_input()
    if hasattr(os, "nice"):
        os.nice(int(kindness))
    compiled = compiler.Compiled(registry.load(game))
    for kernel in kernels:
        _compile(compiled, kernel)


def _compile(compiled: compiler.Compiled, kernel: str) -> None:
    from numba.core import event

    class Counter(event.Listener):
        done = 0

        def on_start(self, event: Any) -> None:
            """Ignore starts: only finished rules are counted."""

        def on_end(self, event: Any) -> None:
            self.done += 1
            _tell(kernel, "rules", self.done)

    _tell(kernel, "rules", 0)
    try:
        with event.install_listener("numba:compile", Counter()):
            seconds = compiled.warm(kernel)
    except Exception as error:  # noqa: BLE001 - reported to the parent
        _tell(kernel, "failed", f"{type(error).__name__}: {error}")
        return
    if compiler.is_warm(compiled.game, kernel):
        _tell(kernel, "ready", f"{seconds:.3f}")
    else:
        _tell(kernel, "failed", trouble() or "it could not be kept")


def _tell(kernel: str, what: str, more: object) -> None:
    with suppress(OSError):  # the parent is gone, and this process is about to exit
        sys.stdout.write(f"{kernel} {what} {' '.join(str(more).split())}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
