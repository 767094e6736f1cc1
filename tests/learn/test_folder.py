"""A run's files: read, refused, and never damaged."""

import json
import re
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import numpy as np
import pytest

from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.runs.network import Network
from comptoir.learn import checkpoint
from comptoir.learn.checkpoint import Checkpoint, whole
from comptoir.learn.config import Config, changed, read_config, usual_groups
from comptoir.learn.curve import curve, short
from comptoir.learn.folder import CHECKPOINT, CURVE, LOG, NETWORK, Folder, begun
from comptoir.learn.progress import ENOUGH, TrainingProgress, lately, strength
from comptoir.learn.run import Run
from learn_kit import tiny, updates

OSAKA = registry.load("osaka")


@pytest.fixture
def folder(tmp_path):
    """A run of three updates, in its folder."""
    run = Run(tiny(steps=1000))
    folder = Folder(tmp_path / "run", run)
    for line in islice(run.go_on(), 3):
        folder.add(line)
    return folder


def test_a_config_is_read_from_a_file(tmp_path):
    """What is given besides wins; what nobody says is as usual."""
    path = tmp_path / "run.toml"
    path.write_text("rate = 1e-3\nsteps = 5\n[[groups]]\ntables = 8\nseats = 2\n")
    config = read_config(OSAKA, path, steps=7, seed=None)

    assert ("osaka", 1e-3, 7, "1") == (
        config.game,
        config.rate,
        config.steps,
        config.seed,
    )
    assert [(8, 2, "self")] == [(g.tables, g.seats, g.against) for g in config.groups]


def test_a_written_config_is_read_again(tmp_path):
    config = read_config(OSAKA, None, seed="x")
    (tmp_path / "config.json").write_bytes(msgspec.json.encode(config))

    assert config == read_config(OSAKA, tmp_path / "config.json")


def test_usually_every_number_of_seats_meets_itself_the_league_and_bots(game):
    config = read_config(game, None)
    met = {(group.seats, group.against) for group in config.groups}

    assert len(config.groups) == len(met) == 4 * len(game.seats)
    assert usual_groups(game, "cuda")[0]["tables"] > config.groups[0].tables


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rate = 0", "Expected `float` > 0.0 - at `$.rate`"),
        ("speed = 1", "unknown field `speed`"),
        ("groups = []", "length >= 1 - at `$.groups`"),
        ("[[groups]]\ntables = 0", "Expected `int` >= 1 - at `$.groups[0].tables`"),
        ("device = 'tpu'", "Invalid enum value 'tpu'"),
        ("first = 0.6\nmargin = 0.6", "first and margin: expected shares of one whole"),
        ("[[groups]]\ntables = 1\ndevice = 'cuda'", "expected the learner there too"),
        ("game = 'batavia'", "is a run of batavia, not of osaka"),
        ("rate 5", "run.toml: "),
        ("\udcff", "run.toml: "),
    ],
)
def test_a_wrong_config_is_refused(tmp_path, text, sentence):
    path = tmp_path / "run.toml"
    path.write_bytes(text.encode(errors="surrogateescape"))

    with pytest.raises(BadSetup, match=re.escape(sentence)):
        read_config(OSAKA, path)
    with pytest.raises(BadSetup, match="cannot be read: No such file"):
        read_config(OSAKA, tmp_path / "none.toml")


def test_a_folder_holds_all_from_the_first_moment(folder):
    """The network fits the game and says how it was made."""
    network = Network.load(folder.path / NETWORK, OSAKA)

    assert 2 * 96 == network.about["steps"]
    assert "osaka" == network.about["config"]["game"]
    assert 3 == len((folder.path / LOG).read_text().splitlines())
    names = {"checkpoint.npz", "config.json", "curve.svg", "log.jsonl", "network.npz"}
    assert names == {path.name for path in folder.path.iterdir()}


def test_the_log_goes_on_where_the_checkpoint_is(folder):
    """What a killed run logged after it, and half a line, are cut off."""
    with (folder.path / LOG).open("a") as file:
        file.write('{"update": 4, "st')
    config, kept = begun(OSAKA, folder.path, None, steps=2000)
    again = Folder(folder.path, Run(config, kept))

    assert (2000, 2) == (config.steps, kept.about.update)
    assert [1, 2] == [line.update for line in again.lines]
    for line in updates(again.run, 1):
        again.add(line)
    logged = (folder.path / LOG).read_text().splitlines()
    assert [1, 2, 3] == [json.loads(line)["update"] for line in logged]


def test_another_config_or_game_is_refused(folder, tmp_path):
    """With what differs; steps and device may."""
    path = tmp_path / "run.json"
    path.write_bytes(msgspec.json.encode(tiny(steps=1000, rate=0.5, width=16)))
    sentence = r"began otherwise \(width: was 8, is 16; rate: was 0.0005, is 0.5\)"

    with pytest.raises(BadSetup, match=sentence):
        begun(OSAKA, folder.path, path)
    with pytest.raises(BadSetup, match='seed: was "1", is "2"'):
        begun(OSAKA, folder.path, None, seed="2")
    with pytest.raises(BadSetup, match="holds a run of osaka: expected another folder"):
        begun(registry.load("batavia"), folder.path, None)
    config, _ = begun(OSAKA, folder.path, None, device="cuda", steps=5)
    assert ("cuda", 5) == (config.device, config.steps)


def damage(path, how):
    kept = dict(np.load(path))
    match how:
        case "cut off":
            path.write_bytes(path.read_bytes()[:-100])
            return
        case "flipped":
            content = bytearray(path.read_bytes())
            content[len(content) // 2] ^= 1
            path.write_bytes(content)
            return
        case "empty":
            path.write_bytes(b"")
            return
        case "no numbers":
            kept["mean"][3] = np.nan
        case "missing":
            del kept["league"]
    np.savez(path, **kept)


@pytest.mark.parametrize(
    "how", ["cut off", "flipped", "empty", "no numbers", "missing"]
)
def test_a_damaged_checkpoint_is_refused(folder, how):
    damage(folder.path / CHECKPOINT, how)

    with pytest.raises(
        BadSetup, match=r"checkpoint.npz is no checkpoint, or damaged: "
    ):
        begun(OSAKA, folder.path, None)


def test_weights_of_another_size_are_refused(folder):
    kept = Checkpoint.load(folder.path / CHECKPOINT)

    with pytest.raises(
        BadSetup, match="the checkpoint is damaged, or of a learner of before"
    ):
        Run(tiny(width=16), kept)


@pytest.mark.parametrize("what", ["rules", "layout"])
def test_a_checkpoint_of_other_rules_is_refused(folder, monkeypatch, what):
    """It was learnt for what is no longer played."""
    other = checkpoint.kind_of(OSAKA) | {what: 77}
    monkeypatch.setattr(checkpoint, "kind_of", lambda _: other)

    with pytest.raises(BadSetup, match=rf"does not fit osaka: its {what} is"):
        begun(OSAKA, folder.path, None)


def test_a_network_that_is_too_large_is_refused_before_it_is_trained(tmp_path):
    with pytest.raises(BadSetup, match="bytes: expected at most 1000000"):
        Folder(tmp_path, Run(tiny(width=600)))

    assert not (tmp_path / CHECKPOINT).exists()


def test_whoever_is_killed_leaves_the_file_before(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("old")

    def killed():
        with whole(path) as part:
            part.write_text("ne")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        killed()
    assert "old" == path.read_text()


def line(update, first, games):
    names = [f"house/{seats}" for seats in range(3, 3 + len(first))]
    shares, counts = (dict(zip(names, x, strict=True)) for x in (first, games))
    return TrainingProgress(
        update, 100 * update, 1.0, 50.0, 0.5, 0.0, 0.0, shares, counts
    )


def test_strength_is_the_share_of_all_games():
    lines = [line(1, [0.5, 1.0], [10, 4]), line(2, [], []), line(3, [0.0], [30])]

    assert {"house/3": 0.125, "house/4": 1.0} == strength(lines)
    assert {} == strength([])
    many = [line(n, [0.5], [ENOUGH // 4]) for n in range(100)]
    assert many[-4:] == lately(many)
    assert lines == lately(lines)


@pytest.mark.parametrize("count", [0, 1, 7, 1000])
def test_the_curve_is_a_picture(folder, count):
    """Of a run that has not begun, has just begun, or is long."""
    lines = [line(n, [n / 1000, 0.5], [3, 4]) for n in range(1, count + 1)]
    root = ET.fromstring(curve("osaka", lines))
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]

    assert count == 0 or f"house/4 {0.5:.0%}" in texts
    for element in root.iter():
        if element.tag.endswith("polyline") and "dash" not in str(element.attrib):
            assert len(element.attrib["points"].split()) <= 81
    assert "osaka: first places" in (folder.path / CURVE).read_text()


def test_figures_are_short():
    assert ["0", "120 k", "7.9 M", "1.2 G"] == [
        short(figure) for figure in (0, 120_000, 7_900_000, 1.2e9)
    ]


def test_every_field_of_a_config_is_documented(tmp_path):
    """And the example is one."""
    text = (Path(__file__).parents[2] / "docs/training.md").read_text(encoding="utf-8")
    (tmp_path / "run.toml").write_text(
        re.search(r"```toml\n(.*?)```", text, re.DOTALL)[1]
    )

    assert 4 == len(read_config(OSAKA, tmp_path / "run.toml", device="cuda").groups)
    for name in Config.__struct_fields__:
        assert f"| `{name}` |" in text


def test_a_file_without_groups_is_the_same_run_on_another_device(tmp_path):
    (tmp_path / "run.toml").write_text("width = 16\n")
    config = read_config(OSAKA, tmp_path / "run.toml")
    moved = read_config(OSAKA, tmp_path / "run.toml", config, device="cuda")

    assert [] == changed(config, moved)


def test_the_runs_of_the_shipped_networks_can_be_read(game):
    """The files in examples are those of the documentation."""
    runs = sorted((Path(__file__).parents[2] / "examples/training").glob("*.toml"))
    own = [path for path in runs if path.stem.startswith(game.name)]
    assert game.name in [path.stem for path in own]
    for path in own:
        config = read_config(game, path)
        assert game.seats[-1] >= max(group.seats or 0 for group in config.groups)


def test_a_run_begins_with_the_network_of_another(folder):
    """What a file holds is what the run had learnt, up to its small numbers.

    It may have any name.
    """
    folder.keep()
    before = folder.run.network()
    renamed = (folder.path / NETWORK).rename(folder.path / "mine.npz")

    config, kept = begun(OSAKA, folder.path.parent / "new", None, renamed, width=8)
    run = Run(config, kept)

    after = run.network()
    for name, array in before.arrays.items():
        np.testing.assert_allclose(after.arrays[name], array, atol=1e-3, err_msg=name)
    assert (0, 0) == (run.steps, run.update)
    (line,) = updates(run, 1)
    assert line.steps > 0


def test_a_network_of_another_width_is_refused(folder):
    folder.keep()
    with pytest.raises(BadSetup, match="its width is 8, expected 16"):
        begun(OSAKA, folder.path.parent / "new", None, folder.path / NETWORK, width=16)
