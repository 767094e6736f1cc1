"""The worked example: a package of its own, its laws, and what its seats imagine."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from mypy import api

from comptoir.cli.commands.check import fault_of
from comptoir.engine.errors import BadSetup, BrokenGame
from comptoir.engine.model import registry
from comptoir.engine.play.match import Match
from comptoir.engine.runs.batch import Batch
from comptoir.laws.all_laws import COMPILED, LAWS, named

EXAMPLE = Path(__file__).parents[1] / "examples/entrepot"
TABLES = 2000
IMAGINED = 100_000
KNOWN = ("phase", "turn", "left", "price", "market", "known", "sold", "coins", "seats")


@pytest.fixture(scope="module")
def entrepot():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.FOLDERS, str(EXAMPLE))
        registry.forget()
        yield registry.load("entrepot")
    for name in [name for name in sys.modules if name.split(".")[0] == "entrepot"]:
        del sys.modules[name]
    registry.forget()


@pytest.mark.parametrize("law", [*LAWS, *COMPILED], ids=named)
def test_the_example_keeps_every_law(entrepot, law):
    assert "" == fault_of(law, entrepot)


def test_the_example_is_small_and_touches_nothing_else():
    """It has at most 350 lines of Python, not counting words, all in its own folder."""
    files = [*(EXAMPLE / "entrepot").glob("*.py")]

    assert sum(len(file.read_text().splitlines()) for file in files) <= 350
    assert {"entrepot"} == {file.parent.name for file in files}


def test_its_types_are_strict(monkeypatch):
    """mypy accepts the rules with strict settings, which a designer may use.

    What it reads of our code is cached apart from the cache of our own settings.
    """
    monkeypatch.setenv("MYPYPATH", str(EXAMPLE.parents[1] / "src"))
    settings = "--strict --follow-imports=silent --config-file="
    folder = str(EXAMPLE / "entrepot")
    cache = EXAMPLE.parents[1] / ".mypy_cache/example"
    told, _, status = api.run([*settings.split(), f"--cache-dir={cache}", folder])

    assert 0 == status, told


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_known_is_contradicted(entrepot, seats):
    """On 100,000 imagined tables, what a seat knows stays, and the rest is dealt anew."""
    batch = Batch(entrepot, seats, TABLES, seed="imagined", fill=False)
    changed = 0
    for moves in range(IMAGINED // 3 // TABLES + 1):
        batch.rollout(1 + moves % 7, "random")
        before, seat = batch.tables.copy(), np.asarray(batch.seat).copy()
        batch.imagine()
        after, asked = batch.tables, seat >= 0
        rows = np.arange(TABLES)[asked], seat[asked]

        for name in KNOWN:
            assert np.array_equal(before[name][asked], after[name][asked]), name
        assert np.array_equal(before["hand"][rows], after["hand"][rows])
        assert np.array_equal(before["hand"].sum(2), after["hand"].sum(2))
        assert np.array_equal(before["pile"].sum(1), after["pile"].sum(1))
        assert (after["hand"] >= after["known"]).all()
        cards = sum(after[place] for place in ("pile", "market", "sold"))
        assert (cards + after["hand"].sum(1) == [8, 10, 12, 8, 6]).all()
        changed += int((before["hand"] != after["hand"]).any((1, 2)).sum())
        batch.tables[:] = before
    assert changed > IMAGINED // 10


def test_a_batch_plays_it_on_the_cpu(entrepot):
    batch = Batch(entrepot, 3, 1000, seed="batch", fill=False)
    batch.rollout(bots=["house", "random", "random"])

    ranks = np.asarray(batch.ranks)
    assert batch.over.all()
    assert (ranks[:, 0] == 1).mean() > 0.6


def test_a_game_that_breaks_a_law_in_play_says_which_package_and_what_to_do(entrepot):
    """The match is unchanged afterwards and can continue."""
    match = Match(entrepot, 2, "broken")
    seat = match.actors[0]
    taken = next(action for action in match.legal(seat) if action.verb == "take")
    before = match.packed().tobytes()
    match.position.box.cards[0] += 1  # a card that lies nowhere

    with pytest.raises(
        BrokenGame,
        match=r"the game entrepot of entrepot broke \(take \w+: AssertionError: 8 silk",
    ):
        match.play(seat, taken)
    assert before == match.packed().tobytes()
    match.position.box.cards[0] -= 1
    match.play(seat, taken)


def test_an_option_out_of_range_is_one_sentence(entrepot):
    with pytest.raises(BadSetup, match=r"option limit: expected int <= 12"):
        Match(entrepot, 2, options={"limit": 13})


def test_its_variants_are_worth_a_try(entrepot):
    for options in json.loads((EXAMPLE / "tests/variants.json").read_text()):
        assert entrepot.read_options(options)
