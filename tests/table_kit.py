"""An online table without a server, and people who send commands to it."""

import pytest

from comptoir.server.bots.quick import best_guess
from comptoir.server.domain.acting import autopilot, commands, seating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import TableSettings, checked
from comptoir.server.domain.state.events import Moved, read_row
from comptoir.server.domain.state.table import OnlineTable


class Person:
    """A person whose methods are commands: `ADA.sit(table, 0)`, optionally at a given time."""

    def __init__(self, player, name):
        self.sender = Sender(player, name)

    def __getattr__(self, name):
        command = getattr(commands if hasattr(commands, name) else seating, name)

        def give(table, *args, at=0, **fields):
            events = command(table, self.sender, *args, **fields)
            table.add(events, at, self.sender.id)

        return give


PEOPLE = [Person(f"p{n}", name) for n, name in enumerate(("Ada", "Bo", "Cy", "Di"))]


def empty_table(game="batavia", seed="seed", **settings):
    """Return a table with empty seats."""
    given = TableSettings(game=game, **settings)
    return OnlineTable("t", checked(given), seed, "p0")


def new_table(game="batavia", people=4, at=0, **settings):
    """Return a table of four: people first, casual bots in the other seats."""
    table = empty_table(game, seats=4, **settings)
    for seat, person in enumerate(PEOPLE[:people]):
        person.sit(table, seat, at=at)
    for seat in range(people, 4):
        PEOPLE[0].seat_bot(table, seat, "casual", at=at)
    return table


def move(table, at=0, action=None, seat=None):
    """Play a move of a person to act, by default any legal one."""
    seat = table.actors[0] if seat is None else seat
    action = action or str(table.match.legal(seat)[0])
    PEOPLE[seat].move(table, action, table.asked[seat], at=at)
    return seat


def autoplay(table, at):
    """Apply the automatic actions that are due."""
    table.add(autopilot.act(table, at, best_guess), at)


def refusal(command, table, *args, **fields):
    """Return the key of a refusal, and check that it changed nothing."""
    before = table.number
    with pytest.raises(RequestRefused) as caught:
        command(table, *args, **fields)
    assert before == table.number
    return caught.value.refusal.key


def written(table, kind=Moved):
    """Return the uncommitted events of one kind."""
    events = [logged.event for logged in table.uncommitted]
    return [event for event in events if isinstance(event, kind)]


def again(table):
    """Return the same table, rebuilt from its events."""
    made = (table.id, table.settings, table.seed, table.host, table.rules)
    copy = OnlineTable(*made)
    for logged in table.uncommitted:
        copy.apply(read_row(logged.row()))
    return copy
