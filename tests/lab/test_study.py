"""Study files: their valid contents, and an error sentence for invalid ones."""

from pathlib import Path

import pytest

from comptoir import Batch
from comptoir.engine.errors import BadSetup
from comptoir.lab import Study
from comptoir.lab.running.job import StudyJob, play

WRONG = {
    "no game": ({"game": "chess"}, "chess"),
    "no option": ({"variants": {"a": {"options": {"hat": 1}}}}, "hat"),
    "an option out of bounds": ({"variants": {"a": {"options": {"hand": 99}}}}, "hand"),
    "no such word": ({"variants": {"a": {"cards": 1}}}, "no 'cards'"),
    "no such field": ({"variants": {"a": {"setup": {"hats": 1}}}}, "no field 'hats'"),
    "no such place": ({"variants": {"a": {"setup": {"hand.9": 1}}}}, "no '9'"),
    "no number": (
        {"variants": {"a": {"box": {"tokens": "many"}}}},
        "expected a number",
    ),
    "too large": (
        {"variants": {"a": {"box": {"tokens": "x30000"}}}},
        "does not fit: expected",
    ),
    "no seats": ({"seats": 9}, "seats"),
    "no bot": ({"bots": "deepblue"}, "deepblue"),
    "no level": ({"levels": ["deepblue"]}, "deepblue"),
    "no question": ({"questions": ["beauty"]}, "no question 'beauty'"),
    "no precision": ({"precision": {"seats": 0}}, "more than zero"),
    "no such key": ({"colour": "red"}, "colour"),
    "no pace": ({"pace": {"move": -1}}, "pace"),
    "no games": ({"games": 0}, "games 0"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_makes_no_sense_is_one_sentence(wrong):
    given, about = WRONG[wrong]

    with pytest.raises(BadSetup) as error:
        Study({"game": "osaka"} | given)

    assert about in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_none_is_one_sentence(tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text("game = ")

    with pytest.raises(BadSetup, match="not a TOML file"):
        Study.read(bad)
    with pytest.raises(BadSetup, match="cannot be read"):
        Study.read(tmp_path / "none.toml")


def test_setups_and_boxes_are_changed_as_said():
    """Replaced, added to, multiplied, a whole row; other numbers stay."""
    study = Study(
        {
            "game": "batavia",
            "variants": {
                "one": {"setup": {"bills.0": "+1", "hand.1.dutch": 7, "gold": "-0"}},
                "two": {"setup": {"bills": [9, 9, 9, 9, 9]}, "box": {"seal": "x2"}},
            },
        }
    )
    one, two = study.variants
    batch = Batch(one.game, size=2, seed=1, after="stop", fill=False)
    before = batch.tables.copy()
    one.change(batch.tables)

    assert (before["bills"][:, 0] + 1 == batch.tables["bills"][:, 0]).all()
    assert (before["bills"][:, 1:] == batch.tables["bills"][:, 1:]).all()
    assert [7, 7] == batch.tables["hand"][:, 1, 3].tolist()
    two.change(batch.tables)
    assert {9} == set(batch.tables["bills"].ravel().tolist())
    assert 4 == two.game.plain_box(4).seal
    assert 2 == one.game.plain_box(4).seal


def test_a_number_that_cannot_lie_on_a_table_is_a_sentence():
    study = Study(
        {"game": "batavia", "chunk": 8, "variants": {"a": {"setup": {"bills.0": 300}}}}
    )

    with pytest.raises(BadSetup, match=r"variant 'a', main: setup 'bills\.0'"):
        play(study, StudyJob(0, 0))


def test_precision_and_questions_do_not_make_another_study():
    """They may change while it goes on; what fixes the games may not."""
    one = Study({"game": "osaka"})
    same = Study(
        {"game": "osaka", "precision": {"seats": 0.1}, "minutes": 1.0, "title": "x"}
    )
    other = Study({"game": "osaka", "seed": "x"})

    assert one.fingerprint == same.fingerprint != other.fingerprint


def test_the_network_of_a_bot_is_part_of_a_study():
    """It fixes the games as the rules do; a study without such bots has none."""
    plain, policy = (
        Study({"game": "osaka", "bots": one}) for one in ("house", "policy")
    )

    assert "" == plain.design.network
    assert 16 == len(policy.design.network)


def test_variants_may_have_other_seats():
    study = Study(
        {"game": "osaka", "chunk": 16, "variants": {"two": {"seats": 2}, "four": {}}}
    )

    tally = play(study, StudyJob(0, 0)).tally

    assert [0, 1] == tally.moments["seat.2"].variants
    assert [1] == tally.moments["seat.4"].variants


SHIPPED = sorted((Path(__file__).parents[2] / "examples/studies").glob("*-*.toml"))
CARDS = "borneo-flat-missions"


@pytest.mark.parametrize(
    "path", [p for p in SHIPPED if p.stem != CARDS], ids=lambda path: path.stem
)
def test_the_studies_that_are_shipped_can_be_read(path):
    """All but the cards that one of them names; each in both languages."""
    study = Study.read(path)

    assert study.title("en") != study.title("fr")
    assert study.about("en") != study.about("fr")
    if not study.asked.search:
        for variant in study.variants:
            assert variant.label("en") != variant.label("fr")
