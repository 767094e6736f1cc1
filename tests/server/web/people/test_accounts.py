"""Identity: a cookie or token, a recovery link, an account for those who want one."""

import pytest

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from seat_kit import account


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


def tries(server, login, passwords, addresses=("127.0.0.1",)):
    """Return the status of each login: every password from every address."""
    found = []
    for password in passwords:
        for address in addresses:
            transport = kit.httpx.HTTPTransport(local_address=address)
            with kit.httpx.Client(transport=transport, timeout=kit.PATIENCE) as client:
                body = {"login": login, "password": password}
                found.append(client.post(f"{server}/api/login", json=body).status_code)
    return found


def test_passwords_are_tried_out_more_and_more_slowly(where):
    """60 guesses a minute were once allowed; the waits are in the database."""
    clock, right = kit.HandClock(), "engine no. 1"
    with kit.serve_here(open_database(where), clock) as server:
        account(server, "Ada")
        assert [401] * 4 == tries(server, "Ada", ["x"] * 4)
        assert [200] == tries(server, "Ada", [right])
        assert [401] * 6 + [429] == tries(server, "Ada", ["x"] * 7)
    with kit.serve_here(open_database(where), clock) as server:
        assert [429] == tries(server, "ADA", [right])
        for wait in (30, 60, 120, 240, 480, 960, 1920, 3600, 3600):
            clock.pass_by(wait - 1)
            assert [429] == tries(server, "Ada", ["x"])
            clock.pass_by(1)
            assert [401] == tries(server, "Ada", ["x"])
        assert [200] == tries(server, "Ada", [right], ["127.0.0.2"])  # the owner


def test_an_account_is_not_tried_out_from_many_addresses(tmp_path):
    """60 guesses from 60 addresses were once allowed; a passkey or a link still opens it."""
    clock = kit.HandClock()
    with kit.serve_here(open_database(str(tmp_path / "x.sqlite3")), clock) as server:
        ada = account(server, "Ada")
        secret = ada.http.post("/api/me/recovery").json()["secret"]
        found = tries(server, "Ada", ["x"], [f"127.0.1.{n}" for n in range(60)])
        assert [401] * 50 + [429] * 10 == found
        back = kit.post(f"{server}/api/recover", json={"secret": secret})
        assert 200 == back.status_code


def test_several_recovery_links_work_and_each_ends(tmp_path):
    """A new one once voided those before; five are enough."""
    clock = kit.HandClock()
    with kit.serve_here(open_database(str(tmp_path / "x.sqlite3")), clock) as server:
        ada = account(server, "Ada")
        secrets = []
        for _ in range(6):
            clock.pass_by(24 * 3600)
            secrets.append(ada.http.post("/api/me/recovery").json()["secret"])

        def works(secret):
            answer = kit.post(f"{server}/api/recover", json={"secret": secret})
            return answer.status_code == 200

        assert [False, True, True] == [works(secret) for secret in secrets[:3]]
        clock.pass_by(364 * 24 * 3600)
        assert [False, True] == [works(secrets[3]), works(secrets[5])]


def test_a_login_ends_a_year_after_its_last_use(tmp_path):
    """And a browser's cookie is renewed with it."""
    clock, week = kit.HandClock(), 7 * 24 * 3600
    with kit.serve_here(open_database(str(tmp_path / "x.sqlite3")), clock) as server:
        used, unused = kit.Person(server, "Ada"), kit.Person(server, "Bo")
        with kit.httpx.Client(base_url=server, timeout=kit.PATIENCE) as browser:
            browser.post("/api/me", json={"name": "Cy"})
            again = browser.get("/api/me").headers["set-cookie"].lower()
        assert "max-age=31536000" in again
        assert "httponly" in again
        for _ in range(27):
            clock.pass_by(2 * week + 1)
            assert 200 == used.http.get("/api/me").status_code
        assert 401 == unused.http.get("/api/me").status_code


def test_sign_ups_are_counted_for_all_processes(postgres):
    """Two processes once let a client in twice as often."""
    where = kit.new_postgres(postgres)
    flags = ["--limit", "sign_ups=0.001", "--limit", "sign_up_burst=5"]
    with kit.serve_by(where, *flags) as one, kit.serve_by(where, *flags) as other:
        made = [
            kit.post(f"{server}/api/me", json={"name": "Eve"}).status_code
            for server in (one, other) * 4
        ]

    assert [201] * 5 + [429] * 3 == made


def test_a_database_is_its_owners_alone(tmp_path):
    """It holds hashes of passwords, addresses, and seeds of running games."""
    file = tmp_path / "x.sqlite3"
    with kit.serve_here(open_database(str(file))):
        modes = {one.name: one.stat().st_mode & 0o077 for one in tmp_path.iterdir()}

    assert {"x.sqlite3", "x.sqlite3-wal"} <= modes.keys()
    assert {0} == {mode for name, mode in modes.items() if not name.endswith(".lock")}
