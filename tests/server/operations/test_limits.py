"""Limits on how much one player, one address and one socket may request and leave unread."""

import asyncio
import contextlib
import socket
from urllib.parse import urlsplit

import httpx

import server_kit as kit
from comptoir.server.operations.limits import CROWD, DEBT


def test_sockets_and_messages_have_limits(tmp_path):
    limits = ("sockets=2", "messages=0.001", "message_burst=5", "talk_burst=50")
    flags = [part for limit in limits for part in ("--limit", limit)]

    async def run(person, table):
        async with person.at(table) as one, person.at(table), person.at(table) as third:
            answers = [await one.ask("say", text="x") for _ in range(7)]
            await one.send("say", text="y" * 5000)
            while (large := await one.hear())["type"] != "refused":
                pass
            return third.welcome, answers, large

    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        person = kit.Person(server)
        third, answers, large = asyncio.run(run(person, person.make()))
    assert "too_many_sockets" == third["key"]
    assert "done" == answers[0]["type"]
    assert "too_fast" == answers[-1]["key"]
    assert ("too_large", None) == (large["key"], large["id"])


def limited(*limits):
    """Return the flags of a server with these limits."""
    return [part for limit in limits for part in ("--limit", limit)]


def test_many_sockets_of_one_player_allow_no_more_than_one(tmp_path):
    """A flood of chat through sixty sockets is the flood of one, and moves are still heard."""
    flags = limited("talk=0.001", "talk_burst=3", "messages=0.001", "message_burst=20")

    async def run(person, table):
        async with contextlib.AsyncExitStack() as held:
            places = [
                await held.enter_async_context(person.at(table)) for _ in range(9)
            ]
            said = [await place.ask("say", text="x") for place in places]
            other = await places[0].ask("why", action={"verb": "pass"})
            return [answer["type"] for answer in said], other["type"]

    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        person = kit.Person(server)
        said, other = asyncio.run(run(person, person.make()))
    assert ["done"] * 3 + ["refused"] * 6 == said
    assert "reason" == other


def test_an_address_stands_for_a_few_players_only(tmp_path):
    flags = limited("talk=0.001", "talk_burst=2", "tables=99", "new_tables=0.0001")
    flags += limited("new_table_burst=2")
    body = {"settings": {"game": "osaka"}, "request": "r"}

    async def run(people, table):
        said = []
        for person in people:
            async with person.at(table) as place:
                said += [(await place.ask("say", text="x"))["type"] for _ in range(2)]
        return said

    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        people = [kit.Person(server) for _ in range(CROWD + 2)]
        said = asyncio.run(run(people, people[0].make()))
        made = [p.http.post("/api/tables", json=body).status_code for p in people[:2]]
    assert 2 * CROWD == said.count("done")
    assert [201, 429] == made


def test_a_player_has_so_many_sockets(tmp_path):
    async def run(person, table):
        async with person.at(table), person.at(table) as second:
            return second.welcome

    with kit.serve_by(tmp_path / "x.sqlite3", *limited("player_sockets=1")) as server:
        person = kit.Person(server)
        welcome = asyncio.run(run(person, person.make()))
    assert "too_many_sockets" == welcome["key"]


def test_nonsense_is_closed_with_its_own_reason(tmp_path):
    async def run(person, table):
        async with person.at(table) as place:
            for _ in range(3):
                await place.socket.send("nonsense")
            while (said := await place.hear())["type"] != "bye":
                pass
            return said["key"], await place.closed()

    with kit.serve_by(tmp_path / "x.sqlite3", *limited("strikes=3")) as server:
        person = kit.Person(server)
        assert ("nonsense", 4400) == asyncio.run(run(person, person.make()))


def test_nonsense_is_paid_for_by_its_address(tmp_path):
    """A client disconnected for it cannot reconnect at once, as often as it likes."""

    async def talk_nonsense(person, table):
        async with person.at(table) as place:
            for _ in range(20):
                await place.socket.send("nonsense")
            while (await place.hear())["type"] != "bye":
                pass

    limits = limited("strikes=20", "requests=0.01", "burst=30")
    with kit.serve_by(tmp_path / "x.sqlite3", *limits) as server:
        person = kit.Person(server)
        asyncio.run(talk_nonsense(person, person.make()))
        answers = [person.http.get("/api/me").status_code for _ in range(12)]
    assert 429 == answers[-1]


def test_who_goes_on_though_refused_is_cut_off_for_a_while(tmp_path):
    """After hundreds of refusals a client gets no more answers. Others do not notice."""
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with (
        kit.serve_by(
            tmp_path / "x.sqlite3", *limited("requests=1", "burst=40")
        ) as server,
        httpx.Client(base_url=server, headers={"connection": "close"}) as own,
        httpx.Client(base_url=server, transport=elsewhere) as other,
    ):
        answers = [own.get("/healthz").status_code for _ in range(50)]
        assert {200, 429} == set(answers)
        cut = 0
        for _ in range(2 * DEBT):
            try:
                own.get("/healthz")
            except httpx.TransportError:
                cut += 1
        assert cut > DEBT / 2
        assert 200 == other.get("/healthz").status_code


def test_who_reads_nothing_is_let_go(tmp_path):
    """The others go on, and nothing of the reader is left on the server."""

    def sockets(server):
        return kit.get(f"{server}/healthz").json()["sockets"]

    async def run(person, table):
        url = urlsplit(person.at(table).url)
        head = (
            f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\n"
        )
        head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        with socket.create_connection((url.hostname, url.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            deaf.send(head.encode())
            async with person.at(table) as place:
                kit.wait_until(lambda: sockets(person.server) == 2)
                while sockets(person.server) == 2:
                    for _ in range(100):
                        await place.send("say", text="x" * 200)
                    said = await place.ask("say", text="x")
                    assert "done" == said["type"]
                return sockets(person.server)

    flags = [*kit.GENEROUS, *limited("patience=1")]
    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        person = kit.Person(server)
        table = person.make("negoces", bots=[None, "house", "house", "house"])
        assert 1 == asyncio.run(run(person, table))
