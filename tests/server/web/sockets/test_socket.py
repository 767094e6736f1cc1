"""One WebSocket per table: moves, news, refusals, and reconnecting."""

import asyncio
import contextlib
import importlib.util
import threading
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import server_kit as kit
from comptoir.server.storage.database import BadDatabase
from comptoir.server.storage.sqlite import SQLite


def four(server, game="batavia", **settings):
    """Return four people at one table."""
    people = [kit.Person(server, name) for name in ("Ada", "Bo", "Cy", "Di")]
    table = people[0].make(game, seats=4, **settings)
    for seat in (1, 2, 3):
        people[seat].sit(table, seat)
    return people, table


def test_a_move_reaches_everyone_as_their_seat_may_see_it(server):
    people, table = four(server)

    async def run():
        async with people[0].at(table) as a, people[1].at(table) as b:
            asked = a.state["actors"][0]
            async with people[asked].at(table) as mover:
                done = await mover.move({"verb": "bid", "what": 2})
                for place in (a, b):
                    while place.number < done["number"]:
                        await place.hear()
                return a, b, done, asked

    a, b, done, asked = asyncio.run(run())
    assert "done" == done["type"]
    told = [place.lines[-1] for place in (a, b)]
    assert told[0]["events"] == told[1]["events"] != []
    assert ["moved", "moved"] == [line["what"]["kind"] for line in told]
    bid = {"verb": "bid", "what": 2}
    own = [bid if seat == asked else None for seat in (0, 1)]
    assert own == [line["what"]["action"] for line in told]
    assert a.state["view"] != b.state["view"]
    assert (0, 1) == (a.state["seat"], b.state["seat"])


def test_the_same_request_again_changes_nothing(server):
    people, table = four(server)

    async def run():
        seat = people[0].state(table)["actors"][0]
        async with people[seat].at(table) as place:
            own = place.state["own"]
            bid = {"verb": "bid", "what": 1}
            move = {"action": bid, "asked": own["asked"], "id": "once"}
            first = await place.ask("move", **move)
        async with people[seat].at(table) as place:
            again = await place.ask("move", **move)
            said = [await place.ask("say", text="x", id="talk") for _ in range(2)]
            return first, again, said, place.state["moves"]

    first, again, said, moves = asyncio.run(run())
    assert first == again
    assert said[0] == said[1]
    assert 1 == moves


def test_an_id_is_given_to_one_request_only(server):
    """Neither another kind nor other content counts as a repeat."""
    people, table = four(server)

    async def run():
        seat = people[0].state(table)["actors"][0]
        async with people[seat].at(table) as place:
            bid = {
                "action": {"verb": "bid", "what": 1},
                "asked": place.state["own"]["asked"],
            }
            first = await place.ask("move", **bid, id="one")
            wishes = [
                ("say", {"text": "hello"}),
                ("undo", {}),
                ("move", {**bid, "action": {"verb": "bid", "what": 2}}),
                ("move", bid),
            ]
            said = [
                await place.ask(kind, **fields, id="one") for kind, fields in wishes
            ]
        again = people[seat].http.post(
            f"/api/tables/{table}/seats/{seat}", json={"request": "one"}
        )
        return first, said, again

    first, (*others, same), sat = asyncio.run(run())
    assert ["id_used"] * 3 == [answer.get("key") for answer in others]
    assert first == same
    assert (409, "id_used") == (sat.status_code, sat.json()["error"])


def test_who_comes_back_hears_what_they_missed_and_no_more(server):
    people, table = four(server)

    async def run():
        async with people[1].at(table) as place:
            last = place.number
        async with people[0].at(table) as other:
            await other.ask("say", text="one")
            await other.ask("say", text="two")
        async with people[1].at(table, since=last) as place:
            return last, place.welcome

    last, welcome = asyncio.run(run())
    said = [line["what"].get("text") for line in welcome["lines"]]
    assert ["one", "two"] == [text for text in said if text]
    assert last < welcome["lines"][0]["number"]


def test_a_spectator_sees_only_what_a_spectator_may(server):
    _people, table = four(server)
    stranger = kit.Person(server, "Eve")

    async def run():
        async with stranger.at(table) as place:
            own = place.state["own"]
            refused = await place.ask("move", action={"verb": "pass"}, asked=0)
            talk = await place.ask("say", text="<b>hello</b>")
            return place, own, refused, talk

    place, own, refused, talk = asyncio.run(run())
    assert place.state["seat"] is None
    assert [] == own["legal"]
    assert ("refused", "not_seated") == (refused["type"], refused["key"])
    assert "done" == talk["type"]
    assert "<b>hello</b>" == place.lines[-1]["what"]["text"]


def test_somebody_without_a_name_only_looks_on(server):
    people, table = four(server)
    people[0].token = ""

    async def run():
        async with people[0].at(table) as place:
            return place.state["seat"], await place.ask("say", text="x")

    seat, refused = asyncio.run(run())
    assert seat is None
    assert "who" == refused["key"]


def test_why_not_is_answered_in_the_readers_language(server):
    people, table = four(server)
    seat = people[0].state(table)["actors"][0]

    async def run(language):
        async with people[seat].at(table, language=language) as place:
            asked = ({"verb": "bid", "what": 99}, {"verb": "pass"})
            return [await place.ask("why", action=action) for action in asked]

    (english, fine), (french, _) = asyncio.run(run("en")), asyncio.run(run("fr"))
    assert "BAT-3.3" == english["rule"] == french["rule"]
    assert english["text"] != french["text"]
    assert fine["key"] is None


def test_what_a_text_means_is_told_to_its_writer_before_it_counts(server):
    """In a sale; elsewhere, and in games without a negotiator, it is talk among people."""
    people, table = four(server, "negoces")

    async def run():
        async with contextlib.AsyncExitStack() as stack:
            at = [await stack.enter_async_context(p.at(table)) for p in people]
            early = await at[0].ask("understand", text="I want tea")
            for _ in range(4):  # all leave the auction but one, who puts up a card
                seat = people[0].state(table)["actors"][0]
                own = people[seat].state(table)["own"]
                legal = own["legal"]
                wanted = next((a for a in legal if a["verb"] == "leave"), legal[0])
                await at[seat].ask("move", action=wanted, asked=own["asked"])
            seat = people[0].state(table)["actors"][0]
            return early, await at[seat].ask("understand", text="Je veux du thé !")

    early, told = asyncio.run(run())
    assert [] == early["actions"] + early["phrases"]
    assert [{"key": "want", "args": {"card": "tea"}}] == told["phrases"]
    assert [] == told["actions"]


class Barred(SQLite):
    """A real file whose commits wait until a test lets them fail."""

    def __init__(self, where):
        super().__init__(where)
        self.barred, self.waits, self.fails = (
            False,
            threading.Event(),
            threading.Event(),
        )

    async def write(self, job):
        if not self.barred:
            return await super().write(job)
        self.waits.set()
        await asyncio.to_thread(self.fails.wait)
        self.barred = False
        raise BadDatabase("lost")


@pytest.mark.parametrize("query", ["why", "preview"])
def test_what_is_not_committed_is_neither_explained_nor_foretold(tmp_path, query):
    """Of a move that then fails nobody learns: queries wait for the commit."""
    database = Barred(tmp_path / "x.sqlite3")

    async def run(people, table):
        seat = people[0].state(table)["actors"][0]
        async with people[seat].at(table) as place, people[seat].at(table) as other:
            action, asked = place.state["own"]["legal"][0], place.state["own"]["asked"]
            database.barred = True
            await place.send("move", action=action, asked=asked)
            await asyncio.to_thread(database.waits.wait, kit.PATIENCE)
            name = await other.send(query, action=action)
            await asyncio.to_thread(kit.get, f"{people[0].server}/api/games")
            database.fails.set()
            while (said := await other.hear()).get("id") != name:
                pass
            return said

    with kit.serve_here(database) as server:
        said = asyncio.run(run(*four(server)))

    assert ("reason" if query == "why" else "previewed") == said["type"]
    assert said.get("key") is None


def test_a_table_that_is_not_there_says_goodbye(server):
    person = kit.Person(server)

    async def run():
        async with person.at("nowhere", language="fr") as place:
            with pytest.raises(ConnectionClosed) as closed:
                await place.hear()
            return place.welcome, closed.value.rcvd.code

    bye, code = asyncio.run(run())
    assert ("bye", "unknown_table") == (bye["type"], bye["key"])
    assert "Cette table n’existe pas." == bye["text"]
    assert 4404 == code


def test_another_sites_page_cannot_open_a_socket(server):
    person = kit.Person(server)
    table = person.make()

    async def run():
        url = person.at(table).url
        with pytest.raises(InvalidStatus):
            await connect(
                url, additional_headers={"Origin": "https://elsewhere.example"}
            )

    asyncio.run(run())


def test_a_server_that_stops_tells_everyone_to_come_back(anywhere):
    """What was acknowledged before is there afterwards, and the game goes on."""

    async def run(person, table, process):
        async with person.at(table) as place:
            await place.until(lambda state: state["own"]["legal"])
            done = await place.move()
            process.terminate()
            return done, await place.closed()

    process, server = kit.start(anywhere)
    ada = kit.Person(server)
    table = ada.make("osaka", seats=2, bots=[None, "house"])
    done, code = asyncio.run(run(ada, table, process))
    assert 0 == process.wait(kit.PATIENCE)
    with kit.serve_by(anywhere) as again:
        ada.move_to(again)
        state = ada.http.get(f"/api/tables/{table}").json()

    assert 1012 == code
    assert state["number"] >= done["number"]
    assert state["state"]["moves"] >= 1


def test_two_servers_on_one_database_serve_one_table(postgres):
    """Each move is committed once, and everyone receives it on either server."""
    where = kit.new_postgres(postgres)
    with (
        kit.serve(where, *kit.GENEROUS) as one,
        kit.serve_by(where, *kit.GENEROUS) as other,
    ):
        people, table = four(one)
        for person in people[2:]:
            person.move_to(other)

        async def talk(place):
            """Let all chat at once, each waiting for the answer before the next message."""
            for word in "abcde":
                assert "done" == (await place.ask("say", text=word))["type"]

        async def run():
            async with (
                people[0].at(table) as a, people[1].at(table) as b,
                people[2].at(table) as c, people[3].at(table) as d,
            ):  # fmt: skip
                places = [a, b, c, d]
                await kit.play_on(places, 30)
                await asyncio.gather(*map(talk, places))
                last = max(place.number for place in places)
                for place in places:
                    while place.number < last:
                        await place.hear()
                return [[line["number"] for line in place.lines] for place in places]

        heard = asyncio.run(run())
        log = people[0].http.get(f"/api/tables/{table}/log").json()
    kinds = [line["what"]["kind"] for line in log]
    assert [30, 20] == [kinds.count("moved"), kinds.count("said")]
    assert [list(range(1, len(log) + 1))] * 4 == heard


def test_who_talks_too_much_does_not_go_on_at_another_server(postgres):
    """What a player may say is counted for all servers together."""
    where = kit.new_postgres(postgres)
    flags = ("--limit", "talk=0.0001", "--limit", "talk_burst=5")
    with kit.serve_by(where, *flags) as one, kit.serve_by(where, *flags) as other:
        ada = kit.Person(one)
        table = ada.make("osaka", seats=3)

        async def run():
            async with ada.at(table) as here:
                ada.move_to(other)
                async with ada.at(table) as there:
                    return [
                        (await place.ask("say", text="la"))["type"]
                        for _ in range(5)
                        for place in (here, there)
                    ]

        said = asyncio.run(run())
    assert ["done"] * 5 + ["refused"] * 5 == said


def test_bots_at_one_server_move_for_people_at_another(postgres):
    where = kit.new_postgres(postgres)
    with (
        kit.serve(where, *kit.GENEROUS) as one,
        kit.serve_by(where, *kit.GENEROUS) as other,
    ):
        ada = kit.Person(one)
        table = ada.make("osaka", seats=3, bots=[None, "house", "random"])
        ada.move_to(other)

        async def run():
            async with ada.at(table) as place:
                await kit.play_on([place], 12)
                return place.state["moves"]

        assert 12 <= asyncio.run(run())


def test_the_example_of_thirty_lines_plays_a_game(server):
    path = Path(__file__).parents[4] / "examples" / "table_bot.py"
    spec = importlib.util.spec_from_file_location("table_bot", path)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    table = kit.Person(server).make("osaka", seat=None, seats=2, bots=["house"])

    result = example.play(server, table, 1)

    assert sorted(result["ranks"]) in ([1, 2], [1, 1])
