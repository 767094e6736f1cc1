"""The derived current score, and the laws that detect a wrong one."""

from dataclasses import replace

import pytest

from comptoir.design import OWNER, SEAT, Table, field
from comptoir.engine.derived.score import counting
from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.score import Score, ScoreSource, sure
from comptoir.engine.rules.table import Plain
from comptoir.laws import scoring
from comptoir.template import souk

SEATS = range(2, 4)


class Purses(Table):
    coins = field("i2", SEATS)
    purse = field("i1", SEATS, seen_by=OWNER)
    turn = field("i1", of=SEAT)


def standing(t, box, points, ranks):
    for seat in range(t.seats):
        points[seat] = t.coins[seat] + t.purse[seat]
    return 0


@pytest.mark.parametrize(
    ("viewer", "told"),
    [(0, ["9", "≥2", "≥7"]), (None, ["≥4", "≥2", "≥7"]), (REFEREE, ["9", "2", "10"])],
)
def test_what_is_hidden_counts_for_its_owner_alone(viewer, told):
    t = Plain(seats=3, coins=[4, 2, 7], purse=[5, 0, 3], turn=0)
    score = counting(Purses, lambda *_: (), standing)

    assert told == [score(t, None, seat, viewer).brief() for seat in range(3)]


def test_what_an_option_opens_is_sure():
    t = Plain(seats=2, coins=[4, 2, 0], purse=[5, 1, 0], turn=0)
    score = counting(Purses, lambda *_: ("purse",), standing)

    assert "9" == score(t, None, 0, 1).brief()


def test_a_score_is_the_sum_of_its_sources():
    falls = ScoreSource(key="seals", points=4, least=0, sure=False)
    score = Score.of([sure("gold", 3), sure("nothing", 0), falls])

    assert (7, 3, False, "≈7") == (
        score.points, score.least, score.sure, score.brief()
    )  # fmt: skip
    assert ["gold", "seals"] == [each.key for each in score.sources]


def test_a_final_score_that_was_another_before_breaks_the_law():
    def more(t, box, seat, viewer):
        return Score(points=t.coins[seat] + 1, least=0, sure=True)

    law = scoring.the_score_of_now_is_the_final_score_if_the_game_ends_at_once
    with pytest.raises(AssertionError, match=r"1 now, 0 at once for seat 0"):
        law(replace(souk.game, score=more), 2, {})


def test_a_least_that_is_too_much_breaks_the_law():
    def more(t, box, seat, viewer):
        points = t.coins[seat] + (viewer != REFEREE)
        return Score(points=points, least=points, sure=viewer == REFEREE)

    with pytest.raises(AssertionError, match="is less than"):
        scoring.a_seat_can_count_on_the_least_of_a_score(
            replace(souk.game, score=more), 2, {}
        )
