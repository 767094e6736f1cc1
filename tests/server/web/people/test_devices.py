"""Two devices of one person: one question is answered once, and nobody is away."""

import asyncio

import server_kit as kit
from comptoir.server.rooms import presence, rooms
from comptoir.server.storage.sqlite import SQLite
from seat_kit import duel, refused, sit


def second_device(person):
    """Return the same person on another device, by a recovery link."""
    secret = person.http.post("/api/me/recovery").json()["secret"]
    other = kit.Person(person.server, "Somebody")
    found = other.http.post("/api/recover", json={"secret": secret}).json()
    other.token = found["token"]
    other.http.headers["Authorization"] = f"Bearer {other.token}"
    return other


def test_two_devices_answer_one_question_once(server):
    """The second gets a refusal that it came too late; both see the same table."""
    ada, bo, table = duel(server)
    first = ada.state(table)["actors"][0]
    person = (ada, bo)[first]
    other = second_device(person)

    async def run():
        async with person.at(table) as one, other.at(table, language="fr") as two:
            action, asked = one.state["own"]["legal"][0], one.state["own"]["asked"]
            both = [
                await place.send("move", action=action, asked=asked)
                for place in (one, two)
            ]
            answers = []
            for place, name in zip((one, two), both, strict=True):
                said = await place.hear()
                while said.get("id") != name:
                    said = await place.hear()
                answers.append(said)
            for place in (one, two):
                await place.until(lambda state: state["moves"] == 1)
            return answers, one.state, two.state

    answers, one, two = asyncio.run(run())
    (late,) = [said for said in answers if said["type"] == "refused"]
    assert ["done"] == [said["type"] for said in answers if said is not late]
    assert late["text"].endswith(".")
    assert one == two
    log = person.http.get(f"/api/tables/{table}/log").json()
    assert 1 == sum(line["what"]["kind"] == "moved" for line in log)
    assert 200 == sit(other, table, first).status_code  # it is their own seat there too
    assert "seated" == refused(sit(other, table, 1 - first))


def test_who_closes_one_of_two_devices_is_not_away(tmp_path, monkeypatch):
    """A bot replaces the player only when the last device has gone."""
    monkeypatch.setattr(presence, "MOMENT", -1.0)
    monkeypatch.setattr(rooms, "SWEEP", 0.02)

    async def run(ada, other, bo, table):
        async with bo.at(table) as place, ada.at(table):
            async with other.at(table):
                pass
            async with bo.at(table):  # others who leave later are noticed, she is not
                pass
            await place.ask("say", text="Are you there?")
            here = place.state["seats"][0]["away"]
        async with bo.at(table) as place:
            await place.until(lambda state: state["seats"][0]["away"])
            return here

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3")) as server:
        ada, bo, table = duel(server)
        assert not asyncio.run(run(ada, second_device(ada), bo, table))
