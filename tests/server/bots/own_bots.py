"""Bots that do what bots must not do."""

import os
import time


def hangs(seat):
    """Never answer."""
    time.sleep(3600)


def raises(seat):
    """Fall over."""
    raise RuntimeError("no idea")


def cheats(seat):
    """Choose what may not be chosen."""
    return next(a for a in seat.game.actions if a not in seat.legal)


def dies(seat):
    """Take the process along."""
    os._exit(1)


def prints(seat):
    """Talk where answers are written."""
    print("hello" * 20)
    return seat.legal[0]
