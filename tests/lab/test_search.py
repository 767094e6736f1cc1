"""A search over variants: targets, the Pareto front, continuing, bad input."""

import pytest

from command import call
from comptoir import lab
from comptoir.engine.errors import BadRecord, BadSetup
from comptoir.lab.searching import search_report as searched

BASE = {"game": "osaka", "seats": 2, "questions": ["seats"]}


def searching(ranges, targets, **more):
    asked = {"ranges": ranges, "targets": targets, "games": 128, **more}
    return lab.VariantSearch(lab.Study(BASE | {"search": asked}))


def test_a_small_grid_is_played_out_and_the_target_is_met(tmp_path):
    """More tokens make longer games: one number of them fits."""
    usual = {
        n: lab.search(searching({"tokens": [n, n]}, {"moves": 1}))
        .best[0]
        .values["moves"]
        for n in (6, 10)
    }
    aim = usual[10]
    found = lab.search(
        searching({"tokens": [4, 12, 2]}, {"moves": aim}), folder=tmp_path
    )

    assert usual[6] < aim
    assert {"tokens": 10} == found.best[0].settings
    assert found.best[0].again
    assert 5 == len(found.tried)
    for language in ("en", "fr"):
        named = {"en": "Tokens to the end 10", "fr": "Jetons"}[language]
        assert named in searched.told(found, language)
        assert "<svg" not in searched.html(found, language)  # one target: no trade-offs


def test_an_optimiser_finds_what_a_grid_would_not_reach():
    """Some twenty tries of 513 settings."""
    pytest.importorskip("scipy")
    ranges = {"tokens": [2, 20], "hand": [4, 30]}
    targets = {"moves": {"least": 60, "most": 80}, "unfair": {"most": 0.2}}
    found = lab.search(searching(ranges, targets, tries=20))

    assert 20 == len(found.tried)
    assert found.tried[0].miss == 0
    assert all(one.miss >= 0 for one in found.trade_offs)
    assert "<circle" in searched.html(found, "en")


def test_no_trade_off_is_beaten():
    pytest.importorskip("scipy")
    targets = {"moves": {"most": 40}, "options": {"least": 9}}
    found = lab.search(searching({"tokens": [2, 12, 2]}, targets))
    front = [one.misses for one in found.trade_offs]

    assert 1 <= len(front) < len(found.tried)
    for one in front:
        assert not any(
            other != one and all(a <= b for a, b in zip(other, one, strict=True))
            for other in (tried.misses for tried in found.tried)
        )


def test_a_search_goes_on_and_another_is_refused(tmp_path):
    one = searching({"tokens": [4, 8, 2]}, {"moves": 50})
    heard = []
    first = lab.search(one, heard=lambda: heard.append(1), folder=tmp_path)
    again = lab.search(one, heard=lambda: heard.append(1), folder=tmp_path)

    assert 3 == len(heard)
    assert first == again
    with pytest.raises(BadRecord, match="its targets"):
        lab.search(searching({"tokens": [4, 8, 2]}, {"moves": 60}), folder=tmp_path)


@pytest.mark.parametrize(
    ("ranges", "targets", "said"),
    [
        ({"hats": [1, 2]}, {"moves": 1}, "no option 'hats'"),
        ({"tokens": 7}, {"moves": 1}, "range tokens"),
        ({"tokens": [9, 7]}, {"moves": 1}, "range tokens"),
        ({"tokens": [2, 70]}, {"beauty": 1}, "no target 'beauty'"),
        ({"tokens": [1, 7]}, {"moves": 1}, "tokens"),
        ({"hand": [4, 99]}, {"moves": 1}, "hand"),
        ({"tokens": {"choices": [8, "many"]}}, {"moves": 1}, "tokens"),
        ({"tokens": [2, 7]}, {"moves": {"near": 1}}, "target moves"),
        ({}, {"moves": 1}, "at least one"),
        ({"tokens": [2, 7]}, {}, "at least one"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(ranges, targets, said):
    with pytest.raises(BadSetup, match=said):
        searching(ranges, targets)


def test_a_target_that_a_game_does_not_tell_is_a_sentence():
    asked = {"ranges": {"lying": [10, 20, 10]}, "targets": {"changes": 1}, "games": 16}
    search = lab.VariantSearch(lab.Study({"game": "negoces", "search": asked}))

    with pytest.raises(BadSetup, match="does not measure"):
        lab.search(search)


def test_the_command_searches_and_writes_what_it_found(tmp_path):
    study = tmp_path / "short.toml"
    study.write_text(
        'game = "osaka"\nseats = 2\nquestions = ["seats"]\n[search]\ngames = 128\n'
        "[search.ranges]\ntokens = [4, 6, 2]\n[search.targets]\nmoves = 1\n"
    )
    first, again = (
        call("lab", study, "--out", tmp_path / "out", "--lang", "en") for _ in range(2)
    )

    assert first.returncode == again.returncode == 0, first.stderr
    assert "No setting meets every target, out of 2 tried." in first.stdout
    assert first.stdout == again.stdout
    assert (tmp_path / "out" / "search.en.html").exists()
