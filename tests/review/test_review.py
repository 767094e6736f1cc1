"""Reviews: honest curves, luck and skill that add up, and unusual records."""

import itertools
import json
import sys
import xml.etree.ElementTree as ET

import msgspec
import numpy as np
import pytest

from command import call
from comptoir import BadRecord, BadSetup, replay
from comptoir.bots import policy
from comptoir.engine.model import registry
from comptoir.engine.runs.network import Network
from comptoir.review import (
    DEPTHS,
    Evaluator,
    MomentEvaluation,
    Review,
    build_review,
    review,
    story,
)
from comptoir.review.chances import chances
from comptoir.review.picture import svg
from comptoir.review.puzzles import shipped
from random_play import whole_game
from review_kit import SHALLOW, played, warm
from test_example import EXAMPLE


@pytest.fixture(scope="module")
def reviewed():
    """Review a random game of the shortest kind; return it with its evaluations."""
    match = whole_game("osaka", 2, "curve")
    warm(match.game)
    steps = []
    seen = review(match.record(), SHALLOW, lambda *step: steps.append(step))
    return match, seen, steps


def test_the_curve_begins_at_par_and_ends_at_the_result(reviewed):
    match, seen, _ = reviewed
    assert [1 / match.seats] * match.seats == [seat.par for seat in seen.seats]
    assert len(match.moves) + 1 == len(seen.moments)
    first = [(rank == 1) / match.ranks.count(1) for rank in match.ranks]
    assert first == seen.moments[-1].chances == [seat.result for seat in seen.seats]
    for moment in seen.moments:
        assert 1 == pytest.approx(sum(moment.chances))
        assert all(0 <= chance <= 1 for chance in moment.chances)
    for seat in seen.seats:
        total = seat.par + seat.luck + seat.skill + seat.others
        assert seat.result == pytest.approx(total, abs=1e-9)


def test_the_curve_is_nearer_to_many_play_outs_than_few_are_alone():
    """Where little changes, neighbouring moments add their play-outs; where much does, not."""
    dice, true = np.random.default_rng(1), np.r_[[0.5] * 40, [0.9] * 40]
    firsts = [dice.binomial(128, chance) for chance in true]
    seen = chances([MomentEvaluation([f, 128 - f], 128) for f in map(float, firsts)])
    found = np.array(seen)[:, 0]
    wrong, alone = np.abs(found - true), np.abs(np.array(firsts) / 128 - true)
    assert wrong.mean() < 0.6 * alone.mean()
    assert found[40] - found[39] > 0.3
    assert np.allclose(1, np.sum(seen, axis=1))


def test_luck_and_choices_add_up_to_the_result(game):
    """For every seat of every game, to the last digits; and nothing comes from nowhere."""
    warm(game)
    seen = review(whole_game(game, game.seats[-1], "sum").record(40), SHALLOW)
    for seat in seen.seats:
        total = seat.par + seat.luck + seat.skill + seat.others
        assert seat.result == pytest.approx(total, abs=1e-9)
    for before, moment in zip(seen.moments, seen.moments[1:], strict=False):
        assert 0 == pytest.approx(sum(moment.choice), abs=1e-9)
        assert 0 == pytest.approx(sum(moment.luck), abs=1e-9)
        change = [b - a for a, b in zip(before.chances, moment.chances, strict=True)]
        parts = [a + b for a, b in zip(moment.choice, moment.luck, strict=True)]
        assert change == pytest.approx(parts, abs=1e-9)


def test_every_game_turns_somewhere_and_no_two_points_are_one_swing(reviewed):
    _, seen, _ = reviewed
    greatest = max(seen.moments[1:], key=lambda moment: moment.swing)
    assert greatest.move in seen.turning
    assert all(b - a > 3 for a, b in itertools.pairwise(seen.turning))


def test_progress_is_told_move_by_move(reviewed):
    match, _, steps = reviewed
    count = len(match.moves)
    assert [(n, count) for n in range(1, count + 1)] == steps


def test_the_same_record_gives_the_same_review(reviewed):
    match, seen, _ = reviewed
    assert seen == review(match.record().token, SHALLOW)
    assert seen == msgspec.json.decode(msgspec.json.encode(seen), type=Review)


def test_a_decision_rests_on_what_its_seat_knew(game):
    """If hidden things are sampled anew, the search finds the same."""
    warm(game)
    match, evaluator = whole_game(game, game.seats[-1], "blind"), Evaluator()
    for until in range(5, min(60, len(match.moves)), 11):
        now, mover = replay(match.record(), until), match.moves[until].seat
        found = evaluator.evaluate(now, SHALLOW, len(match.moves), mover)
        now.position = now.imagine(mover, [4, 3, 2, 1])
        again = evaluator.evaluate(now, SHALLOW, len(match.moves), mover)
        assert found.moves == again.moves


def test_a_better_player_is_told_from_a_random_one(game):
    """A sample of what benchmarks/review.py shows of a hundred pairs."""
    warm(game)
    found = {
        bot: mean(review(played(game, bot, "honest", moves=100).record(), SHALLOW))
        for bot in ("strong", "random")
    }
    assert found["strong"] > found["random"] + 3


def mean(seen):
    """Return the mean accuracy of a game's decisions."""
    told = [m.decision.accuracy for m in seen.moments if m.decision]
    return sum(told) / len(told)


def test_moves_of_a_stand_in_do_not_count_for_a_player():
    match = whole_game("osaka", 2, "stand-in")
    match.players = ["Ada", "Bo"]
    evaluator, now, evaluations = Evaluator(), replay(match.record(), 0), []
    for move in match.moves:
        evaluations.append(
            evaluator.evaluate(now, SHALLOW, len(match.moves), move.seat)
        )
        now.play(move.seat, move.action)
    evaluations.append(evaluator.evaluate(now, SHALLOW, len(match.moves)))
    whole = build_review(match, evaluations, "quick")
    half = build_review(
        match, evaluations, "quick", [False] * 20 + [True] * len(match.moves)
    )
    for one, other in zip(whole.seats, half.seats, strict=True):
        assert one.decisions > other.decisions > 0
        assert one.luck == other.luck


def test_a_game_broken_off_is_reviewed_as_far_as_it_went(reviewed):
    match, _, _ = reviewed
    seen = review(match.record(20), SHALLOW)
    assert not seen.over
    assert all(0 < seat.result < 1 for seat in seen.seats)
    assert "20 moves" in story(seen)[0]
    none = review(match.record(0), SHALLOW)
    assert 1 == len(none.moments)
    assert "no decisions" in story(none)[-1]


def test_without_a_network_it_searches_alone(reviewed, monkeypatch):
    match, _, _ = reviewed
    monkeypatch.setattr(Network, "shipped", lambda _: None)
    policy._shipped.cache_clear()
    seen = review(match.record(30), SHALLOW)
    policy._shipped.cache_clear()
    assert "search" == seen.how
    assert any("search alone" in line for line in story(seen))
    assert any(moment.decision for moment in seen.moments)


def test_a_record_of_older_rules_is_reviewed_by_search_alone():
    """By its own rules, which the network was not trained by."""
    match = whole_game("osaka", 2, "older", rules=1)
    seen = review(match.record(12), SHALLOW)
    assert (1, "search", 13) == (seen.rules, seen.how, len(seen.moments))
    assert any("search alone" in line for line in story(seen))
    assert any(moment.decision for moment in seen.moments)


def test_a_packages_game_is_reviewed_without_a_network(monkeypatch):
    """The worked example ships neither network nor puzzles."""
    monkeypatch.setenv(registry.FOLDERS, str(EXAMPLE))
    registry.forget()
    try:
        match = whole_game("entrepot", 2, "package")
        seen = review(match.record(), SHALLOW)
        assert ("search", True) == (seen.how, seen.over)
        assert 1 == sum(seat.result for seat in seen.seats)
        assert any("recherche" in line for line in story(seen, "fr"))
        assert svg(seen).startswith("<svg")
        assert [] == shipped("entrepot")
    finally:
        for name in [n for n in sys.modules if n.split(".")[0] == "entrepot"]:
            del sys.modules[name]
        registry.forget()


def test_without_a_compiler_it_plays_plain(reviewed, monkeypatch):
    match, _, _ = reviewed
    monkeypatch.setattr("comptoir.review.playouts.ready_kernels", lambda _: None)
    monkeypatch.setattr("comptoir.bots.search.ready_kernels", lambda _: None)
    seen = review(match.record(6), SHALLOW)
    assert 7 == len(seen.moments)


def test_what_cannot_be_reviewed_is_declined_with_a_sentence(reviewed):
    record = reviewed[0].record()
    with pytest.raises(BadSetup, match="expected quick or deep"):
        review(record, "deeper")
    with pytest.raises(BadRecord, match="rules"):
        review(msgspec.structs.replace(record, rules=99).signed())
    with pytest.raises(BadRecord, match="changed"):
        review(msgspec.structs.replace(record, moves=record.moves[:-1]))


def test_the_story_speaks_both_languages(reviewed):
    _, seen, _ = reviewed
    english, french = story(seen, "en"), story(seen, "fr")
    assert len(english) == len(french) >= 1 + len(seen.turning) + len(seen.seats)
    assert "Seat 1" in english[-2]
    assert "Siège" in " ".join(french) or "Place" in " ".join(french)


def test_the_picture_has_a_line_for_every_seat(reviewed):
    _, seen, _ = reviewed
    seats = [msgspec.structs.replace(seat, name="<Ada & Bo>") for seat in seen.seats]
    drawn = ET.fromstring(svg(msgspec.structs.replace(seen, seats=seats), "fr"))
    lines = [e for e in drawn.iter() if e.get("stroke-width") == "2.5"]
    assert len(seen.seats) == len(lines)
    assert any("<Ada & Bo>" in (e.text or "") for e in drawn.iter())


def test_the_command_tells_it(reviewed, tmp_path, monkeypatch):
    match, _, _ = reviewed
    monkeypatch.setitem(DEPTHS, "quick", SHALLOW)
    record, drawing = match.record(24).token, tmp_path / "curve.svg"
    told = call("review", record, "--svg", str(drawing), "--all").stdout
    assert "abandoned after 24 moves" in told
    assert "best:" in told
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    assert 25 == len(json.loads(call("review", record, "--json").stdout)["moments"])
    assert "choix" in call("review", record, "--lang", "fr").stdout
