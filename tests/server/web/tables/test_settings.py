"""Until the deal, the host changes options and the number of seats."""

import asyncio

import pytest

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from seat_kit import refused


@pytest.fixture
def here(anywhere):
    with kit.serve_here(open_database(anywhere), kit.HandClock()) as address:
        yield address


def change(person, table, **settings):
    given = {"game": "batavia", "pace": 0} | settings
    return person.http.put(f"/api/tables/{table}/settings", json=given)


def names(person, table):
    return [seat["name"] for seat in person.state(table)["seats"]]


def test_four_seats_were_made_and_three_people_came(here):
    """The free seat goes, the others move up, and the game begins; it is told to all."""
    ada, bo, cleo = (kit.Person(here, name) for name in ("Ada", "Bo", "Cleo"))
    table = ada.make("batavia", seats=5)
    bo.sit(table, 2)
    cleo.sit(table, 4)
    few = change(ada, table, seats=2)
    quick = change(ada, table, seats=4, options={"quick_start": True})

    assert "bad_setup" == refused(few)
    assert ["Ada", "", "Bo", "Cleo"] == names(bo, table)
    assert quick.json()["state"]["unrated"] == "options"

    async def watched():
        async with bo.at(table) as place:
            assert 200 == change(ada, table, seats=3, public=True).status_code
            await place.until(lambda state: state["state"] == "playing")
            return [line["what"]["kind"] for line in place.lines]

    assert ["changed", "changed", "started"] == asyncio.run(watched())[-3:]
    assert ["Ada", "Bo", "Cleo"] == names(cleo, table)
    told = ada.http.get(f"/api/tables/{table}").json()
    assert (3, False) == (
        told["table"]["seats"],
        "quick_start" in told["table"]["settings"]["options"],
    )
    assert "" == told["state"]["unrated"]
    (listed,) = bo.http.get("/api/me/tables").json()
    assert (3, True) == (listed["settings"]["seats"], listed["settings"]["public"])


def test_a_changed_table_is_read_again_from_its_log(anywhere):
    """Its first settings are kept with it, so that earlier events still fit their seats."""
    clock = kit.HandClock()
    with kit.serve_here(open_database(anywhere), clock) as server:
        ada, bo = kit.Person(server), kit.Person(server, "Bo")
        table = ada.make("batavia", seats=5)
        bo.sit(table, 4)
        assert 200 == change(ada, table, seats=3, options={"hand": 8}).status_code
        before = ada.state(table)
    with kit.serve_here(open_database(anywhere), clock) as server:
        ada.move_to(server)
        assert before["seats"] == ada.state(table)["seats"]
        told = ada.http.get(f"/api/tables/{table}").json()["table"]
        assert (3, 8) == (told["seats"], told["settings"]["options"]["hand"])


def test_only_the_host_changes_only_what_may_be_changed(here):
    ada, bo, cleo = (kit.Person(here, name) for name in ("Ada", "Bo", "Cleo"))
    table = ada.make("batavia", seats=4)
    bo.sit(table, 1)
    cleo.sit(table, 2)

    assert "not_host" == refused(change(bo, table, seats=3))
    assert "other_game" == refused(change(ada, table, game="borneo", seats=3))
    assert "unknown_bot" == refused(change(ada, table, substitute="nobody"))
    impossible = {"first_auctioneer": 4}
    assert "bad_setup" == refused(change(ada, table, seats=4, options=impossible))
    assert 4 == len(names(ada, table))
    kit.Person(here, "Dora").sit(table, 3)
    assert "started" == refused(change(ada, table, seats=5))


def test_seats_that_are_claimed_are_not_removed(here):
    ada, bo, cleo = (kit.Person(here, name) for name in ("Ada", "Bo", "Cleo"))
    table = ada.make("osaka", seats=4)
    bo.sit(table, 1)
    cleo.sit(table, 3)
    few = change(ada, table, game="osaka", seats=2)

    assert "seats_claimed" == refused(few)
    assert ["Ada", "Bo", "", "Cleo"] == names(ada, table)
