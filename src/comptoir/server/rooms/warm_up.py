"""Compiling beside the server: what tables wait for first, and what they are told of it."""

import asyncio
import contextlib
import time
from collections.abc import Callable

from comptoir import bots
from comptoir.engine.backends.warming import SEARCH, KernelProgress, Urgency, Warmer
from comptoir.engine.model import registry
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.operations import logs


class WarmUp:
    """Has the searches of all games compiled, then the rest; does nothing until opened."""

    def __init__(self) -> None:
        self._warmer: Warmer | None = None
        self._said: set[str] = set()

    def open(self, changed: Callable[[str], None]) -> None:
        """Begin, quietly; `changed` is called with a game when its search is further."""
        loop = asyncio.get_running_loop()
        states: dict[str, str] = {}

        def told(game: str, kernel: str, progress: KernelProgress) -> None:
            if progress.reason and progress.reason not in self._said:
                self._said.add(progress.reason)
                logs.warning("not compiled", game=game, reason=progress.reason)
            if kernel == SEARCH and states.get(game) != progress.state:
                states[game] = progress.state
                with contextlib.suppress(RuntimeError):  # the server has stopped
                    loop.call_soon_threadsafe(changed, game)

        self._warmer = Warmer(told=told)
        for name in registry.names():
            self._warmer.want(name, SEARCH, urgency=Urgency.SOON)
        for name in registry.names():
            self._warmer.want(name, urgency=Urgency.IDLE)

    @property
    def busy(self) -> bool:
        """True if it was opened, and so compiles what is missing."""
        return self._warmer is not None

    def close(self) -> None:
        """End all compiling processes."""
        if self._warmer:
            self._warmer.close()

    def want(self, game: str, *, plain: bool = False) -> None:
        """Have a game's search compiled before anything else: somebody waits for it.

        One that is ready is looked at again if it was seen to run `plain`: what was
        compiled may have been damaged.
        """
        if self._warmer:
            progress = self._warmer.progress(game)
            state = progress.state if progress else "waiting"
            if state in ("waiting", "compiling") or (plain and state == "ready"):
                self._warmer.want(game, SEARCH)

    def told(self, table: OnlineTable, now: int) -> wire.Warming | None:
        """Return what a table is told; None if its bots play as they promise."""
        progress = self._warmer.progress(table.game.name) if self._warmer else None
        seats = searching(table)
        if progress is None or progress.state == "ready" or not seats:
            return None
        passed = time.monotonic() - progress.begun if progress.begun else 0
        end = None if progress.left is None else now + int(1000 * progress.left)
        return wire.Warming(seats, now - int(1000 * passed), end)


def searching(table: OnlineTable) -> list[int]:
    """Return the seats whose bots search."""
    return [
        seat
        for seat, place in enumerate(table.places)
        if place.bot and bots.searches(place.bot, table.game)
    ]
