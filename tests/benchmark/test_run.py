"""A benchmark's rows: the same agent entered in every way, failures, and runs that stop."""

import msgspec
import pytest

import command
from agent_kit import answer, endpoint, last, own_file, process
from comptoir import benchmark
from comptoir.benchmark.results import BenchmarkFile
from comptoir.bots.remote import Endpoint
from comptoir.engine.errors import BadRecord, BadSetup, ComptoirError
from comptoir.engine.runs.network import Network

ROW = {"game": "osaka", "seats": 2, "field": "house", "games": 4, "key": "test"}


def timeless(report):
    """The results without what another machine changes."""
    return [
        msgspec.structs.replace(one, seconds_a_move=0.0, longest_move=0.0)
        for one in report.results
    ]


def test_an_agent_enters_in_every_way(tmp_path):
    """As a callable, a file, a process and an endpoint it has one and the same row."""
    with endpoint() as address:
        entered = [last, own_file(tmp_path), process(tmp_path), address]
        rows = [timeless(benchmark(each, workers=1, **ROW)) for each in entered]
    (row,) = rows[0]

    assert all(rows[0] == each for each in rows)
    assert (4, 0, ["house"]) == (row.games, row.faults, row.opponents)
    assert row.moves > 4
    assert row.points == pytest.approx(sum(row.sources.values()), abs=0.001)


def test_equal_agents_share_every_table():
    """The house bot among house bots places before half of them, in every game."""
    report = benchmark("house", field="house", games=1, key="equal")

    assert {0.5} == {one.better.share for one in report.results}
    assert [1 / one.row.seats for one in report.results] == pytest.approx(
        [one.first.share for one in report.results], abs=1e-4
    )
    assert 0.5 == report.score
    assert len({one.row.game for one in report.results}) == 4


def test_an_agent_that_fails_loses_its_games(tmp_path):
    """They count; the row says how many there are."""
    report = benchmark(own_file(tmp_path, "fails"), **ROW)

    assert (4, 4) == (report.results[0].games, report.results[0].faults)
    assert 0 == report.results[0].first.share == report.score


def test_a_network_is_named_by_what_is_in_its_file(game, tmp_path):
    """A changed file is another agent, which gets other seeds and another results file."""
    path, file = tmp_path / "own.npz", tmp_path / "results.jsonl"
    row = {"game": game.name, "seats": game.seats[0], "field": "house", "games": 1}
    Network.random(game, 16).save(path)
    first = benchmark(f"policy:{path}", **row, results=file, workers=1)
    assert timeless(first) == timeless(benchmark(f"policy:{path}", **row, results=file))
    Network.random(game, 16, seed=2).save(path)

    assert first.head.key != benchmark(f"policy:{path}", **row, workers=1).head.key
    with pytest.raises(BadRecord, match=r"of another benchmark: its agent_digest is"):
        benchmark(f"policy:{path}", **row, results=file)


def test_a_stopped_run_continues(tmp_path):
    """From what its file holds, with the results of an unbroken run."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    unbroken = benchmark(last, **ROW, results=whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    broken.write_bytes(b"".join(lines[:3]) + lines[3][:50])
    heard = []
    again = benchmark(
        last, **ROW, results=broken, progress=lambda *two: heard.append(two)
    )

    assert [(2, 4), (3, 4), (4, 4)] == heard
    assert timeless(unbroken) == timeless(again)
    assert broken.read_bytes().startswith(b"".join(lines[:3]))


def test_an_endpoint_that_goes_down_stops_the_run(tmp_path, monkeypatch):
    """Its games are not lost: the same call plays them when it is back."""
    monkeypatch.setattr("comptoir.bots.remote.RETRIES", ())
    file, port = tmp_path / "results", []
    with endpoint() as address:
        port.append(int(address.rstrip("/").rpartition(":")[2]))
    with pytest.raises(
        ComptoirError, match=r"cannot be reached.*has 0 games.*continues"
    ):
        benchmark(named(address), **ROW, results=file)
    with endpoint(answer, port[0]):
        report = benchmark(named(address), **ROW, results=file)

    assert (4, 0) == (report.results[0].games, report.results[0].faults)


def named(address):
    """An endpoint as a class, which plays in this process."""

    class There(Endpoint):
        def __init__(self):
            super().__init__(address)

    return There


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            {"protocol": "merchant-v0"},
            "no protocol 'merchant-v0': expected one of merch",
        ),
        (
            {"seats": 5},
            "merchant-v1 has no row osaka/5/house: expected some of batavia",
        ),
        ({"games": 0}, "at least 1 game"),
        ({"workers": 0}, "workers"),
        ({"key": "two words"}, "seed 'merchant-v1/two words/1'"),
    ],
)
def test_what_is_wrong_is_said(wrong, sentence):
    """In one sentence, before anything is played."""
    with pytest.raises(BadSetup, match=sentence):
        benchmark(last, **(ROW | wrong))


def test_a_file_of_something_else_is_left_untouched(tmp_path):
    """One of the arena, too."""
    file = tmp_path / "results"
    for text in (b'{"comptoir":"arena","version":"1"}\n', b"{}\n"):
        file.write_bytes(text)
        with pytest.raises(BadRecord, match="is not a results file of the benchmark"):
            benchmark(last, **ROW, results=file)
        assert text == file.read_bytes()
    benchmark(last, **(ROW | {"games": 2}), results=tmp_path / "own")
    text = (tmp_path / "own").read_bytes() + b'{"row":{}}\n'
    (tmp_path / "own").write_bytes(text)
    with pytest.raises(BadRecord, match="line 5 is not a game"):
        benchmark(last, **(ROW | {"games": 2}), results=tmp_path / "own")
    assert BenchmarkFile.what


def test_the_command_prints_rows_and_checks_its_file(tmp_path, monkeypatch):
    """One command for each."""
    monkeypatch.chdir(tmp_path)
    call = ("random", "--game", "osaka", "--seats", 2, "--games", 2)
    done = command.call("benchmark", *call, "--field", "house", "--key", "tuning")
    checked = command.call("benchmark", "verify", "merchant-v1-random.jsonl")

    assert "osaka/2/house" in done.stdout
    assert "key tuning" in done.stdout
    assert "results: merchant-v1-random.jsonl" in done.stdout
    assert "genuine: 2 games on chosen seeds, all moves played again" in checked.stdout
    assert 0 == done.returncode == checked.returncode
