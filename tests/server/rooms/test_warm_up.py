"""A table where nothing is compiled: bots move in time, and messages promise no more."""

import asyncio

import server_kit as kit
from comptoir import games
from comptoir.engine.backends import compiler


def test_a_table_says_that_its_bots_are_warming_up(tmp_path, monkeypatch):
    """Which bots, since when and until about when; and how strong they are now."""
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path / "cache"))

    async def scene(address):
        ada = kit.Person(address)
        table = ada.make("borneo", seats=3, bots=[None, "master:300", "house"])
        async with ada.at(table) as place:
            warming = None
            while True:
                said = await place.hear()
                if said["type"] == "warming":
                    warming = said
                told = [line["what"] for line in place.lines]
                faltered = [what for what in told if what["kind"] == "faltered"]
                if warming and faltered:
                    return warming, faltered
                if place.state["own"]["legal"]:
                    await place.send(
                        "move",
                        action=place.state["own"]["legal"][0],
                        asked=place.state["own"]["asked"],
                    )

    with kit.serve(tmp_path / "x.sqlite3", *kit.GENEROUS) as address:
        warming, (faltered, *more) = asyncio.run(scene(address))

    assert [1] == warming["seats"]
    assert warming["since"] < warming["end"]
    assert not more
    assert (1, "master:300", "warming", 300) == tuple(
        faltered[part] for part in ("seat", "bot", "why", "of")
    )
    assert 0 < faltered["iterations"] < 300


def test_a_table_whose_bots_cannot_be_compiled_says_so(tmp_path, monkeypatch):
    """And plays on, with what a search finds in its time."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path / "file" / "cache"))

    async def scene(address):
        ada = kit.Person(address)
        table = ada.make("osaka", seats=2, seat=None, bots=["master:300", "house"])
        async with ada.at(table) as place:
            warming = None
            while warming is None or warming["end"] is not None:
                said = await place.hear()
                warming = said if said["type"] == "warming" else warming
            return await place.until(lambda state: state["moves"] > 4)

    with kit.serve(tmp_path / "x.sqlite3", *kit.GENEROUS) as address:
        state = asyncio.run(scene(address))

    assert state["moves"] > 4


def test_what_was_damaged_is_compiled_anew(tmp_path, monkeypatch):
    """Bots move meanwhile, and the table's players are told."""
    cache, key = tmp_path / "cache", compiler.kernel_keys(games()["osaka"])["search"]
    (cache / "osaka").mkdir(parents=True)
    (cache / "osaka" / f"search-{key}.bin").write_bytes(b"damaged")
    monkeypatch.setenv("COMPTOIR_CACHE", str(cache))

    async def scene(address):
        ada = kit.Person(address)
        table = ada.make("osaka", seats=2, seat=None, bots=["master:300", "master:300"])
        async with ada.at(table) as place:
            while (await place.hear())["type"] != "warming":
                pass

    with kit.serve(tmp_path / "x.sqlite3", *kit.GENEROUS) as address:
        asyncio.run(scene(address))
