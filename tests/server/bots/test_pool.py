"""Bots at online tables: whatever they do, the game goes on and nobody else waits."""

import asyncio
import time
from pathlib import Path

import pytest

import server_kit as kit
from comptoir import Match
from comptoir.bots import new_dice
from comptoir.server.bots.pool import Thinkers
from comptoir.server.bots.worker import Question

OWN = Path(__file__).parent / "own_bots.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bots")
    names = ("raises", "cheats", "dies", "prints")
    own = [part for name in names for part in ("--bot", f"{OWN}:{name}")]
    with kit.serve(folder / "x.sqlite3", *own, *kit.GENEROUS) as address:
        yield address


@pytest.mark.parametrize("name", ["raises", "cheats", "dies", "prints"])
def test_a_bot_that_fails_does_not_stall_its_table(server, name):
    ada = kit.Person(server)
    bot = f"{OWN}:{name}"
    table = ada.make("osaka", seats=2, seat=None, bots=[bot, "house"])
    moves = 3 if name == "dies" else 10
    kit.wait_until(lambda: ada.state(table)["moves"] >= moves)


def question(bot):
    match = Match("osaka", 2, 1)
    return Question.at(match, match.actors[0], bot, new_dice("x"))


def test_a_bot_that_hangs_is_ended_and_others_do_not_wait():
    async def run():
        thinkers = Thinkers(2, patience=3.0)
        both = [thinkers.choose(question("house")) for _ in range(2)]
        house, _ = await asyncio.gather(*both)
        hanging = asyncio.create_task(thinkers.choose(question(f"{OWN}:hangs")))
        quick = await thinkers.choose(question("house"))
        waited = hanging.done()
        hung = await hanging
        after = await thinkers.choose(question("house"))
        await thinkers.close()
        return house, quick, waited, hung, after

    house, quick, waited, hung, after = asyncio.run(run())
    assert house == quick == after
    assert not house.error
    assert not waited
    assert "no answer" in hung.error
    assert hung.action is None


def test_the_same_question_has_the_same_answer():
    async def run():
        thinkers = Thinkers(1, patience=kit.PATIENCE)
        answers = [await thinkers.choose(question("search:50")) for _ in range(2)]
        await thinkers.close()
        return answers

    first, again = asyncio.run(run())
    assert first == again
    assert first.action is not None


def test_bots_negotiate_at_a_human_tempo(server):
    """Where several may act, a bot waits a moment: people come first."""
    ada = kit.Person(server)
    bots = [None, "house", "house", "house"]
    table = ada.make("negoces", seat=0, bots=bots, pace=0.1)

    async def run():
        async with ada.at(table) as place:
            while len(place.state["actors"]) < 2:
                if place.state["own"]["legal"]:
                    await place.move()
                else:
                    await place.hear()
            start, moves = time.monotonic(), place.state["moves"]
            while place.state["moves"] == moves:
                await place.hear()
            return time.monotonic() - start

    assert asyncio.run(run()) > 0.4
