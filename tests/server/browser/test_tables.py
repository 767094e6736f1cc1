"""Tables in a browser: played, kept, shared by tabs and people, continued from records."""

import asyncio
import json

import msgspec
import pytest

import comptoir
from comptoir.review import DEPTHS
from device_kit import Device, Page, ask, new_table
from review_kit import SHALLOW


def run(work):
    return asyncio.run(work)


async def play(page, most=2000):
    """Play to the end of a game, the last of the legal actions each time."""
    for _ in range(most):
        await page.until(lambda: page.asked or page.state["state"] == "over")
        if page.state["state"] == "over":
            return
        said = await page.move()
        assert said["type"] == "done", said
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", comptoir.games())
def test_a_game_is_played_to_its_end_and_read_again(game):
    async def test():
        device = Device()
        worker = device.tab()
        table = await new_table(worker, game)
        page = Page(worker)
        await page.open(table)
        await play(page)
        _, replay = await ask(worker, "GET", f"/tables/{table}/replay")
        moves = len(replay["moves"]) - 1
        assert moves == page.state["moves"]
        last = f"/tables/{table}/replay/{moves}?eyes=all"
        assert (await ask(worker, "GET", last))[1]["actors"] == []
        assert "Ada" in (await ask(worker, "GET", f"/tables/{table}/text"))[1]
        _, listed = await ask(worker, "GET", "/me/tables")
        assert [one["state"] for one in listed] == ["over"]

        again = Page(device.tab())
        await again.open(table)
        assert again.state == page.state

    run(test())


def test_an_undo_a_preview_and_a_reason_are_answered():
    async def test():
        worker = Device().tab()
        page = Page(worker)
        await page.open(await new_table(worker, "negoces"))
        await page.until(lambda: page.asked)
        legal = page.state["own"]["legal"]
        assert (await page.ask("preview", action=legal[0]))["type"] == "previewed"
        wrong = {"verb": "nothing", "what": None}
        assert (await page.ask("why", action=wrong))["key"] == "unknown_action"
        refused = await page.ask("move", action=wrong, asked=page.state["own"]["asked"])
        assert refused["type"] == "refused"
        worker.disconnect(page.number)

    run(test())


@pytest.mark.parametrize("game", comptoir.games())
def test_nobody_is_sent_what_another_seat_holds(game):
    """Before the curtain is lifted a shared device is shown what a spectator sees."""

    async def test():
        worker = Device().tab()
        seats = max(comptoir.games()[game].seats)
        table = await new_table(worker, game, seats, people=seats)
        pages = {seat: Page(worker) for seat in (None, 0, 1)}
        await pages[None].open(table)
        await pages[0].open(table, seat=0)
        await pages[1].open(table, seat=1)
        for number in range(12):
            seat = pages[None].state["actors"][0]
            mover = pages.setdefault(seat, Page(worker))
            if mover.state is None:
                await mover.open(table, seat=seat)
            await mover.move(
                number % 3 - 3 if len(mover.state["own"]["legal"]) > 2 else 0
            )
        desk = await worker._host.desk(table)
        for seat, page in pages.items():
            assert page.state["seat"] == seat
            seen = desk.table.match.view(seat)
            assert page.state["view"] == json.loads(msgspec.json.encode(seen))
            if seat is None:
                assert page.state["own"]["legal"] == []
        hidden = [line for line in pages[None].said if "lines" in line]
        for line in (one for said in hidden for one in said["lines"]):
            assert line["what"].get("action") is None

    run(test())


def test_two_tabs_share_a_game():
    """The second to store reads the first's moves, and nothing is lost or doubled."""

    async def test():
        device = Device()
        one, two = device.tab(), device.tab()
        table = await new_table(one, "osaka")
        first, second = Page(one), Page(two)
        await first.open(table)
        await first.until(lambda: first.asked)
        await second.open(table)
        stale = second.state["own"]
        await first.move()
        said = await second.ask("move", action=stale["legal"][0], asked=stale["asked"])
        assert said["type"] == "refused"
        await two.changed(table)
        kept = json.loads(device.shelf.kept[table][1])
        assert [row[0] for row in kept["rows"]] == [*range(1, len(kept["rows"]) + 1)]
        assert second.state["moves"] >= 1
        for worker, page in ((one, first), (two, second)):
            worker.disconnect(page.number)

    run(test())


def test_a_full_storage_is_told_and_the_game_goes_on():
    async def test():
        device = Device()
        worker = device.tab()
        page = Page(worker)
        await page.open(await new_table(worker, "osaka"))
        await page.until(lambda: page.asked)
        device.shelf.refuses = "QuotaExceededError"
        assert (await page.move())["type"] == "done"
        told = [one["why"] for one in page.said if one["type"] == "unsaved"]
        assert told == ["QuotaExceededError"]
        device.shelf.refuses = ""
        worker.disconnect(page.number)

    run(test())


def test_a_game_goes_on_from_its_record_and_a_changed_one_is_refused():
    async def test():
        worker = Device().tab()
        table = await new_table(worker, "batavia", people=2)
        page = Page(worker)
        await page.open(table, seat=0)
        _, token = await ask(worker, "GET", f"/tables/{table}/record?as=token")
        _, record = await ask(worker, "GET", f"/tables/{table}/record")
        for given in (token, json.dumps(record)):
            status, made = await ask(worker, "POST", "/records", {"record": given})
            assert status == 200
            names = [seat["name"] for seat in made["state"]["seats"]]
            assert names == ["Ada", "Guest 1", "", ""]
            assert made["state"]["moves"] == len(record["moves"])
        edited = {**record, "moves": [*record["moves"], "0 pass"]}
        other = {**record, "rules": 99}
        wrong = (token[:-9], "nothing", json.dumps(edited), json.dumps(other), "{")
        for given in wrong:
            status, said = await ask(worker, "POST", "/records", {"record": given})
            assert (status, said["error"]) == (400, "bad_setup"), given
        worker.disconnect(page.number)

    run(test())


def test_bad_requests_are_refused_with_a_sentence():
    async def test():
        worker = Device().tab()
        assert (await ask(worker, "GET", "/me"))[0] == 401
        assert (await ask(worker, "GET", "/tables/local-none"))[0] == 404
        assert (await ask(worker, "GET", "/nothing"))[0] == 404
        status, said = await ask(worker, "POST", "/tables", {"settings": 1})
        assert status == 400
        assert said["text"]
        page = Page(worker)
        await page.open("local-none")
        assert page.said[0]["type"] == "bye"

    run(test())


def test_a_link_continues_the_game_that_is_here_already():
    """An older one changes nothing; one of a game that went on differently is refused."""

    async def test():
        ada, bo = Device().tab(), Device().tab()
        table = await new_table(ada, "osaka", 2, people=2)

        async def link(worker, name):
            return (await ask(worker, "GET", f"/tables/{name}/record?as=token"))[1]

        async def follow(worker, token):
            return await ask(worker, "POST", "/records", {"record": token})

        async def move(worker, name, which=0):
            spectator = Page(worker)
            await spectator.open(name)
            mover = Page(worker)
            await mover.open(name, seat=spectator.state["actors"][0])
            assert (await mover.move(which))["type"] == "done"
            for page in (spectator, mover):
                worker.disconnect(page.number)

        first = await link(ada, table)
        _, there = await follow(bo, first)
        name = there["table"]["id"]
        assert name.startswith("local-")
        await move(bo, name)
        second = await link(bo, name)
        _, here = await follow(ada, first)
        _, later = await follow(ada, second)
        assert (here["table"]["id"], 0) == (name, here["state"]["moves"])
        assert (later["table"]["id"], 1) == (name, later["state"]["moves"])
        _, again = await follow(ada, first)
        assert 1 == again["state"]["moves"]
        await move(ada, name)
        await move(bo, name, -1)
        status, said = await follow(bo, await link(ada, name))
        assert (400, "game_differs") == (status, said["error"])

    run(test())


def test_a_review_fills_in_while_a_table_is_played(monkeypatch):
    """Rough first, then in full; it is stored, and read again by another tab."""
    monkeypatch.setitem(DEPTHS, "quick", SHALLOW)

    async def test():
        device = Device()
        worker = device.tab()
        over, other = [await new_table(worker, "osaka", 2) for _ in range(2)]
        page, playing = Page(worker), Page(worker)
        await page.open(over)
        await play(page)
        path = f"/tables/{over}/review"
        assert (await ask(worker, "GET", path))[1]["review"] is None
        assert (await ask(worker, "GET", f"{path}.svg"))[0] == 404
        await ask(worker, "POST", path, {"depth": "quick"})
        await playing.open(other)
        await playing.until(lambda: playing.asked)
        assert (await playing.move())["type"] == "done"
        seen = []
        while (told := (await ask(worker, "GET", path))[1])["progress"]:
            seen.append(told)
            await asyncio.sleep(0)
        rough = next(one for one in seen if one["review"])
        assert rough["progress"]["done"] < rough["progress"]["of"]
        assert told["review"]["moments"][-1]["chances"] == [
            seat["chance"]["result"] for seat in told["review"]["seats"]
        ]
        assert any(moment.get("decision") for moment in told["review"]["moments"])
        assert "you" in told["story"][0].lower()
        assert (await ask(device.tab(), "GET", path))[1] == told
        assert "<svg" in (await ask(worker, "GET", f"{path}.svg"))[1]
        worker.disconnect(playing.number)

    run(test())


def test_chances_and_hints_are_for_the_only_person():
    async def test():
        worker = Device().tab()
        table = await new_table(worker, "osaka", 3)
        page = Page(worker)
        await page.open(table)
        await page.until(lambda: page.asked)
        _, told = await ask(worker, "GET", f"/tables/{table}/chances")
        assert 1 == pytest.approx(sum(told["chances"]))
        await page.until(lambda: page.asked and len(page.state["own"]["legal"]) > 1)
        hint = await page.ask("hint")
        legal = page.state["own"]["legal"]
        assert hint["action"] in legal
        assert all(one["action"] in legal for one in hint["answers"])
        assert hint["answers"]
        worker.disconnect(page.number)
        shared = await new_table(worker, "osaka", people=2)
        status, refused = await ask(worker, "GET", f"/tables/{shared}/chances")
        assert (status, refused["error"]) == (403, "no_chances")

    run(test())
