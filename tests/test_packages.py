"""A package's game works in every command, in notebooks and in environments."""

import json
import sys
from pathlib import Path

import pytest

from command import call
from comptoir import Match, layout
from comptoir.cli.main import VERBS
from comptoir.engine.model import registry

EXAMPLE = Path(__file__).parents[1] / "examples/entrepot"
STUDY = """game = "entrepot"
seats = 2
seed = "1"
levels = ["random"]
[precision]
seats = 0.2
[variants.box]
[variants.short]
options = { limit = 5 }
"""
SAID = {  # what each command prints about it, and how it is called
    "play": ("Entrepôt. Our own", "entrepot --seats 2"),
    "replay": ("Entrepôt, 2 seats", "game.json"),
    "rules": ("ENT-2.4", "entrepot 2.4"),
    "bots": ("house", ""),
    "components": ("has no components file", "entrepot"),
    "simulate": ("20 games ended", "entrepot --games 20 --plain"),
    "export": ('"game":"entrepot"', "entrepot --games 4 --seed 1"),
    "arena": ("4 games; seed 1", "entrepot --bots house,random --games 4 --seed 1"),
    "lab": ("report", "study.toml"),
    "warm": ("entrepot", "--list"),
    "check": ("every law holds", "entrepot --law subset"),
    "review": ("accuracy", "game.json"),
    "puzzles": ("entrepot: 0 puzzles", "make entrepot --count 0 --out p.jsonl"),
    "train": ("", "entrepot --steps 64"),
    "imitate": ("choices of house", "entrepot house --games 10 --workers 1"),
    "bench": ("entrepot", "--game entrepot --seats 2"),
}
# `bench` compiles everything and measures time; the others take long.
LONG = {"review", "train", "imitate", "bench"}
ELSEWHERE = {
    "benchmark",  # these have fixed games
    "serve",
    "new",
    "doctor",
    "backup",
    "restore",
    "people",
    "static",
    "publish",
    "playtests",
    "sheets",
    "exploit",
}  # these take no game, or are tested there


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a study and a game of the package, which is found by its folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(registry.FOLDERS, str(EXAMPLE))
    monkeypatch.setenv("COMPTOIR_DATA", str(tmp_path / "data"))
    registry.forget()
    (tmp_path / "study.toml").write_text(STUDY)
    match = Match("entrepot", 2, "1", {"cards": [2] * 5})
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[-1])
    match.record().save(tmp_path / "game.json")
    yield tmp_path
    monkeypatch.undo()
    for name in [name for name in sys.modules if name.split(".")[0] == "entrepot"]:
        del sys.modules[name]
    registry.forget()


def test_every_verb_is_asked_here_or_elsewhere():
    assert {*VERBS} == {*SAID} | ELSEWHERE


@pytest.mark.parametrize(
    "verb",
    [
        pytest.param(verb, marks=[pytest.mark.nightly] if verb in LONG else [])
        for verb in SAID
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_verb_knows_the_game(verb):
    sentence, arguments = SAID[verb]
    done = call(verb, *arguments.split(), typed="1\n" * 90)

    assert sentence in done.stdout + done.stderr
    assert (0, False) == (done.returncode, "Traceback" in done.stderr)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "entrepot", "--bots", "policy"], "no policy for entrepot"),
        (["puzzles", "check", "entrepot"], "entrepot"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_it_lacks_is_one_sentence(arguments, sentence):
    done = call(*arguments)

    assert 2 == done.returncode
    assert sentence in done.stderr
    assert 1 == done.stderr.count("\n")


@pytest.mark.usefixtures("folder")
def test_a_notebook_and_an_environment_know_it():
    gymnasium = pytest.importorskip("gymnasium")
    import comptoir.envs  # noqa: PLC0415

    comptoir.envs.register()
    match = Match("entrepot", 2, "1")
    env = gymnasium.make("comptoir/entrepot-v1")
    seen, _ = env.reset(seed=1)

    assert "Entrepôt" in match._repr_html_()
    assert seen.shape == (sum(p.stop - p.start for p in layout("entrepot").values()),)
    assert json.dumps(match.game.messages("fr"))
