"""Rematches: who is invited, who may not join, and that there is only one."""

from concurrent.futures import ThreadPoolExecutor

import server_kit as kit
from seat_kit import duel, leave, played, refused, seat_bot, sit


def over(server):
    """Return Ada and Bo after a game that bots have played for them, and its table."""
    ada, bo, table = duel(server)
    seat_bot(bo, table, 1, "house")
    played(ada, table, [0])
    return ada, bo, table


def again(person, table, **settings):
    return person.http.post(f"/api/tables/{table}/again", json=settings)


def test_a_rematch_is_an_invitation(server):
    """It waits for the invited players and reserves their seats: no bot replaces them."""
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
    """A stranger's request with that id would otherwise make a table whose deal they know."""
    ada, bo, table = over(server)
    body = {"settings": {"game": "osaka", "seats": 2}, "request": f"again {table}"}
    trap = ada.http.post("/api/tables", json=body).json()["table"]["id"]
    branch = {"move": 0, "request": f"again {trap}"}
    ada.http.post(f"/api/tables/{table}/branch", json=branch)

    assert trap != again(bo, table).json()["table"]["id"]
    assert bo.state(table)["again"] not in (trap, "")
    assert again(ada, table).json()["table"]["id"] == bo.state(table)["again"]
