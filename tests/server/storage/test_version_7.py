"""A database of schema version 7: opened, migrated, and played on.

Ada and Bo have accounts and are friends; Nestor is a guest. Two games are over, one of them
reviewed; one is running, one is waiting. `version_7.json` has
the tokens, ids and answers that clients kept.
"""

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from comptoir.server.storage import backup, database, sqlite

HERE = Path(__file__).parent
KNOWN = json.loads((HERE / "version_7.json").read_text(encoding="utf-8"))


class Known(kit.Person):
    """A player with a token from the old database."""

    def __init__(self, server, name):
        self.http = kit.httpx.Client(base_url=server, timeout=kit.PATIENCE)
        self.lines.append(self.http)
        self.server, self.token = server, KNOWN["tokens"][name]
        self.http.headers["Authorization"] = f"Bearer {self.token}"


@pytest.fixture
def served(tmp_path, where):
    """Run a server on the old database, in either kind."""
    file = tmp_path / "old.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as old:
        old.executescript((HERE / "version_7.sql").read_text(encoding="utf-8"))
    if "://" in str(where):
        asyncio.run(
            backup.restore(file, open_database(where), lambda *_: None, replace=False)
        )
        file = where
    with kit.serve_here(open_database(str(file))) as server:
        yield server


def test_people_and_games_of_before_are_there(served):
    ada, bo, guest = (Known(served, name) for name in ("Ada", "Bo", "Nestor"))
    friend = ada.http.get("/api/people/Bo").json()
    osaka = ada.http.get("/api/me/tables?game=osaka").json()
    listed = ada.http.get("/api/ratings/osaka").json()
    review = f"/api/tables/{KNOWN['done']}/review"
    recovered = kit.post(f"{served}/api/recover", json={"secret": KNOWN["recovery"]})

    assert "yes" == friend["friend"]
    assert {KNOWN["done"], KNOWN["withguest"]} == {table["id"] for table in osaka}
    assert {("Ada", 1), ("Bo", 1)} == {(one["name"], one["games"]) for one in listed}
    assert ada.http.get(review).json()["review"] is None  # of a form of before
    assert ada.http.post(review, json={}).json()["progress"]
    assert "Ada" == recovered.json()["name"]
    assert "waiting" == guest.state(KNOWN["waiting"])["state"]
    assert 200 == bo.http.get("/api/me/export").status_code
    assert ["rude"] == [
        row[1] for row in ada.http.get("/api/me/export").json()["reports"]
    ]
    assert ["mute"] == guest.http.get("/api/me/people").json()[0]["kinds"]
    assert [] == ada.http.get("/api/me").json()["penalties"]


def test_a_game_of_before_is_played_to_its_end(served):
    ada, bo = Known(served, "Ada"), Known(served, "Bo")

    async def run():
        async with ada.at(KNOWN["running"]) as a, bo.at(KNOWN["running"]) as b:
            await kit.play_on([a, b], 100_000)
            return a.state["state"]

    assert "over" == asyncio.run(run())


def test_a_request_of_before_is_the_same_when_it_is_sent_again(served):
    """Old requests have no digest; new ones do."""
    ada = Known(served, "Ada")

    async def run():
        async with ada.at(KNOWN["running"]) as place:
            said = [
                await place.ask("say", id="once", text="hello"),
                await place.ask("pace", id="pace", seconds=0.0),
                await place.ask("say", id="new", text="hello"),
                await place.ask("say", id="new", text="hello"),
                await place.ask("say", id="new", text="goodbye"),
            ]
            return said, [line["what"].get("text") for line in place.lines]

    (said, paced, new, same, other), texts = asyncio.run(run())
    assert (KNOWN["said"], KNOWN["paced"]) == (said, paced)
    assert new == same
    assert "id_used" == other["key"]
    assert 2 == texts.count("hello")


def test_the_file_is_of_the_version_that_it_says(tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "x")) as old:
        old.executescript((HERE / "version_7.sql").read_text(encoding="utf-8"))

        assert 7 == old.execute(database.READ_VERSION).fetchone()[0]
        assert sqlite.migrate(old) > 7
