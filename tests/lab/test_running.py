"""Runs of studies: precision, stopping and continuing, refusals, and stored results."""

import resource
import subprocess
import sys

import pytest

from comptoir.engine.errors import BadRecord, BadSetup, ComptoirError
from comptoir.lab import Study, ThisMachine, report, run
from comptoir.lab.running import job as playing
from comptoir.lab.running import plain as beside
from comptoir.lab.running.job import Hardware, play
from comptoir.lab.running.runner import duration, widest

SMALL = {
    "game": "osaka", "seats": 2, "chunk": 64, "questions": ["seats", "length"],
    "precision": {"share": 0.06, "number": 0.05},
    "variants": {"box": {}, "nine": {"options": {"tokens": 9}}},
}  # fmt: skip


class Stopping(ThisMachine):
    """Workers that are interrupted after some jobs."""

    def __init__(self, jobs, why):
        super().__init__()
        self.left, self.why = jobs, why

    def play(self, study, jobs):
        for job in jobs:
            if not self.left:
                raise self.why
            self.left -= 1
            yield play(study, job, Hardware())


def test_it_plays_until_every_answer_is_precise(tmp_path):
    """And no longer: at the check before, an answer was not yet precise."""
    study, heard = Study(SMALL), []
    results = run(study, tmp_path / "r", heard=heard.append)
    name, one, wanted = widest(study, study.lineups[0], results.tallies[0])

    assert one.half <= wanted, name
    assert all(each.reached > each.wanted for each in heard[:-1])
    assert heard[-1].games == results.tallies[0].games == 64 * results.jobs[0]
    assert heard[-2].needed > heard[0].games
    assert 1 + results.jobs[0] <= len(heard)  # told of each job, and of each look


def test_a_better_bot_sits_in_every_seat_as_often():
    """However early the run stops, and whatever the limit of games."""
    for more in ({}, {"games": 100}):
        asked = SMALL | {
            "questions": ["skill"],
            "seats": 3,
            "precision": {"share": 0.9},
        }
        results = run(Study(asked | more))

        assert ["main", "house over random"] == [
            one.name for one in results.study.lineups
        ]
        assert [2, 3] == results.jobs


def test_the_time_that_is_left_is_that_of_all_lineups(tmp_path):
    """It is reported once every lineup was checked, and all lineups share the minutes."""
    heard = []
    asked = SMALL | {"questions": ["seats", "levels"], "precision": {"share": 0.02}}
    with pytest.raises(BadSetup, match="would take about"):
        run(Study(asked | {"minutes": 1e-9}), tmp_path / "r", heard=heard.append)

    played = {"main", "level random", "turned seats"}
    assert played == {one.lineup for one in heard}
    assert heard[0].seconds is None
    assert heard[-1].seconds > 0
    assert (3, 3) == (heard[-1].number, heard[-1].lineups)


@pytest.mark.parametrize("why", [KeyboardInterrupt(), RuntimeError("killed")])
def test_what_was_stopped_goes_on_to_the_same_end(tmp_path, why):
    """By Ctrl-C or by death in the middle of a line."""
    path = tmp_path / "deep" / "r"
    with pytest.raises((ComptoirError, RuntimeError)):
        run(Study(SMALL), path, workers=Stopping(3, why))
    with path.open("ab") as file:
        file.write(b'{"job":{"lineup":0,"chu')
    heard = []
    resumed = run(Study(SMALL), path, heard=heard.append)
    whole = run(Study(SMALL))

    assert report(whole) == report(resumed)
    assert 1 + resumed.jobs[0] == path.read_bytes().count(b"\n")


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        ({"seed": "other"}, 'its seed is "lab", not "other"'),
        ({"seats": 3}, "variants.box.seats is 2, not 3"),
        ({"bots": "random"}, "lineups"),
        ({"variants": {"box": {}, "nine": {"options": {"tokens": 10}}}}, "tokens is 9, not 10"),
        ({"pace": {"move": 3.0}}, "pace.move"),
    ],
)  # fmt: skip
def test_a_changed_study_is_refused_with_what_differs(tmp_path, change, differs):
    path = tmp_path / "r"
    run(Study(SMALL), path)
    before = path.read_bytes()

    with pytest.raises(BadRecord) as error:
        run(Study(SMALL | change), path)

    assert differs in str(error.value)
    assert before == path.read_bytes()


def test_results_of_other_rules_and_other_files_are_refused(tmp_path):
    path = tmp_path / "r"
    run(Study(SMALL), path)
    text = path.read_text()
    path.write_text(text.replace('"rules":2', '"rules":1', 1))
    with pytest.raises(BadRecord, match="version 1 of the osaka rules"):
        run(Study(SMALL), path)
    path.write_text(text.replace('"code":"', '"code":"0', 1))
    with pytest.raises(BadRecord, match="the house bot have changed"):
        run(Study(SMALL), path)
    path.write_text(text.replace('"network":"', '"network":"0', 1))
    with pytest.raises(BadRecord, match="the network of its bots has changed"):
        run(Study(SMALL), path)
    path.write_text("a letter\n")
    with pytest.raises(BadRecord, match="not a results file"):
        run(Study(SMALL), path)


def test_a_precision_that_takes_years_says_so_and_what_is_reachable(tmp_path):
    """And keeps what was played."""
    path = tmp_path / "r"
    with pytest.raises(BadSetup) as error:
        run(Study(SMALL | {"precision": {"share": 1e-7}}), path)

    assert "years" in str(error.value)
    assert "is reachable" in str(error.value)
    kept = path.read_bytes().count(b"\n")
    assert 3 == kept
    assert run(Study(SMALL), path).reached


def test_a_limit_of_games_is_kept_and_told():
    results = run(Study(SMALL | {"games": 100, "precision": {"share": 1e-7}}))

    assert 128 == results.tallies[0].games
    assert not results.reached


def test_a_full_disk_is_a_sentence_and_keeps_what_was_played(tmp_path):
    """A file may have no more bytes than three jobs and a half; then there is room again."""
    study, out = tmp_path / "s.toml", tmp_path / "out"
    study.write_text(
        'game = "osaka"\nseats = 2\nchunk = 64\nquestions = ["seats", "length"]\n'
        "precision = { share = 0.06, number = 0.05 }\n"
        "[variants.box]\n[variants.nine]\noptions = { tokens = 9 }\n"
    )
    run(Study.read(study), tmp_path / "whole")
    lines = (tmp_path / "whole").read_bytes().split(b"\n")
    room = sum(len(line) + 1 for line in lines[:4]) + len(lines[4]) // 2
    done = subprocess.run(
        [sys.executable, "-m", "comptoir", "lab", study, "--out", out],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert 2 == done.returncode
    assert "results.jsonl cannot be written: file too large; 192 deals" in done.stderr
    assert "the same command continues" in done.stderr
    assert 1 == done.stderr.count("\n")
    assert room == (out / "results.jsonl").stat().st_size
    assert report(run(Study.read(study))) == report(
        run(Study.read(study), out / "results.jsonl")
    )


def test_a_bot_that_fails_is_named_and_what_was_played_is_kept(tmp_path):
    """A designer's own bot runs in plain Python; it fails in the second job."""
    (tmp_path / "mine.py").write_text(
        "import sys\n"
        "def bot(seat):\n"
        "    sys.asked = getattr(sys, 'asked', 0) + 1\n"
        "    if sys.asked > 1500: raise ValueError('no idea')\n"
        "    return seat.legal[0]\n"
    )
    name = f"{tmp_path / 'mine.py'}:bot"
    study = Study(
        {"game": "osaka", "seats": 2, "bots": [name, "house"], "chunk": 8, "games": 800,
         "questions": ["seats", "length"], "precision": {"share": 0.001}}
    )  # fmt: skip

    with pytest.raises(BadSetup, match="no idea") as error:
        run(study, tmp_path / "r")

    assert "mine.py:bot in seat 0" in str(error.value)
    assert "deals are kept in" in str(error.value)
    assert 2 <= (tmp_path / "r").read_bytes().count(b"\n")


def test_bots_beside_the_kernels_note_the_same_facts():
    """The house bot plays the same games as a Python bot and inside the kernels."""
    study = Study({"game": "osaka", "seats": 2, "chunk": 6, "questions": ["seats"]})
    variant = study.variants[0]
    facts, noted, _ = playing._play(
        study, variant, ["house"] * 2, "same/0", playing.StudyJob(0, 0), Hardware()
    )
    told, counted = beside.play_beside(variant, ["house"] * 2, "same/0", 6)

    assert (facts.words[:, :2] == told.words[:, :2]).all()
    assert (facts.ranks == told.ranks).all()
    assert (noted[1] == counted[1]).all()


def test_raw_games_are_written_as_files(tmp_path):
    run(Study(SMALL | {"raw": True}), tmp_path / "r")
    pa = pytest.importorskip("pyarrow.parquet")
    files = sorted((tmp_path / "raw").iterdir())
    table = pa.read_table(files[0])

    assert 64 == table.num_rows
    assert {"deal", "variant", "minutes", "rank_1"} <= set(table.column_names)


def test_durations_are_told_in_the_unit_that_fits():
    told = [duration(seconds) for seconds in (5, 600, 86_400, 4e5, 1e9)]

    assert ["5 seconds", "10 minutes", "24 hours", "5 days", "32 years"] == told
