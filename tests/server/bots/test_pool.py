"""The pool of bot workers: whatever a bot does, the game goes on and nobody else waits."""

import asyncio
from pathlib import Path

import pytest

import server_kit as kit
from comptoir import Match
from comptoir.bots import new_dice
from comptoir.server.bots import worker
from comptoir.server.bots.pool import BotPool
from comptoir.server.bots.worker import BotQuestion

OWN = Path(__file__).parent / "own_bots.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bots")
    names = ("raises", "cheats", "dies", "prints")
    own = [part for name in names for part in ("--bot", f"{OWN}:{name}")]
    with kit.serve_by(
        folder / "x.sqlite3", "--bot-workers", "2", *own, *kit.GENEROUS
    ) as address:
        yield address


@pytest.mark.parametrize("name", ["raises", "cheats", "dies", "prints"])
def test_a_bot_that_fails_does_not_stall_its_table(server, name):
    """And the log says that the house bot moved for it."""
    ada = kit.Person(server)
    bot = f"{OWN}:{name}"
    table = ada.make("osaka", seats=2, seat=None, bots=[bot, "house"])
    kit.wait_until(lambda: ada.state(table)["moves"] >= 4)
    lines = [line["what"] for line in ada.http.get(f"/api/tables/{table}/log").json()]
    said = [what["bot"] for what in lines if what["kind"] == "faltered"]
    assert said.count(bot) == len(said)
    assert bool(said) == (name != "prints")


def question(bot):
    match = Match("osaka", 2, 1)
    return BotQuestion.at(match, match.actors[0], bot, new_dice("x"))


def test_nobody_waits_for_a_bot_that_hangs():
    async def run():
        bots = BotPool(2, patience=kit.PATIENCE)
        hanging = asyncio.create_task(bots.choose(question(f"{OWN}:hangs")))
        answers = [await bots.choose(question("house")) for _ in range(2)]
        waited = hanging.done()
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)
        await bots.close()
        return waited, answers

    waited, (first, second) = asyncio.run(run())
    assert not waited
    assert first == second
    assert not first.error


def test_a_bot_that_hangs_is_ended_and_its_process_replaced():
    async def run():
        bots = BotPool(1, patience=0.1)
        hung = await bots.choose(question(f"{OWN}:hangs"))
        bots.patience = kit.PATIENCE
        after = await bots.choose(question("house"))
        await bots.close()
        return hung, after

    hung, after = asyncio.run(run())
    assert "no answer" in hung.error
    assert hung.action is None
    assert after.action is not None


def test_the_same_question_has_the_same_answer():
    """Its dice come with it: in any process, and again."""

    async def run():
        bots = BotPool(2, patience=kit.PATIENCE)
        asked = [question("random") for _ in range(4)]
        answers = await asyncio.gather(*map(bots.choose, asked))
        await bots.close()
        return answers

    first, *again = asyncio.run(run())
    assert [first] * 3 == again
    assert first.action is not None


def test_distinct_names_are_not_kept_for_ever():
    for number in range(2 * worker.BOTS):
        worker._bot(f"search:{number + 1}", "osaka 2")

    assert worker.BOTS == worker._bot.cache_info().currsize
