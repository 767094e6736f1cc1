"""Games over HTTP: their options as a schema, and custom cards."""

import pytest

import server_kit as kit
from comptoir.engine.model import components


def test_the_schema_has_the_defaults_of_peoples_tables(server):
    found = {game["name"]: game for game in kit.get(f"{server}/api/games").json()}
    options = found["negoces"]["options"]["$defs"]["Options"]["properties"]

    assert (0, 0) == (options["revisions"]["default"], options["sales"]["default"])


def test_cards_of_an_owner_are_read_from_a_file_and_played_with(server):
    """In the form they are sent back; errors name the file, one per line."""
    path = f"{server}/api/games/borneo/components"
    ours = kit.get(path).text
    read = kit.post(path, json={"name": "mine.toml", "text": ours})
    ada = kit.Person(server)
    table = ada.make("borneo", seats=3, options={"components": read.json()})
    bad = kit.post(path, json={"name": "mine.toml", "text": "a = ["})
    empty = kit.post(path, json={"name": "mine.toml", "text": ""})

    assert "waiting" == ada.state(table)["state"]
    assert (400, "bad_setup") == (bad.status_code, bad.json()["error"])
    assert "mine.toml" in bad.json()["text"]
    assert empty.json()["text"].count("mine.toml") > 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (".".join("a" * 45_000) + " = 1", "at most 50,000 characters, got 90"),
        ("a = 1\n" + ".".join("a" * 20_000) + " = 1", "mine.toml, line 2: expected"),
        ("a = 1\n[" + " . ".join("a" * 40) + "]", "mine.toml, line 2: a key of"),
        ("a = " + "[\n" * 20_000, "nested too deep"),
    ],
)
def test_a_file_that_would_take_long_is_refused(server, text, told):
    """A dotted key of 90 KB once blocked the whole server for 25 seconds."""
    path = f"{server}/api/games/borneo/components"
    answer = kit.post(path, json={"name": "mine.toml", "text": text})

    assert (400, "bad_setup") == (answer.status_code, answer.json()["error"])
    assert told in answer.json()["text"]


def test_few_faults_are_told_of_many(server):
    """97 KB of errors were once answered with 2.2 MB."""
    path = f"{server}/api/games/borneo/components"
    cards = "[[shipments]]\n" * 3000
    answer = kit.post(path, json={"name": "mine.toml", "text": cards})
    lines = answer.json()["text"].splitlines()

    assert components.MOST_FAULTS + 1 == len(lines)
    assert lines[-1].endswith(" more faults")


def test_a_game_whose_cards_are_known_has_no_such_file(server):
    answer = kit.get(f"{server}/api/games/batavia/components")
    unknown = kit.get(f"{server}/api/games/chess/components")

    assert (404, "no_components") == (answer.status_code, answer.json()["error"])
    assert (404, "unknown_game") == (unknown.status_code, unknown.json()["error"])
