"""Reviews online: of games that are over, kept with them, and never of one that goes on."""

import msgspec
import pytest

import server_kit as kit
from comptoir import Record, games
from comptoir.review import Review
from review_kit import warm


@pytest.fixture(autouse=True)
def compiled():
    """What a review needs is compiled."""
    warm(games()["osaka"])


def over(person):
    """A table of two bots that have played."""
    table = person.make("osaka", seats=2, seat=None, bots=["house", "random"], pace=0)
    kit.wait_until(lambda: person.state(table)["state"] == "over", "the end")
    return table


def wait(person, path):
    """The review, once it is there: as long as one glance follows the other."""
    while not (said := person.http.get(path).json())["review"]:
        kit.wait_until(
            lambda: person.http.get(path).json()["progress"] != said["progress"],  # noqa: B023
            "a glance",
        )
    return said


def test_a_finished_game_is_reviewed_once_and_kept(server):
    ada = kit.Person(server, "Ada")
    path = f"/api/tables/{over(ada)}/review"
    assert {"progress": None, "review": None, "story": []} == ada.http.get(path).json()
    assert 404 == ada.http.get(f"{path}.svg").status_code
    begun = ada.http.post(path, json={"depth": "quick"})
    assert (202, 0) == (begun.status_code, begun.json()["progress"]["done"])
    said = wait(ada, path)
    seen = msgspec.convert(said["review"], Review)
    record = msgspec.convert(ada.http.get(path[:-6] + "record").json(), Record)
    assert record.check == seen.check
    assert len(record.moves) + 1 == len(seen.moments)
    assert 1 == sum(seat.result for seat in seen.seats)
    french = ada.http.get(f"{path}?language=fr").json()["story"]
    assert "Victoire" in french[0] or "partagée" in french[0]
    assert said["story"] != french
    again = ada.http.post(path, json={"depth": "quick"}).json()
    assert again["progress"] is None  # it is there
    drawn = ada.http.get(f"{path}.svg?language=fr")
    assert "image/svg+xml" in drawn.headers["content-type"]
    assert drawn.text.startswith("<svg")


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
