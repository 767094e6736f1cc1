"""Waiting for other processes, with a timeout that suits a busy machine."""

import asyncio
import time

PATIENCE = 120  # seconds before a wait fails


def wait_until(happens, what="something that never came", every=0.05):
    """Wait until a condition holds, and return its value."""
    end = time.monotonic() + PATIENCE
    while not (result := happens()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(every)
    return result


async def wait_here(happens, what="something that never came", every=0.01):
    """Wait in a running event loop until a condition holds, and return its value."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, f"waited in vain for {what}"
        await asyncio.sleep(every)
