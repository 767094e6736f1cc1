"""Forged results are found, whoever computes the digest anew."""

from hashlib import sha256

import msgspec
import pytest

from agent_kit import last
from comptoir import benchmark
from comptoir.benchmark.protocol import Protocol
from comptoir.benchmark.results import BenchmarkFile
from comptoir.benchmark.rows import score_of, summed_up
from comptoir.engine.errors import BadRecord, BadSetup

ROW = {"game": "osaka", "seats": 2, "field": "house", "games": 4}


@pytest.fixture(scope="module")
def genuine(tmp_path_factory):
    """Results files: of a bot that can choose anew, and of a callable that cannot."""
    folder = tmp_path_factory.mktemp("results")
    for name, agent in (("bot", "random"), ("own", last)):
        benchmark(agent, **ROW, results=folder / name)
    return folder


def lines_of(path):
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


def written(path, lines, *, honest=True):
    """Write lines and, unless dishonest, rows and a digest that fit them."""
    body = b"".join(msgspec.json.encode(line) + b"\n" for line in lines[:-1])
    path.write_bytes(body)
    if honest:
        head = lines[0] | {"rows": [one["row"] for one in lines[-1]["results"]]}
        plan = Protocol.load()
        with BenchmarkFile(path, msgspec.convert(head, KIND)) as file:
            found = [
                summed_up(
                    plan, row, [g for (r, _), g in file.games.items() if r == row]
                )
                for row in file.head.rows
            ]
            file.close(found, score_of(found))
    else:
        last_line = lines[-1] | {"check": sha256(body).hexdigest()}
        path.write_bytes(body + msgspec.json.encode(last_line) + b"\n")
    return path


KIND = BenchmarkFile.__init__.__annotations__["head"]


def row_changed(lines, n):
    """A better share in the row; the games are left as they are."""
    lines[-1]["results"][0]["better" if n else "first"]["share"] = 0.9


def score_changed(lines, n):
    """A better score."""
    lines[-1]["score"] += 0.1 * (n + 1)


def ranks_changed(lines, n):
    """The agent won this game."""
    lines[1 + n]["game"]["ranks"].reverse()


def points_changed(lines, n):
    """More points in a game, and the same winner."""
    lines[1 + n]["game"]["points"][0] += 1


def agent_moved(lines, n):
    """Another move of the agent, somewhere in the game."""
    move_of(lines, n, own=True)


def opponent_moved(lines, n):
    """Another move of an opponent."""
    move_of(lines, n, own=False)


def move_of(lines, n, *, own):
    game = lines[1 + n]["game"]
    seat = -game["rotation"] % 2
    moves = [m for m in game["played"] if (m[0] == seat) == own]
    chosen = moves[len(moves) * (n + 1) // 5]
    chosen[1] += 1 if chosen[1] < 4 else -1


def other_seeds(lines, n):
    """Luckier deals: the key does not give these games."""
    lines[0]["key"] = f"lucky-{n}"


def game_left_out(lines, n):
    """A lost game is not told of."""
    del lines[1 + n]


def game_twice(lines, n):
    """A won game stands for another one."""
    lines[1 + n]["game"] = lines[1 + (n + 1) % 4]["game"]


def other_agent(lines, n):
    """The results of somebody else, on seeds that are said to be their own."""
    lines[0]["agent"], lines[0]["agent_digest"] = "policy", f"{n}" * 64


FORGERIES = [
    (row_changed, False), (score_changed, False), (ranks_changed, True),
    (points_changed, True), (agent_moved, True), (opponent_moved, True),
    (other_seeds, True), (game_left_out, True), (game_twice, True), (other_agent, True),
]  # fmt: skip


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize(("forge", "honest"), FORGERIES)
def test_a_forgery_is_found(genuine, tmp_path, forge, honest, n):
    """Twenty of twenty, with a digest that fits the changed file."""
    lines = lines_of(genuine / "bot")
    forge(lines, n)
    found = benchmark.verify(
        written(tmp_path / "forged", lines, honest=honest), workers=1
    )

    assert not found.is_genuine
    assert found.problems


@pytest.mark.parametrize("n", range(4))
@pytest.mark.parametrize(
    "forge", [ranks_changed, points_changed, opponent_moved, other_seeds, game_left_out]
)
def test_a_forgery_is_found_without_the_agent(genuine, tmp_path, forge, n):
    """The agent's moves are taken from the file; everything else must follow from them."""
    lines = lines_of(genuine / "own")
    forge(lines, n)
    found = benchmark.verify(written(tmp_path / "forged", lines), workers=1)

    assert not found.chosen
    assert not found.is_genuine


def test_a_genuine_file_is_genuine(genuine):
    """With and without the agent, and by several processes."""
    for name, chosen in (("bot", True), ("own", False)):
        for workers in (1, 2):
            heard = []
            found = benchmark.verify(
                genuine / name,
                workers=workers,
                progress=lambda *two, heard=heard: heard.append(two),
            )
            assert found.is_genuine, found.problems
            assert (4, chosen, True) == (found.games, found.chosen, found.held_out)
            assert (4, 4) == heard[-1]


def test_a_changed_byte_is_found(genuine, tmp_path):
    """Also in what no game tells: the digest covers every line."""
    text = (genuine / "bot").read_bytes().replace(b'"longest":[', b'"longest":[1', 1)
    (tmp_path / "changed").write_bytes(text)
    found = benchmark.verify(tmp_path / "changed", workers=1)

    assert "its digest differs" in found.problems[0]


def test_a_file_without_its_end_is_not_complete(genuine, tmp_path):
    """A run that has not finished has no results."""
    text = b"".join((genuine / "bot").read_bytes().splitlines(keepends=True)[:-2])
    (tmp_path / "begun").write_bytes(text)
    found = benchmark.verify(tmp_path / "begun", workers=1)

    assert found.problems == [
        "the file has no last line: its games are not complete",
        "1 games are missing, and 0 do not belong to it",
    ]


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        (
            {"digest": "0" * 64},
            BadRecord,
            "is of another merchant-v1: its digest is 000",
        ),
        ({"protocol": "merchant-v9"}, BadSetup, "no protocol 'merchant-v9'"),
        ({"comptoir": "arena"}, BadRecord, "is not a results file of the benchmark"),
        ({"games": "many"}, BadRecord, "is not a results file of the benchmark"),
    ],
)
def test_files_of_other_versions_are_named(genuine, tmp_path, change, error, sentence):
    """Nothing is played."""
    lines = lines_of(genuine / "bot")
    lines[0] |= change
    path = written(tmp_path / "other", lines, honest=False)
    with pytest.raises(error, match=sentence):
        benchmark.verify(path)
    with pytest.raises(BadRecord, match="cannot be read"):
        benchmark.verify(tmp_path / "none")
