"""Rights at a table, each with a client that tries to break it over HTTP and WebSocket."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import server_kit as kit
from comptoir.server.storage.sqlite import SQLite


def refused(answer):
    """The key of a refusal over HTTP."""
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
    """Two people at a table that has begun."""
    ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
    table = ada.make(game, seats=2, **settings)
    bo.sit(table, 1)
    return ada, bo, table


def played(person, table, seats):
    """Let bots play in somebody's seats until the game is over; return its state."""
    for seat in seats:
        assert 200 == seat_bot(person, table, seat, "house").status_code
    kit.wait_until(lambda: person.state(table)["state"] == "over", "the end")
    return person.state(table)


def test_nobody_looks_into_one_hand_and_plays_another(server):
    """Stand up, sit down in a bot's seat, look, and come back: refused at the second step."""
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
    """Guests of one browser cannot be told apart; but the game does not count any more."""
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("osaka", seats=2, bots=[None, "house"])
    assert "" == ada.state(table)["unrated"]

    assert 200 == sit(eve, table, 1).status_code
    assert "taken_over" == ada.state(table)["unrated"]


def test_who_looks_on_sees_what_everybody_may(server):
    """Also somebody who has had a seat: with it go its eyes."""
    ada, bo, table = duel(server)
    stranger = kit.Person(server, "Eve")
    own = ada.state(table)["view"]
    leave(ada, table, 0)
    looking, seen = ada.state(table), stranger.state(table)

    assert looking["view"] == seen["view"] != own
    assert [] == looking["own"]["legal"]
    assert bo.state(table)["view"] != seen["view"]


def test_nobody_chooses_a_stand_in_for_somebody_else(server):
    """Neither swaps the one that sits there, nor seats one for whoever has just gone."""
    ada, bo, table = duel(server)
    assert "not_yours" == refused(seat_bot(ada, table, 1))  # Bo never connected
    assert 200 == seat_bot(bo, table, 1, "house").status_code

    assert "not_yours" == refused(seat_bot(ada, table, 1))
    assert "started" == refused(dismiss_bot(ada, table, 1))
    assert "house" == ada.state(table)["seats"][1]["bot"]
    assert 200 == dismiss_bot(bo, table, 1).status_code


def test_a_stranger_does_not_start_somebodys_table(server):
    """They may sit down; whom else to wait for is the host's to say."""
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("osaka", seats=4, public=True)
    assert "not_host" == refused(seat_bot(eve, table, 1))
    sit(eve, table, 1)

    assert "not_host" == refused(seat_bot(eve, table, 2))
    assert "not_yours" == refused(leave(eve, table, 0))
    assert "waiting" == ada.state(table)["state"]
    assert 200 == seat_bot(ada, table, 2).status_code


def test_the_host_removes_somebody_before_the_game_begins(server):
    """Who then stays away; and nobody is removed from a running game."""
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
    """At a table without a clock, after two minutes; who moves in time is not."""
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
    """Beside one of bots that is rated: the list has them alone."""
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


def test_nobody_sits_down_at_a_game_that_is_over(server):
    """And asks for a rematch in somebody's name."""
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("osaka", seats=2, seat=None, bots=["house", "house"])
    kit.wait_until(lambda: ada.state(table)["state"] == "over", "the end")

    assert "over" == refused(sit(eve, table, 0))


def over(server):
    """Ada and Bo after a game that bots have played for them, and its table."""
    ada, bo, table = duel(server)
    seat_bot(bo, table, 1, "house")
    played(ada, table, [0])
    return ada, bo, table


def again(person, table, **settings):
    return person.http.post(f"/api/tables/{table}/again", json=settings)


def test_a_rematch_is_an_invitation(server):
    """It waits for who is invited, and keeps their seat: nobody plays for them unasked."""
    ada, bo, table = over(server)
    eve = kit.Person(server, "Eve")
    made = again(ada, table).json()
    new, state = made["table"]["id"], made["state"]
    assert ("waiting", ["Ada", ""]) == (
        state["state"],
        [s["name"] for s in state["seats"]],
    )
    assert ["", "Bo"] == [seat["invited"] for seat in state["seats"]]

    assert "invited" == refused(sit(eve, new, 1))
    assert "invited" == refused(seat_bot(ada, new, 1))
    assert "not_yours" == refused(leave(eve, new, 1))
    assert new in {listed["id"] for listed in bo.http.get("/api/me/tables").json()}
    assert "waiting" == ada.state(new)["state"]
    assert "playing" == sit(bo, new, 1).json()["state"]["state"]


def test_who_is_invited_may_decline_and_the_host_may_open_the_seat(server):
    ada, bo, table = over(server)
    cy = kit.Person(server, "Cy")
    new = again(ada, table).json()["table"]["id"]
    assert 200 == leave(bo, new, 1).status_code
    assert "" == ada.state(new)["seats"][1]["invited"]
    assert new not in {listed["id"] for listed in bo.http.get("/api/me/tables").json()}
    assert 200 == sit(cy, new, 1).status_code

    ada, bo, table = over(server)
    new = again(bo, table).json()["table"]["id"]
    assert "not_yours" == refused(leave(ada, new, 1))
    assert 200 == leave(bo, new, 0).status_code
    assert "playing" == seat_bot(bo, new, 0).json()["state"]["state"]


def test_several_who_ask_at_once_meet_at_one_table(server):
    people = over(server)
    ada, bo, table = people
    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(again, person, table) for person in (ada, bo) * 8]
    found = {answer.result().json()["table"]["id"] for answer in asked}

    assert {ada.state(table)["again"]} == found


def test_nobody_makes_the_rematch_beforehand(server):
    """A table of the request that names it would be one of a deal that its maker knows."""
    ada, bo, table = over(server)
    body = {"settings": {"game": "osaka", "seats": 2}, "request": f"again {table}"}
    trap = ada.http.post("/api/tables", json=body).json()["table"]["id"]
    branch = {"move": 0, "request": f"again {trap}"}
    ada.http.post(f"/api/tables/{table}/branch", json=branch)

    assert trap != again(bo, table).json()["table"]["id"]
    assert bo.state(table)["again"] not in (trap, "")
    assert again(ada, table).json()["table"]["id"] == bo.state(table)["again"]


def test_a_table_is_not_stuck_a_day_ahead(tmp_path):
    """Begun by a clock that was a day ahead: from its next event on the right time counts."""
    clock = kit.HandClock()

    async def run(people, table):
        async with people[0].at(table) as place:
            clock.pass_by(-24 * 3600)
            await place.ask("say", text="What time is it?")
            clock.pass_by(299)
            await place.ask("say", text="Nearly.")
            before = [seat["bot"] for seat in place.state["seats"]]
            clock.pass_by(1)
            await place.ask("say", text="Now.")
            await place.until(lambda state: any(s["bot"] for s in state["seats"]))
            return before

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        *people, table = duel(server, clock={"bank": 300})
        assert ["", ""] == asyncio.run(run(people, table))


def test_move_and_undo_over_and_over_win_no_time(tmp_path):
    """An increment a cycle made hours of a minute."""
    clock = kit.HandClock()

    async def run(person, table):
        async with person.at(table) as place:
            while not place.state["own"]["can_undo"]:
                await place.until(lambda state: state["own"]["legal"])
                await place.move()
            banks = []
            for _ in range(5):
                clock.pass_by(1)
                assert "done" == (await place.ask("undo"))["type"]
                banks.append(place.state["clock"]["end"])
                await place.move()
            return banks

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        ada = kit.Person(server)
        bots, clocks = [None, "house"], {"bank": 60, "increment": 60}
        table = ada.make("osaka", seats=2, bots=bots, clock=clocks)
        ends = asyncio.run(run(ada, table))

    assert 1 == len(set(ends))


def test_one_asks_for_ones_own_last_decision_and_the_others_read_what_goes(server):
    """Not for somebody else's, which happened to be the last; whose moves, and which."""
    ada, bo, table = duel(server)

    async def run():
        async with ada.at(table) as a, bo.at(table) as b:
            await kit.play_on([a, b], 12)
            while not (a.state["moves"] > 12 and b.state["own"]["legal"]):
                await kit.play_on([a, b], a.state["moves"] + 1)
            movers = [
                n["what"]["seat"] for n in a.lines if n["what"]["kind"] == "moved"
            ]
            own = len(movers) - 1 - movers[::-1].index(1)
            assert "done" == (await b.ask("askundo"))["type"]
            asked = (await a.until(lambda state: state["ask"]))["ask"]
            told = [
                line["events"] for line in a.lines if line["what"]["kind"] == "moved"
            ]
            await a.ask("answer", ask=asked["number"], yes=True)
            await b.until(lambda state: state["ask"] is None)
            return movers, own, asked, told, b.state

    movers, own, asked, told, after = asyncio.run(run())
    assert own == asked["to"] == after["moves"]
    assert movers[own:] == [move["seat"] for move in asked["moves"]]
    assert told[own:] == [move["events"] for move in asked["moves"]]
    assert "taken_back" == after["unrated"]


def test_nothing_is_taken_back_without_those_for_whom_bots_play(server):
    """Alone with stand-ins, nobody turns a lost game back to its beginning."""
    ada, bo, table = duel(server)

    async def run():
        async with ada.at(table) as a, bo.at(table) as b:
            await kit.play_on([a, b], 6)
            seat_bot(bo, table, 1, "house")
            return [await a.ask("askundo", **to) for to in ({"to": 0}, {})]

    assert ["undo_absent"] * 2 == [said["key"] for said in asyncio.run(run())]


def test_an_ask_to_take_back_falls_with_who_is_replaced(server):
    """The last who has not agreed lets a bot play, and has not agreed by that."""
    ada, bo, table = duel(server)

    async def run():
        async with ada.at(table) as a, bo.at(table) as b:
            await kit.play_on([a, b], 6)
            moves = a.state["moves"]
            await a.ask("askundo", to=0)
            seat_bot(bo, table, 1, "house")
            await a.until(lambda state: state["seats"][1]["bot"])
            return moves, a.state

    moves, state = asyncio.run(run())
    assert state["ask"] is None
    assert state["moves"] >= moves


async def until_away(place, seat):
    """Look on until somebody has been gone for more than a moment."""
    await place.until(lambda state: state["seats"][seat]["away"])


def test_who_was_away_finds_the_seat_as_it_was(tmp_path):
    """By a clock of days, and alone among bots: whatever time has passed."""
    clock = kit.HandClock()

    async def run(person, eve, table, clocks):
        async with eve.at(table) as place:
            async with person.at(table):
                pass
            await until_away(place, 0)
            clock.pass_by(clocks)
            await place.ask("say", text="Nobody is here.")
            return place.state["seats"][0], place.state["unrated"]

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        ada, bo, days = duel(server, absence=120, clock={"bank": 3 * 86_400})
        alone = bo.make("osaka", seats=2, bots=[None, "house"], absence=120)
        eve = kit.Person(server, "Eve")
        for person, table in ((ada, days), (bo, alone)):
            seat, unrated = asyncio.run(run(person, eve, table, 2 * 86_400))
            assert ("", True, None, "") == (
                seat["bot"], seat["away"], seat["takeover"], unrated
            )  # fmt: skip


def test_in_a_live_game_a_bot_plays_where_the_host_chose_so_and_gives_the_seat_back(
    tmp_path,
):
    clock = kit.HandClock()

    async def run(people, table):
        first = people[0].state(table)["actors"][0]
        gone, waits = people[first], people[1 - first]
        async with waits.at(table) as place:
            async with gone.at(table):
                pass
            await until_away(place, first)
            clock.pass_by(120)
            await place.ask("say", text="Where are you?")
            await place.until(lambda state: state["seats"][first]["bot"])
            async with gone.at(table) as back:
                await back.until(lambda state: not state["seats"][first]["bot"])
                return back.state["seats"][first]

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        *people, table = duel(server, absence=120)
        seat = asyncio.run(run(people, table))

    assert ("", False) == (seat["bot"], seat["away"])
