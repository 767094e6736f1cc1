"""The turns of bots: when they are asked, and what happens to their answers."""

import asyncio
import threading

import pytest

from comptoir.bots.tempo import LONGEST, SHORTEST
from comptoir.server.bots.worker import BotChoice, choose
from comptoir.server.domain.acting import autopilot
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import Faltered, Moved, Phrased
from comptoir.server.rooms import bot_turns
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.sqlite import SQLite
from waiting import wait_until

HOST = PlayerRow("p", "Ada", "en")


class Pool:
    """A pool whose bots answer at once, with whatever `choose` returns."""

    metrics = None
    count = 2

    def __init__(self, choose):
        self.answer = choose

    def open(self):
        pass

    async def choose(self, question, asker):
        return self.answer(question)

    async def close(self):
        pass


def play(tmp_path, monkeypatch, choose, game="osaka", seats=2, **settings):
    """Let bots play until they have made eight moves; return table and pauses."""
    pauses, enough = [], asyncio.Event()
    sleep = asyncio.sleep

    async def no_sleep(seconds):
        pauses.append(seconds)
        await sleep(0)

    async def run():
        rooms = Rooms(SQLite(tmp_path / "x.sqlite3"), Pool(choose))
        await rooms.open()
        given = TableSettings(game=game, seats=seats, **settings)
        bots = dict.fromkeys(range(seats), "casual")
        room = await rooms.create(HOST, given, "r", bots)
        room.broadcast.publish = lambda table, *_: (
            len(table.match.moves) < 8 or enough.set()
        )
        await enough.wait()
        await rooms.close()
        return room.table

    class Asyncio:
        sleep = staticmethod(no_sleep)
        gather = staticmethod(asyncio.gather)

    monkeypatch.setattr(bot_turns, "asyncio", Asyncio)
    return asyncio.run(run()), pauses


def test_bots_wait_where_several_may_act_and_people_come_first(tmp_path, monkeypatch):
    """Bots never move faster than the host's pace allows."""
    table, pauses = play(
        tmp_path, monkeypatch, lambda _: BotChoice(None), "negoces", 4, pace=0.1
    )

    assert {"bot"} == {e.logged.event.by for e in table.log if e.mover is not None}
    assert all(p == 0.1 or SHORTEST <= p <= LONGEST for p in pauses)
    assert any(p >= SHORTEST for p in pauses)


def test_without_a_pace_nobody_waits(tmp_path, monkeypatch):
    _, pauses = play(
        tmp_path, monkeypatch, lambda _: BotChoice(None), "negoces", 4, pace=0
    )

    assert {0} == set(pauses)


@pytest.mark.parametrize(
    "choice", [BotChoice(None, "broken"), BotChoice(0), BotChoice(None)]
)
def test_the_house_moves_for_a_bot_without_a_legal_answer(
    tmp_path, monkeypatch, choice
):
    table, _ = play(tmp_path, monkeypatch, lambda _: choice, pace=0)
    moves = [e.logged.event for e in table.log if isinstance(e.logged.event, Moved)]

    assert len(moves) >= 8


def test_an_answer_to_a_table_that_has_changed_is_asked_for_again(
    tmp_path, monkeypatch
):
    """Somebody else moved first: the bot has not failed, and the house bot does not step in."""
    table, _ = play(
        tmp_path, monkeypatch, lambda _: BotChoice(None), "negoces", 4, pace=0
    )
    (seat, *_), moves = autopilot.bot_seats(table), len(table.match.moves)
    legal = {action.number for action in table.legal(seat)}
    wrong = BotChoice(next(n for n in range(len(table.game.actions)) if n not in legal))
    turns = bot_turns.BotTurns(None, None, None)

    def events(moves):
        when = bot_turns.When(table.asked[seat], moves)
        return list(turns._move(seat, when, "casual", wrong)(table))

    assert [] == events(moves - 1)
    assert [Faltered, Moved] == [type(event) for event in events(moves)]


def test_bots_fall_silent_while_a_seller_waits_and_speak_when_something_changes(
    tmp_path,
):
    """NEG-4.8  A sale stays open as long as nobody ends it, and no bot is asked for nothing."""
    questions = []

    def house(question):
        questions.append(question.seat)
        return BotChoice(None)

    async def run():
        rooms = Rooms(SQLite(tmp_path / "x.sqlite3"), Pool(house))
        await rooms.open()
        seats = {0: HOST, **dict.fromkeys((1, 2, 3), "house")}
        settings = TableSettings(game="negoces", seats=4, pace=0)
        room = await rooms.create(HOST, settings, "r", seats)

        async def say(verb):
            """Let the person act, and wait until the table waits for nobody else."""
            legal = room.table.legal(0)
            action = next(a for a in legal if a.verb == verb)
            await room.run(lambda _: [Moved(0, str(action))], "p")
            await asyncio.to_thread(wait_until, lambda: room.table.actors == [0])

        await asyncio.to_thread(wait_until, lambda: room.table.actors == [0])
        while room.table.match.view().phase == "auction":
            await say("bid")  # the house leaves at five
        for verb in ("open", "wait"):
            await say(verb)
        for _ in range(3):
            before = len(questions)
            await rooms._look_after_open()
            await room.catch_up()
            assert ("sale", before) == (room.table.match.view().phase, len(questions))
            await say("coins")
            assert len(questions) >= before + 3
            await say("wait")
        await rooms.close()

    asyncio.run(run())


def test_bots_answer_what_a_seller_asks_them_for(tmp_path):
    """NEG-4.5  By the offer asked for, or by a phrase."""

    async def run():
        pool = Pool(lambda asked: choose(asked, threading.Event()))
        rooms = Rooms(SQLite(tmp_path / "x.sqlite3"), pool)
        await rooms.open()
        seats = {0: HOST, **dict.fromkeys((1, 2, 3), "honest")}
        settings = TableSettings(game="negoces", seats=4, pace=0)
        room = await rooms.create(HOST, settings, "r", seats)

        async def until(there):
            await asyncio.to_thread(wait_until, there)

        async def act(verb):
            action = next(a for a in room.table.legal(0) if a.verb == verb)
            await room.run(lambda _: [Moved(0, str(action))], "p")
            await until(lambda: room.table.actors == [0])

        await until(lambda: room.table.actors == [0])
        while room.table.match.view().phase == "auction":
            await act("bid")
        await act("open")
        asked = [
            Phrased(0, "ask_coins", {"seat": seat, "coins": 14}) for seat in (1, 2)
        ]
        await room.run(lambda _: asked, "p")
        await until(lambda: all(Phrased(n, "cannot_pay") in told(room) for n in (1, 2)))
        assert Phrased(3, "cannot_pay") not in told(room)
        await rooms.close()

    def told(room):
        return [entry.logged.event for entry in room.table.log]

    asyncio.run(run())


def test_a_bot_sells_though_a_person_says_nothing(tmp_path, monkeypatch):
    """NEG-4.7  It calls twice and closes the sale: no sale is stalled."""
    sleep = asyncio.sleep

    async def no_sleep(seconds):
        await sleep(0)

    class Asyncio:
        sleep = staticmethod(no_sleep)
        gather = staticmethod(asyncio.gather)
        Task = asyncio.Task

    monkeypatch.setattr(bot_turns, "asyncio", Asyncio)

    async def run():
        pool = Pool(lambda asked: choose(asked, threading.Event()))
        rooms = Rooms(SQLite(tmp_path / "x.sqlite3"), pool)
        await rooms.open()
        seats = {0: HOST, **dict.fromkeys((1, 2, 3), "hard")}
        settings = TableSettings(game="negoces", seats=4)
        room = await rooms.create(HOST, settings, "r", seats)

        await asyncio.to_thread(wait_until, lambda: room.table.actors)
        while room.table.match.view().phase == "auction":
            await asyncio.to_thread(
                wait_until,
                lambda: (
                    0 in room.table.actors or room.table.match.view().phase != "auction"
                ),
            )
            if room.table.match.view().phase == "auction":
                await room.run(lambda _: [Moved(0, "leave")], "p")
        await asyncio.to_thread(wait_until, lambda: room.table.match.view().sales)
        keys = [
            e.logged.event.key
            for e in room.table.log
            if isinstance(e.logged.event, Phrased)
        ]
        assert "going_once" in keys
        await rooms.close()

    asyncio.run(run())
