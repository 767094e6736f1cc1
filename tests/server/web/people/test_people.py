"""People over HTTP: profiles, ratings, history, friends, export and deletion."""

import asyncio
import contextlib

import pytest

import server_kit as kit
from command import call
from comptoir.cli.serving.hosting import open_database
from comptoir.server.rooms import attendance, rooms
from comptoir.server.storage.erasing import NAMELESS
from seat_kit import account, duel, leave, refused, sit, to_the_end


@pytest.fixture
def here(anywhere):
    """A server on either database, and its clock."""
    clock = kit.HandClock()
    with kit.serve_here(open_database(anywhere), clock) as address:
        yield address, clock


def rated_duel(server, clock, *, public):
    """Return Ada and Bo, who have accounts and have finished a rated game."""
    ada, bo = account(server, "Ada"), account(server, "Bo")
    table = ada.make("osaka", seats=2, public=public)
    bo.sit(table, 1)
    to_the_end((ada, bo), table)
    clock.pass_by(60)
    return ada, bo, table


def befriend(one, other):
    """Both ask to be friends."""
    one.http.put(f"/api/me/people/{name(other)}/friend")
    other.http.put(f"/api/me/people/{name(one)}/friend")


def name(person):
    return person.http.get("/api/me").json()["name"]


def test_a_profile_has_ratings_with_their_curve_and_games(here):
    """Guests have none; a private table is shown only to those who sat there."""
    server, clock = here
    ada, bo, table = rated_duel(server, clock, public=False)
    seen = kit.get(f"{server}/api/people/ADA").json()
    (rating,) = seen["ratings"]

    assert ("Ada", False, "no") == (seen["name"], seen["you"], seen["friend"])
    assert ("osaka", 1) == (rating["game"], rating["games"])
    assert rating["low"] < rating["rating"] < rating["high"]
    assert [rating["rating"]] == [value for _, value in rating["curve"]]
    assert ada.http.get("/api/people/Ada").json()["you"]
    (strange,) = kit.get(f"{server}/api/people/Ada/games").json()
    (own,) = bo.http.get("/api/people/Ada/games").json()
    (mine,) = ada.http.get("/api/people/Ada/games").json()
    assert (None, table, table) == (strange["table"], own["table"], mine["table"])
    assert strange["place"] in (1, 2)
    assert [("Bo", False)] == [(o["name"], o["bot"]) for o in strange["others"]]
    before = f"/api/people/Ada/games?before={strange['ended']}"
    assert [] == ada.http.get(before).json()
    kit.Person(server, "Guest")
    unknown = kit.get(f"{server}/api/people/Guest")
    assert (404, "unknown_player") == (unknown.status_code, refused(unknown))


def test_leaderboards_go_by_game_and_seats_and_list_accounts_and_bots(here):
    server, clock = here
    _, _, table = rated_duel(server, clock, public=True)

    def listed(path):
        return [one["name"] for one in kit.get(f"{server}/api/ratings/{path}").json()]

    assert {"Ada", "Bo"} == set(listed("osaka")) == set(listed("osaka?seats=2"))
    assert [] == listed("osaka?seats=3") == listed("batavia")
    (game,) = kit.get(f"{server}/api/people/Ada/games").json()
    assert (table, "Bo") == (game["table"], game["others"][0]["name"])


def test_the_seventh_game_is_found_and_the_hundred_and_first(here):
    """Page by page, by game, and by the name of a player there."""
    server, clock = here
    ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
    tables = []
    for number in range(7):
        clock.pass_by(1)
        game = "batavia" if number == 3 else "osaka"
        tables.append(ada.make(game, seats=3))
    bo.sit(tables[0], 1)
    clock.pass_by(1)

    def found(**query):
        return ada.http.get("/api/me/tables", params=query).json()

    first = found(most=4)
    rest = found(most=4, before=first[-1]["changed"])
    assert sorted(tables) == sorted(one["id"] for one in first + rest)
    assert [tables[3]] == [one["id"] for one in found(game="batavia")]
    assert [tables[0]] == [one["id"] for one in found(name="bO")]
    assert [] == found(name="nobody")
    assert 400 == ada.http.get('/api/me/tables?game="x').status_code


def test_friends_agree_and_are_invited_to_a_seat(here):
    """Nobody else takes it; who is no friend is not invited."""
    server, _ = here
    ada, bo, eve = (account(server, name) for name in ("Ada", "Bo", "Eve"))
    table = ada.make("osaka", seats=3)
    path = f"/api/tables/{table}/seats"
    invitation = {"name": "bo"}
    assert "no_friend" == refused(ada.http.put(f"{path}/1/invitation", json=invitation))
    ada.http.put("/api/me/people/Bo/friend")
    (asked,) = ada.http.get("/api/me/people").json()
    (asks,) = bo.http.get("/api/me/people").json()
    assert ("asked", "asks") == (asked["friend"], asks["friend"])
    befriend(ada, bo)

    assert "yes" == bo.http.get("/api/people/Ada").json()["friend"]
    refusal = bo.http.put(f"{path}/1/invitation", json={"name": "Ada"})
    assert "not_host" == refused(refusal)
    kept = ada.http.put(f"{path}/1/invitation", json=invitation)
    assert "Bo" == kept.json()["state"]["seats"][1]["invited"]
    assert "invited" == refused(sit(eve, table, 1))
    assert "seat_taken" == refused(
        ada.http.put(f"{path}/1/invitation", json=invitation)
    )
    assert [table] == [one["id"] for one in bo.http.get("/api/me/tables").json()]
    assert 200 == sit(bo, table, 1).status_code
    bo.http.delete("/api/me/people/Ada/friend")
    assert "no_friend" == refused(ada.http.put(f"{path}/2/invitation", json=invitation))
    guest = kit.Person(server, "Guest")
    assert "no_account" == refused(guest.http.put("/api/me/people/Ada/friend"))
    assert "yourself" == refused(ada.http.put("/api/me/people/ada/mute"))


def test_who_is_blocked_does_not_sit_down_and_sees_no_table(here):
    """It works both ways, and ends when the block is removed."""
    server, _ = here
    ada, eve = account(server, "Ada"), account(server, "Eve")
    table = ada.make("osaka", seats=3, public=True)
    ada.http.put("/api/me/people/Eve/block")

    assert "apart" == refused(sit(eve, table, 1))
    assert [] == eve.http.get("/api/tables").json()
    hers = eve.make("osaka", seats=3, public=True)
    assert "apart" == refused(sit(ada, hers, 1))
    assert [] == eve.http.get("/api/me/people").json()  # she is not told
    ada.http.delete("/api/me/people/Eve/block")
    assert 200 == sit(eve, table, 1).status_code


class Rudeness:
    """Ada's table, where Eve sits and Bo watches; all of them are guests."""

    def __init__(self, server):
        names = ("Ada", "Eve", "Bo")
        self.ada, self.eve, self.bo = (kit.Person(server, name) for name in names)
        self.table = self.ada.make("osaka", seats=3, public=True)
        self.eve.sit(self.table, 1)
        self.path = f"/api/tables/{self.table}/people"

    def spare(self, kind="mute", **whom):
        """Let Ada mute or block somebody."""
        return self.ada.http.put(self.path, json={"kind": kind, **whom})

    async def talk(self):
        """Let both chat, before and after Ada mutes; return what she and Bo have received."""
        async with self.eve.at(self.table) as hers, self.bo.at(self.table) as his:
            await his.ask("say", text="from Bo")
            await hers.ask("say", text="from Eve")
            async with self.ada.at(self.table) as place:
                (line, *_) = [
                    t["number"] for t in place.lines if t["what"]["kind"] == "said"
                ]
            assert 204 == self.spare(seat=1).status_code
            assert 204 == self.spare("block", line=line).status_code
            async with self.ada.at(self.table) as place:
                await hers.ask("say", text="again Eve")
                await his.ask("say", text="again Bo")
                await place.ask("say", text="from Ada")
                return place.lines, his.lines

    def log(self):
        return self.ada.http.get(f"/api/tables/{self.table}/log").json()


def test_a_guest_is_muted_and_blocked_by_where_they_sit_or_what_they_say(here):
    """The mute survives a change of name; everybody else still sees their chat."""
    there = Rudeness(here[0])
    ears, others = asyncio.run(there.talk())

    assert ["from Ada"] == said(ears) == said(there.log())
    assert ["from Bo", "from Eve", "again Eve", "again Bo"] == said(others)
    seated = [{"seat": 1, "account": "", "kinds": ["mute"]}]
    assert seated == there.ada.http.get(there.path).json()
    assert (
        [] == there.bo.http.get("/api/tables").json()
    )  # apart: neither meets the other
    assert "apart" == refused(sit(there.bo, there.table, 2))
    listed = there.ada.http.get("/api/me/people").json()
    assert [("Bo", ["block"]), ("Eve", ["mute"])] == [
        (one["name"], one["kinds"]) for one in listed
    ]
    for one in listed:
        end = f"/api/me/guests/{one['guest']}/{one['kinds'][0]}"
        assert 204 == there.ada.http.delete(end).status_code
    assert 5 == len(said(there.log()))
    assert 200 == sit(there.bo, there.table, 2).status_code


def test_nobody_mutes_themselves_an_empty_seat_or_a_line_that_nobody_said(here):
    there = Rudeness(here[0])

    assert "yourself" == refused(there.spare(seat=0))
    for nobody in ({"seat": 2}, {"seat": 9}, {"line": 1}, {"line": 99}, {}):
        assert "no_seat" == refused(there.spare(**nobody)), nobody
    assert 400 == there.spare("friend", seat=1).status_code
    assert 401 == kit.get(f"{here[0]}/api/me/people").status_code
    assert [] == there.ada.http.get("/api/me/people").json()


def said(lines):
    """Return the chat in some lines."""
    return [line["what"]["text"] for line in lines if line["what"]["kind"] == "said"]


def test_a_muted_guest_is_muted_as_an_account_too(here):
    """Logging in does not end the mute."""
    server, _ = here
    ada, eve, table = duel(server)
    account(server, "Evelyn")
    ada.http.put(f"/api/tables/{table}/people", json={"kind": "block", "seat": 1})
    login = {"login": "Evelyn", "password": "engine no. 1"}
    back = eve.http.post("/api/login", json=login)
    eve.http.headers["Authorization"] = f"Bearer {back.json()['token']}"

    assert "apart" == refused(sit(eve, ada.make("osaka", seats=3), 1))
    (one,) = ada.http.get("/api/me/people").json()
    assert ("Evelyn", ["block"], "") == (one["name"], one["kinds"], one["guest"])


def test_a_report_reaches_the_host_of_the_server(tmp_path):
    """Once for each table; nobody reports an empty seat or themselves."""
    file = tmp_path / "x.sqlite3"
    with kit.serve_by(file, *kit.GENEROUS) as server:
        ada, _, table = duel(server)

        def report(seat, reason="Talks\nrudely"):
            body = {"table": table, "seat": seat, "reason": reason}
            return ada.http.post("/api/reports", json=body)

        assert 204 == report(1).status_code
        assert 204 == report(1, "Swears").status_code
        assert "yourself" == refused(report(0))
        assert "no_seat" == refused(report(5))
        assert "bad_text" == refused(report(1, "\u2800"))

        told = call("people", "reports", "--database", file).stdout
    assert all(word in told for word in ("Ada", "Bo", "Swears", table))
    assert "rudely" not in told


def test_an_account_is_exported_and_deleted_with_all_it_said(here):
    """Games go on: a bot plays in a running one, a waiting one is left; names are gone."""
    server, clock = here
    ada, bo, finished = rated_duel(server, clock, public=True)
    running = ada.make("osaka", seats=2)
    sit(bo, running, 1)
    waiting = ada.make("osaka", seats=3)

    async def talk():
        async with ada.at(running) as place:
            await place.ask("say", text="my secret")

    asyncio.run(talk())
    kept = ada.http.get("/api/me/export").json()
    assert "my secret" == kept["said"][0]["text"]
    assert {f"/api/tables/{t}/record" for t in (finished, running, waiting)} == set(
        kept["tables"]
    )
    assert "password" not in kept
    wrong = ada.http.post("/api/me/goodbye", json={"name": "Bo"})
    assert "wrong_name" == refused(wrong)
    assert 204 == ada.http.post("/api/me/goodbye", json={"name": "Ada"}).status_code

    assert 401 == ada.http.get("/api/me").status_code
    assert 404 == kit.get(f"{server}/api/people/Ada").status_code
    again = {"login": "Ada", "password": "engine no. 1"}
    assert "wrong_login" == refused(kit.post(f"{server}/api/login", json=again))
    for table in (finished, running, waiting):
        told = bo.http.get(f"/api/tables/{table}").text
        told += bo.http.get(f"/api/tables/{table}/log").text
        assert "Ada" not in told
        assert "secret" not in told
    assert bo.state(running)["seats"][0]["bot"]
    assert NAMELESS == bo.state(finished)["seats"][0]["name"]
    assert 200 == leave(bo, running, 1).status_code
    assert (
        201
        == kit.Person(server, "Ada").http.post("/api/account", json=again).status_code
    )


def test_an_export_does_not_tell_who_has_blocked_somebody(here):
    server, _ = here
    ada, eve = account(server, "Ada"), account(server, "Eve")
    ada.http.put("/api/me/people/Eve/block")

    assert [] == eve.http.get("/api/me/export").json()["people"]
    assert [{"name": "Eve", "kinds": ["block"]}] == (
        ada.http.get("/api/me/export").json()["people"]
    )


def test_an_export_has_results_and_reports(here):
    server, clock = here
    ada, _, table = rated_duel(server, clock, public=True)
    told = {"table": table, "seat": 1, "reason": "rude"}
    assert 204 == ada.http.post("/api/reports", json=told).status_code
    kept = ada.http.get("/api/me/export").json()

    assert [(table, "osaka")] == [(row[0], row[2]) for row in kept["results"]]
    assert [[table, "rude"]] == [row[:2] for row in kept["reports"]]
    assert [] == kept["browsers"] == kept["penalties"]
    assert 1 == len(kept["devices"])


def standing(person):
    return {
        one["name"]: one["friend"] for one in person.http.get("/api/me/people").json()
    }


def requests(person):
    return person.http.get("/api/me").json()["requests"]


def test_a_friend_request_is_announced_declined_and_withdrawn(here):
    """It once could only be accepted, and nobody was told of it."""
    server, _ = here
    ada, bo = account(server, "Ada"), account(server, "Bo")
    ada.http.put("/api/me/people/Bo/friend")
    assert (0, 1) == (requests(ada), requests(bo))
    assert 204 == bo.http.delete("/api/me/people/Ada/friend").status_code
    assert ({}, {}, 0) == (standing(ada), standing(bo), requests(bo))

    ada.http.put("/api/me/people/Bo/friend")
    ada.http.delete("/api/me/people/Bo/friend")
    assert ({}, {}, 0) == (standing(ada), standing(bo), requests(bo))

    befriend(ada, bo)
    assert ({"Bo": "yes"}, 0) == (standing(ada), requests(bo))
    bo.http.delete("/api/me/people/Ada/friend")
    assert ({}, {}) == (standing(ada), standing(bo))


def test_friends_see_who_is_here_whichever_process_they_are_at(where, monkeypatch):
    """Nobody else does."""
    monkeypatch.setattr(rooms, "SWEEP", 0.02)
    monkeypatch.setattr(attendance, "NOTED", 0.05)
    with contextlib.ExitStack() as stack:
        clock = kit.HandClock()
        one = stack.enter_context(kit.serve_here(open_database(where), clock))
        shared = where.startswith("postgresql")
        other = (
            stack.enter_context(kit.serve_here(open_database(where), clock))
            if shared
            else one
        )
        ada, bo, cleo = (account(one, name) for name in ("Ada", "Bo", "Cleo"))
        befriend(ada, bo)
        cleo.http.put("/api/me/people/Bo/friend")
        table = bo.make("osaka", seats=2)

        def here(person):
            person.move_to(other)
            told = person.http.get("/api/me/people").json()
            return {one["name"] for one in told if one["online"]}

        assert set() == here(ada)

        async def sits():
            async with bo.at(table):
                await asyncio.to_thread(kit.wait_until, lambda: here(ada) == {"Bo"})
                assert set() == here(cleo)

        asyncio.run(sits())
        kit.wait_until(lambda: clock.pass_by(1) or here(ada) == set(), "he is gone")
