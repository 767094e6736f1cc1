"""Exported files: complete, continued, and refused if they are of other games."""

import errno
import io
import json

import pytest

from comptoir import BadRecord, BadSetup, decisions, export
from comptoir.data import files, play

KINDS = ["jsonl", "parquet", "arrow"]


def content(path):
    """Return the decisions of an export as rows, whatever its format."""
    if path.suffix == ".jsonl":
        _, *games = [json.loads(line) for line in path.read_text().splitlines()]
        return [
            (game["game"], seat, action)
            for game in games
            for seat, action in zip(game["seat"], game["action"], strict=True)
        ]
    pyarrow = pytest.importorskip("pyarrow")
    if path.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        table = parquet.read_table(path)
    else:
        names = sorted(path.glob("*.arrow"))
        parts = [pyarrow.ipc.open_file(name).read_all() for name in names]
        table = pyarrow.concat_tables(parts)
    return [(r["game"], r["seat"], r["action"]) for r in table.to_pylist()]


def expected(games, **how):
    (told,) = decisions("osaka", games, seats=2, seed=1, **how)
    columns = (told.columns[name].tolist() for name in ("game", "seat", "action"))
    return [*zip(*columns, strict=True)]


@pytest.fixture(params=KINDS)
def path(request, tmp_path):
    if request.param != "jsonl":
        pytest.importorskip("pyarrow")
    return tmp_path / f"games.{request.param}"


def test_a_run_goes_on_and_is_extended(path, monkeypatch):
    """Some games, then more of the same seed, then none: the same as all at once."""
    monkeypatch.setattr(play, "ROUND", 4)
    heard = []
    done = export("osaka", path, 6, seats=2, seed=1, progress=heard.append)
    assert (6, [4, 2]) == (done.games, heard)
    assert expected(4) + [row for row in content(path) if row[0] > 3] == content(path)
    done = export("osaka", path, 11, seats=2)
    assert (11, "1") == (done.games, done.seed)
    assert 0 == export("osaka", path, 5, seats=2).decisions
    monkeypatch.undo()

    assert expected(11) == content(path)


def test_a_torn_line_is_dropped(tmp_path):
    """The file was cut short in the middle of a game, or of its head."""
    path = tmp_path / "x.jsonl"
    export("osaka", path, 5, seats=2, seed=1)
    whole = path.read_bytes()
    for cut in (len(whole) - 7, 40, 0):
        path.write_bytes(whole[:cut])
        export("osaka", path, 5, seats=2, seed=1)
        assert whole == path.read_bytes()


def test_a_full_disk_leaves_what_is_whole(path, monkeypatch):
    """One sentence that says how much there is; the same command continues."""
    monkeypatch.setattr(play, "ROUND", 3)
    kind = files.JsonLinesFile if path.suffix == ".jsonl" else files.PartsFolder
    name = "_put" if kind is files.JsonLinesFile else "_fill"
    write, calls = getattr(kind, name), []

    def full(self, *given):
        calls.append(given)
        if len(calls) > 3 and kind is files.JsonLinesFile:
            self._file = Full(self._file)
        elif len(calls) > 3:
            raise OSError(errno.ENOSPC, "full")
        return write(self, *given)

    monkeypatch.setattr(kind, name, full)
    sentence = (
        "no space left on device; [69] games are kept, and the same command continues"
    )
    with pytest.raises(BadSetup, match=f"cannot be written: {sentence}"):
        export("osaka", path, 12, seats=2, seed=1)
    monkeypatch.undo()
    there = content(path)
    assert expected(12)[: len(there)] == there
    export("osaka", path, 12, seats=2)
    assert expected(12) == content(path)
    assert [] == [*path.parent.rglob(".*")]


class Full:
    """A file on a disk that is full."""

    def __init__(self, file):
        self.file = file

    def write(self, content):
        self.file.write(content[: len(content) // 2])
        self.file.flush()
        raise OSError(errno.ENOSPC, "full")

    def close(self):
        self.file.close()


def test_lines_may_go_to_an_open_file(tmp_path):
    """As standard output; legal moves, sights and sources are in them."""
    out = io.BytesIO()
    what = {"legal": True, "observations": True, "sources": True}
    done = export("batavia", out, 2, seats=3, seed=1, **what)
    head, first, second = [json.loads(line) for line in out.getvalue().splitlines()]

    assert ("the output", 2) == (done.path, done.games)
    assert ("batavia", ["house"] * 3) == (head["game"], head["bots"])
    assert len(first["legal"]) == len(first["observation"]) == len(first["seat"])
    pairs = zip(first["action"], first["legal"], strict=True)
    assert all(action in legal for action, legal in pairs)
    sources = zip(*first["sources"].values(), strict=True)
    assert first["points"] == [sum(x) for x in sources]
    assert 1 == second["game"]


def test_other_games_are_refused_and_left(path, tmp_path):
    """Another seed, other bots, another format, another version, no export at all."""
    export("osaka", path, 2, seats=2, seed=1)
    before = content(path)
    for given, what in (
        ({"seed": 2}, 'seed: "1", not "2"'),
        ({"bots": "random"}, 'bots: ["house","house"], not ["random","random"]'),
        ({"options": {"hand": 7}}, "options: "),
        ({"legal": True}, "legal: false, not true"),
    ):
        with pytest.raises(BadRecord) as error:
            export("osaka", path, 5, seats=2, **given)
        assert f"is of other games: its {what}" in str(error.value)
    assert before == content(path)
    head = path / files.ABOUT if path.is_dir() else path
    text = head.read_text()
    head.write_text(text.replace('"format":2', '"format":9'))
    with pytest.raises(BadRecord, match="an export of format 9, expected 2"):
        export("osaka", path, 5, seats=2, seed=1)
    other = tmp_path / f"other{path.suffix}"
    if path.is_dir():
        other.mkdir()
        (other / "notes.txt").write_text("mine")
    else:
        other.write_text("mine, and no export at all, but long enough to tell\n")
    with pytest.raises(BadRecord, match="is not a"):
        export("osaka", other, 5)


def test_formats_are_named_or_known_by_their_ending(tmp_path):
    """And nothing is begun that cannot be written."""
    with pytest.raises(
        BadSetup, match=r"x.csv: format 'csv': expected one of jsonl, parq"
    ):
        export("osaka", tmp_path / "x.csv")
    with pytest.raises(BadSetup, match="format 'xml': expected one of jsonl"):
        export("osaka", tmp_path / "x.jsonl", format="xml")
    with pytest.raises(BadSetup, match="format 'arrow' is a folder of parts"):
        export("osaka", io.BytesIO(), format="arrow")
    with pytest.raises(BadSetup, match="cannot be written: no such file or directory"):
        export("osaka", tmp_path / "nowhere" / "x.jsonl", 1)
    assert [] == [*tmp_path.iterdir()]
