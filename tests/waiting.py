"""Waiting for what another process does: as long as it takes on a busy machine."""

import asyncio
import time

PATIENCE = 120  # seconds until what has not happened never will


def wait_until(happens, what="something that never came", every=0.05):
    """Wait until something is so, and return it."""
    end = time.monotonic() + PATIENCE
    while not (result := happens()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(every)
    return result


async def wait_here(happens, what="something that never came", every=0.01):
    """Wait in an event loop, which goes on meanwhile, until something is so."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, f"waited in vain for {what}"
        await asyncio.sleep(every)
