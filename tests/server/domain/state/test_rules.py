"""Tables of older rules go on with them; those of unknown rules hold nobody up."""

import asyncio
import contextlib

import pytest

from comptoir.bots import Seat, new_dice, simple
from comptoir.cli.serving.hosting import open_database
from comptoir.engine.play.match import replay
from comptoir.server.domain.acting import seating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.reading import export, projections
from comptoir.server.domain.refusals import RequestRefused, sentence
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import Moved
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.operations import logs
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.rows import PlayerRow

HOST = PlayerRow("p", "Ada", "en")
ADA = Sender("p", "Ada")
LATER = 10**15  # milliseconds


@contextlib.asynccontextmanager
async def opened(where):
    """Open rooms on a real database, which are swept only when a test says so."""
    rooms = Rooms(open_database(where), clock=lambda: LATER)
    await rooms.open()
    rooms._sweeper.cancel()
    try:
        yield rooms
    finally:
        await rooms.close()


def old_table(name, game="negoces", people=1, **settings):
    """Return a table as an older version made it: rules 1, and no options named."""
    given = TableSettings(game=game, seats=4, **settings)
    table = OnlineTable(name, given, "seed", "p", 1)
    for seat in range(4):
        who = Sender(f"p{seat}" if seat else "p", f"P{seat}")
        events = seating.sit(table, who, seat)
        if seat >= people:
            events = seating.seat_bot(table, ADA, seat, "house")
        table.add(events, 1, who.id)
    return table


def play_on(table, moves=10_000):
    """Let the house bot move for everyone, at most so many moves."""
    dice = new_dice("old")
    while table.actors and len(table.match.moves) < moves:
        seat = table.actors[0]
        choice = simple.house(Seat.at(table.match, seat, dice))
        table.add([Moved(seat, str(choice))], 1)


async def change_rules(rooms, rules, *names):
    """Write another version of the rules into the rows of tables."""
    for name in names:
        sql = f"UPDATE tables SET rules = {rules} WHERE id = $1"
        await rooms.store.write((sql, (name,)))


def test_a_new_table_has_the_newest_rules_and_the_options_of_people(anywhere):
    """They are stored, and what the host names comes first."""

    async def run():
        async with opened(anywhere) as rooms:
            free = await rooms.create(HOST, TableSettings(game="negoces"), "1", {})
            given = TableSettings(game="negoces", options={"revisions": 3})
            bounded = await rooms.create(HOST, given, "2", {})
            stored = [await rooms.store.load(r.table.id) for r in (free, bounded)]
            return [(table.rules, table.settings.options) for table, _ in stored]

    free = {"revisions": 0, "sales": 0}
    assert [(2, free), (2, free | {"revisions": 3})] == asyncio.run(run())


@pytest.mark.parametrize("game", ["negoces", "osaka"])
def test_a_finished_table_of_old_rules_is_opened_replayed_and_exported(anywhere, game):
    """By its own rules, move by move; a rematch is played by the newest."""
    table = old_table("old", game, people=4)
    play_on(table)

    async def run():
        async with opened(anywhere) as rooms:
            await rooms.store.add_table(table, "r", 1)
            room = await rooms.room("old")
            again = await rooms.create(HOST, room.table.settings, "again", {})
            return room.table, again.table

    read, again = asyncio.run(run())
    assert ("over", 1, 2) == (read.state, read.rules, again.rules)
    assert 1 == projections.info(read, "p", 1).rules
    record = export.record(read)
    assert 1 == record.rules
    assert table.match.packed().tobytes() == replay(record).packed().tobytes()
    assert read.match.log(0) == table.match.log(0)
    assert export.write(export.story(read, 0, "fr"))


def test_a_running_table_of_old_rules_is_played_on_by_them(anywhere):
    """With the old limits, also after a restart; the same holds for a branch of the game."""
    table = old_table("old", people=4)
    play_on(table, 60)

    async def run():
        async with opened(anywhere) as rooms:
            await rooms.store.add_table(table, "r", 1)
            room = await rooms.room("old")
            before = len(room.table.match.moves)
            seat = room.table.actors[0]
            action = str(room.table.legal(seat)[0])
            await room.run(lambda _: [Moved(seat, action)], "p")
            people = {n: PlayerRow(f"q{n}", f"Q{n}", "en") for n in range(4)}
            settings, past = room.table.settings, room.table.match
            branch = await rooms.create(HOST, settings, "b", people, past)
        async with opened(anywhere) as rooms:
            read, _ = await rooms.store.load("old")
            return before, read, (await rooms.store.load(branch.table.id))[0]

    before, read, branch = asyncio.run(run())
    assert (1, before + 1) == (read.rules, len(read.match.moves))
    assert (1, 4, 0) == (
        read.match.rules,
        read.match.position.box.revisions,
        read.match.position.box.free,
    )
    assert (1, read.options) == (branch.rules, branch.options)
    assert branch.match.packed().tobytes() == read.match.packed().tobytes()


@pytest.mark.parametrize(
    ("rules", "said"),
    [(99, "has been updated"), (0, "An older Comptoir can continue it")],
)
def test_a_table_of_rules_not_known_here_is_refused_with_a_sentence(
    anywhere, rules, said
):
    """It says what to do, in both languages."""

    async def run():
        async with opened(anywhere) as rooms:
            await rooms.store.add_table(old_table("odd"), "r", 1)
            await change_rules(rooms, rules, "odd")
            with pytest.raises(RequestRefused) as caught:
                await rooms.room("odd")
            return caught.value.refusal

    refusal = asyncio.run(run())
    assert "old_rules" == refusal.key
    assert said in sentence(refusal, "en")
    assert "{" not in sentence(refusal, "fr")


def test_tables_of_rules_not_known_here_hold_up_nothing(where, monkeypatch):
    """Not even if there are more of them than one sweep opens; nothing is logged about them."""
    told = []
    monkeypatch.setattr(logs, "warning", lambda *_, **facts: told.append(facts))
    odd = [f"odd{number:03}" for number in range(230)]

    async def run():
        async with opened(where) as rooms:
            for name in (*odd, "fine"):
                table = old_table(name, "osaka", people=0)
                table.at += name == "fine"  # due after all the others
                await rooms.store.add_table(table, name, 1)
            await change_rules(rooms, 99, *odd)
            due = await rooms.store.due(LATER, 200)
            await rooms._open_due()
            return due, [*rooms.open_rooms]

    assert (["fine"], ["fine"]) == asyncio.run(run())
    assert [] == told


def test_a_table_that_cannot_be_read_is_told_of_once_and_holds_up_nothing(
    where, monkeypatch
):
    """Its log holds a move that its rules refuse."""
    told = []
    monkeypatch.setattr(logs, "warning", lambda *_, **facts: told.append(facts))

    async def run():
        async with opened(where) as rooms:
            for name in ("broken", "fine"):
                table = old_table(name, "osaka", people=0)
                table.at += name == "fine"
                await rooms.store.add_table(table, name, 1)
            row = (
                "broken",
                99,
                2,
                "",
                None,
                '{"kind":"moved","seat":0,"action":"buy"}',
            )
            sql = (
                "INSERT INTO entries (table_id, number, at, player, request, body) "
                "VALUES ($1, $2, $3, $4, $5, $6)"
            )
            await rooms.store.write((sql, row))
            for _ in range(3):
                await rooms._open_due()
            return [*rooms.open_rooms]

    assert ["fine"] == asyncio.run(run())
    assert 1 == len(told)
