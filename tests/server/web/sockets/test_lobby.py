"""The lobby is live: watchers see tables made, joined and ended; and opponents are found."""

import asyncio
import contextlib

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from comptoir.server.domain.emblems import usual
from seat_kit import refused

CALM = {"bank": 900, "increment": 30, "common": 180}


@pytest.fixture
def here(anywhere):
    with kit.serve_here(open_database(anywhere), kit.HandClock()) as address:
        yield address


class Looking:
    """A lobby socket: the tables it was sent, and one's own tables."""

    def __init__(self, server, person=None, how=""):
        self.url = server.replace("http", "ws", 1) + f"/api/lobby{how}"
        token = person.token if person else ""
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.tables, self.mine, self.heard = {}, {}, 0

    async def __aenter__(self):
        self.socket = await connect(self.url, additional_headers=self.headers)
        await self.hear()
        await self.hear()
        return self

    async def __aexit__(self, *error):
        await self.socket.close()

    async def hear(self):
        async with asyncio.timeout(kit.PATIENCE):
            said = msgspec.json.decode(await self.socket.recv())
        unsaid = {"asked": [], "your_turn": False}
        told = {table["id"]: unsaid | table for table in said["tables"]}
        if said["type"] == "mine":
            self.mine |= told
        else:
            self.tables |= told
            for name in said["gone"]:
                self.tables.pop(name, None)
            self.heard += 1

    async def until(self, true):
        while not true(self):
            await self.hear()


def test_the_lobby_changes_without_reloading(here):
    """A table is made, joined, played and finished; a private one is not shown."""
    ada, bo = kit.Person(here, "Ada"), kit.Person(here, "Bo")

    async def run():
        async with Looking(here) as eve, Looking(here, bo) as his:
            private = await asyncio.to_thread(ada.make, "osaka", seats=2)
            table = await asyncio.to_thread(
                ada.make, "osaka", seats=2, public=True, options={"tokens": 2}
            )
            await eve.until(lambda at: table in at.tables)
            first = eve.tables[table]
            await asyncio.to_thread(bo.sit, table, 1)
            await eve.until(lambda at: at.tables[table]["state"] == "playing")
            await his.until(lambda at: at.mine.get(table, {}).get("asked"))
            turn = his.mine[table]["asked"]
            told = eve.heard
            async with ada.at(table) as a, bo.at(table) as b:
                await (a, b)[turn[0]].move()
                for place in (a, b):
                    await place.until(lambda state: state["moves"] == 1)
                await his.until(lambda at: at.mine[table]["asked"] != turn)
                assert told == eve.heard  # moves are not sent to the lobby
                await kit.play_on([a, b], 100_000)
            await eve.until(lambda at: table not in at.tables)
            await his.until(lambda at: at.mine[table]["state"] == "over")
            return private, eve, first, his, table

    private, eve, first, his, table = asyncio.run(run())
    assert private not in eve.tables
    seated = {"name": "Ada", "bot": "", "emblem": usual("Ada")}
    assert ([seated], 1, []) == (
        first["seats"],
        first["free"],
        first["asked"],
    )
    assert {} == eve.mine
    assert not his.mine[table]["your_turn"]


def test_the_newest_tables_are_told_at_first_and_all_to_who_asks(here):
    """Of five hundred open tables the page needs only a few."""
    ada = kit.Person(here, "Ada")
    made = [ada.make("osaka", seats=2, public=True) for _ in range(10)]

    async def run():
        async with Looking(here) as eve, Looking(here, how="?whole=true") as bo:
            return eve.tables.keys(), bo.tables.keys()

    some, all_ = asyncio.run(run())
    assert 7 == len(some)
    assert some < set(made) == set(all_)


def test_who_talks_in_the_lobby_is_let_go(here):
    async def run():
        async with Looking(here) as eve:
            await eve.socket.send("hello")
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await eve.socket.recv()
            return eve.socket.close_code

    assert 4400 == asyncio.run(run())


def test_bots_take_the_free_seats_though_nobody_looks_and_the_server_stops(anywhere):
    """At the moment that the most impatient of those who sit there chose."""
    clock = kit.HandClock()

    def match(person, number, **other):
        body = {"game": "osaka", "seats": 3, "request": f"m{number}", "level": "house"}
        answer = person.http.post("/api/match", json=body | other)
        assert 201 == answer.status_code, answer.text
        return answer.json()

    with kit.serve_here(open_database(anywhere), clock) as server:
        ada, bo, cy = (kit.Person(server, name) for name in ("Ada", "Bo", "Cy"))
        made = match(ada, 1, fill=300)
        table = made["table"]["id"]
        assert made["state"]["fill"] == clock.now + 300_000
        alone = match(cy, 1)  # a player who wants only people is not seated with bots
        assert (table, None) != (alone["table"]["id"], alone["state"]["fill"])
        assert alone["state"]["fill"] is None
        clock.pass_by(100)
        found = match(bo, 1, fill=60)
        assert (table, clock.now + 60_000) == (
            found["table"]["id"],
            found["state"]["fill"],
        )
        assert 200 == bo.http.delete(f"/api/tables/{table}/seats/1").status_code
        assert made["state"]["fill"] == ada.state(table)["fill"]  # he has no say now
    clock.pass_by(199)
    with kit.serve_here(open_database(anywhere), clock) as server:
        ada.move_to(server)
        assert "waiting" == ada.state(table)["state"]
    clock.pass_by(2)
    with kit.serve_here(open_database(anywhere), clock) as server:
        ada.move_to(server)
        kit.wait_until(lambda: ada.state(table)["state"] != "waiting", "the game")
        seats = [(seat["name"], seat["bot"]) for seat in ada.state(table)["seats"]]
        refusal = ada.http.post(
            "/api/match",
            json={"game": "osaka", "seats": 3, "request": "x", "fill": 0},
        )

    assert [("Ada", ""), ("", "house"), ("", "house")] == seats
    assert 400 == refusal.status_code


def test_two_processes_share_a_lobby(postgres):
    """A table made and taken at one is seen at the other, which has it not open."""
    where = kit.new_postgres(postgres)
    with (
        kit.serve_here(open_database(where)) as one,
        kit.serve_here(open_database(where)) as other,
    ):
        ada, bo = kit.Person(one, "Ada"), kit.Person(one, "Bo")

        async def run():
            async with Looking(other, bo) as his:
                table = await asyncio.to_thread(ada.make, "osaka", seats=2, public=True)
                await his.until(lambda at: table in at.tables)
                await asyncio.to_thread(bo.sit, table, 1)
                await his.until(lambda at: at.mine.get(table, {}).get("asked"))

        asyncio.run(run())


def test_opponents_are_found_by_game_seats_and_tempo(here):
    """The same of each; otherwise one waits for others. A repeat makes no second table."""
    people = [kit.Person(here, name) for name in ("Ada", "Bo", "Cy", "Di")]

    def match(person, number=1, **other):
        body = {"game": "osaka", "seats": 2, "clock": CALM, "request": f"m{number}"}
        return person.http.post("/api/match", json=body | other)

    ada = match(people[0]).json()
    assert ("waiting", 0, True) == (
        ada["state"]["state"],
        ada["state"]["seat"],
        ada["table"]["settings"]["public"],
    )
    assert ada["table"]["id"] == match(people[0]).json()["table"]["id"]
    others = [
        match(people[1], 1, clock=None),
        match(people[1], 2, seats=3),
        match(people[1], 3, game="batavia", seats=3),
    ]
    assert 4 == len({ada["table"]["id"], *(o.json()["table"]["id"] for o in others)})
    found = match(people[2]).json()
    assert (ada["table"]["id"], "playing", 1) == (
        found["table"]["id"],
        found["state"]["state"],
        found["state"]["seat"],
    )
    assert "waiting" == match(people[3]).json()["state"]["state"]
    assert "unknown_game" == refused(match(people[3], 4, game="chess"))
    assert 400 == match(people[3], 5, seats=9).status_code


def test_a_card_tells_what_one_sits_down_to(here):
    """A game over days once looked like a live one, and one with open bills like any other."""
    ada = kit.Person(here)
    plain = ada.make("batavia", seats=3, public=True)
    other = ada.make(
        "batavia", seats=3, public=True, clock=CALM, language="fr",
        substitute="strong", options={"open_bills": True},
    )  # fmt: skip

    async def look():
        async with Looking(here) as looking:
            return looking.tables

    cards = asyncio.run(look())
    assert "clock" not in cards[plain]
    assert "usual" not in cards[plain]  # as it is, unless something else is said
    told = cards[other]
    assert (900, 30) == (told["clock"]["bank"], told["clock"]["increment"])
    assert ("fr", "strong", False) == (told["language"], told["level"], told["usual"])
