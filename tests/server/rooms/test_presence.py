"""Presence: players are away a moment after their last socket closes, and come back."""

import asyncio
from types import SimpleNamespace

import pytest

from comptoir.server.domain.state.events import Seated
from comptoir.server.rooms import presence
from comptoir.server.rooms.broadcast import Broadcast, Listener
from comptoir.server.rooms.presence import MOMENT, ROLL_CALL, Presence
from comptoir.server.rooms.warm_up import WarmUp
from table_kit import PEOPLE, empty_table, new_table


class Uncommitted:
    """A live table whose commits are in memory only."""

    def __init__(self, table):
        self.table = table

    async def run(self, command):
        self.table.add(command(self.table), 0)


class World:
    """A table, its sockets, and a clock that is set by hand."""

    def __init__(self, monkeypatch, table=None):
        self.time = 0.0
        clock = SimpleNamespace(monotonic=lambda: self.time)
        monkeypatch.setattr(presence, "time", clock)
        self.table, self.sockets = table or new_table(people=2), Broadcast(WarmUp())
        self.presence = Presence(Uncommitted(self.table), self.sockets)

    def connect(self, player):
        listener = Listener(player, lambda _: None)
        self.sockets.listeners.add(listener)
        return listener

    def disconnect(self, listener):
        self.sockets.listeners.discard(listener)
        self.presence.left(listener.player)

    def look(self, time, *, owner=True):
        self.time = time
        asyncio.run(self.presence.look(owner=owner))
        return [seat for seat, place in enumerate(self.table.places) if place.away]


def test_who_is_gone_for_a_moment_is_not_away(monkeypatch):
    world = World(monkeypatch)
    ada = world.connect("p0")
    world.connect("p1")
    world.disconnect(ada)
    assert [] == world.look(MOMENT)
    world.connect("p0")

    assert [] == world.look(MOMENT + 1)


def test_who_stays_away_is_noted_and_comes_back(monkeypatch):
    world = World(monkeypatch)
    ada = world.connect("p0")
    world.connect("p1")
    world.disconnect(ada)
    assert [0] == world.look(MOMENT + 1)
    world.connect("p0")
    asyncio.run(world.presence.welcome_back())

    assert [] == world.look(MOMENT + 2)


def test_only_the_owner_calls_the_roll_and_only_once(monkeypatch):
    """For players it has not seen since it opened the table."""
    other = World(monkeypatch)
    assert [] == other.look(ROLL_CALL + 1, owner=False)
    assert [] == other.look(ROLL_CALL + 2)
    owner = World(monkeypatch)
    owner.connect("p1")
    assert [] == owner.look(ROLL_CALL)

    assert [0] == owner.look(ROLL_CALL + 1)


def test_who_went_before_the_game_began_is_away_when_it_does(monkeypatch):
    """A host who made the table and closed the page is notified of their turn."""
    table = empty_table(seats=3)
    PEOPLE[0].sit(table, 0)
    PEOPLE[1].sit(table, 1)
    world = World(monkeypatch, table)
    world.disconnect(world.connect("p0"))
    world.connect("p1")
    assert [] == world.look(ROLL_CALL + 1)
    world.connect("p2")
    PEOPLE[2].sit(table, 2)

    assert [0] == world.look(ROLL_CALL + 2)


@pytest.mark.parametrize(("why", "returned"), [("away", True), ("asked", False)])
def test_who_comes_back_has_the_seat_again(monkeypatch, why, returned):
    """Without a click; but not if they let the bot play themselves."""
    world = World(monkeypatch)
    ada = world.connect("p0")
    world.connect("p1")
    world.disconnect(ada)
    world.look(MOMENT + 1)
    world.table.add([Seated(0, "casual", why)], 0)
    world.connect("p0")
    asyncio.run(world.presence.welcome_back())

    assert returned == world.table.places[0].person
    assert not world.table.places[0].away
