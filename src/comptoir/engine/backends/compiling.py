"""The compiling process: compiles kernels of one game, tells how far it is, and ends.

    python -m comptoir.engine.backends.compiling KINDNESS GAME KERNEL …

A `Warmer` starts it. It ends with whoever started it, however that ended: its input is a
pipe on which nothing is ever said, and which closes with the other side.
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
    """End this process as soon as its input ends, whatever it is doing."""

    def watch() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        os._exit(ENDED)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    """Compile, and write a line whenever something is done."""
    kindness, game, *kernels = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us decides
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
            """Count what is finished only."""

        def on_end(self, event: Any) -> None:
            self.done += 1
            _tell(kernel, "rules", self.done)

    _tell(kernel, "rules", 0)
    try:
        with event.install_listener("numba:compile", Counter()):
            seconds = compiled.warm(kernel)
    except Exception as error:  # noqa: BLE001 - told to whoever waits
        _tell(kernel, "failed", f"{type(error).__name__}: {error}")
        return
    if compiler.is_warm(compiled.game, kernel):
        _tell(kernel, "ready", f"{seconds:.3f}")
    else:
        _tell(kernel, "failed", trouble() or "it could not be kept")


def _tell(kernel: str, what: str, more: object) -> None:
    with suppress(OSError):  # nobody reads any more: the end is near
        sys.stdout.write(f"{kernel} {what} {' '.join(str(more).split())}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
