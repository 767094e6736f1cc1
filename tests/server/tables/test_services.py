"""What rooms share: the time."""

from comptoir.server.tables.services import steady_clock


class Machine:
    """A system's clock, which somebody sets, and the seconds that truly pass."""

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
