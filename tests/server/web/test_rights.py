"""Rights at a table, each with a client that tries to break it over HTTP and WebSocket."""

import asyncio
import contextlib
import tempfile
from pathlib import Path
from typing import get_args

import pytest

import server_kit as kit
from comptoir.server.domain.protocol import wire
from comptoir.server.storage.sqlite import SQLite
from seat_kit import dismiss_bot, duel, leave, played, refused, seat_bot, sit


def test_nobody_looks_into_one_hand_and_plays_another(server):
    """Leave, take a bot's seat, look, and come back: refused at the second step."""
    eve = kit.Person(server, "Eve")
    table = eve.make("batavia", seats=3, bots=[None, "house", "house"])
    assert 200 == leave(eve, table, 0).status_code

    other = sit(eve, table, 1)
    assert (403, "seen_other") == (other.status_code, refused(other))
    assert "1" in other.json()["text"]
    assert eve.state(table)["seat"] is None
    assert 200 == sit(eve, table, 0).status_code
    assert 0 == eve.state(table)["seat"]


def test_a_second_guest_who_takes_over_a_seat_wins_nothing(server):
    """Guests of one browser cannot be told apart; but the game is unrated from then on."""
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("osaka", seats=2, bots=[None, "house"])
    assert "" == ada.state(table)["unrated"]

    assert 200 == sit(eve, table, 1).status_code
    assert "taken_over" == ada.state(table)["unrated"]


def test_nobody_takes_away_what_others_play_for(server):
    """A stranger, or a loser's friend, cannot join a game of two people, nor a public one."""
    ada, bo, eve = (kit.Person(server, name) for name in ("Ada", "Bo", "Eve"))
    table = ada.make("osaka", seats=3, bots=[None, None, "house"])
    bo.sit(table, 1)
    alone = ada.make("osaka", seats=2, bots=[None, "house"], public=True)

    assert ["counts"] * 2 == [refused(sit(eve, table, 2)), refused(sit(eve, alone, 1))]
    assert ["", ""] == [ada.state(one)["unrated"] for one in (table, alone)]
    assert 200 == leave(bo, table, 1).status_code
    assert "stand_in" == ada.state(table)["unrated"]
    assert 200 == sit(eve, table, 2).status_code  # the game is unrated by now


def test_who_looks_on_sees_what_everybody_may(server):
    """Also a player who has left a seat: they no longer see what it hides."""
    ada, bo, table = duel(server)
    stranger = kit.Person(server, "Eve")
    own = ada.state(table)["view"]
    leave(ada, table, 0)

    def at_one_moment():  # a bot plays on in her seat
        looks = ada.state(table), stranger.state(table)
        return looks if looks[0]["moves"] == looks[1]["moves"] else None

    looking, seen = kit.wait_until(at_one_moment, "no move between the two")
    assert looking["view"] == seen["view"] != own
    assert [] == looking["own"]["legal"]
    assert bo.state(table)["view"] != seen["view"]


def test_nobody_chooses_a_stand_in_for_somebody_else(server):
    """Neither can they swap the one that sits there, nor seat one for an absent player."""
    ada, bo, table = duel(server)
    assert "not_yours" == refused(seat_bot(ada, table, 1))  # Bo never connected
    assert 200 == seat_bot(bo, table, 1, "house").status_code

    assert "not_yours" == refused(seat_bot(ada, table, 1))
    assert "started" == refused(dismiss_bot(ada, table, 1))
    assert "house" == ada.state(table)["seats"][1]["bot"]
    assert 200 == dismiss_bot(bo, table, 1).status_code


def test_a_stranger_does_not_start_somebodys_table(server):
    """They may sit down; but the host decides whom else to wait for."""
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("osaka", seats=4, public=True)
    assert "not_host" == refused(seat_bot(eve, table, 1))
    sit(eve, table, 1)

    assert "not_host" == refused(seat_bot(eve, table, 2))
    assert "not_yours" == refused(leave(eve, table, 0))
    assert "waiting" == ada.state(table)["state"]
    assert 200 == seat_bot(ada, table, 2).status_code


def test_the_host_removes_somebody_before_the_game_begins(server):
    """The removed player stays away; and nobody is removed from a running game."""
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("osaka", seats=3)
    sit(eve, table, 1)

    assert 200 == leave(ada, table, 1).status_code
    assert eve.state(table)["seat"] is None
    assert "removed" == refused(sit(eve, table, 1))
    log = eve.http.get(f"/api/tables/{table}/log").json()
    assert {"kind": "left", "seat": 1, "by": "host"} == log[-1]["what"]
    _, _, running = duel(server)
    assert "not_yours" == refused(leave(ada, running, 1))


def test_who_stalls_is_replaced_by_a_vote_and_not_before_time(tmp_path):
    """At a table without a clock, after two minutes; a player who moves in time is not."""
    clock = kit.HandClock()

    async def ask(place, seat):
        said = await place.ask("askreplace", seat=seat)
        return said.get("key", said["type"])

    async def run(people, table):
        async with people[0].at(table) as a, people[1].at(table) as b:
            first = a.state["actors"][0]
            asker, staller = (b, a) if first == 0 else (a, b)
            early = await ask(asker, first)
            own = await ask(asker, 1 - first)
            clock.pass_by(119)
            still = await ask(asker, first)
            clock.pass_by(1)
            late = await ask(asker, first)
            await staller.until(lambda state: state["seats"][first]["bot"])
            return early, own, still, late, staller.state["seats"][first]

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        ada, bo, table = duel(server)
        early, own, still, late, seat = asyncio.run(run((ada, bo), table))

    assert ["may_think", "holds_nobody_up", "may_think"] == [early, own, still]
    assert "done" == late
    assert "casual" == seat["bot"]


def test_one_alone_does_not_vote_for_three(tmp_path):
    """More than half of the others must want it; and a move in time ends the vote."""
    clock = kit.HandClock()

    async def run(people, table):
        async with (
            people[0].at(table) as a,
            people[1].at(table) as b,
            people[2].at(table) as c,
        ):
            places = [a, b, c]
            first = a.state["actors"][0]
            clock.pass_by(121)
            asker = places[(first + 1) % 3]
            said = await asker.ask("askreplace", seat=first)
            await places[first].until(lambda state: state["ask"])
            open_ = (
                places[first].state["seats"][first]["bot"],
                places[first].state["ask"],
            )
            await places[first].move()
            await asker.until(lambda state: state["moves"] == 1)
            return said["type"], open_, asker.state["ask"]

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        people = [kit.Person(server, name) for name in ("Ada", "Bo", "Cy")]
        table = people[0].make("batavia", seats=3)
        people[1].sit(table, 1)
        people[2].sit(table, 2)
        said, (bot, ask), after = asyncio.run(run(people, table))

    assert ("done", "", "replace") == (said, bot, ask["what"])
    assert after is None


def test_who_stalls_is_not_spared_by_questions_of_their_own(tmp_path):
    """Nor by their own vote: a vote on replacing them supersedes it."""
    clock = kit.HandClock()

    async def run(people, table):
        async with contextlib.AsyncExitStack() as stack:
            places = [await stack.enter_async_context(who.at(table)) for who in people]
            first = places[0].state["actors"][0]
            staller, *others = places[first:] + places[:first]
            clock.pass_by(121)
            said = [await staller.ask("askpause")]
            said.append(await others[0].ask("askreplace", seat=first))
            said.extend([await staller.ask(what) for what in ("askpause", "askundo")])
            asked = (await staller.until(lambda state: state["ask"]))["ask"]
            no = {"ask": asked["number"], "yes": False}
            said.append(await staller.ask("answer", **no))
            assert "replace" == staller.state["ask"]["what"]
            await others[1].ask("answer", **no | {"yes": True})
            await staller.until(lambda state: state["seats"][first]["bot"])
            return [one.get("key", one["type"]) for one in said]

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        people = [kit.Person(server, name) for name in ("Ada", "Bo", "Cy")]
        table = people[0].make("osaka", seats=3)
        people[1].sit(table, 1)
        people[2].sit(table, 2)
        said = asyncio.run(run(people, table))

    assert ["done", "done", "asked_already", "undo_first", "done"] == said


def hostile_requests(state):
    """Return one request of every kind that a socket takes, each as hostile as possible."""
    seat, legal = state["actors"][0], {"verb": "take", "what": "red"}
    fields = {
        wire.Move: {"action": legal, "asked": 1},
        wire.AskUndo: {"to": 0},
        wire.AskReplace: {"seat": seat},
        wire.Answer: {"ask": 1, "yes": True},
        wire.Pace: {"seconds": 0},
        wire.Proxy: {"limit": 9},
        wire.Phrase: {"key": "thanks"},
        wire.Why: {"action": legal},
        wire.Preview: {"action": legal},
        wire.Understand: {"text": "2 coins"},
    }
    for kind in get_args(wire.AnyRequest):
        if kind is not wire.Say:
            tag = kind.__struct_config__.tag
            yield tag, fields.get(kind, {})


def test_whose_seat_it_is_not_does_nothing_there(server):
    """A stranger, and a player who has left the seat, with every message that there is."""
    ada, bo, table = duel(server, game="osaka")
    eve = kit.Person(server, "Eve")

    async def tried(person):
        async with person.at(table) as place:
            said = {}
            for tag, fields in hostile_requests(place.state):
                said[tag] = (await place.ask(tag, **fields)).get("key")
            assert "nothing_asked" == said.pop("hint")
            return said

    def number():
        return ada.http.get(f"/api/tables/{table}").json()["number"]

    before = number()
    assert {"not_seated"} == {*asyncio.run(tried(eve)).values()}
    assert before == number()
    leave(bo, table, 1)
    assert {"not_seated"} == {*asyncio.run(tried(bo)).values()}


def test_a_game_in_which_a_bot_played_for_somebody_is_not_rated(server):
    """Nor one in which a seat was given up; a game of bots in their own seats is."""
    ada, bo, table = duel(server)
    seat_bot(bo, table, 1, "house")
    state = played(ada, table, [0])
    alone = ada.make("osaka", seats=2, seat=None, bots=["house", "house"])
    kit.wait_until(lambda: ada.state(alone)["state"] == "over", "the end")

    assert "stand_in" == state["unrated"]
    assert "" == ada.state(alone)["unrated"]


def test_an_unrated_game_changes_no_rating(tmp_path):
    """Next to a rated game of bots: the list has only those."""
    clock = kit.HandClock()
    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        ada, bo, table = duel(server)
        seat_bot(bo, table, 1, "house")
        played(ada, table, [0])
        alone = ada.make("osaka", seats=2, seat=None, bots=["house", "random"])
        kit.wait_until(lambda: ada.state(alone)["state"] == "over", "the end")
        clock.pass_by(60)
        listed = ada.http.get("/api/ratings/osaka").json()

    assert {("house", 1), ("random", 1)} == {(r["name"], r["games"]) for r in listed}


def cost_of(spoil):
    """Return what a game cost Ada, who made it unrated: ratings, and her rated games.

    She, or her stand-in, plays against Bo, game after game, until she has lost.
    """
    clock = kit.HandClock()

    async def to_the_end(places):
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(place) for place in places]
            await kit.play_on(seats, 100_000)
            return seats[0].state["result"]["ranks"]

    def lost(ada, bo):
        table = ada.make("osaka", seats=2, substitute="random")
        bo.sit(table, 1)
        places = [bo.at(table)]
        if not spoil(ada, bo, table):
            places.append(ada.at(table))
        ranks = asyncio.run(to_the_end(places))
        return ranks[0] > ranks[1]

    with tempfile.TemporaryDirectory() as folder:
        where = SQLite(Path(folder) / "x.sqlite3")
        with kit.serve_here(where, clock) as server:
            ada, bo = people = kit.Person(server, "Ada"), kit.Person(server, "Bo")
            for person, name in zip(people, ("Ada", "Bo"), strict=True):
                account = {"login": name, "password": "engine no. 1"}
                person.http.post("/api/account", json=account)
            while not lost(ada, bo):
                clock.pass_by(60)
                assert [] == ada.http.get("/api/ratings/osaka").json()
            clock.pass_by(60)
            rated = ada.http.get("/api/ratings/osaka").json()
            return rated, ada.http.get("/api/people/Ada/games").json()


@pytest.mark.parametrize("how", ["leaves", "bot", "hint", "takes back"])
def test_nobody_spares_themselves_a_loss(how):
    """By leaving, a bot, a hint or an undo: the game is unrated, but a loss still counts."""

    async def talk(ada, bo, table):
        async with ada.at(table) as a, bo.at(table) as b:
            if how == "hint":
                while not a.state["own"]["legal"]:
                    await kit.play_on([a, b], a.state["moves"] + 1)
                await a.ask("hint")
            else:
                while 0 not in {n["what"].get("seat") for n in a.lines if n["events"]}:
                    await kit.play_on([a, b], a.state["moves"] + 1)
                await a.ask("askundo")
                asked = (await b.until(lambda state: state["ask"]))["ask"]
                await b.ask("answer", ask=asked["number"], yes=True)

    def spoil(ada, bo, table):
        if how == "leaves":
            leave(ada, table, 0)
        elif how == "bot":
            seat_bot(ada, table, 0)
        else:
            asyncio.run(talk(ada, bo, table))
        return how in ("leaves", "bot")

    (rated,), (game,) = cost_of(spoil)
    assert ("Ada", 1) == (rated["name"], rated["games"])
    assert 2 == game["place"]


def test_nobody_sits_down_at_a_game_that_is_over(server):
    """Otherwise they could ask for a rematch in somebody's name."""
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("osaka", seats=2, seat=None, bots=["house", "house"])
    kit.wait_until(lambda: ada.state(table)["state"] == "over", "the end")

    assert "over" == refused(sit(eve, table, 0))


def test_a_game_with_hints_is_not_rated_and_all_are_told(server):
    """The log says once who asked; a hint that was refused changes nothing."""

    async def run(people, table):
        async with people[0].at(table) as a, people[1].at(table) as b:
            first = a.state["actors"][0]
            asked, waits = (a, b) if first == 0 else (b, a)
            early = await waits.ask("hint")
            before = a.state["unrated"]
            hints = [await asked.ask("hint") for _ in range(2)]
            await waits.until(lambda state: state["unrated"])
            told = [
                line["what"]
                for line in waits.lines
                if line["what"]["kind"] == "advised"
            ]
            counted = [seat["hints"] for seat in waits.state["seats"]]
            assert counted == [int(seat == first) for seat in range(2)]
            return first, early["key"], before, hints, told, waits.state["unrated"]

    ada, bo, table = duel(server)
    first, early, before, hints, told, after = asyncio.run(run((ada, bo), table))

    assert ("nothing_asked", "", "advised") == (early, before, after)
    assert ["hinted"] * 2 == [hint["type"] for hint in hints]
    for hint in hints:
        best = hint["answers"][0]
        assert best["action"] == hint["action"]
        assert 0 < best["chance"] < 1
        assert len(hint["answers"]) <= 3
    assert [{"kind": "advised", "seat": first}] == told


def test_a_player_is_renamed_at_the_table_and_nobody_else_is(server):
    """Both are told of it; a name like another's gets a number."""
    ada, bo, table = duel(server)
    bo.http.post("/api/me", json={"name": "Ａda"})
    path = f"/api/tables/{table}/seats"

    assert "not_yours" == refused(ada.http.put(f"{path}/1/name"))
    assert 200 == bo.http.put(f"{path}/1/name").status_code
    assert ["Ada", "Ａda 2"] == [seat["name"] for seat in ada.state(table)["seats"]]
