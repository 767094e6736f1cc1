"""Passkeys over HTTP: an account without a password, and keys that are refused."""

import pytest

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from passkey_kit import Passkey
from seat_kit import refused


@pytest.fixture
def here(anywhere):
    """A server on either database, by a name that a passkey can be for."""
    clock = kit.HandClock()
    with kit.serve_here(open_database(anywhere), clock) as address:
        yield address.replace("127.0.0.1", "localhost"), clock


def sign_up(person, name, passkey=None):
    """Give a guest an account with a passkey."""
    passkey = passkey or Passkey(person.server)
    asked = person.http.post("/api/me/passkeys/options", json={"name": name})
    body = {"credential": passkey.made(asked.json()), "name": name}
    return passkey, person.http.post("/api/me/passkeys", json=body)


def log_in(server, passkey, **given):
    """Log in with a passkey, as a browser that knows nobody."""
    options = kit.post(f"{server}/api/login/options").json()
    body = {"credential": passkey.signed(options)}
    return kit.post(f"{server}/api/login/passkey", json=body, **given)


def test_a_guest_signs_up_with_a_passkey_and_comes_back_with_it(here):
    """As the same player, with the same seats; the last way to log in cannot be deleted."""
    server, _ = here
    ada = kit.Person(server, "Guest")
    table = ada.make("osaka", seats=2)
    passkey, made = sign_up(ada, "Ada")
    assert (201, "Ada", False) == (
        made.status_code,
        made.json()["name"],
        made.json()["password"],
    )
    back = log_in(server, passkey)

    assert (200, "ada") == (back.status_code, back.json()["login"])
    ada.http.headers["Authorization"] = f"Bearer {back.json()['token']}"
    assert 0 == ada.state(table)["seat"]
    (listed,) = ada.http.get("/api/me/passkeys").json()
    path = f"/api/me/passkeys/{listed['id']}"
    assert "last_passkey" == refused(ada.http.delete(path))
    password = {"new": "engine no. 1"}
    assert 204 == ada.http.put("/api/me/password", json=password).status_code
    assert 204 == ada.http.delete(path).status_code
    assert "wrong_passkey" == refused(log_in(server, passkey))
    account = {"login": "ADA", "password": "engine no. 1"}
    assert 200 == kit.post(f"{server}/api/login", json=account).status_code
    assert "wrong_login" == refused(ada.http.put("/api/me/password", json=password))


def test_a_passkey_that_signed_something_else_is_refused(here):
    """Of another site, sent twice, too late, another player's, and invalid ones."""
    server, clock = here
    ada = kit.Person(server, "Ada")
    foreign = Passkey(server)
    foreign.origin = "https://localhost.example"
    assert "wrong_passkey" == refused(sign_up(ada, "Ada", foreign)[1])
    elsewhere = Passkey(server)
    elsewhere.host = "example.org"
    assert "wrong_passkey" == refused(sign_up(ada, "Ada", elsewhere)[1])
    passkey, made = sign_up(ada, "Ada")
    assert 201 == made.status_code

    options = kit.post(f"{server}/api/login/options").json()
    body = {"credential": passkey.signed(options)}
    path = f"{server}/api/login/passkey"
    assert 200 == kit.post(path, json=body).status_code
    assert "wrong_passkey" == refused(kit.post(path, json=body))
    late = kit.post(f"{server}/api/login/options").json()
    clock.pass_by(301)
    late = {"credential": passkey.signed(late)}
    assert "wrong_passkey" == refused(kit.post(path, json=late))
    stranger = Passkey(server)
    assert "wrong_passkey" == refused(log_in(server, stranger))
    stranger.id = passkey.id  # another key under her name
    assert "wrong_passkey" == refused(log_in(server, stranger))
    copied = passkey
    copied.uses = 0  # the counter of a copy lags behind
    assert "wrong_passkey" == refused(log_in(server, copied))
    for nonsense in ({}, {"id": 1}, {"response": {"clientDataJSON": "e30"}}):
        answer = kit.post(path, json={"credential": nonsense})
        assert (401, "wrong_passkey") == (answer.status_code, refused(answer))


def test_nobody_signs_up_under_a_name_like_another(here):
    """Guests cannot use such a name either; a name that is free again may be taken."""
    server, _ = here
    ada, eve = kit.Person(server, "Guest"), kit.Person(server, "Eve")
    passkey, _ = sign_up(ada, "Ada Lovelace")

    like = {"name": "Аdа L0velace"}  # Cyrillic
    assert "login_taken" == refused(
        eve.http.post("/api/me/passkeys/options", json=like)
    )
    account = {"login": "ADA  LOVELACE", "password": "engine no. 1"}
    assert "login_taken" == refused(eve.http.post("/api/account", json=account))
    assert "login_taken" == refused(eve.http.post("/api/me", json=like))
    assert "login_taken" == refused(kit.post(f"{server}/api/me", json=like))
    assert 201 == ada.http.post("/api/me", json={"name": "Countess"}).status_code
    assert 201 == eve.http.post("/api/me", json=like).status_code
    assert "countess" == log_in(server, passkey).json()["login"]


def test_what_a_guest_played_comes_along_when_they_log_in(here):
    """Seats and tables they made; the guest no longer exists."""
    server, _ = here
    ada, guest = kit.Person(server, "Ada"), kit.Person(server, "Guest")
    passkey, _ = sign_up(ada, "Ada")
    bo = kit.Person(server, "Bo")
    table = guest.make("osaka", seats=2)
    waiting = guest.make("osaka", seats=3)
    bo.sit(table, 1)
    both = ada.make("osaka", seats=3)  # where Ada has a seat, the guest keeps theirs
    guest.sit(both, 1)

    back = log_in(server, passkey, headers=guest.http.headers)
    assert 200 == back.status_code
    assert 401 == guest.http.get("/api/me").status_code
    ada.http.headers["Authorization"] = f"Bearer {back.json()['token']}"
    assert {table, waiting, both} == {
        one["id"] for one in ada.http.get("/api/me/tables").json()
    }
    state = ada.state(table)
    assert (0, "Ada", "") == (
        state["seat"],
        state["seats"][0]["name"],
        state["unrated"],
    )
    assert ada.http.get(f"/api/tables/{waiting}").json()["table"]["host"]
    assert 0 == ada.state(both)["seat"]


def test_devices_are_logged_out_from_afar(here):
    server, _ = here
    ada = kit.Person(server, "Ada")
    passkey, _ = sign_up(ada, "Ada")
    other = log_in(server, passkey).json()["token"]

    assert 204 == ada.http.delete("/api/me/devices").status_code
    assert 200 == ada.http.get("/api/me").status_code
    headers = {"Authorization": f"Bearer {other}"}
    assert 401 == kit.get(f"{server}/api/me", headers=headers).status_code
