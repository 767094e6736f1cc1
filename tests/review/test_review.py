"""Reviews: honest curves, luck and skill that add up, and unusual records."""

import itertools
import json
import sys
import xml.etree.ElementTree as ET

import msgspec
import numpy as np
import pytest

from command import call
from comptoir import BadRecord, BadSetup, Match, bots, games, replay
from comptoir.engine.model import registry
from comptoir.engine.runs.tree import PlainKernels
from comptoir.review import (
    DEPTHS,
    Depth,
    Evaluator,
    MomentEvaluation,
    Review,
    build_review,
    review,
    story,
)
from comptoir.review.chances import chances
from comptoir.review.evaluation import Compared, lost_by
from comptoir.review.picture import svg
from comptoir.review.playouts import Deals, Outcomes, Playouts, first_shares
from comptoir.review.puzzles import shipped
from random_play import whole_game
from review_kit import SHALLOW, warm
from test_example import EXAMPLE

MIDDLING = Depth(20_000_000, 512, 16, 16)


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
    assert [1 / match.seats] * match.seats == [s.chance.start for s in seen.seats]
    assert len(match.moves) + 1 == len(seen.moments)
    first = [(rank == 1) / match.ranks.count(1) for rank in match.ranks]
    assert first == seen.moments[-1].chances == [s.chance.result for s in seen.seats]
    for moment in seen.moments:
        assert 1 == pytest.approx(sum(moment.chances))
        assert all(0 <= chance <= 1 for chance in moment.chances)


def test_the_curve_is_nearer_to_many_play_outs_than_few_are_alone():
    """Where little changes, neighbouring moments add their play-outs; where much does, not."""
    dice, true = np.random.default_rng(1), np.r_[[0.5] * 40, [0.9] * 40]
    firsts = [dice.binomial(128, chance) for chance in true]
    shares = [float(first) / 128 for first in firsts]
    seen, errors = chances([MomentEvaluation([s, 1 - s], [], 128) for s in shares])
    found = np.array(seen)[:, 0]
    assert np.mean(np.abs(found - true) < 2 * np.array(errors)[:, 0]) > 0.85
    wrong, alone = np.abs(found - true), np.abs(np.array(firsts) / 128 - true)
    assert wrong.mean() < 0.6 * alone.mean()
    assert found[40] - found[39] > 0.3
    assert np.allclose(1, np.sum(seen, axis=1))


def test_luck_and_choices_add_up_to_the_result(game):
    """For every seat of every game, to the last digits; and nothing comes from nowhere."""
    warm(game)
    record = whole_game(game, game.seats[-1], "sum").record(40)
    own = [number % 3 > 0 for number in range(40)]  # substitutes chose the others
    seen = review(record, SHALLOW, own=own)
    for seat in seen.seats:
        for one in filter(None, (seat.chance, seat.points)):
            chosen = one.offered + one.own + one.substitute + one.others
            assert one.result == pytest.approx(one.start + chosen + one.luck, abs=1e-9)
            assert one.own <= 0 <= one.own_error
    assert any(seat.chance.substitute for seat in seen.seats)
    for before, moment in zip(seen.moments, seen.moments[1:], strict=False):
        assert 0 == pytest.approx(sum(moment.choice), abs=1e-9)
        assert 0 == pytest.approx(sum(moment.offered), abs=1e-9)
        assert 0 == pytest.approx(sum(moment.luck), abs=1e-9)
        change = [b - a for a, b in zip(before.chances, moment.chances, strict=True)]
        parts = zip(moment.choice, moment.offered, moment.luck, strict=True)
        assert change == pytest.approx([sum(part) for part in parts], abs=1e-9)


@pytest.mark.nightly
def test_luck_is_nobodys_in_the_mean(game):
    """Over games of equal players, for every seat: more would be a bias of the estimates."""
    warm(game)
    seats, evaluator, count = game.seats[0], Evaluator(), 20
    luck = []
    for number in range(count):
        match = whole_game(game, seats, f"luck-{number}")
        now, found = replay(match.record(), 0), np.zeros(seats)
        for move in match.moves:
            if len(now.legal(move.seat)) > 1:
                ways = evaluator.compare(now, move.seat, move.action, 16)
                found += np.mean(np.array(ways.played.shares) - ways.house.shares, 1)
            now.play(move.seat, move.action)
        luck.append(np.array(first_shares(match.ranks)) - 1 / seats - found)
    error = np.std(luck, axis=0, ddof=1) / np.sqrt(count)
    assert (np.abs(np.mean(luck, axis=0)) < 4 * error).all()


def test_losses_that_are_noise_cancel_out():
    """A player whose moves are as good as the favourites has lost nothing in the sum."""
    dice = np.random.default_rng(1)

    def lost(mean):
        noise = dice.normal(size=(500, 2, 64)).tolist()
        favourite = Outcomes([[-mean] * 64] * 2, [[-mean] * 64] * 2)
        rows = [Outcomes(one, one) for one in noise]
        found = [lost_by(Compared(favourite, row, favourite), 0)[0] for row in rows]
        return np.mean(found), np.std(found) / np.sqrt(len(found))

    nothing, error = lost(0.0)
    assert abs(nothing) < 3 * error < 0.02
    much, error = lost(-1.0)
    assert much == pytest.approx(-1, abs=3 * error)
    assert lost(1.0)[0] == 0


def test_every_game_turns_somewhere_and_no_two_points_are_one_swing(reviewed):
    match, seen, _ = reviewed
    assert seen.turning
    assert all(b.first - a.last > 3 for a, b in itertools.pairwise(seen.turning))
    for turn in seen.turning:
        assert {turn.seat} == {m.seat for m in seen.moments[turn.first : turn.last + 1]}
        moves = match.moves[turn.first - 1 : turn.last]
        assert turn.events == [event for move in moves for event in move.events]


def test_progress_is_told_move_by_move(reviewed):
    match, _, steps = reviewed
    count = len(match.moves)
    assert [(n, count) for n in range(1, count + 1)] == steps


def test_the_same_record_gives_the_same_review(reviewed):
    match, seen, _ = reviewed
    assert seen == review(match.record().token, SHALLOW)
    assert seen == msgspec.json.decode(msgspec.json.encode(seen), type=Review)


def test_a_decision_rests_on_what_its_seat_knew(game):
    """If hidden things are sampled anew, the same moves are compared with the same results."""
    warm(game)
    match, evaluator = whole_game(game, game.seats[-1], "blind"), Evaluator()
    for until in range(5, min(60, len(match.moves)), 11):
        now, move = replay(match.record(), until), match.moves[until]
        about = (SHALLOW, len(match.moves), (move.seat, move.action))
        found = evaluator.evaluate(now, *about)
        now.position = now.imagine(move.seat, [4, 3, 2, 1])
        again = evaluator.evaluate(now, *about)
        assert found.choice == again.choice


def test_a_random_player_chose_worse_than_those_who_beat_it():
    """At one table, where it matters: a cheap sample of benchmarks/review_truth.py."""
    warm(games()["osaka"])
    for number in range(2):
        seen = review(mixed("osaka", 2, number).record(), MIDDLING)
        weak, strong = seen.seats[number], seen.seats[1 - number]
        assert weak.points.own < strong.points.own


def mixed(game, seats, weak):
    """Return a game of one random player among casual bots."""
    match = Match(game, seats, seed=f"mixed-{weak}")
    players = [bots.find("random" if s == weak else "casual") for s in range(seats)]
    dice = bots.new_dice("mixed")
    while not match.over:
        seat = match.actors[0]
        bots.move(match, seat, players[seat], dice)
    return match


def test_nothing_is_called_costly_within_its_error(reviewed):
    _, seen, _ = reviewed
    for number, seat in enumerate(seen.seats):
        for move in seat.costliest:
            before, moment = seen.moments[move - 1], seen.moments[move]
            fell = before.chances[number] - moment.chances[number]
            assert moment.seat == number
            assert moment.decision.loss > 2 * moment.decision.error
            assert fell > moment.chance_errors[number]
    for moment in seen.moments:
        found = moment.decision
        assert not found or found.loss == 0 or found.loss > found.error


def test_moves_of_a_stand_in_do_not_count_for_a_player():
    match = whole_game("osaka", 2, "stand-in")
    match.players = ["Ada", "Bo"]
    evaluator, now, evaluations = Evaluator(), replay(match.record(), 0), []
    for move in match.moves:
        about = (SHALLOW, len(match.moves), (move.seat, move.action))
        evaluations.append(evaluator.evaluate(now, *about))
        now.play(move.seat, move.action)
    evaluations.append(evaluator.evaluate(now, SHALLOW, len(match.moves)))
    whole = build_review(match, evaluations, "quick")
    half = build_review(
        match, evaluations, "quick", [False] * 20 + [True] * len(match.moves)
    )
    for one, other in zip(whole.seats, half.seats, strict=True):
        assert one.decisions > other.decisions > 0
        assert one.chance.luck == pytest.approx(other.chance.luck)
        assert one.chance.substitute == 0 != other.chance.substitute


def test_a_game_broken_off_is_reviewed_as_far_as_it_went(reviewed):
    match, _, _ = reviewed
    seen = review(match.record(20), SHALLOW)
    assert not seen.over
    assert all(0 < seat.chance.result < 1 for seat in seen.seats)
    assert "20 moves" in story(seen)[0]
    none = review(match.record(0), SHALLOW)
    assert 1 == len(none.moments)
    assert [] == none.seats[0].costliest
    assert "20 moves" in story(seen, reader=0)[0]


def test_a_record_of_older_rules_is_reviewed_with_wider_errors():
    """By its own rules, which are played plainly."""
    match = whole_game("osaka", 2, "older", rules=1)
    seen = review(match.record(8), SHALLOW)
    assert (1, "plain", 9) == (seen.rules, seen.how, len(seen.moments))
    assert any("errors are wide" in line for line in story(seen))
    assert any(moment.decision for moment in seen.moments)


def test_a_packages_game_is_reviewed_without_a_network(monkeypatch):
    """The worked example ships neither network nor puzzles."""
    monkeypatch.setenv(registry.FOLDERS, str(EXAMPLE))
    registry.forget()
    try:
        match = whole_game("entrepot", 2, "package")
        seen = review(match.record(), SHALLOW)
        assert seen.over
        assert 1 == sum(seat.chance.result for seat in seen.seats)
        assert "Victoire" in story(seen, "fr")[0]
        assert svg(seen).startswith("<svg")
        assert [] == shipped("entrepot")
    finally:
        for name in [n for n in sys.modules if n.split(".")[0] == "entrepot"]:
            del sys.modules[name]
        registry.forget()


def test_without_a_compiler_it_plays_plain(reviewed, monkeypatch):
    match, _, _ = reviewed
    monkeypatch.setattr("comptoir.review.playouts.loaded_or_ready", lambda _: None)
    seen = review(match.record(6), SHALLOW)
    assert ("plain", 7) == (seen.how, len(seen.moments))


def test_play_outs_are_the_same_compiled_and_plain(game):
    """To the last bit: a review in a browser or on a server rests on the same games."""
    warm(game)
    match = whole_game(game, game.seats[-1], "plain")
    now = replay(match.record(), len(match.moves) // 2)
    seat, viewers = now.actors[0], range(now.seats)
    results = []
    for kernels in (Playouts().compiled(now.position), PlainKernels(game)):
        deals = Deals(kernels, now.position, viewers, 3, "same")
        own = Deals(kernels, now.position, [seat], 3, "same")
        moves = (own.play(seat, action) for action in now.legal(seat)[:2])
        results.append([deals.play(), *moves])
    assert results[0] == results[1]
    for shares, leads in results[0]:
        assert [pytest.approx(1)] * 3 == [sum(row) for row in zip(*shares, strict=True)]
        assert [pytest.approx(0)] * 3 == [sum(row) for row in zip(*leads, strict=True)]


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
    assert len(english) == len(french) == 1 + len(seen.seats) + len(seen.turning)
    assert "Seat 1" in english[1]
    assert "{" not in " ".join([*english, *french])


def test_the_story_is_for_its_reader(reviewed):
    """In the second person, with the reader's own decisions and nobody else's."""
    _, seen, _ = reviewed
    told = [story(seen, "en", reader) for reader in range(2)]
    assert told[0] != told[1]
    for reader, lines in enumerate(told):
        assert lines[0].startswith("You won") or "you came second" in lines[0]
        own = seen.seats[reader]
        costly = [line for line in lines if "ostl" in line]
        assert len(costly) == max(1, len(own.costliest))
        for move in own.costliest:
            assert any(f"move {move}:" in line for line in costly)
        french = " ".join(story(seen, "fr", reader))
        assert "Vous finissez" in french
        assert "{" not in " ".join(lines) + french


def test_reasons_speak_for_the_better_move_beyond_their_error(reviewed):
    _, seen, _ = reviewed
    listed = [reason for one in seen.explained for reason in one.reasons]
    for reason in listed:
        assert abs(reason.amount - reason.otherwise) > 2 * reason.error


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
    assert "Move " in told
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    assert 25 == len(json.loads(call("review", record, "--json").stdout)["moments"])
    assert "choix" in call("review", record, "--lang", "fr").stdout
    assert "Your" in call("review", record, "--seat", "2").stdout
    assert "expected 1 to 2" in call("review", record, "--seat", "3").stderr
