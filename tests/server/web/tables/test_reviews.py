"""Reviews online: of finished games, stored with them, and never of a running one."""

import asyncio
import contextlib

import msgspec
import numpy as np
import pytest

import server_kit as kit
from comptoir import Record, games, replay
from comptoir.engine.play.position import Position
from comptoir.engine.rules.table import unpack
from comptoir.review import Review
from comptoir.server.analysis.chances import public_tables
from comptoir.server.analysis.reviewing import MOST_OF_ONE
from comptoir.server.domain.state.seats import MERCHANTS
from comptoir.server.storage.sqlite import SQLite
from random_play import whole_game
from review_kit import warm
from seat_kit import seat_bot


@pytest.fixture(autouse=True)
def compiled():
    """Compile what a review needs."""
    warm(games()["negoces"])


def over(person):
    """Return a table of bots that have played a short game."""
    short = {"options": {"sales": 1}, "public": True}
    table = person.make("negoces", seat=None, bots=["house"] * 4, **short)
    kit.wait_until(lambda: person.state(table)["state"] == "over", "the end")
    return table


def wait(person, path):
    """Return the review once it is there, as long as it makes progress."""
    while not (said := person.http.get(path).json())["story"]:
        kit.wait_until(
            lambda: person.http.get(path).json()["progress"] != said["progress"],
            "a glance",
        )
    return said


def test_a_finished_game_is_reviewed_once_and_kept(server):
    ada = kit.Person(server, "Ada")
    path = f"/api/tables/{over(ada)}/review"
    nothing = {"progress": None, "review": None, "story": [], "seat": None}
    assert nothing == ada.http.get(path).json()
    assert 404 == ada.http.get(f"{path}.svg").status_code
    begun = ada.http.post(path, json={"depth": "quick"})
    assert (202, 0) == (begun.status_code, begun.json()["progress"]["done"])
    said = wait(ada, path)
    seen = msgspec.convert(said["review"], Review)
    record = msgspec.convert(ada.http.get(path[:-6] + "record").json(), Record)
    assert record.check == seen.check
    assert len(record.moves) + 1 == len(seen.moments)
    assert 1 == sum(seat.chance.result for seat in seen.seats)
    french = ada.http.get(f"{path}?language=fr").json()["story"]
    assert "Victoire" in french[0] or "se partagent" in french[0]
    assert said["story"] != french
    assert said["seat"] is None  # Ada had no seat
    own = ada.http.get(f"{path}?seat=1").json()
    assert (1, True) == (own["seat"], own["story"] != said["story"])
    assert "you" in " ".join(own["story"]).lower()
    assert any(name in french[0] for name in MERCHANTS)  # as the page calls bots
    again = ada.http.post(path, json={"depth": "quick"}).json()
    assert again["progress"] is None  # it is finished
    drawn = ada.http.get(f"{path}.svg?language=fr")
    assert "image/svg+xml" in drawn.headers["content-type"]
    assert drawn.text.startswith("<svg")


def test_who_was_stood_in_for_answers_for_their_own_choices_alone(server):
    """Seats changed in between: the game is reviewed, and a bot's choices count for nobody."""
    ada = kit.Person(server, "Ada")
    short = {"options": {"sales": 1}}
    table = ada.make("negoces", bots=[None, *["house"] * 3], **short)
    for _ in range(2):
        kit.wait_until(lambda: ada.state(table)["own"]["legal"], "her turn")
        asyncio.run(moved(ada, table))
    assert 200 == seat_bot(ada, table, 0, "house").status_code
    kit.wait_until(lambda: ada.state(table)["state"] == "over", "the end")
    path = f"/api/tables/{table}/review"
    ada.http.post(path, json={})
    seen = msgspec.convert(wait(ada, path)["review"], Review)
    decided = [m for m in seen.moments if m.seat == 0 and m.decision]
    assert seen.seats[0].decisions <= 2 < len(decided)


def test_nothing_is_told_of_a_game_that_goes_on(server):
    """Neither to its players nor to anybody else."""
    ada, eve = kit.Person(server, "Ada"), kit.Person(server, "Eve")
    table = ada.make("osaka", seats=2, seat=0, bots=[None, "house"])
    path = f"/api/tables/{table}/review"
    for who in (ada, eve):
        answers = [
            who.http.post(path, json={"depth": "quick"}),
            who.http.get(path),
            who.http.get(f"{path}.svg"),
        ]
        assert {"not_over"} == {answer.json()["error"] for answer in answers}


def test_a_wrong_depth_is_refused(server):
    ada = kit.Person(server, "Ada")
    path = f"/api/tables/{over(ada)}/review"
    assert 400 == ada.http.post(path, json={"depth": "deeper"}).status_code
    assert 400 == ada.http.get(f"{path}?depth=deeper").status_code


def test_chances_are_for_who_watches_late_and_for_who_plays_alone(tmp_path):
    """Spectators' chances are a minute old and never include a decision still to be made."""
    clock = kit.HandClock()
    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        ada, bo, eve = (kit.Person(server, name) for name in ("Ada", "Bo", "Eve"))
        table = ada.make("osaka", seats=2, public=True)
        bo.sit(table, 1)
        path = f"/api/tables/{table}/chances"
        for _ in range(3):
            assert "chances_later" == eve.http.get(path).json()["error"]
            clock.pass_by(10)
            actor = (ada, bo)[ada.state(table)["actors"][0]]
            asyncio.run(moved(actor, table))
        clock.pass_by(1000)
        late = eve.http.get(path).json()
        assert ada.state(table)["moves"] - 1 == late["move"] == 2
        assert 1 == pytest.approx(sum(late["chances"]))
        hidden = ada.make("osaka", seats=2, bots=[None, "house"])
        assert (
            "no_chances"
            == eve.http.get(f"/api/tables/{hidden}/chances").json()["error"]
        )
        alone = ada.http.get(f"/api/tables/{hidden}/chances").json()
        assert 1 == pytest.approx(sum(alone["chances"]))
        assert "advised" == ada.state(hidden)["unrated"]


def test_no_channel_tells_a_player_the_chances(tmp_path):
    """Whatever a player with opponents tries: the wire, HTTP, a second tab, a stand-in.

    As a guest at the same address they see what all spectators do, and nothing current.
    """
    clock = kit.HandClock()

    async def heard(people):
        """Play some moves; return all that was sent to the people meanwhile."""
        async with people[0].at(table) as one, people[1].at(table) as other:
            await kit.play_on([one, other], 12)
            return "".join(map(str, [*one.raw, *other.raw]))

    def tried(person):
        """Try everything that might reveal a running game; return the answers."""
        paths = ("chances", "review", "review?depth=deep", "review.svg", "replay")
        return {
            path: person.http.get(f"/api/tables/{table}/{path}").json()["error"]
            for path in paths
        } | {"POST": person.http.post(review, json={}).json()["error"]}

    with kit.serve_here(SQLite(tmp_path / "x.sqlite3"), clock) as server:
        ada, bo = (kit.Person(server, name) for name in ("Ada", "Bo"))
        table = ada.make("osaka", seats=2, public=True)
        bo.sit(table, 1)
        review = f"/api/tables/{table}/review"
        assert "chance" not in asyncio.run(heard((ada, bo)))
        clock.pass_by(5)
        asyncio.run(moved((ada, bo)[ada.state(table)["actors"][0]], table))
        clock.pass_by(10_000)
        tab = {"cookies": {"comptoir": ada.token}}
        chances = f"{server}/api/tables/{table}/chances"
        for _ in ("together", "a bot stands in for Bo"):
            for person in (ada, bo):
                said = tried(person)
                assert "no_chances" == said.pop("chances")
                assert {"not_over"} == {*said.values()}
            assert 403 == kit.get(chances, **tab).status_code
            assert "chance" not in ada.http.get(f"/api/tables/{table}/text").text
            guest = kit.get(chances).json()
            assert guest["move"] < ada.state(table)["moves"]
            assert 200 == seat_bot(bo, table, 1).status_code


def test_a_hint_is_for_a_question_that_others_do_not_change(server):
    """In a simultaneous negotiation, one player's action leaves the others' decisions open."""
    people = [kit.Person(server, name) for name in ("Ada", "Bo", "Cy", "Di")]
    table = people[0].make("negoces")
    for seat in (1, 2, 3):
        people[seat].sit(table, seat)

    async def run():
        async with contextlib.AsyncExitStack() as stack:
            places = [await stack.enter_async_context(p.at(table)) for p in people]
            moves = 1
            while len(places[0].state["actors"]) < 2:
                await kit.play_on(places, moves)
                moves += 1
            one, other = (places[seat] for seat in places[0].state["actors"][:2])
            told = await one.ask("hint")
            said = await other.move()
            while one.number < said["number"]:
                await one.hear()
            return told, one.state["own"]["asked"]

    told, asked = asyncio.run(run())
    assert ("hinted", asked) == (told["type"], told["asked"])


async def moved(person, table):
    """Make the first legal move."""
    async with person.at(table) as there:
        own = there.state["own"]
        await there.ask("move", action=own["legal"][0], asked=own["asked"])


def test_what_is_told_to_who_watches_rests_on_no_hand():
    """Everything that is hidden from anybody is resampled."""
    match = whole_game("negoces", 4, "watched")
    match = replay(token := match.record(12).token)
    real = [match.view(seat).seats[seat] for seat in range(match.seats)]
    game, box = match.game, match.position.box
    for packed in public_tables(Record.from_token(token)):
        record = np.frombuffer(packed, game.table)[0]
        other = Position(game, unpack(record), box)
        assert other.view(None) == match.view(None)
        own = [other.view(seat).seats[seat] for seat in range(match.seats)]
        assert any(one != two for one, two in zip(own, real, strict=True))


def test_one_client_does_not_take_all_reviews(server):
    """One client once requested forty reviews, and nobody else's was begun."""
    ada = kit.Person(server, "Ada")
    tables = [over(ada) for _ in range(MOST_OF_ONE)]
    paths = [f"/api/tables/{t}/review" for t in tables for _ in range(2)]
    asked = [
        ada.http.post(path, json={"depth": depth})
        for path, depth in zip(paths, ("deep", "quick") * MOST_OF_ONE, strict=True)
    ]

    assert {202, 429} == {answer.status_code for answer in asked}
