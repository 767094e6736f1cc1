"""Games in which all choose at once: the example, sealed choices, and dice for house bots."""

import sys
from pathlib import Path

import numpy as np
import pytest
from mypy import api

from comptoir.bots import Seat, new_dice
from comptoir.bots.budget import Budget
from comptoir.bots.search import Search
from comptoir.cli.commands.check import fault_of
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.facts import (
    BITS,
    DECISIONS,
    MOVES,
    TURN_BITS,
    TURN_DECISIONS,
    TURNS,
)
from comptoir.engine.kernels.loop import policy_at
from comptoir.engine.model import registry
from comptoir.engine.play.match import Match
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.facts import Noter
from comptoir.engine.runs.policy import bot_numbers
from comptoir.engine.runs.tree import SearchSettings
from comptoir.engine.text.sheet import Sheet
from comptoir.laws.all_laws import COMPILED, LAWS, named

EXAMPLE = Path(__file__).parents[1] / "examples/pilots"


@pytest.fixture(scope="module")
def pilots():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.FOLDERS, str(EXAMPLE))
        registry.forget()
        yield registry.load("pilots")
    for name in [name for name in sys.modules if name.split(".")[0] == "pilots"]:
        del sys.modules[name]
    registry.forget()


@pytest.mark.parametrize("law", [*LAWS, *COMPILED], ids=named)
def test_the_example_keeps_every_law(pilots, law):
    assert "" == fault_of(law, pilots)


def test_its_types_are_strict(monkeypatch):
    monkeypatch.setenv("MYPYPATH", str(EXAMPLE.parents[1] / "src"))
    settings = "--strict --follow-imports=silent --config-file="
    folder = str(EXAMPLE / "pilots")
    cache = EXAMPLE.parents[1] / ".mypy_cache/example"
    told, _, status = api.run([*settings.split(), f"--cache-dir={cache}", folder])

    assert 0 == status, told


def chosen(pilots, seats=3):
    """Return a match in which all but the last seat have chosen a tide."""
    match = Match(pilots, seats, "sealed")
    for seat in range(seats - 1):
        match.play(seat, f"choose {seat + 4}")
    return match


def test_a_sealed_choice_is_seen_by_its_owner_until_the_phase(pilots):
    match = chosen(pilots)

    assert ["4", None, None] == [one.tide for one in match.view(0).seats]
    assert [True, True, False] == [one.tide_sealed for one in match.view(2).seats]
    match.play(2, "choose 2")
    assert ["4", "5", "2"] == [one.tide for one in match.view(None).seats]


def test_a_sealed_choice_can_be_taken_back_until_all_are_open(pilots):
    """This needs no event marked `reveals`: the field's declaration is enough."""
    match = chosen(pilots)
    assert match.can_undo(1)
    match.play(2, "choose 2")

    assert not match.can_undo(2)
    assert not any(event.reveals for event in match.log())


def test_others_may_have_chosen_whatever_they_still_have(pilots):
    match = chosen(pilots)
    match.position.table.tides[1][0] = 0  # used in an earlier round
    seen = {tuple(match.imagine(2, new_dice(str(n))).table.tide) for n in range(300)}

    assert {*range(7)} == {one[0] for one in seen}
    assert {*range(1, 7)} == {one[1] for one in seen}
    assert {-1} == {one[2] for one in seen}
    assert {3} == {match.imagine(0, new_dice(str(n))).table.tide[0] for n in range(9)}


def test_the_house_does_not_tie_with_itself(pilots):
    """If the choice depended only on the table, all tides would clash."""
    batch = Batch(pilots, 4, 2000, seed="house", fill=False)
    batch.rollout(bots=["house"] * 4)
    ranks = np.asarray(batch.ranks)

    assert ((ranks == 1).sum(axis=1) > 1).mean() < 0.15
    assert np.asarray(batch.points).mean() > 5


def test_a_house_without_dice_of_its_own_follows_what_its_seat_sees(pilots):
    match = chosen(pilots)

    assert match.position.house(2) == match.position.house(2)
    drawn = {str(match.position.house(2, new_dice(str(n)))) for n in range(40)}
    assert len(drawn) > 1


def test_the_words_of_components_come_from_the_sheet(pilots):
    match = Match(pilots, 2)
    ship = next(event.args["ship"] for event in match.log())

    told = {
        each: pilots.words(each).say("about.guide", ship=ship) for each in ("en", "fr")
    }
    rows = (EXAMPLE / "pilots/ship.csv").read_text(encoding="utf-8").splitlines()
    _, en, fr, *_ = next(row.split(",") for row in rows if row.startswith(ship))
    assert en in told["en"]
    assert fr in told["fr"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("name,en,fr\nx,X,X", "line 1: no column tonnage: expected name, en, fr, tonnage"),
        ("name,en,fr,tonnage\nx,X,X,", "line 2, column tonnage: '': expected a whole number"),
        ("name;en;fr;tonnage\nx;X;X;9\n;Y;Y;2\n", "line 3, column name: expected a text"),
        ("name,en,fr,tonnage\nx,X,X,4\nx,Y,Y,2", "line 3, column name: 'x' is there twice"),
        ("name,en,fr,tonnage\nx,X,X,77", "line 2, column tonnage: '77': expected a whole"),
        (b"name,en,fr,tonnage\nx,X,H\xe9ron,7", "line 2: not in UTF-8"),
        ("", "line 1: expected a row of column names"),
    ],
)  # fmt: skip
def test_a_fault_of_a_sheet_is_named_by_its_cell(tmp_path, text, fault):
    file = tmp_path / "ship.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())

    with pytest.raises(BadSetup) as told:
        Sheet(file, tonnage=(1, 12))
    assert f"ship.csv, {fault}" in str(told.value)


def test_a_sheet_may_come_from_a_spreadsheet_in_french(tmp_path):
    """With a byte order mark and semicolons."""
    file = tmp_path / "ship.csv"
    text = "name;en;fr;flag;tonnage\r\nx;X;Éclair;red;7\r\n;;;;\r\n"
    file.write_bytes(text.encode("utf-8-sig"))
    sheet = Sheet(file, flag=("blue", "red"), tonnage=(1, 12))

    assert (("x",), (1,), (7,)) == (sheet.names, sheet["flag"], sheet["tonnage"])


def test_who_thinks_at_the_same_time_takes_the_time_of_the_slowest(pilots):
    """Six rounds: one choice by all at once, then one turn for each ship."""
    for plain in (False, True):
        batch = Batch(pilots, 4, 8, seed="pace", fill=False, plain=plain)
        noter = Noter(batch, ["house"] * 4)
        noter.deal()
        facts = noter.play()
        ships = facts.words[:, MOVES] - 6 * 4

        assert [6] * 8 == (facts.words[:, TURNS] - ships).tolist()
        assert (facts.words[:, TURN_DECISIONS] < facts.words[:, DECISIONS]).all()
        assert (facts.words[:, TURN_BITS] < facts.words[:, BITS]).all()


def test_a_game_in_turns_counts_every_move():
    batch = Batch("osaka", 3, 8, seed="pace", fill=False, plain=True)
    noter = Noter(batch, ["random"] * 3)
    noter.deal()
    words = noter.play().words

    for alone, all_at_once in (
        (MOVES, TURNS),
        (DECISIONS, TURN_DECISIONS),
        (BITS, TURN_BITS),
    ):
        assert np.array_equal(words[:, alone], words[:, all_at_once])


def test_the_policy_does_not_tie_with_itself_unless_asked_to(pilots):
    usual, coldest = (policy_at(degrees) for degrees in (1.0, 0.0))

    assert [usual, coldest] == bot_numbers(
        pilots, 2, ["policy", "policy:0"], 0
    ).tolist()
    osaka = registry.load("osaka")
    assert [coldest] * 2 == bot_numbers(osaka, 2, ["policy"] * 2, 0).tolist()


def test_a_search_mixes_its_sealed_choices_alone(pilots):
    match, search = Match(pilots, 2, "mixed"), Search(Budget(iterations=60))
    chosen_at_once = {
        str(search(Seat.at(match, 0, new_dice(str(n))))) for n in range(12)
    }
    assert len(chosen_at_once) > 2

    match.play(0, "choose 7")
    match.play(1, "choose 1")
    alone = {str(search(Seat.at(match, 0, new_dice(str(n))))) for n in range(6)}
    assert 1 == len(alone)


def test_no_tree_of_a_search_holds_the_sealed_choices_of_others(pilots):
    asked = SearchSettings(all_seats=True)

    assert not asked.for_game(pilots).all_seats
    assert asked.for_game(registry.load("osaka")).all_seats
