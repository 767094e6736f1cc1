"""Faults planted in the example: `comptoir check` or the lab reports each, and its place."""

import sys
from pathlib import Path

import pytest

from comptoir import lab
from comptoir.cli.commands.check import fault_of
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.lab.reports.cautions import cautions
from comptoir.lab.reports.summary import ReportText
from comptoir.laws.all_laws import LAWS, named

EXAMPLE = Path(__file__).parents[1] / "examples/pilots/pilots"
NAMES = iter(range(100))


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """Return a function that makes a copy of the example with some texts replaced."""
    made = []

    def plant(*changes):
        name = f"planted{next(NAMES)}"
        folder = tmp_path / name / name
        for file in EXAMPLE.rglob("*"):
            if file.is_file() and file.suffix != ".pyc":
                target = folder / file.relative_to(EXAMPLE)
                target.parent.mkdir(parents=True, exist_ok=True)
                text = file.read_text(encoding="utf-8").replace('"pilots"', f'"{name}"')
                target.write_text(text, encoding="utf-8")
        for file, before, after in changes:
            text = (folder / file).read_text(encoding="utf-8")
            assert 1 == text.count(before), before
            (folder / file).write_text(text.replace(before, after), encoding="utf-8")
        monkeypatch.setenv(registry.FOLDERS, str(tmp_path / name))
        registry.forget()
        made.append(name)
        return registry.load(name)

    yield plant
    for name in [each for each in sys.modules if each.split(".")[0] in made]:
        del sys.modules[name]
    registry.forget()


def broken(game, words):
    """Return how the game breaks the one law whose name contains these words."""
    (law,) = [law for law in LAWS if words in named(law)]
    return fault_of(law, game)


FIELD = '    points = field("i2", SEATS)\n'
ACTORS = "@rule\ndef actors"
IMAGINE = """@rule
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
"""
BY_RANGE = 'tide = field("i1", SEATS, of=range(7)'
HOUSE = "    best = moves[0]\n    if best >= GUIDE:"


def test_a_secret_copied_into_a_public_field(planted):
    game = planted(
        ("table.py", FIELD, FIELD + '    last = field("i1", SEATS, of=TIDES)\n'),
        ("rules.py", "        t.tide[seat] = action - CHOOSE\n",
         "        t.tide[seat] = action - CHOOSE\n        t.last[0] = max(t.tide)\n"),
    )  # fmt: skip
    fault = broken(game, "no move copies a secret")

    assert "sees seats.0.last: " in fault
    assert "no event tells it: hide the field, or note an event" in fault


def test_a_move_that_no_card_on_the_page_offers(planted):
    game = planted(("table.py", 'at="tides"', 'at="turn"'))

    assert "table.py:" in (fault := broken(game, "can be made on the page"))
    assert "choose is done at 'turn', which shows no 1, 2, 3, 4" in fault


def test_a_sealed_choice_that_no_event_opens(planted):
    """Its argument has another name than the field, so the page would turn nothing over."""
    game = planted(
        ("table.py", 'EventKind("showed", (TIDE,))', 'EventKind("showed", HIGH)'),
        ("table.py", 'EventKind("clashed", (TIDE,))', 'EventKind("clashed", HIGH)'),
        ("table.py", "EVENTS = {", 'HIGH = (("high", TIDES),)\nEVENTS = {'),
    )
    fault = broken(game, "sealed choice is opened by an event")
    assert "no event shows tide: give the one that opens it an argument called" in fault


def test_a_word_of_a_sheet_that_has_no_translation(planted):
    game = planted(("words/fr.json", '  "flag.danish": "danois",\n', ""))

    assert "words/fr.json lacks flag.danish" in broken(game, "nothing lacks its words")


def test_a_package_that_does_not_load_is_told_by_file_and_line(planted):
    """A row of numbers is no row of names: the message says what to write instead."""
    place = (
        r"table.py:\d+: TypeError: of=range\(0, 7\): expected names; numbers need only"
    )
    with pytest.raises(BadSetup, match=place):
        planted(("table.py", 'tide = field("i1", SEATS, of=TIDES', BY_RANGE))


def test_an_option_whose_extreme_breaks_the_game(planted):
    game = planted(
        ("table.py", "option(6, least=1, most=7)", "option(6, least=1, most=12)")
    )

    fault = broken(game, "every extreme of an option")
    assert "option rounds = 12 (declared 1 to 12): " in fault


def test_a_house_that_ties_with_itself(planted):
    """The law reports it, and a study's report says that the bots are the cause."""
    game = planted(
        ("house.py", "+ throw(dice, SPREAD) - 1", "+ 0 * throw(dice, SPREAD)")
    )

    assert "by `dice`" in broken(game, "rarely shares the victory")
    told = doubts(game)
    assert "Several players share the victory in 100.0" in told[0]
    assert "It is the bots that tie: among house bots they choose alike" in told[1]


def test_a_house_that_prefers_a_seat(planted):
    """The rules favour no seat: with random bots all seats win equally often."""
    game = planted(
        ("house.py", HOUSE, f"    if seat == 1:\n        return moves[0]\n{HOUSE}")
    )

    assert "the house bot chooses by the number of its seat" in broken(
        game, "bots choose alike from every seat"
    )
    for level in ("random", "house"):
        (told, *_) = doubts(game, levels=[level])
        assert "It is the bots that favour a seat, not the rules: seat " in told


def test_an_advantage_that_only_some_bots_use_is_told_as_theirs(planted):
    """Low tides alone are good against house bots, and bad against random players."""
    low = {"setup": {"tides.0": [1, 1, 1, 0, 0, 0, 0]}}
    told = doubts(planted(), variants={"low": low})

    assert "Only some bots show it: seat 1 wins 7" in told[0]
    assert "among house bots, 20" in told[0]
    assert "the same bots in other seats show it too" in told[1]


def test_a_seat_that_only_other_bots_favour_is_told(planted):
    """A study of random players says that its house bots would favour a seat."""
    game = planted(
        ("house.py", HOUSE, f"    if seat == 1:\n        return moves[0]\n{HOUSE}")
    )
    (told,) = [
        one for one in doubts(game, bots="random", levels=["house"]) if "Other" in one
    ]

    assert "Other bots favour a seat more: " in told
    assert "among house bots, 2" in told


def test_an_advantage_of_the_set_up_is_not_blamed_on_the_bots(planted):
    """It moves along when all change seats."""
    told = doubts(planted(), variants={"rich": {"setup": {"points.0": 9}}})

    assert "It comes from the rules: seat 1 wins " in told[0]
    assert "likewise among random players, the same bots in other seats" in told[0]


def test_rules_that_know_a_seat_by_its_number_are_not_blamed_on_the_bots(planted):
    """It stays when all change seats, as with a bot that prefers a seat."""
    game = planted(
        ("rules.py", "points[seat] = t.points[seat]",
         "points[seat] = t.points[seat] + 9 * (seat == 0)"),
    )  # fmt: skip
    told = doubts(game)

    assert "It comes from the rules: seat 1 wins " in told[0]
    assert "likewise among random players." in told[0]


def doubts(game, **settings):
    """Return the warnings in the report of a small study."""
    asked = {"game": game.name, "seats": 4, "games": 4096, "chunk": 2048,
             "questions": ["seats", "levels"],
             "precision": {"share": 0.2, "number": 0.2}}  # fmt: skip
    report = lab.report(lab.run(lab.Study({**asked, **settings})))
    french = [*cautions(ReportText(report, "fr"))]
    english = [*cautions(ReportText(report, "en"))]
    assert len(english) == len(french)
    return english


def test_an_imagine_that_forgets_the_dice(planted):
    game = planted(
        ("rules.py", ACTORS, f"{IMAGINE}    t.tide[seat] += 0\n\n\n{ACTORS}"),
    )
    fault = broken(game, "what is imagined depends on knowledge and dice alone")

    assert "it begins with `redeal(t, box, seat, dice)`, or with `renew_chance" in fault


def test_an_imagine_may_extend_the_derived_one(planted):
    game = planted(
        ("rules.py", "    rank,\n", "    rank,\n    redeal,\n"),
        ("rules.py", ACTORS, f"{IMAGINE}    redeal(t, box, seat, dice)\n\n\n{ACTORS}"),
    )

    for words in (
        "what is imagined depends",
        "what is hidden is dealt anew",
        "what a seat sees",
    ):
        assert "" == broken(game, words)


def test_an_error_of_the_rules_is_named_by_file_and_line(planted):
    game = planted(
        ("rules.py", "if t.tides[seat][tide]:", "if t.tides[seat, tide]:"),
    )
    lines = (game.folder / "rules.py").read_text(encoding="utf-8").splitlines()
    line = next(n for n, text in enumerate(lines, 1) if "t.tides[seat, tide]" in text)

    assert broken(game, "every game ends").startswith(f"rules.py:{line}: TypeError: ")


def test_a_wrong_cell_of_a_sheet_is_named_before_anything_runs(planted):
    with pytest.raises(
        Exception, match=r"ship.csv, line 3, column tonnage: '30': expected"
    ):
        planted(("ship.csv", "danish,3,2", "danish,30,2"))


def test_an_effect_that_only_some_bots_show_is_told(planted):
    """A short game ends in ties among house bots, and not among random players."""
    variants = {"box": {}, "short": {"options": {"rounds": 3}}}
    told = " ".join(doubts(planted(), variants=variants))

    assert "with “short”, games with a shared victory 5" in told
    assert "→ 18.7\u202f% among house bots, but 5.5\u202f% → 6.4\u202f%" in told
