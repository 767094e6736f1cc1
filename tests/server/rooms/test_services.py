"""What rooms share: the time, and tasks that run on."""

import asyncio
import gc

import pytest

from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.operations import logs
from comptoir.server.rooms.services import Tasks, steady_clock


class Machine:
    """A machine with a system clock that can be set, and the seconds that really pass."""

    wall = 1_760_000_000.0
    passed = 70.0

    def pass_by(self, seconds):
        self.wall += seconds
        self.passed += seconds


def test_the_time_does_not_jump_with_the_systems():
    """A day ahead and back again: no clock runs out, no timer sleeps for a day."""
    machine = Machine()
    now = steady_clock(lambda: machine.wall, lambda: machine.passed)
    start = now()
    machine.wall += 86_400
    machine.pass_by(5)
    assert start + 5000 == now()
    machine.wall -= 86_400
    machine.pass_by(5)

    assert start + 10_000 == now()
    assert int(machine.wall * 1000) == now()


def test_the_time_is_that_of_the_system_at_the_start():
    machine = Machine()

    assert int(machine.wall * 1000) == steady_clock(lambda: machine.wall)()


@pytest.mark.parametrize(
    ("error", "lines"), [(RequestRefused("stale"), 0), (OSError("no disk"), 1)]
)
def test_what_nobody_waits_for_fails_in_one_line_and_is_refused_in_none(error, lines):
    """Refusals of background tasks are not logged; other errors are."""
    strays = []

    async def fail():
        raise error

    async def run():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: strays.append(context))
        tasks = Tasks()
        tasks.start(fail())
        await tasks.finish(60)
        await asyncio.sleep(0)
        gc.collect()

    before = logs.written["error"]
    asyncio.run(run())
    assert (lines, []) == (logs.written["error"] - before, strays)
