"""`comptoir train`: a run in its folder, stopped and continued, or refused."""

import json
import signal
import sys

import msgspec
import pytest

import command
from comptoir.cli.commands import train
from comptoir.cli.terminal import training
from comptoir.engine.backends.cpu import ThreadBackend
from comptoir.engine.model import registry
from comptoir.engine.runs.network import Network
from comptoir.learn.checkpoint import Checkpoint
from comptoir.learn.config import Group
from comptoir.learn.run import Run
from learn_kit import tiny
from waiting import wait_until

FILES = ["checkpoint.npz", "config.json", "curve.svg", "log.jsonl", "network.npz"]


@pytest.fixture
def config(tmp_path):
    """The file of a run of three updates."""
    path = tmp_path / "tiny.json"
    groups = [Group(8), Group(8, against="league"), Group(8, 2, against="random")]
    path.write_bytes(msgspec.json.encode(tiny(groups=groups, steps=3 * 96)))
    return path


@pytest.fixture
def out(tmp_path):
    return tmp_path / "run"


def logged(out):
    lines = (out / "log.jsonl").read_text().splitlines()
    return [json.loads(line)["update"] for line in lines]


def test_a_run_ends_in_a_network(run, config, out):
    """And leaves all its files; where nobody looks, a line tells of it."""
    done = run("train", "osaka", "--config", config, "--out", out)

    assert 0 == done.returncode
    assert f"{out / 'network.npz'}: 288 steps · " in done.stdout
    assert "100.0 % · 288 steps · entropy " in done.stderr
    assert " steps/s · " in done.stderr
    assert FILES == sorted(path.name for path in out.iterdir())
    assert [1, 2, 3] == logged(out)
    network = Network.load(out / "network.npz", registry.load("osaka"))
    assert 288 == network.about["steps"]


def test_a_run_goes_on_where_it_was_stopped(run, config, out):
    """By its time, by its end; without the file it is the same run."""
    done = run("train", "osaka", "--config", config, "--out", out, "--minutes", 1e-9)
    assert 0 == done.returncode
    assert (
        "stopped after 96 steps; the same command continues from there" in done.stdout
    )
    assert [1] == logged(out)
    assert 0 == run("train", "osaka", "--config", config, "--out", out).returncode
    assert [1, 2, 3] == logged(out)
    done = run("train", "osaka", "--out", out)
    assert (0, "") == (done.returncode, done.stderr)
    assert f"the run in {out} is finished after 288 steps" in done.stdout
    assert 0 == run("train", "osaka", "--out", out, "--steps", 300).returncode

    assert [1, 2, 3, 4] == logged(out)


def test_a_run_begins_where_another_ended(run, config, out, tmp_path):
    """By a config of its own; where it was stopped, the same command continues with it."""
    run("train", "osaka", "--config", config, "--out", out)
    first = Checkpoint.load(out / "checkpoint.npz")
    settings = tiny(groups=[Group(8)], margin=0.5, steps=288 + 64)
    config.write_bytes(msgspec.json.encode(settings))
    given = ("--config", config, "--out", tmp_path / "second")
    given = (*given, "--from", out / "checkpoint.npz")
    assert 0 == run("train", "osaka", *given, "--minutes", 1e-9).returncode
    assert 0 == run("train", "osaka", *given).returncode

    second = Checkpoint.load(tmp_path / "second" / "checkpoint.npz")
    assert (288, 352) == (first.about.steps, second.about.steps)
    assert 0.5 == second.about.config.margin
    assert [4, 5] == logged(tmp_path / "second")


@pytest.mark.parametrize(
    ("of", "width", "said"),
    [
        ("osaka", 16, "its width is 8, expected 16"),
        ("borneo", 8, "its game is osaka, expected borneo"),
    ],
)
def test_another_run_that_does_not_fit(run, config, out, tmp_path, of, width, said):
    """Is refused in a sentence, and nothing is begun."""
    run("train", "osaka", "--config", config, "--out", out)
    config.write_bytes(msgspec.json.encode(tiny(game=of, width=width)))
    given = ("--config", config, "--out", tmp_path / "second")
    done = run("train", of, *given, "--from", out / "checkpoint.npz")

    assert 2 == done.returncode
    assert said in done.stderr
    assert not (tmp_path / "second").exists()


def test_ctrl_c_ends_after_the_update_under_way(run, config, out, monkeypatch):
    """With a checkpoint of it, and a sentence; signals are as they were."""
    tell = training.Training.tell

    def press(self, lines):
        tell(self, lines)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(training.Training, "tell", press)
    before = signal.getsignal(signal.SIGINT)
    done = run("train", "osaka", "--config", config, "--out", out)

    assert 2 == done.returncode
    assert "comptoir: stopped after 96 steps; the same command" in done.stderr
    assert 1 == Checkpoint.load(out / "checkpoint.npz").about.update
    assert before == signal.getsignal(signal.SIGINT)


def test_a_second_ctrl_c_ends_at_once(run, config, out, monkeypatch):
    """And leaves the checkpoint before."""

    def press_twice(self, lines):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(training.Training, "tell", press_twice)
    done = run("train", "osaka", "--config", config, "--out", out)

    assert 2 == done.returncode
    assert "stopped" in done.stderr
    assert 0 == Checkpoint.load(out / "checkpoint.npz").about.update


def test_a_run_that_is_killed_goes_on(environment, run, config, out):
    """From its last checkpoint, which is whole."""
    process = command.start(
        "train", "osaka", "--config", config, "--out", out, "--steps", 10**9,
        env=environment,
    )  # fmt: skip
    try:
        wait_until(lambda: (out / "log.jsonl").exists() and len(logged_whole(out)) > 5)
    finally:
        process.kill()
        process.communicate()
    update = Checkpoint.load(out / "checkpoint.npz").about.update
    done = run("train", "osaka", "--out", out, "--minutes", 1e-9)

    assert 0 == done.returncode
    assert [*range(1, update + 2)] == logged(out)


def logged_whole(out):
    return (out / "log.jsonl").read_bytes().split(b"\n")[:-1]


def test_somebody_who_looks_sees_a_bar(sit, config, out):
    """How far it is, how fast, how strong, how long it takes."""
    screen = sit("train", "osaka", "--config", config, "--out", out).read(until=None)

    assert "100%" in screen
    assert "steps/s · " in screen
    assert " left" in screen


def test_usually_a_run_is_kept_under_the_games_name(run, tmp_path, monkeypatch):
    """With tables of all seat counts, against itself, the league and bots."""
    monkeypatch.chdir(tmp_path)
    done = run("train", "negoces", "--minutes", 1e-9, "--seed", "x")

    assert 0 == done.returncode
    kept = json.loads((tmp_path / "runs/negoces/config.json").read_text())
    assert ("negoces", "x", 1_000_000) == (kept["game"], kept["seed"], kept["steps"])
    against = [group["against"] for group in kept["groups"]]
    assert ["self", "league", "house", "random"] == against


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "no game 'chess': expected one of batavia"),
        (["osaka", "--steps", "many"], "--steps 'many': expected a whole number"),
        (["osaka", "--steps", 0], "the run: Expected `int` >= 1 - at `$.steps`"),
        (["osaka", "--minutes", 0], "--minutes '0': expected minutes, more than zero"),
        (["osaka", "--device", "tpu"], "'tpu' is not one of 'cpu', 'cuda'"),
        (["osaka", "--device", "cuda"], "needs CuPy: pip install 'comptoir[train]'"),
        (["osaka", "--config", "none.toml"], "none.toml: cannot be read: No such file"),
        (["osaka", "--seed", "a b"], "seed 'a b/"),
    ],
)
def test_what_cannot_be_is_one_sentence(run, arguments, sentence, out, monkeypatch):
    """Before anything is written."""
    monkeypatch.setitem(sys.modules, "cupy", None)
    done = run("train", *arguments, "--out", out)

    assert 2 == done.returncode
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert not out.exists()


def test_a_run_that_began_otherwise_is_left_alone(run, config, out):
    run("train", "osaka", "--config", config, "--out", out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    for arguments, sentence in (
        (["osaka", "--seed", 2], 'began otherwise (seed: was "1", is "2")'),
        (["batavia"], "holds a run of osaka: expected another folder for batavia"),
    ):
        done = run("train", *arguments, "--out", out)
        assert 2 == done.returncode
        assert sentence in done.stderr
    (out / "checkpoint.npz").write_bytes(b"PK nothing")
    done = run("train", "osaka", "--out", out)

    assert "checkpoint.npz is no checkpoint, or damaged" in done.stderr
    before["checkpoint.npz"] = b"PK nothing"
    assert before == {path.name: path.read_bytes() for path in out.iterdir()}


def test_a_folder_that_cannot_be_written_is_one_sentence(run, config, tmp_path):
    (tmp_path / "file").write_text("in the way")
    done = run("train", "osaka", "--config", config, "--out", tmp_path / "file")

    assert 2 == done.returncode
    assert "file: cannot be written: File exists" in done.stderr


def test_rules_that_are_not_compiled_yet_are(monkeypatch):
    """As for every verb that plays much."""
    warmed = []
    monkeypatch.setattr(train.compiler, "is_warm", lambda *_: False)
    monkeypatch.setattr("comptoir.engine.backends.bars.warm_up", warmed.append)
    train.warm(registry.load("osaka"))

    assert [("osaka",)] == warmed


def test_every_kernel_that_a_run_uses_is_named(monkeypatch):
    """So that they are compiled side by side, before it begins."""
    used = set()
    run = ThreadBackend.run

    def watch(self, name, *arguments):
        used.add(name)
        return run(self, name, *arguments)

    monkeypatch.setattr(ThreadBackend, "run", watch)
    next(Run(tiny(seed="kernels")).go_on())

    assert set(train.USED) == used
