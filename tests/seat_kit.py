"""Seats over HTTP: helpers for requests and refusals."""

import asyncio

import server_kit as kit


def refused(answer):
    """Return the key of a refusal over HTTP."""
    assert answer.status_code >= 400, answer.text
    return answer.json()["error"]


def sit(person, table, seat):
    return person.http.post(f"/api/tables/{table}/seats/{seat}", json={})


def leave(person, table, seat):
    return person.http.delete(f"/api/tables/{table}/seats/{seat}")


def seat_bot(person, table, seat, bot="random"):
    path = f"/api/tables/{table}/seats/{seat}/bot"
    return person.http.put(path, json={"bot": bot})


def dismiss_bot(person, table, seat):
    return person.http.delete(f"/api/tables/{table}/seats/{seat}/bot")


def duel(server, game="osaka", **settings):
    """Return two people at a table that has begun."""
    ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
    table = ada.make(game, seats=2, **settings)
    bo.sit(table, 1)
    return ada, bo, table


def played(person, table, seats):
    """Let bots play in a person's seats until the game is over; return the final state."""
    for seat in seats:
        assert 200 == seat_bot(person, table, seat, "house").status_code
    kit.wait_until(lambda: person.state(table)["state"] == "over", "the end")
    return person.state(table)


def account(server, name):
    """Return a person with an account."""
    person = kit.Person(server, name)
    made = {"login": name, "password": "engine no. 1"}
    assert 201 == person.http.post("/api/account", json=made).status_code
    return person


def to_the_end(people, table):
    """Play a game at random until it is over."""

    async def run():
        async with people[0].at(table) as a, people[1].at(table) as b:
            await kit.play_on([a, b], 100_000)

    asyncio.run(run())


def log_in(person, name):
    """Log a guest into an account on their device."""
    login = {"login": name, "password": "engine no. 1"}
    person.token = person.http.post("/api/login", json=login).json()["token"]
    person.http.headers["Authorization"] = f"Bearer {person.token}"
