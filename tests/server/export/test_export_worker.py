"""Long texts are written in a separate process, so that players do not wait for them."""

import asyncio
import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

import server_kit as kit
from comptoir.bots import Seat, new_dice, simple
from comptoir.engine.play.match import Match
from comptoir.server.domain.reading.replaying import (
    CardsQuestion,
    MomentQuestion,
    MovesQuestion,
)
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.export import export_worker as tellers
from comptoir.server.export.export_worker import ExportWorker
from comptoir.server.operations.child import Child


def finished(seed):
    """Return the record of a short game of house bots."""
    match = Match("osaka", 2, seed)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, simple.house(Seat.at(match, seat, new_dice("x"))))
    return match.record()


def children(pid):
    """Return the export workers of a server."""
    line = ["ps", "-o", "pid=,args=", "--ppid", str(pid)]
    told = subprocess.run(line, capture_output=True, text=True, check=False).stdout
    lines = [line.split(None, 1) for line in told.splitlines()]
    return [int(pid) for pid, args in lines if "export.process" in args]


def played(ada):
    """Return a table of bots whose game is over."""
    table = ada.make("osaka", seat=None, seats=2, bots=["house", "random"])
    kit.wait_until(lambda: ada.state(table)["state"] == "over")
    return table


def test_who_plays_does_not_wait_for_what_is_told(tmp_path):
    """The export worker is suspended, and a move is made all the same."""
    process, server = kit.start(tmp_path / "x.sqlite3", *kit.GENEROUS)
    ada = kit.Person(server)
    first, other = played(ada), played(ada)
    paths = ["replay", "replay/3?eyes=1", "text"]
    told = [ada.http.get(f"/api/tables/{first}/{path}") for path in paths]
    (child,) = children(process.pid)
    os.kill(child, signal.SIGSTOP)
    with ThreadPoolExecutor() as threads:
        slow = [
            threads.submit(kit.get, f"{server}/api/tables/{other}/{path}")
            for path in paths
        ]
        table = ada.make("osaka", seats=2, bots=[None, "house"])

        async def run():
            async with ada.at(table) as place:
                await place.until(lambda state: state["own"]["legal"])
                return await place.move()

        moved = asyncio.run(run())
        again = [ada.http.get(f"/api/tables/{first}/{path}") for path in paths]
        waiting = [not one.done() for one in slow]
        os.kill(child, signal.SIGCONT)
        answers = [one.result() for one in slow]
    process.terminate()

    assert "done" == moved["type"]
    assert [True] * 3 == waiting
    assert [answer.content for answer in told] == [answer.content for answer in again]
    assert [200] * 3 == [answer.status_code for answer in answers]
    assert 0 == process.wait(kit.PATIENCE)
    assert [] == children(process.pid)


def test_what_a_browser_has_is_not_sent_again(server):
    ada = kit.Person(server)
    table = played(ada)
    for path in ("replay", "replay/0", "text"):
        first = ada.http.get(f"/api/tables/{table}/{path}")
        known = {"If-None-Match": first.headers["etag"]}
        again = ada.http.get(f"/api/tables/{table}/{path}", headers=known)

        assert "private" in first.headers["cache-control"]
        assert (304, b"") == (again.status_code, again.content)


def test_a_client_has_one_question_at_a_time():
    """A client with one request waits for only one request of a client with many."""

    async def run():
        export_worker, order = ExportWorker(), []

        async def ask(client, name, record):
            await export_worker.tell(client, name, MovesQuestion(record))
            order.append(client)

        await ask("first", "x", finished(1))
        pid = export_worker._child.pid
        os.kill(pid, signal.SIGSTOP)
        asked = [asyncio.create_task(ask("often", n, finished(n))) for n in range(9)]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(ask("once", "y", finished(1))))
        await asyncio.sleep(0)
        os.kill(pid, signal.SIGCONT)
        await asyncio.gather(*asked)
        await export_worker.close()
        return order[1:]

    assert ["often", "once"] == asyncio.run(run())[:2]


def test_too_many_questions_of_one_client_are_refused(monkeypatch):
    monkeypatch.setattr(tellers, "MOST", 2)

    async def run():
        export_worker, record = ExportWorker(), finished(1)
        tells = [export_worker.tell("a", n, MovesQuestion(record)) for n in range(3)]
        told = await asyncio.gather(*tells, return_exceptions=True)
        await export_worker.close()
        return told

    *told, refused = asyncio.run(run())
    assert [bytes, bytes] == [type(one) for one in told]
    assert "too_fast" == refused.refusal.key


def test_a_process_that_ends_is_replaced_and_what_cannot_be_told_is_refused():
    async def run():
        export_worker, record = ExportWorker(), finished(1)
        with pytest.raises(RequestRefused):
            await export_worker.tell("a", 1, MomentQuestion(record, 99))
        process = export_worker._child._process
        process.kill()
        await process.wait()
        with pytest.raises(RequestRefused):
            await export_worker.tell("a", 2, MovesQuestion(record))
        told = await export_worker.tell("a", 2, MovesQuestion(record))
        await export_worker.close()
        return told

    assert asyncio.run(run()).startswith(b'[{"seat":null')


def test_what_takes_too_long_is_stopped_and_the_next_question_answered():
    """Other clients' files are read by a new process."""

    async def run():
        teller = ExportWorker(patience=0.01)
        teller._child = await Child.start(tellers.WORKER)
        pid = teller._child.pid
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(RequestRefused) as refused:
            await teller.tell("a", 1, CardsQuestion("borneo", "x", "a = 1", "en"))
        teller._patience = kit.PATIENCE
        told = await teller.tell("b", 2, CardsQuestion("borneo", "x", "a = 1", "en"))
        await teller.close()
        return refused.value.refusal.key, told

    key, told = asyncio.run(run())
    assert "took_too_long" == key
    assert b"no field 'a'" in told


def test_little_is_kept(monkeypatch):
    monkeypatch.setattr(tellers, "KEPT", 10)
    export_worker = ExportWorker()
    for name in range(5):
        export_worker._keep(name, b"123456")

    assert [4] == list(export_worker._kept)
    assert 6 == export_worker._size
