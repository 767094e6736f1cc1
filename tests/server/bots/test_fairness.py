"""The order in which bots think, with real processes: people first, then clients in turn."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

import server_kit as kit
from comptoir import Match
from comptoir.bots import new_dice
from comptoir.engine.backends.compiler import Compiled
from comptoir.server.bots.pool import Asker, BotPool
from comptoir.server.bots.worker import BotQuestion
from waiting import wait_here

OWN = Path(__file__).parent / "own_bots.py"
LONG = "search:60s"  # never ends within a test, unless it is stopped


@pytest.fixture(autouse=True, scope="module")
def compiled():
    """Compile the kernels first, so that no question waits for compiling."""
    Compiled(Match("osaka", 2).game).warm("search")


def question(bot):
    match = Match("osaka", 2, 1)
    return BotQuestion.at(match, match.actors[0], bot, new_dice("x"), kit.PATIENCE)


def run(scene, workers=2):
    """Run a scenario with a pool, and always close the pool."""

    async def main():
        bots = BotPool(workers, patience=kit.PATIENCE)
        try:
            async with asyncio.timeout(kit.PATIENCE):
                return await scene(bots)
        finally:
            await bots.close()

    return asyncio.run(main())


async def busy(bots, count):
    """Wait until that many questions are being answered."""
    await wait_here(lambda: len(bots._running) >= count, f"{count} questions")


def asked(bots, bot, *asker):
    return asyncio.create_task(bots.choose(question(bot), Asker(*asker)))


@pytest.mark.parametrize("watched", [True, False])
def test_a_client_with_fifty_tables_does_not_hold_up_another(watched):
    """With people at the tables or without: one of its searches answers with what it has."""

    async def scene(bots):
        many = [asked(bots, LONG, "eve", f"t{n}", watched) for n in range(50)]
        await busy(bots, 2)
        own = await bots.choose(question("expert"), Asker("ada", "mine"))
        return own, [one.result() for one in many if one.done()]

    own, ended = run(scene)
    assert not own.error
    assert "stopped" != own.short
    assert 1 == len(ended)
    assert "stopped" == ended[0].short
    assert ended[0].action is not None


def test_a_client_does_not_hurry_its_own_bots():
    """They take turns, and each thinks for its whole budget."""

    async def scene(bots):
        first = asked(bots, LONG, "ada", "one")
        await busy(bots, 1)
        second = asked(bots, "house", "ada", "two")
        for _ in range(100):
            await asyncio.sleep(0)
        return bots._running[0].stopped, first.done(), second.done()

    assert (False, False, False) == run(scene, workers=1)


def test_many_tables_do_not_hurry_the_one_of_another():
    """A client with as many thinking bots as another waits for a bot of its own to finish."""

    async def scene(bots):
        own = asked(bots, LONG, "ada", "mine")
        await busy(bots, 1)
        many = [asked(bots, "search:1", "eve", f"t{n}") for n in range(20)]
        more = asked(bots, LONG, "eve", "long")
        await asyncio.gather(*many)
        await busy(bots, 2)
        last = asked(bots, "search:1", "eve", "last")
        for _ in range(100):
            await asyncio.sleep(0)
        due = [bots._gives_way(one, bots._next()) for one in bots._running]
        return due, [one.done() for one in (own, more, last)]

    due, done = run(scene)
    assert [None, None] == due
    assert [False] * 3 == done


def test_people_come_first_and_then_clients_and_tables_by_turns():
    """Questions of abandoned tables come last, whoever was first."""

    async def scene(bots):
        order = []

        async def ask(*asker):
            await bots.choose(question("house"), Asker(*asker))
            order.append(asker[:2])

        askers = [
            ("eve", "a", False),
            ("eve", "b", True), ("eve", "b", True), ("eve", "c", True),
            ("ada", "d", True), ("ada", "d", True),
        ]  # fmt: skip
        await asyncio.gather(
            *(ask(*one) for one in askers)
        )  # before a process has started
        return order

    order = run(scene, workers=1)
    assert ("eve", "a") == order[-1]
    clients = [client for client, _ in order[:4]]
    assert {"ada", "eve"} == set(clients[:2]) == set(clients[2:4])
    eve = [table for client, table in order[:-1] if client == "eve"]
    assert {"b", "c"} == set(eve[:2])


def test_bots_that_cannot_be_stopped_leave_a_thinker_to_the_others():
    async def scene(bots):
        hanging = [asked(bots, f"{OWN}:hangs", "eve", f"t{n}") for n in range(5)]
        await busy(bots, 1)
        answer = await bots.choose(question("house"), Asker("ada", "mine"))
        return answer, len(bots._running), [one.done() for one in hanging]

    answer, running, done = run(scene)
    assert not answer.error
    assert 1 == running
    assert not any(done)


def test_a_thinker_that_is_killed_costs_nobody_a_move():
    """The question is asked again, in the process that replaces it."""

    async def scene(bots):
        own = asked(bots, "search:2s", "ada", "mine")
        await busy(bots, 1)
        os.kill(bots._running[0].worker.pid, signal.SIGKILL)
        return await own

    answer = run(scene)
    assert not answer.error
    assert answer.action is not None


@pytest.mark.parametrize(("rate", "done"), [(1e-6, 1), (1000, 20)])
def test_tables_where_nobody_plays_have_so_many_moves_a_second(rate, done):
    """However many tables there are, and however fast their bots: people do not wait."""

    async def scene(bots):
        bots.unwatched = rate
        many = [asked(bots, "random", "eve", f"t{n}", False) for n in range(20)]
        await many[0]
        for _ in range(5):
            own = await bots.choose(question("house"), Asker("ada", "mine"))
            assert not own.error
        if done > 1:
            await asyncio.gather(*many)
        return sum(one.done() for one in many)

    assert done == run(scene)
