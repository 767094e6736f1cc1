"""A package's game that fails while it is served: it is refused in a sentence, others go on."""

import asyncio
import shutil
from pathlib import Path

import pytest

import server_kit as kit

EXAMPLE = Path(__file__).parents[4] / "examples/entrepot/entrepot"


@pytest.fixture
def server(tmp_path):
    """A server with the example game, in which taking a card duplicates it."""
    games = tmp_path / "games"
    shutil.copytree(EXAMPLE, games / "entrepot")
    rules = games / "entrepot/rules.py"
    text = rules.read_text(encoding="utf-8")
    assert "    t.market[good] -= 1\n" in text
    rules.write_text(text.replace("    t.market[good] -= 1\n", ""), encoding="utf-8")
    flags = ("--games", str(games), *kit.GENEROUS)
    with kit.serve(tmp_path / "tables.sqlite3", *flags) as address:
        yield address


def test_a_game_that_breaks_is_named_and_the_others_go_on(server):
    async def play():
        ada = kit.Person(server)
        broken = ada.make("entrepot", seats=2)
        bob = kit.Person(server, "Bob")
        bob.sit(broken, 1)
        async with ada.at(broken) as own, bob.at(broken) as other:
            for place in (own, other):
                await place.until(lambda state: state["state"] == "playing")
            asked = own if own.state["own"]["legal"] else other
            legal = asked.state["own"]["legal"]
            taken = next(action for action in legal if action["verb"] == "take")
            refused = await asked.move(taken)
            drawn = await asked.move({"verb": "draw"})
        going = ada.make("batavia", seats=3, bots=[None, "house", "house"])
        return refused, drawn, ada.state(going)

    refused, drawn, state = asyncio.run(play())

    assert ("refused", "game_broken") == (refused["type"], refused["key"])
    assert "The game entrepot failed here" in refused["text"]
    assert "comptoir check entrepot" in refused["text"]
    assert "done" == drawn["type"], "what is not broken can still be played"
    assert "playing" == state["state"]
