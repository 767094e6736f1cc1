"""Guests who get an account: their games are not rated, and are deleted with it."""

import asyncio

import pytest

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from seat_kit import account, log_in, to_the_end


@pytest.fixture
def here(anywhere):
    """A server on either database, and its clock."""
    clock = kit.HandClock()
    with kit.serve_here(open_database(anywhere), clock) as address:
        yield address, clock


@pytest.mark.parametrize("when", ["after", "within", "claimed"])
def test_a_guests_game_is_nobodys_rating(here, when):
    """Otherwise a player who logged in only after victories would have a rating of victories.

    A game is not rated either if the account is made while it runs.
    """
    server, clock = here
    ada, bo = account(server, "Ada"), kit.Person(server, "Bo")
    account(server, "Robert")
    table = ada.make("osaka", seats=2, public=True)
    bo.sit(table, 1)
    clock.pass_by(1)
    if when == "within":
        log_in(bo, "Robert")
    elif when == "claimed":
        made = {"login": "Robert II", "password": "engine no. 1"}
        assert 201 == bo.http.post("/api/account", json=made).status_code
    to_the_end((ada, bo), table)
    if when == "after":
        log_in(bo, "Robert")
    clock.pass_by(60)

    assert [] == kit.get(f"{server}/api/ratings/osaka").json()
    for name in ("Ada", "Robert"):
        assert [] == kit.get(f"{server}/api/people/{name}").json()["ratings"]
        assert [] == kit.get(f"{server}/api/people/{name}/games").json()


def test_who_logs_in_before_the_deal_is_rated(here):
    server, clock = here
    ada, bo, table = account(server, "Ada"), kit.Person(server, "Bo"), None
    account(server, "Robert")
    table = bo.make("osaka", seats=2, public=True)
    log_in(bo, "Robert")
    ada.sit(table, 1)
    to_the_end((ada, bo), table)
    clock.pass_by(60)
    listed = kit.get(f"{server}/api/ratings/osaka").json()

    assert {"Ada", "Robert"} == {one["name"] for one in listed}


def test_who_adopts_their_opponent_has_won_nothing(here):
    """The profile once had the better of both places, against nobody."""
    server, clock = here
    ada, bo = account(server, "Ada"), kit.Person(server, "Bo")
    table = ada.make("osaka", seats=2, public=True)
    bo.sit(table, 1)
    to_the_end((ada, bo), table)
    log_in(bo, "Ada")
    clock.pass_by(60)

    assert [] == kit.get(f"{server}/api/people/Ada").json()["ratings"]
    assert [] == kit.get(f"{server}/api/people/Ada/games").json()


def test_what_a_guest_was_is_exported_and_deleted_with_the_account(here):
    """The guest's name and chat once stayed in logs, and in cached texts."""
    server, _ = here
    bo, guest = account(server, "Bo"), kit.Person(server, "Nestor")
    account(server, "Ada")
    table = guest.make("osaka", seats=2)
    elsewhere = bo.make("osaka", seats=3)

    async def talk(table):
        async with guest.at(table) as place:
            await place.ask("say", text="my secret")

    for where in (table, elsewhere):
        asyncio.run(talk(where))
    log_in(guest, "Ada")
    bo.sit(table, 1)
    paths = [f"/api/tables/{table}{more}" for more in ("", "/log", "/text")]
    paths.append(f"/api/tables/{elsewhere}/log")
    before = "".join(bo.http.get(path).text for path in paths)
    kept = guest.http.get("/api/me/export").json()
    assert ["Nestor"] == [one["name"] for one in kept["guests"]]
    assert {table, elsewhere} == {one["table"] for one in kept["said"]}
    assert {"Nestor", "Ada"} == {one["name"] for one in kept["names"]}
    assert all(word in before for word in ("Nestor", "Ada", "secret"))
    assert 204 == guest.http.post("/api/me/goodbye", json={"name": "Ada"}).status_code

    for path in paths:
        told = bo.http.get(path).text
        assert not [word for word in ("Nestor", "Ada", "secret") if word in told], path


def test_a_goodbye_reaches_the_tables_of_another_process(postgres):
    where = kit.new_postgres(postgres)
    with (
        kit.serve_here(open_database(where)) as one,
        kit.serve_here(open_database(where)) as other,
    ):
        ada, bo = account(one, "Ada"), kit.Person(other, "Bo")
        table = ada.make("osaka", seats=3)
        bo.sit(table, 1)
        assert "Ada" in bo.http.get(f"/api/tables/{table}/log").text
        assert 204 == ada.http.post("/api/me/goodbye", json={"name": "Ada"}).status_code

        kit.wait_until(
            lambda: "Ada" not in bo.http.get(f"/api/tables/{table}/log").text
        )
