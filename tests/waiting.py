"""Waiting for what another process does: as long as it takes on a busy machine."""

import time

PATIENCE = 120  # seconds until what has not happened never will


def wait_until(happens, what="something that never came", every=0.05):
    """Wait until something is so, and return it."""
    end = time.monotonic() + PATIENCE
    while not (result := happens()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(every)
    return result
