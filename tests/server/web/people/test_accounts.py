"""Identity: a cookie or token, a recovery link, an account for those who want one."""

import pytest

import server_kit as kit
from comptoir.cli.commands.serve import open_database


def test_a_guest_has_a_cookie_that_scripts_cannot_read(server):
    answer = kit.post(f"{server}/api/me", json={"name": "Ada"})
    cookie = answer.headers["set-cookie"].lower()

    assert 201 == answer.status_code
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    assert "Ada" == kit.get(f"{server}/api/me", cookies=answer.cookies).json()["name"]


def test_behind_tls_the_cookie_is_secure(server):
    headers = {"X-Forwarded-Proto": "https"}
    answer = kit.post(f"{server}/api/me", json={"name": "Ada"}, headers=headers)

    assert "secure" in answer.headers["set-cookie"].lower()
    assert "strict-transport-security" in answer.headers


def test_a_recovery_link_works_once_and_on_another_device(server):
    ada = kit.Person(server, "Ada")
    secret = ada.http.post("/api/me/recovery").json()["secret"]
    other = kit.post(f"{server}/api/recover", json={"secret": secret})

    assert "Ada" == other.json()["name"]
    assert ada.token != other.json()["token"]
    assert 200 == ada.http.get("/api/me").status_code
    again = kit.post(f"{server}/api/recover", json={"secret": secret})
    assert (401, "wrong_recovery") == (again.status_code, again.json()["error"])


def test_a_guest_claims_an_account_and_comes_back_with_it(server):
    ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
    account = {"login": "Ada Lovelace", "password": "engine no. 1"}
    assert 201 == ada.http.post("/api/account", json=account).status_code

    assert "claimed" == ada.http.post("/api/account", json=account).json()["error"]
    assert "login_taken" == bo.http.post("/api/account", json=account).json()["error"]
    short = {"login": "Bo", "password": "short"}
    assert "bad_password" == bo.http.post("/api/account", json=short).json()["error"]
    back = kit.post(f"{server}/api/login", json=account | {"login": "ada lovelace"})
    assert ("Ada Lovelace", 200) == (back.json()["name"], back.status_code)
    wrong = kit.post(f"{server}/api/login", json=account | {"password": "x"})
    assert (401, "wrong_login") == (wrong.status_code, wrong.json()["error"])


def test_logging_out_ends_the_token(server):
    ada = kit.Person(server, "Ada")

    assert 204 == ada.http.post("/api/logout").status_code
    assert 401 == ada.http.get("/api/me").status_code
    assert 401 == ada.http.post("/api/logout").status_code


def test_an_account_is_found_however_its_name_is_typed(server):
    """Spaces, capitals and combining characters are normalised as when it was claimed."""
    zoe = kit.Person(server, "Zoé")
    account = {"login": "  Zoé   Noël ", "password": "engine no. 2"}
    assert 201 == zoe.http.post("/api/account", json=account).status_code

    for typed in ("zoé noël", "Zoe\u0301  Noe\u0308l", " ZOÉ NOËL"):
        back = kit.post(f"{server}/api/login", json=account | {"login": typed})
        assert 200 == back.status_code, typed


@pytest.mark.parametrize(
    "blank",
    ["\u3164", "\u115f\u1160", "\u2800 \u2800", "\uffa0", "\u0301", "\u200d", "\ufe0f"],
)
def test_a_name_has_something_to_see(server, blank):
    answer = kit.post(f"{server}/api/me", json={"name": blank})

    assert (400, "bad_text") == (answer.status_code, answer.json()["error"])


def test_names_of_accounts_cannot_be_tried_out_by_the_hundred(tmp_path):
    """Each that is taken costs as much as five sign-ups."""
    flags = ["--limit", "sign_ups=0.001", "--limit", "sign_up_burst=20"]
    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
        account = {"login": "ada", "password": "engine no. 1"}
        ada.http.post("/api/account", json=account)
        tries = [eve.http.post("/api/account", json=account) for _ in range(5)]

    found = [answer.json()["error"] for answer in tries]
    assert ["login_taken"] * 3 + ["too_fast"] * 2 == found


def test_a_new_password_ends_other_devices_and_links(server):
    """Otherwise whoever had a token or a link would keep the account."""
    ada = kit.Person(server, "Nell")
    early = ada.http.post("/api/me/recovery").json()["secret"]
    account = {"login": "Nell", "password": "engine no. 1"}
    assert 201 == ada.http.post("/api/account", json=account).status_code
    guests = kit.post(f"{server}/api/recover", json={"secret": early})
    other = kit.post(f"{server}/api/login", json=account).json()["token"]
    late = ada.http.post("/api/me/recovery").json()["secret"]
    changed = {"old": "engine no. 1", "new": "engine no. 2"}
    assert 204 == ada.http.put("/api/me/password", json=changed).status_code

    assert (401, "wrong_recovery") == (guests.status_code, guests.json()["error"])
    headers = {"Authorization": f"Bearer {other}"}
    assert 401 == kit.get(f"{server}/api/me", headers=headers).status_code
    assert 401 == kit.post(f"{server}/api/recover", json={"secret": late}).status_code
    assert 200 == ada.http.get("/api/me").status_code


def test_a_browsers_cookie_is_another_once_it_is_an_account(server):
    """A planted cookie would otherwise open the account."""
    with kit.httpx.Client(base_url=server, timeout=kit.PATIENCE) as browser:
        browser.post("/api/me", json={"name": "Olga"})
        planted = browser.cookies["comptoir"]
        made = {"login": "Olga", "password": "engine no. 1"}
        assert 201 == browser.post("/api/account", json=made).status_code

        assert planted != browser.cookies["comptoir"]
        assert "olga" == browser.get("/api/me").json()["login"]
    headers = {"Authorization": f"Bearer {planted}"}
    assert 401 == kit.get(f"{server}/api/me", headers=headers).status_code


def test_passwords_of_one_account_are_not_tried_out(where):
    """60 guesses from 60 addresses were once allowed; the limit is in the database."""
    clock, right = kit.HandClock(), {"login": "Ada", "password": "engine no. 1"}

    def tries(server, count):
        wrong = right | {"password": "x"}
        return [
            kit.post(f"{server}/api/login", json=wrong).status_code
            for _ in range(count)
        ]

    with kit.serve_here(open_database(where), clock) as server:
        kit.Person(server, "Ada").http.post("/api/account", json=right)
        assert [401] * 9 == tries(server, 9)
        assert 200 == kit.post(f"{server}/api/login", json=right).status_code
        assert [401] * 10 == tries(server, 10)
    with kit.serve_here(open_database(where), clock) as server:
        assert [429] == tries(server, 1)
        assert 429 == kit.post(f"{server}/api/login", json=right).status_code
        clock.pass_by(60)
        assert 200 == kit.post(f"{server}/api/login", json=right).status_code


def test_a_database_is_its_owners_alone(tmp_path):
    """It holds hashes of passwords, addresses, and seeds of running games."""
    file = tmp_path / "x.sqlite3"
    with kit.serve_here(open_database(str(file))):
        modes = {one.name: one.stat().st_mode & 0o077 for one in tmp_path.iterdir()}

    assert {"x.sqlite3", "x.sqlite3-wal"} <= modes.keys()
    assert {0} == {mode for name, mode in modes.items() if not name.endswith(".lock")}
