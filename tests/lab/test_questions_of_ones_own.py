"""A study's own measures, targets, fair shares across table sizes, and a summary."""

import sys
from pathlib import Path

import pytest

from command import call
from comptoir import lab
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.lab.reports.html import html
from comptoir.lab.reports.markdown import markdown
from comptoir.lab.reports.onepage import onepage

EXAMPLE = Path(__file__).parents[2] / "examples/pilots"
FUNCTION = """
def best(match):
    return max(match.scores)
"""
STUDY = {
    "game": "pilots", "seats": 4, "author": "Ada", "date": "2026-11-20", "replays": 12,
    "questions": ["seats", "length", "levels"], "games": 2048, "chunk": 2048,
    "title": {"en": "How many?", "fr": "Combien ?"},
    "measures": {
        "clashes": {"count": "event clashed", "name": {"en": "Clashes", "fr": "Conflits"}},
        "chosen": "choose", "left": "event left in guide", "high": "choose 7",
        "best": "mine.py:best",
    },
    "targets": {"moves": {"most": 26}, "unfair": {"most": 0.2}},
    "variants": {"box": {}, "short": {"options": {"rounds": 4}}, "two": {"seats": 2}},
}  # fmt: skip


@pytest.fixture(scope="module")
def pilots():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(registry.FOLDERS, str(EXAMPLE))
        registry.forget()
        yield registry.load("pilots")
    for name in [name for name in sys.modules if name.split(".")[0] == "pilots"]:
        del sys.modules[name]
    registry.forget()


@pytest.fixture(scope="module")
def study(pilots, tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    (folder / "mine.py").write_text(FUNCTION, encoding="utf-8")
    return lab.Study(STUDY, folder)


@pytest.fixture(scope="module")
def report(study):
    return lab.report(lab.run(study))


def test_events_actions_phases_and_functions_are_counted(report):
    found = {(one.measure, one.variant): one for one in report.measures}

    assert [24, 16, 12] == [
        found["chosen", each].value for each in ("box", "short", "two")
    ]
    assert found["chosen", "short"].change == -8
    assert 0 < found["clashes", "box"].value < 6 * 2
    assert 0 < found["high", "box"].value <= 4
    assert (
        found["best", "box"].low
        < found["best", "box"].value
        < found["best", "box"].high
    )
    assert all(one.games == 12 for one in report.measures)


def test_seats_of_tables_of_another_size_are_compared_beyond_a_fair_share(report):
    """A seat among two wins 25 points more often than one among four: that is no difference."""
    apart = {(one.variant, one.metric): one.value for one in report.differences}

    assert abs(apart["two", "seat.1"]) < 0.1
    assert report.answer("seat.1", "two").value > 0.4
    assert "beyond a fair share" in html(report)


def test_the_variant_that_meets_the_targets_is_recommended(report):
    """Both other variants have fewer moves than asked; the first has more."""
    assert report.recommendation.variant in ("short", "two")
    assert report.recommendation.missed == []
    assert 0.3 < report.recommendation.chance <= 1


def test_the_summary_says_who_when_what_and_how_sure(report):
    english, french = (onepage(report, language) for language in ("en", "fr"))

    for said in ("Ada · 2026-11-20", "How many?", "Rounds: 6 → 4", "Recommended: “"):
        assert said in english
    for said in (
        "Combien\u00a0?",
        "Manches\u00a0: 6 → 4",
        "joueurs\u00a0: 4 → 2",
        "Recommandé\u00a0: «\u00a0",
    ):
        assert said in french
    assert "Clashes" in html(report)
    assert "Conflits" in markdown(report, "fr")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("event clash", "no event 'clash': expected one of arrived"),
        (
            "event clashed in harbour",
            "no phase 'harbour': expected one of choose, guide",
        ),
        ("sail", "no action 'sail'"),
        ("none.py:best", "none.py: FileNotFoundError"),
        ("mine.py:worst", "mine.py has no function 'worst'"),
        (7, "expected a text such as"),
    ],
)
def test_a_measure_that_counts_nothing_is_refused(study, tmp_path, line, fault):
    (tmp_path / "mine.py").write_text(FUNCTION, encoding="utf-8")
    with pytest.raises(BadSetup, match=fault):
        lab.Study({**STUDY, "measures": {"own": line}}, tmp_path)


def test_the_names_of_everything_are_listed_by_a_command(pilots):
    listed = call("lab", "--names", "pilots").stdout

    for name in (
        "favourite.2",
        "deadlock",
        "unfair",
        "event clashed",
        "… in guide",
        "margin",
    ):
        assert f"  {name}" in listed
