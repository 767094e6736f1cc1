"""Emblems over HTTP and WebSocket: chosen, or by name; at the table, in chat and lobby."""

import asyncio

import pytest

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from comptoir.server.domain.emblems import COLOURS, SIGNS, usual
from comptoir.server.storage.database import Job
from seat_kit import sit


def choose(person, emblem):
    return person.http.put("/api/me/emblem", json={"emblem": emblem})


def test_names_that_look_alike_have_one_emblem_and_all_are_in_use():
    assert usual("Ada") == usual("АDA")
    found = {usual(f"Guest {number}") for number in range(3000)}

    assert {f"{sign}-{colour}" for sign in SIGNS for colour in COLOURS} == found


def test_an_emblem_is_seen_wherever_a_name_is(anywhere):
    """A guest has one too; a new one shows at once at tables that are not over."""
    with kit.serve_here(open_database(anywhere)) as server:
        ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
        table = ada.make("osaka", seats=3, public=True)
        sit(bo, table, 1)
        seats = [(seat["name"], seat["emblem"]) for seat in bo.state(table)["seats"]]
        assert [("Ada", usual("Ada")), ("Bo", usual("Bo")), ("", "")] == seats
        me = choose(ada, "ship-plum").json()
        assert ("ship-plum", True) == (me["emblem"], me["own_emblem"])

        async def talk():
            async with bo.at(table) as place, ada.at(table) as hers:
                await hers.ask("say", text="ahoy")
                while not any(one["what"]["kind"] == "said" for one in place.lines):
                    await place.hear()
                return place.state, place.lines[-1]["what"]

        state, said = asyncio.run(talk())
        (listed,) = kit.get(f"{server}/api/tables").json()
        (own,) = ada.http.get("/api/me/tables").json()
        account = {"login": "Ada", "password": "engine no. 1"}
        ada.http.post("/api/account", json=account)
        profile = kit.get(f"{server}/api/people/Ada").json()
        back = choose(ada, "").json()

    assert ["ship-plum", usual("Bo"), ""] == [seat["emblem"] for seat in state["seats"]]
    assert ("ahoy", "ship-plum") == (said["text"], said["emblem"])
    assert ["ship-plum", usual("Bo")] == [seat["emblem"] for seat in listed["seats"]]
    assert own["seats"][0]["emblem"] == profile["emblem"] == "ship-plum"
    assert (usual("Ada"), False) == (back["emblem"], back["own_emblem"])


@pytest.mark.parametrize("bad", ["ship", "ship-", "ship-plum ", "<b>-plum", "a-b", 7])
def test_no_other_emblem_is_taken(server, bad):
    ada = kit.Person(server, "Ada")

    assert 400 == choose(ada, bad).status_code
    assert not ada.http.get("/api/me").json()["own_emblem"]
    assert 401 == kit.get(f"{server}/api/me").status_code


def test_a_seat_of_before_has_the_emblem_of_its_name(anywhere):
    """Tables of a server without emblems: their events have none."""
    with kit.serve_here(open_database(anywhere)) as server:
        ada = kit.Person(server, "Ada")
        table = ada.make("osaka", seats=2)

    async def strip():
        database = open_database(anywhere)
        await database.open(lambda _: None)
        bodies = await database.read("SELECT body FROM entries WHERE number = 1")
        old = bodies[0][0].replace(f',"emblem":"{usual("Ada")}"', "")
        sql = "UPDATE entries SET body = $1 WHERE number = 1"
        await database.write(Job([(sql, (old,))]))
        await database.close()
        return old

    assert "emblem" not in asyncio.run(strip())
    with kit.serve_here(open_database(anywhere)) as server:
        ada.move_to(server)
        assert usual("Ada") == ada.state(table)["seats"][0]["emblem"]


def test_emblems_are_changed_no_more_often_than_one_talks(tmp_path):
    """Twenty tables were once notified of each of 25 changes a second."""
    flags = ("--limit", "talk_burst=2", "--limit", "talk=0.001")
    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        ada = kit.Person(server)
        emblems = ("ship-amber", "flag-green", "ship-amber")
        told = [
            ada.http.put("/api/me/emblem", json={"emblem": one}).status_code
            for one in emblems
        ]

    assert [200, 200, 429] == told
