"""Who you are: a cookie or a token, a recovery link, an account for those who want one."""

import server_kit as kit


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
    assert ("Ada", 200) == (back.json()["name"], back.status_code)
    wrong = kit.post(f"{server}/api/login", json=account | {"password": "x"})
    assert (401, "wrong_login") == (wrong.status_code, wrong.json()["error"])


def test_logging_out_ends_the_token(server):
    ada = kit.Person(server, "Ada")

    assert 204 == ada.http.post("/api/logout").status_code
    assert 401 == ada.http.get("/api/me").status_code
    assert 401 == ada.http.post("/api/logout").status_code
