"""The HTTP interface: tables, seats, records, and refusals."""

import asyncio
import re
import subprocess
import sys
import tomllib
from html import escape

import httpx
import pytest

import server_kit as kit
from comptoir.engine.model import registry
from comptoir.engine.play.match import replay
from comptoir.engine.play.record import Record
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.web.pages import static_files


def test_other_sites_cannot_act_with_our_cookies(server):
    body, foreign = {"name": "Eve"}, {"Origin": "https://elsewhere.example"}
    answer = kit.post(f"{server}/api/me", json=body, headers=foreign)
    broken = kit.post(f"{server}/api/me", json=body, headers={"Origin": "http://["})
    own = kit.post(f"{server}/api/me", json=body, headers={"Origin": server})

    assert [403, 403, 201] == [a.status_code for a in (answer, broken, own)]


def test_every_answer_has_the_headers_that_protect_a_page(server):
    for path in ("/", "/api/games", "/nowhere", "/healthz"):
        headers = kit.get(f"{server}{path}").headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "nosniff" == headers["x-content-type-options"]
        assert "no-referrer" == headers["referrer-policy"]
        assert "server" not in headers


def test_the_plain_first_page_is_in_the_readers_language(server):
    """It is shown if no page was built, or if the request names a language."""
    english = kit.get(f"{server}/?language=en").text
    french = kit.get(f"{server}/?language=fr").text

    assert 'lang="en"' in english
    assert 'lang="fr"' in french
    assert "Négoces" in english
    assert "unofficial" in english


def test_without_a_built_page_the_plain_one_is_shown(monkeypatch, tmp_path):
    """And no address of the built page answers."""
    monkeypatch.setattr(static_files, "INDEX", tmp_path / "index.html")

    assert not static_files.built()
    with pytest.raises(RequestRefused):
        static_files.page()


def test_parts_of_the_page_are_kept_for_good_and_nothing_else_is_given_out(server):
    """Names contain a hash; no path leads out of the folder."""
    for name in ("nothing.js", "..%2findex.html", "%2e%2e%2findex.html"):
        assert 404 == kit.get(f"{server}/assets/{name}").status_code


def test_the_interface_is_explained_on_a_page_without_script(server):
    page = kit.get(f"{server}/api").text
    schema = kit.get(f"{server}/api/openapi.json").json()

    assert "<script" not in page
    assert "POST /api/tables" in page
    for path, verbs in schema["paths"].items():
        for verb, operation in verbs.items():
            first = operation["description"].partition("\n")[0]
            assert f"<p>{escape(first)}" in page, f"{verb} {path}"
    assert "/api/tables/{table}/seats/{seat}" in schema["paths"]
    assert "Move" in kit.get(f"{server}/api/messages.json").json()


def test_a_table_lists_its_seats_and_whose_turn_it_is(server):
    ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
    table = ada.make(bots=[None, None, "house", "random"], public=True)

    listed = {t["id"]: t for t in kit.get(f"{server}/api/tables").json()}
    assert "waiting" == listed[table]["state"]
    bo.sit(table, 1)
    own = bo.http.get("/api/me/tables").json()[0]
    assert (table, "playing") == (own["id"], own["state"])
    assert [False, True, False, False] == [seat["you"] for seat in own["seats"]]
    assert ["Ada", "Bo", "", ""] == [seat["name"] for seat in own["seats"]]
    private = ada.make(public=False)
    assert private not in {t["id"] for t in kit.get(f"{server}/api/tables").json()}


def test_cards_of_a_tables_own_are_bounded_and_not_in_lists(server):
    """However long a table's cards are, the lobby is short."""
    ada = kit.Person(server)
    cards = tomllib.loads(registry.load("borneo").components.text())
    given = {"game": "borneo", "seats": 3, "public": True}
    long = {"options": {"components": cards | {"source": "x" * 200_000}}}
    body = {"settings": given | long, "request": "long"}
    refused = ada.http.post("/api/tables", json=body)
    options = {"components": cards | {"source": "own"}, "blackbeard": True}
    for _ in range(3):
        table = ada.make(**given, options=options)
    lists = ada.http.get("/api/tables"), ada.http.get("/api/me/tables")

    assert (413, "too_large") == (refused.status_code, refused.json()["error"])
    for listed in lists:
        (found,) = (one for one in listed.json() if one["id"] == table)
        assert {"blackbeard": True} == found["settings"]["options"]
        assert len(listed.content) < 1000 * len(listed.json())


def test_making_a_table_twice_with_one_request_makes_one(server):
    ada = kit.Person(server)
    body = {"settings": {"game": "osaka"}, "request": "once"}
    first, again = (ada.http.post("/api/tables", json=body).json() for _ in range(2))

    assert first["table"]["id"] == again["table"]["id"]


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "batavia", "seats": 9}, "3 to 5 seats"),
        ({"game": "batavia", "options": {"hand": -1}}, "option hand"),
        ({"game": "batavia", "options": {"colour": 1}}, "no option 'colour'"),
        ({"game": "batavia", "pace": -1}, "pace"),
        ({"game": "batavia", "speed": 1}, "speed"),
        ({"game": "batavia", "substitute": "nobody"}, "no such bot"),
        ({"game": "batavia", "substitute": "search:60s"}, "at most 3 s"),
        ({"game": "batavia", "substitute": "os:system"}, "no such bot"),
        ({"game": "batavia", "clock": {"bank": 0}}, "bank"),
        (
            {"game": "batavia", "seats": 4, "options": {"first_auctioneer": 4}},
            "no seat 4 at a table of 4",  # it could once be made, and never start
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(server, settings, word):
    ada = kit.Person(server)
    answer = ada.http.post("/api/tables", json={"settings": settings, "request": "x"})

    assert 400 == answer.status_code
    assert word in answer.json()["text"]


def test_refusals_come_in_the_readers_language(server):
    french = {"Accept-Language": "fr"}
    answer = kit.get(f"{server}/api/tables/nowhere", headers=french)

    assert 404 == answer.status_code
    assert "Cette table n’existe pas." == answer.json()["text"]
    assert "no_page" == kit.get(f"{server}/nowhere").json()["error"]
    assert 405 == httpx.put(f"{server}/api/games", timeout=kit.PATIENCE).status_code
    assert "who" == kit.get(f"{server}/api/me").json()["error"]


def test_bodies_and_tables_have_a_limit(tmp_path):
    flags = ["--limit", "tables=1", "--limit", "requests=0.001", "--limit", "burst=8"]
    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        ada = kit.Person(server)
        ada.make()
        many = {"settings": {"game": "osaka"}, "request": "more"}
        large = {"name": "x" * 300_000}
        assert (
            "too_many_tables" == ada.http.post("/api/tables", json=many).json()["error"]
        )
        assert 413 == kit.post(f"{server}/api/me", json=large).status_code
        found = [kit.get(f"{server}/api/games").status_code for _ in range(12)]

    assert 200 == found[0]
    assert 429 == found[-1]


def test_a_finished_game_gives_its_record_text_ratings_and_a_rematch(server):
    ada = kit.Person(server)
    table = ada.make("osaka", seat=None, seats=2, bots=["house", "random"])
    unfinished = ada.http.get(f"/api/tables/{table}/record")
    kit.wait_until(lambda: ada.state(table)["state"] == "over")
    state = ada.state(table)
    record = Record.read(ada.http.get(f"/api/tables/{table}/record").content)

    assert unfinished.json()["error"] == "not_over" or unfinished.status_code == 200
    assert state["result"]["points"] == replay(record).scores
    assert ["house", "random"] == record.players
    english = ada.http.get(f"/api/tables/{table}/text").text
    french = ada.http.get(f"/api/tables/{table}/text?language=fr").text
    assert state["result"]["seed"] in english
    assert "Graine" in french
    assert 200 == ada.http.get("/api/ratings/osaka").status_code
    assert 404 == ada.http.get("/api/ratings/nothing").status_code
    assert (
        "not_seated"
        == ada.http.post(f"/api/tables/{table}/again", json={}).json()["error"]
    )


def test_a_rematch_invites_the_same_people_once(server):
    ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
    table = ada.make("osaka", seats=3, bots=[None, None, "house"])
    bo.sit(table, 1)
    for person, seat in ((ada, 0), (bo, 1)):
        person.http.put(f"/api/tables/{table}/seats/{seat}/bot", json={"bot": "random"})
    early = ada.http.post(f"/api/tables/{table}/again", json={})
    kit.wait_until(lambda: ada.state(table)["state"] == "over")
    again = [
        p.http.post(f"/api/tables/{table}/again", json={}).json() for p in (ada, bo)
    ]

    assert "not_over" == early.json()["error"]
    assert again[0]["table"]["id"] == again[1]["table"]["id"] != table
    seats = again[0]["state"]["seats"]
    assert ["Ada", "", ""] == [seat["name"] for seat in seats]
    assert ["", "Bo", ""] == [seat["invited"] for seat in seats]
    assert again[0]["table"]["id"] == ada.state(table)["again"]
    other = {"settings": {"game": "nothing"}}
    assert ada.http.post(f"/api/tables/{table}/again", json=other).status_code in (
        201,
        404,
    )


def test_what_no_database_takes_and_nobody_nests_is_refused(where):
    """NUL in any id, and JSON nested a thousand levels: refusals, not server errors."""
    deep = "[" * 1000 + "]" * 1000
    settings = f'{{"game": "osaka", "options": {{"x": {deep}}}}}'
    with kit.serve_by(where, *kit.GENEROUS) as server:
        ada = kit.Person(server)
        table = ada.make()
        post = ada.http.post
        seat = {"request": "a\0b"}
        answers = [
            ada.http.get("/api/tables/a%00b"),
            ada.http.get("/api/tables/a%00b/replay"),
            post("/api/tables/a%00b/seats/0", json={}),
            post(f"/api/tables/{table}/seats/1", json=seat),
            post("/api/tables", json={"settings": {"game": "osaka"}} | seat),
            post("/api/tables", json={"settings": {"game": "a\0"}, "request": "r"}),
            post("/api/tables", content=f'{{"settings": {settings}, "request": "r"}}'),
            post("/api/me", json={"name": "\0"}),
            post("/api/me", content=deep),
            post("/api/login", json={"login": "a\0b", "password": "x\0y"}),
        ]

        async def run():
            async with ada.at(table) as place:
                said = []
                odd = '{"type": "say", "id": "a\\u0000b", "text": "x"}'
                why = f'{{"type": "why", "id": "x", "action": {deep}}}'
                for message in (why, deep, odd):
                    await place.socket.send(message)
                    said.append((await place.hear())["key"])
                return said

        said = asyncio.run(run())
    wrong = [
        a.request.url.path for a in answers if a.status_code not in range(400, 500)
    ]
    assert [] == wrong
    assert all(answer.json()["text"] for answer in answers)
    assert ["bad_message"] * 3 == said


def test_no_table_is_named_in_the_log(tmp_path):
    """Its id is a private link."""
    command = [sys.executable, "-m", "comptoir.cli", "serve", "--no-browser", "--log"]
    command += ["debug", "--port", "0", "--database", str(tmp_path / "x.sqlite3")]
    written = tmp_path / "log"
    with (
        written.open("w") as log,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        server = re.search(r"http://[\w.:]+", process.stdout.readline())[0]
        kit.wait_until(lambda: kit.answers(server))
        ada = kit.Person(server)
        table = ada.make()

        async def run():
            async with ada.at(table) as place:
                await place.ask("say", text="x")

        asyncio.run(run())
        process.terminate()
    lines = written.read_text()
    assert '"what":"made"' in lines
    assert table not in lines
