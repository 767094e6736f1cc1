"""Bots that misbehave."""

import os
import time


def hangs(seat):
    """Never answer."""
    time.sleep(3600)


def raises(seat):
    """Raise an error."""
    raise RuntimeError("no idea")


def cheats(seat):
    """Choose an illegal action."""
    return next(a for a in seat.game.actions if a not in seat.legal)


def dies(seat):
    """Kill the worker process."""
    os._exit(1)


def prints(seat):
    """Print to standard output, where the worker's answers go."""
    print("hello" * 20)
    return seat.legal[0]
