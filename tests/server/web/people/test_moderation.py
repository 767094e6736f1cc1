"""Moderation: what moderators may do, and the clients that try to get round it."""

import asyncio
import contextlib

import pytest

import server_kit as kit
from command import call
from comptoir.cli.serving.hosting import open_database
from seat_kit import account, log_in, refused, sit

DAY = 24 * 3600


class Square:
    """A server with a moderator (Mo), and a table where Ada and a guest called Eve sit."""

    def __init__(self, where, stack):
        self.where, self.clock = where, kit.HandClock()
        database = open_database(where)
        self.server = stack.enter_context(kit.serve_here(database, self.clock))
        self.mo, self.ada = account(self.server, "Mo"), account(self.server, "Ada")
        self.host("appoint", "Mo")
        self.eve = kit.Person(self.server, "Eve")
        self.table = self.ada.make("osaka", seats=3, public=True)
        self.eve.sit(self.table, 1)

    def host(self, *arguments):
        """Let the host act in a terminal."""
        done = call("people", *arguments, "--database", self.where)
        assert 0 == done.returncode, done.stderr
        return done.stdout

    def report(self, by=None, **what):
        """Let Ada, or somebody else, report the guest's seat or a line."""
        body = {"table": self.table, "reason": "Talks rudely", **(what or {"seat": 1})}
        return (by or self.ada).http.post("/api/reports", json=body)

    def reports(self, closed=False):
        path = f"/api/moderation/reports?closed={str(closed).lower()}"
        return self.mo.http.get(path).json()

    def act(self, act, by=None, player=None, **more):
        """Let the moderator, or somebody else, act; the guest is the one who was reported."""
        player = player or self.id_of("Eve")
        body = {"act": act, "player": player, "reason": "rude", **more}
        return (by or self.mo).http.post("/api/moderation/measures", json=body)

    def id_of(self, name):
        """Return the id of the only player who is called so."""
        path = f"/api/moderation/people?name={name}"
        (found,) = self.mo.http.get(path).json()
        return found["player"]

    def say(self, person, text="hello", kind="say", **more):
        """Let somebody speak at the table; return the answer's key, or `done`."""
        words = {"text": text} if kind == "say" else more

        async def run():
            async with person.at(self.table) as place:
                if place.welcome["type"] == "bye":
                    return place.welcome["key"]
                answer = await place.ask(kind, **words)
                return answer.get("key", answer["type"])

        return asyncio.run(run())

    def log(self):
        return kit.get(f"{self.server}/api/tables/{self.table}/log").json()


@pytest.fixture
def square(anywhere):
    with contextlib.ExitStack() as stack:
        yield Square(anywhere, stack)


def test_a_report_reaches_the_moderators_with_what_was_said(square):
    """Also after it is removed; it is closed by whatever is done about it, or by itself."""
    assert "done" == square.say(square.eve, "a rude word")
    line = next(n["number"] for n in square.log() if n["what"]["kind"] == "said")
    assert 204 == square.report(line=line).status_code
    (report,) = square.reports()
    told = (report["by"], report["name"], report["said"], report["line"])
    assert ("Ada", "Eve", "a rude word", True) == told
    assert (False, 0) == (report["account"], report["closed"])

    done = square.act("warn", table=square.table)
    assert 204 == done.status_code
    assert [] == square.reports()
    assert [report["reason"]] == [one["reason"] for one in square.reports(closed=True)]
    square.report()  # again, about the name
    assert ["Eve"] == [one["said"] for one in square.reports()]
    assert 204 == square.act("close").status_code
    assert [] == square.reports()


PATHS = ("reports", "people?name=Eve", "audit")


@pytest.mark.parametrize("who", ["nobody", "eve", "ada", "banned"])
def test_only_moderators_moderate(square, who):
    """Not strangers, guests, accounts or a moderator who was banned since."""
    if who == "banned":
        square.host("ban", "Mo", "--days", "3650", "--reason", "went too far")
        person = square.mo
    else:
        person = (
            kit.Person(square.server, "X") if who == "nobody" else getattr(square, who)
        )
    if who == "nobody":
        del person.http.headers["Authorization"]
        person.http.cookies.clear()
    key = {"nobody": "who", "banned": "banned"}.get(who, "not_moderator")

    for path in PATHS:
        assert key == refused(person.http.get(f"/api/moderation/{path}")), path
    assert key == refused(square.act("ban", person, "x", days=1))


def test_moderators_do_not_moderate_each_other(square):
    """Only the host does, in a terminal; a moderator is not even warned by another."""
    square.host("appoint", "Ada")
    for act in ("warn", "mute", "ban", "name", "unban"):
        answer = square.act(act, player=square.id_of("Ada"), days=1)
        assert "moderators" == refused(answer), act
        answer = square.act(act, player=square.id_of("Mo"), days=1)
        assert "moderators" == refused(answer), act


def test_a_measure_needs_an_end_a_reason_and_somebody(square):
    assert "bad_message" == refused(square.act("ban"))
    assert 400 == square.act("ban", days=0).status_code
    assert 400 == square.act("ban", days=100_000).status_code
    assert 400 == square.act("ban", days=1, reason="").status_code
    assert "unknown_player" == refused(square.act("ban", player="nobody", days=1))
    missing = square.act("line", table=square.table, said="never said")
    assert "nothing_said" == refused(missing)
    acts = [one["act"] for one in square.mo.http.get("/api/moderation/audit").json()]
    assert ["appoint"] == acts


def test_a_warning_is_shown_until_it_is_read(square):
    square.act("warn")
    (shown,) = square.eve.http.get("/api/me").json()["penalties"]
    assert ("warn", "rude") == (shown["kind"], shown["reason"])
    assert [] == square.ada.http.get("/api/me").json()["penalties"]
    assert 204 == square.eve.http.post("/api/me/warning").status_code
    assert [] == square.eve.http.get("/api/me").json()["penalties"]


def test_who_is_muted_stays_silent_however_they_try(square):
    """By phrases, another socket or device, another name, or the account they log in to."""
    assert 204 == square.act("mute", days=1).status_code
    eve = square.eve
    assert "silenced" == square.say(eve)
    assert "silenced" == square.say(eve, kind="phrase", key="thanks", args={})
    assert "silenced" == refused(eve.http.post("/api/me", json={"name": "Shout"}))
    secret = eve.http.post("/api/me/recovery").json()["secret"]
    other = kit.Person(square.server, "Other")
    back = other.http.post("/api/recover", json={"secret": secret})
    other.token = back.json()["token"]
    assert "silenced" == square.say(other)
    account(square.server, "Evelyn")
    log_in(eve, "Evelyn")
    assert "silenced" == square.say(eve)
    assert 200 == eve.http.get(f"/api/tables/{square.table}").status_code
    assert "done" == square.say(square.ada)

    square.clock.pass_by(DAY + 1)
    assert "done" == square.say(eve)


def test_a_mute_is_lifted(square):
    square.act("mute", days=30)
    square.act("unmute")

    assert "done" == square.say(square.eve)


def test_who_is_banned_cannot_play_however_they_try(square):
    """Not by a socket that is open, another device, an account or another name.

    They still have their rights: to see and to delete what is stored about them.
    """
    eve, table = square.eve, square.table
    secret = eve.http.post("/api/me/recovery").json()["secret"]

    async def run():
        async with eve.at(table) as place:
            done = await asyncio.to_thread(square.act, "ban", days=2)
            return done.status_code, await place.closed()

    assert (204, 4503) == asyncio.run(run())  # the client comes back and hears why
    assert "banned" == square.say(eve)
    for method, path, body in (
        ("POST", "/api/me", {"name": "Eva"}),
        ("POST", "/api/tables", {"settings": {"game": "osaka"}, "request": "x"}),
        ("POST", "/api/match", {"game": "osaka", "seats": 2, "request": "x"}),
        ("POST", f"/api/tables/{table}/seats/2", {}),
        ("POST", "/api/account", {"login": "Eva", "password": "engine no. 1"}),
        ("POST", "/api/me/recovery", None),
        ("PUT", "/api/me/mail", {"email": "eve@example.org"}),
        ("POST", "/api/reports", {"table": table, "seat": 0, "reason": "x"}),
    ):
        assert "banned" == refused(eve.http.request(method, path, json=body)), path
    other = kit.Person(square.server, "Other")
    back = other.http.post("/api/recover", json={"secret": secret})
    other.http.headers["Authorization"] = f"Bearer {back.json()['token']}"
    assert "banned" == refused(sit(other, table, 2))
    account(square.server, "Evelyn")
    log_in(eve, "Evelyn")
    assert "banned" == refused(sit(eve, table, 2))
    (penalty,) = eve.http.get("/api/me").json()["penalties"]
    assert "ban" == penalty["kind"]
    kept = eve.http.get("/api/me/export").json()
    assert ["Eve"] == [one["name"] for one in kept["guests"]]
    told = [(row[0], row[3]) for row in kept["penalties"]]
    # One of the guest, and one of the account that the guest became.
    assert [("ban", "rude")] * 2 == told
    assert 200 == kit.get(f"{square.server}/api/tables/{table}").status_code

    square.clock.pass_by(2 * DAY + 1)
    assert 201 == eve.http.post("/api/me", json={"name": "Evelyn"}).status_code


def test_who_is_banned_may_delete_everything(square):
    square.act("ban", days=2)

    assert (
        204 == square.eve.http.post("/api/me/goodbye", json={"name": "Eve"}).status_code
    )
    assert "Eve" not in kit.get(f"{square.server}/api/tables/{square.table}/log").text


def test_a_line_and_a_name_are_removed_for_everybody(square):
    """From the log, from the table, and from what a reader receives who connects later."""
    square.say(square.eve, "a rude word")
    square.say(square.eve, "a kind word")
    assert 204 == square.act("line", table=square.table, said="a rude word").status_code
    kit.wait_until(lambda: "rude word" not in str(square.log()))
    assert "a kind word" in str(square.log())
    assert 204 == square.act("name").status_code
    kit.wait_until(lambda: "Eve" not in str(square.log()))
    state = square.ada.state(square.table)
    assert state["seats"][1]["name"].startswith("Anonymous ")
    assert state["seats"][1]["name"] == square.eve.http.get("/api/me").json()["name"]


def test_an_account_whose_name_was_removed_logs_in_as_before(square):
    square.act("name", player=square.id_of("Ada"))
    back = {"login": "Ada", "password": "engine no. 1"}
    found = kit.post(f"{square.server}/api/login", json=back)

    assert found.json()["name"].startswith("Anonymous ")
    assert 404 == kit.get(f"{square.server}/api/people/Ada").status_code


def test_everything_is_in_the_audit_log(square):
    """With who did it, to whom, why and until when; a page at a time, of one or of all."""
    square.act("mute", days=1)
    square.clock.pass_by(1)
    square.act("warn", player=square.id_of("Ada"), table=square.table)
    appointed, first, second = square.mo.http.get("/api/moderation/audit").json()
    assert ("", "appoint", "Mo") == tuple(
        appointed[key] for key in ("moderator", "act", "name")
    )

    assert ("Mo", "warn", "Ada") == (first["moderator"], first["act"], first["name"])
    assert ("Mo", "mute", "Eve") == (second["moderator"], second["act"], second["name"])
    assert second["at"] + DAY * 1000 == second["ends"]
    assert (square.table, "rude") == (first["table"], first["reason"])
    path = f"/api/moderation/audit?before={first['at']}"
    assert [second] == square.mo.http.get(path).json()
    path = f"/api/moderation/audit?player={square.id_of('Ada')}"
    assert [first] == square.mo.http.get(path).json()


def test_a_ban_holds_in_every_process(postgres):
    """Also for a socket that is open in another one."""
    where = kit.new_postgres(postgres)
    with contextlib.ExitStack() as stack:
        square = Square(where, stack)
        other = stack.enter_context(kit.serve_here(open_database(where), square.clock))
        square.eve.move_to(other)

        async def run():
            async with square.eve.at(square.table) as place:
                await asyncio.to_thread(square.act, "ban", days=2)
                return await place.closed()

        assert 4503 == asyncio.run(run())
        assert "banned" == square.say(square.eve)


def test_the_host_does_the_same_in_a_terminal(square):
    """While the server runs; also to moderators, and to guests by their id."""
    square.say(square.eve, "a rude word")
    square.report()
    guest = square.id_of("Eve")
    because = ("--reason", "rude")
    reports = square.host("reports")
    assert all(word in reports for word in ("Ada", "Eve", guest, square.table))
    assert "guest since" in square.host("find", "Eve")
    square.host("silence", guest, square.table, "a rude word", *because)
    square.host("mute", guest, "--days", "3650", *because)
    square.host("warn", guest, *because)
    assert "mute until" in square.host("find", "eve")
    kit.wait_until(lambda: "rude word" not in str(square.log()))
    assert "silenced" == square.say(square.eve)
    square.host("unmute", guest, *because)
    assert "done" == square.say(square.eve)
    square.host("ban", guest, "--days", "3650", *because)
    assert "banned" == square.say(square.eve)
    square.host("unban", guest, *because)
    square.host("close", guest, *because)
    assert "no reports" in square.host("reports")
    assert "rude" in square.host("reports", "--closed")
    square.host("rename", "Ada", *because)
    assert "not_moderator" != square.mo.http.get("/api/moderation/audit").status_code
    square.host("dismiss", "Mo")
    assert "not_moderator" == refused(square.mo.http.get("/api/moderation/audit"))
    acts = square.host("audit", "--of", guest)
    for act in ("line", "mute", "warn", "unmute", "ban", "unban", "close"):
        assert f"host: {act} " in acts


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("ban", "Nobody", "--days", "1", "--reason", "x"), "no account is called"),
        (("appoint", "Eve"), "no account is called"),
        (("ban", "Ada", "--days", "0", "--reason", "x"), "--days"),
        (("ban", "Ada", "--days", "1"), "--reason"),
    ],
)
def test_a_mistake_in_a_terminal_is_told_in_a_sentence(square, arguments, told):
    done = call("people", *arguments, "--database", square.where)

    assert 2 == done.returncode
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_people_are_not_looked_for_in_a_file_of_before(tmp_path):
    missing = call("people", "reports", "--database", tmp_path / "none.sqlite3")
    (tmp_path / "old.sqlite3").touch()
    old = call("people", "reports", "--database", tmp_path / "old.sqlite3")

    assert (2, 2) == (missing.returncode, old.returncode)
    assert "there is no such file" in missing.stderr
    assert "no such table" in old.stderr
