"""`comptoir components`, and playing with the cards of a file."""

import json
import tomllib

import pytest

from comptoir import games

WITH = next(game.name for game in games().values() if game.components)
WITHOUT = next(game.name for game in games().values() if not game.components)


@pytest.fixture
def file(run, tmp_path):
    """The printed file, with one card changed."""
    text = run("components", WITH).stdout
    file = tmp_path / "my-cards.toml"
    file.write_text(text.replace("units = 1", "units = 2", 1))
    return file


def test_the_cards_are_printed_as_a_file_to_edit(run):
    """Byte by byte the file the game itself plays with."""
    done = run("components", WITH)

    assert 0 == done.returncode
    assert games()[WITH].components.text() == done.stdout
    assert "RECONSTRUCTION" in done.stdout
    assert tomllib.loads(done.stdout)


def test_a_game_without_such_a_file_says_so(run):
    """In one sentence."""
    done = run("components", WITHOUT)

    assert (0, 1) == (done.returncode, done.stdout.count("\n"))
    assert f"{WITHOUT} has no components file" in done.stdout


def test_no_game_no_cards(run):
    """As for every verb."""
    done = run("components", "chess")

    assert 2 == done.returncode
    assert "no game 'chess'" in done.stderr


def test_a_game_is_played_with_the_cards_of_a_file_and_keeps_them(run, file, home):
    """The record holds them, so a replay needs no file."""
    done = run("play", WITH, "--components", file, "--seed", 7, typed="1\nquit\n")
    assert 0 == done.returncode
    assert "owner’s file" in done.stdout
    assert "reconstruct" not in done.stdout.partition("\n\n")[2]
    file.unlink()
    record = home / f"last-{WITH}.json"
    assert "components" in json.loads(record.read_text())["options"]

    again = run("replay", record, "--json")
    assert 0 == again.returncode


def test_faults_are_lines_and_nothing_is_played(run, tmp_path, home):
    """Which card, which field, what is allowed; exit status 2."""
    text = run("components", WITH).stdout.replace('"pepper"', '"sugar"', 1)
    file = tmp_path / "bad.toml"
    file.write_text(text.replace("units = 1", "units = 7", 1))
    for command in ("play", "simulate"):
        done = run(command, WITH, "--components", file)

        assert (2, "") == (done.returncode, done.stdout)
        first, second = done.stderr.splitlines()
        assert first.startswith(f"comptoir: {file}: shipment 1, spice: expected one of")
        assert second.endswith("shipment 1, units: expected one of 1, 2, got 7")
    assert not home.exists()


def test_a_file_for_a_game_without_one_is_refused(run, file):
    """Rather than left out."""
    done = run("play", WITHOUT, "--components", file)

    assert 2 == done.returncode
    assert "no components file" in done.stderr


def test_many_games_are_simulated_with_the_cards_of_a_file(run, file):
    """Other cards, other games."""
    settings = ("simulate", WITH, "--games", 20, "--seed", 7, "--json")
    own = json.loads(run(*settings).stdout)
    other = json.loads(run(*settings, "--components", file).stdout)

    assert own["points"] != other["points"]
    assert 20 == other["games"]


def test_resuming_takes_the_cards_from_the_record(run, file):
    """Never from a file."""
    done = run("play", WITH, "--resume", "x.json", "--components", file)

    assert 2 == done.returncode
    assert "from the record" in done.stderr
