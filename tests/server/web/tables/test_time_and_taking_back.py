"""Clocks, absence and undo: nobody gains or loses time or a seat by them."""

import asyncio

import server_kit as kit
from comptoir.server.storage.sqlite import SQLite
from seat_kit import duel, seat_bot


async def until_away(place, seat):
    """Watch until somebody has been away for more than a moment."""
    await place.until(lambda state: state["seats"][seat]["away"])


def test_a_table_is_not_stuck_a_day_ahead(tmp_path):
    """Started by a clock that was a day ahead: from its next event the right time counts."""
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
    """An increment per cycle once made hours of a minute."""
    clock = kit.HandClock()

    async def run(person, table):
        async with person.at(table) as place:
            # In the middle of a turn: otherwise the bot may move first.
            while not (place.state["own"]["can_undo"] and place.state["own"]["legal"]):
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


def test_a_question_left_open_wins_no_time(tmp_path):
    """A player who asks for pauses or undos again and again still plays by the clock."""
    clock = kit.HandClock()

    async def run(people, table):
        async with people[0].at(table) as a, people[1].at(table) as b:
            first = a.state["actors"][0]
            slow, waits = (a, b) if first == 0 else (b, a)
            end = slow.state["clock"]["end"]
            for what in ("askpause", "askundo"):
                clock.pass_by(20)
                await slow.ask(what)
                assert end == slow.state["clock"]["end"], what
            clock.pass_by(21)
            await waits.ask("say", text="Well?")
            await waits.until(lambda state: state["seats"][first]["bot"])
            return waits.state["unrated"]

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        *people, table = duel(server, clock={"bank": 60})
        assert "stand_in" == asyncio.run(run(people, table))


def test_one_asks_for_ones_own_last_decision_and_the_others_read_what_goes(server):
    """Even if somebody else's was the last; the others see all moves that would be undone."""
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
    """Alone with stand-ins, no player can take a lost game back to its beginning."""
    ada, bo, table = duel(server)

    async def run():
        async with ada.at(table) as a, bo.at(table) as b:
            await kit.play_on([a, b], 6)
            seat_bot(bo, table, 1, "house")
            return [await a.ask("askundo", **to) for to in ({"to": 0}, {})]

    assert ["undo_absent"] * 2 == [said["key"] for said in asyncio.run(run())]


def test_an_ask_to_take_back_falls_with_who_is_replaced(server):
    """The last player who has not agreed lets a bot play, which is not an agreement."""
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


def test_who_was_away_finds_the_seat_as_it_was(tmp_path):
    """With a clock over days, and alone among bots: however much time has passed."""
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
