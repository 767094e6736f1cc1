"""The warm-up: compiles the games' kernels in the background, and reports its progress."""

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
    """Compiles the searches of all games, then the rest; does nothing until opened."""

    def __init__(self) -> None:
        self._warmer: Warmer | None = None
        self._said: set[str] = set()

    def open(self, changed: Callable[[str], None]) -> None:
        """Start compiling; `changed` is called with a game when its search makes progress."""
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
        """True if the warm-up was opened: missing kernels are compiled in the background."""
        return self._warmer is not None

    def close(self) -> None:
        """Stop all compiling processes."""
        if self._warmer:
            self._warmer.close()

    def want(self, game: str, *, plain: bool = False) -> None:
        """Compile a game's search before anything else, because somebody waits for it.

        A search that is ready but ran uncompiled (`plain`) is checked again: its compiled code
        may be damaged.
        """
        if self._warmer:
            progress = self._warmer.progress(game)
            state = progress.state if progress else "waiting"
            if state in ("waiting", "compiling") or (plain and state == "ready"):
                self._warmer.want(game, SEARCH)

    def told(self, table: OnlineTable, now: int) -> wire.Warming | None:
        """Return a table's warm-up message; None if its bots play at full strength."""
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
