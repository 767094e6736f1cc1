"""A game over days: people are notified of each turn, and nobody plays for them."""

import asyncio
import contextlib
import re

import pytest

import server_kit as kit
from announcing_kit import Browser, mail_server, push_service, stop_without_logging_in
from comptoir.cli.serving.hosting import open_database
from comptoir.server.announcing import announcer
from comptoir.server.announcing.announcer import Announcing
from comptoir.server.announcing.mail import MailServer
from comptoir.server.rooms import presence, rooms
from seat_kit import refused

HOUR = 3600
DAYS = {"bank": 3 * 24 * HOUR, "grace": 12 * HOUR, "common": 12 * HOUR}
HERE = "https://comptoir.example"


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Players count as away at once, and sweeps run without a pause."""
    monkeypatch.setattr(presence, "MOMENT", -1.0)
    monkeypatch.setattr(presence, "ROLL_CALL", -1.0)
    monkeypatch.setattr(rooms, "SWEEP", 0.02)
    monkeypatch.setattr(announcer, "SWEEP", 0)


class World:
    """A server that can be restarted at will, with a push service and a mail server."""

    def __init__(self, where, stack):
        self.where, self.stack = where, stack
        self.clock = kit.HandClock()
        self.pushes = stack.enter_context(push_service())
        self.mail, self.letters = stack.enter_context(mail_server())
        self.people = {}
        self.start()

    def start(self):
        how = Announcing(HERE, MailServer.at(self.mail), allowed=lambda _: True)
        self.running = contextlib.ExitStack()
        server = kit.serve_here(open_database(self.where), self.clock, how)
        self.server = self.running.enter_context(server)
        for person in self.people.values():
            person.move_to(self.server)

    def restart(self):
        self.running.close()
        self.start()

    def person(self, name, *, mail=True, push=True):
        """Return a player who wants to be notified by e-mail and in a browser."""
        person = self.people[name] = kit.Person(self.server, name)
        person.email, person.browser = f"{name}@example.org", Browser(self.pushes, name)
        if push:
            to = person.browser.subscription
            assert 204 == person.http.put("/api/me/push", json=to).status_code
        if mail:
            assert 204 == self.set_mail(person).status_code
            link = self.letters.pop()[1].get_content()
            secret = re.search(rf"{HERE}/confirm#secret=(\S+?)&", link)[1]
            body = {"secret": secret, "email": person.email}
            assert 204 == person.http.post("/api/mail/confirm", json=body).status_code
        return person

    def set_mail(self, person):
        return person.http.put("/api/me/mail", json={"email": person.email})

    def wait_for(self, what, why):
        return kit.wait_until(what, why)


@pytest.fixture
def world(where):
    with contextlib.ExitStack() as stack:
        made = World(where, stack)
        yield made
        made.running.close()


def move(person, table):
    """Sit down, make one move, and close the tab."""

    async def run():
        async with person.at(table) as place:
            await place.until(lambda state: state["own"]["legal"])
            assert "done" == (await place.move())["type"]

    asyncio.run(run())


def asked(person, table):
    """Return the seat of the person to move, after all bots' moves; None at the end."""

    def waits():
        state = person.state(table)
        if state["state"] == "over":
            return [None]
        people = [seat for seat in state["actors"] if not state["seats"][seat]["bot"]]
        return people if people == state["actors"] != [] else None

    return kit.wait_until(waits, "a person's turn")[0]


def nobody_else_played(person, table, turns):
    """Check that the game is over, that people made their own moves, and nobody else."""
    lines = person.http.get(f"/api/tables/{table}/log").json()
    moved = [line["what"] for line in lines if line["what"]["kind"] == "moved"]
    own = [what["by"] for what in moved if what["seat"] < 2]
    assert ["player"] * turns == own
    kinds = [line["what"]["kind"] for line in lines]
    assert (2, 0) == (kinds.count("seated"), kinds.count("timedout"))
    state = person.state(table)
    assert ["", "", "house", "house"] == [s["bot"] for s in state["seats"]]
    assert ("over", "options") == (state["state"], state["unrated"])


def test_two_people_and_two_bots_play_over_days(world):
    """A whole game, announced by push and e-mail at every question.

    Tabs are closed, the server is restarted twice, and each player is silent for three days
    once. Nobody else makes a move for them, and nothing but its options makes the game unrated.
    """
    ada, bo = world.person("ada"), world.person("bo")
    table = ada.make(
        "osaka",
        seats=4,
        bots=[None, None, "house", "house"],
        clock=DAYS,
        absence=120,  # which has no effect with such a clock
        options={"tokens": 2},
    )
    bo.sit(table, 1)
    both, silent, turns = [ada, bo], set(), 0
    while (seat := asked(ada, table)) is not None:
        person = both[seat]
        told = world.wait_for(lambda: world.pushes.heard, "a push")
        assert [(person.browser.path, f"/t/{table}")] == [
            (path, message["url"]) for path, message in told
        ]
        assert "Traders of Osaka" == told[0][1]["title"]
        assert [] == world.letters  # they may come back by themselves first
        world.clock.pass_by(11 * 60)
        (to, letter), = world.wait_for(lambda: world.letters, "a letter")  # fmt: skip
        assert (person.email, True) == (to, f"{HERE}/t/{table}" in letter.get_content())
        if turns in (2, 5):
            world.restart()
        world.clock.pass_by(5 * HOUR if seat in silent else 3 * 24 * HOUR)
        silent.add(seat)
        assert [""] * 2 == [s["bot"] for s in ada.state(table)["seats"]][:2]
        world.pushes.heard.clear()
        world.letters.clear()
        move(person, table)
        turns += 1

    assert {0, 1} == silent
    nobody_else_played(ada, table, turns)


def test_many_tables_make_one_letter_and_none_for_who_looks(world):
    """One e-mail covers all tables; players who have a table open, or have moved, get none."""
    ada, bo = world.person("ada"), world.person("bo", mail=False)
    mine = []
    while len(mine) < 3:  # the starting player is random
        table = ada.make("osaka", seats=2, clock=DAYS)
        bo.sit(table, 1)
        mine += [table] if asked(ada, table) == 0 else []

    def told():
        calls = [(ada.browser.path, f"/t/{table}") for table in mine]
        heard = [(path, message["url"]) for path, message in world.pushes.heard]
        return set(calls) <= set(heard)

    kit.wait_until(told, "she is told of every table")
    move(ada, mine[0])

    async def look():
        async with ada.at(mine[1]):
            world.clock.pass_by(11 * 60)
            return kit.wait_until(lambda: world.letters, "a letter")

    ((_, letter),) = asyncio.run(look())
    assert [False, False, True] == [f"/t/{t}" in letter.get_content() for t in mine]
    text = letter.get_content()
    assert "3 days left for your move" in text
    link = re.search(rf"{HERE}(/unsubscribe/\S+)", text)[1]
    assert f"<{HERE}{link}>" == letter["List-Unsubscribe"]
    assert "List-Unsubscribe=One-Click" == letter["List-Unsubscribe-Post"]
    stop_without_logging_in(world, ada, link)


def test_a_browser_that_is_gone_is_called_no_more_and_the_table_goes_on(world):
    """The same holds for a push service that is down for now; it is tried again."""
    ada, bo = world.person("ada", mail=False), world.person("bo", mail=False)
    world.pushes.status = 410
    table = ada.make("osaka", seats=2)
    bo.sit(table, 1)
    seat = kit.wait_until(lambda: [*ada.state(table)["actors"]] or None, "a turn")[0]
    person = (ada, bo)[seat]
    path = "/api/me/announcements"
    kit.wait_until(
        lambda: person.http.get(path).json()["pushes"] == 0, "it is forgotten"
    )
    other = (bo, ada)[seat]
    world.pushes.status = 503  # before the other may be called
    move(person, table)
    assert 1 == ada.state(table)["moves"]
    kit.wait_until(lambda: len(world.pushes.heard) > 1, "the other is called")
    world.pushes.status = 201
    move(other, table)
    while asked(ada, table) == seat:
        move(person, table)
    kit.wait_until(lambda: len(world.pushes.heard) > 2, "the other is called again")
    assert 1 == other.http.get(path).json()["pushes"]


def test_a_mail_server_that_is_down_is_said_and_nothing_is_lost(where):
    """The e-mails are still due once it is back."""
    with contextlib.ExitStack() as stack:
        world = World(where, stack)
        ada, bo = world.person("ada"), world.person("bo")
        table = ada.make("osaka", seats=2)
        bo.sit(table, 1)
        kit.wait_until(
            lambda: world.pushes.heard, "who begins is told, and a letter due"
        )
        world.running.close()
        good, world.mail = world.mail, "smtp://127.0.0.1:1?from=a@b.example"
        world.start()
        world.clock.pass_by(11 * 60)
        down = world.set_mail(ada)
        assert (503, "mail_down") == (down.status_code, refused(down))
        assert 200 == ada.http.get(f"/api/tables/{table}").status_code
        world.running.close()
        world.mail = good
        world.letters.clear()
        world.start()
        kit.wait_until(lambda: world.letters, "the letter")
        world.running.close()


def test_an_address_is_confirmed_by_its_owner_alone(world):
    """Not with another secret or address, nor twice; recovery links go to that address."""
    ada = world.person("ada")
    assert "ada@example.org" == ada.http.get("/api/me/announcements").json()["email"]
    assert 204 == world.set_mail(ada).status_code
    text = world.letters.pop()[1].get_content()
    secret = re.search(r"/confirm#secret=(\S+?)&", text)[1]
    other = {"secret": secret, "email": "eve@example.org"}
    assert "wrong_recovery" == refused(ada.http.post("/api/mail/confirm", json=other))
    right = {"secret": secret, "email": ada.email}
    assert 204 == ada.http.post("/api/mail/confirm", json=right).status_code
    assert "wrong_recovery" == refused(ada.http.post("/api/mail/confirm", json=right))
    nonsenses = ("ada", "a@b\nBcc: c@d", "a b@c", "a,b@c", "(x)@b", "a@b,c", '"a"@b')
    for nonsense in nonsenses:
        answer = ada.http.put("/api/me/mail", json={"email": nonsense})
        assert 400 == answer.status_code, nonsense

    account = {"login": "ada", "password": "engine no. 1"}
    ada.http.post("/api/account", json=account)
    path = f"{world.server}/api/recover/mail"
    assert 204 == kit.post(path, json={"name": "nobody"}).status_code
    assert 204 == kit.post(path, json={"name": "ADA"}).status_code
    ((to, letter),) = kit.wait_until(lambda: list(world.letters), "the letter")
    secret = re.search(rf"{HERE}/r#(\S+)", letter.get_content())[1]
    back = kit.post(f"{world.server}/api/recover", json={"secret": secret})
    assert (ada.email, "ada") == (to, back.json()["name"])
    assert 204 == ada.http.put("/api/me/mail", json={"email": ""}).status_code
    assert ada.http.get("/api/me/announcements").json()["email"] is None


def test_nobody_is_flooded_with_letters(world):
    """A stranger once got 28 e-mails in 20 seconds; an unconfirmed address gets two a day."""
    eve, bo = world.person("eve"), world.person("bo")
    world.letters.clear()

    def write(who, to):
        return who.http.put("/api/me/mail", json={"email": to})

    first = [write(eve, "victim@example.org").status_code for _ in range(3)]
    assert [204, 204, 429] == first
    assert 429 == write(bo, "Victim@example.org").status_code
    others = [write(bo, f"{n}@example.org").status_code for n in range(4)]
    assert [204, 204, 429, 429] == others  # one had gone to his own address
    for _ in range(3):  # new guests of the same client, each with victims of their own
        guest = kit.Person(world.server, "Eve")
        others += [
            write(guest, f"{n}@{guest.token[:9]}.org").status_code for n in range(3)
        ]
    assert 8 == others.count(204) + 2  # of ten in an hour; two had confirmed their own
    world.clock.pass_by(23 * 3600)
    assert 429 == write(eve, "victim@example.org").status_code
    world.clock.pass_by(3600)
    assert 204 == write(eve, "victim@example.org").status_code


def test_a_confirmed_address_gets_no_more_than_its_owner_asked_for(world):
    """Links for a lost password come at longer and longer intervals, whoever asks for them."""
    ada = world.person("ada")
    ada.http.post("/api/account", json={"login": "ada", "password": "engine no. 1"})
    world.letters.clear()

    def ask(count):
        for _ in range(count):
            answer = kit.post(f"{world.server}/api/recover/mail", json={"name": "ada"})
            assert 204 == answer.status_code

    def come(count):
        kit.wait_until(lambda: len(world.letters) == count, "the letters")

    ask(6)
    come(2)
    world.clock.pass_by(600)
    ask(1)
    come(3)
    world.clock.pass_by(600)
    ask(1)  # now it takes twice as long
    world.clock.pass_by(600)
    ask(1)
    come(4)


def test_nobody_learns_by_a_lost_password_who_has_an_address(world):
    """The answer is always the same: without an address, and if the mail server is down."""
    ada = world.person("ada")
    ada.http.post("/api/account", json={"login": "ada", "password": "engine no. 1"})
    own = ada.http.post("/api/me/recovery").json()["secret"]
    world.letters.clear()
    world.running.close()
    good, world.mail = world.mail, "smtp://127.0.0.1:1?from=a@b.example"
    world.start()
    path = "/api/recover/mail"
    answers = [kit.post(world.server + path, json={"name": n}) for n in ("ada", "eve")]
    assert [204, 204] == [answer.status_code for answer in answers]
    world.running.close()
    world.mail = good
    world.start()
    assert 204 == kit.post(world.server + path, json={"name": "ada"}).status_code
    ((_, letter),) = kit.wait_until(lambda: list(world.letters), "the letter")
    sent = re.search(rf"{HERE}/r#(\S+)", letter.get_content())[1]
    for secret in (own, sent):  # requesting a link does not void the owner's
        back = kit.post(f"{world.server}/api/recover", json={"secret": secret})
        assert 200 == back.status_code


def test_a_link_by_mail_ends_after_a_day(world):
    ada = world.person("ada")
    ada.http.post("/api/account", json={"login": "ada", "password": "engine no. 1"})
    world.letters.clear()
    kit.post(f"{world.server}/api/recover/mail", json={"name": "ada"})
    ((_, letter),) = kit.wait_until(lambda: list(world.letters), "the letter")
    secret = re.search(rf"{HERE}/r#(\S+)", letter.get_content())[1]
    world.clock.pass_by(24 * 3600 + 1)
    back = kit.post(f"{world.server}/api/recover", json={"secret": secret})

    assert (401, "wrong_recovery") == (back.status_code, refused(back))


def test_few_browsers_of_one_are_called(world):
    """A guest could once store 150 subscriptions of 2 KB."""
    ada = world.person("ada")
    place = ada.browser.subscription
    for number in range(12):
        world.clock.pass_by(1)
        other = place | {"endpoint": f"{place['endpoint']}/{number}"}
        assert 204 == ada.http.put("/api/me/push", json=other).status_code

    assert 10 == ada.http.get("/api/me/announcements").json()["pushes"]


def test_who_is_invited_is_told(world):
    """Once, in their language."""
    ada, bo = world.person("ada"), world.person("bo")
    for person in (ada, bo):
        login = {
            "login": person.http.get("/api/me").json()["name"],
            "password": "engine 1",
        }
        person.http.post("/api/account", json=login)
    bo.http.post("/api/me", json={"name": "bo", "language": "fr"})
    ada.http.put("/api/me/people/bo/friend")
    bo.http.put("/api/me/people/ada/friend")
    table = ada.make("osaka", seats=2)
    path = f"/api/tables/{table}/seats/1/invitation"
    assert 200 == ada.http.put(path, json={"name": "bo"}).status_code
    ((where, message),) = kit.wait_until(lambda: world.pushes.heard, "a push")

    assert (bo.browser.path, "On vous invite à jouer.") == (where, message["body"])
