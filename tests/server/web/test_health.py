"""Health and metrics: what operators see, and who may ask."""

import asyncio
import contextlib
import resource
import sqlite3

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from comptoir.server.operations.metrics import Metrics
from comptoir.server.storage.store import Store
from comptoir.server.web import health as operations
from comptoir.server.web.health import HealthCheck


def health(server):
    answer = kit.get(f"{server}/healthz")
    return answer.status_code, answer.json().get("error", answer.json().get("status"))


def test_a_database_that_is_locked_shows(tmp_path):
    """And that it is well again, once it is."""
    with kit.serve_by(tmp_path / "x.sqlite3") as server:
        other = sqlite3.connect(tmp_path / "x.sqlite3", isolation_level=None)
        with contextlib.closing(other):
            kit.wait_until(lambda: health(server) == (200, "ok"))
            other.execute("BEGIN IMMEDIATE")
            kit.wait_until(lambda: health(server) == (503, "no_database"))
            other.execute("ROLLBACK")
            kit.wait_until(lambda: health(server) == (200, "ok"))


def test_a_full_disk_shows(tmp_path):
    process, server = kit.start(tmp_path / "x.sqlite3")
    _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, most))
    kit.wait_until(lambda: health(server) == (503, "no_database"))
    person = kit.post(f"{server}/api/me", json={"name": "Ada"})
    table = kit.post(f"{server}/api/tables", json={"settings": {"game": "osaka"}})
    french = kit.get(f"{server}/healthz", headers={"Accept-Language": "fr"})
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
    kit.wait_until(lambda: health(server) == (200, "ok"))
    process.terminate()

    assert "base de données" in french.json()["text"]
    for refused in (person, table):
        assert (503, "no_database") == (refused.status_code, refused.json()["error"])
    assert 0 == process.wait(kit.PATIENCE)


def test_many_questions_write_one_row(tmp_path, monkeypatch):
    monkeypatch.setattr(operations, "KEPT", kit.PATIENCE)

    async def run():
        place = open_database(str(tmp_path / "x.sqlite3"))
        await place.open(lambda _: None)
        well = HealthCheck(Store(place), Metrics()).well
        asked = await asyncio.gather(*map(well, range(50)))
        asked += [await well(99)]
        rows = await place.read("SELECT written FROM health")
        await place.close()
        return set(asked), [tuple(row) for row in rows]

    assert ({True}, [(0,)]) == asyncio.run(run())


def test_asking_has_a_limit(tmp_path):
    flags = ["--limit", "requests=0.001", "--limit", "burst=30"]
    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        found = [kit.get(f"{server}/healthz").status_code for _ in range(40)]
    assert 429 == found[-1]


def test_figures_are_there_for_prometheus_and_for_nobody_else(tmp_path):
    port = kit.free_port()
    figures = f"http://127.0.0.1:{port}/metrics"
    forged = {"Host": f"127.0.0.1:{port}", "X-Forwarded-For": "127.0.0.1"}
    flags = ["--metrics-port", str(port), *kit.GENEROUS]
    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        kit.Person(server).make("osaka", seat=None, seats=2, bots=["house", "house"])
        kit.wait_until(lambda: 'moves_total{by="bot"}' in kit.get(figures).text)
        text = kit.get(figures).text
        public = kit.get(f"{server}/metrics", headers=forged)
        other = kit.get(f"http://127.0.0.1:{port}/api/games")

    for name in ("tables", "sockets", "commit_seconds_bucket", "bot_seconds_bucket"):
        assert f"comptoir_{name}" in text
    assert [404, 404] == [public.status_code, other.status_code]
