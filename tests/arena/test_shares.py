"""Intervals of shares: Wilson's interval, and the effect of clustering by deal."""

import random

import pytest

from comptoir.arena.shares import design_effect, share
from comptoir.engine.runs.intervals import wilson


@pytest.mark.parametrize(
    ("part", "games", "low", "high"),
    [
        (0.5, 10, 0.2366, 0.7634),
        (0.0, 10, 0.0, 0.2775),
        (1.0, 10, 0.7225, 1.0),
        (0.9, 30, 0.7438, 0.9654),  # 27 of 30
        (0.9, 400, 0.8667, 0.9257),
    ],
)
def test_wilson_gives_the_known_values(part, games, low, high):
    """As tables of the score interval without correction have them."""
    assert (low, high) == pytest.approx(wilson(part, games), abs=6e-5)


def test_games_that_differ_within_a_deal_count_in_full():
    """Every deal half won: nothing suggests that its games are alike."""
    deals = [(2.0, 4)] * 50

    assert 1.0 == design_effect(deals)
    assert wilson(0.5, 200) == share(deals)[1:]


def test_deals_won_or_lost_as_a_whole_count_once_each():
    """Four games that always end alike tell no more than one."""
    deals = [(4.0, 4), (0.0, 4)] * 25

    assert pytest.approx(4.0) == design_effect(deals)
    assert pytest.approx(wilson(0.5, 50)) == share(deals)[1:]


def test_all_or_nothing_is_not_certain():
    """20 deals won are 20 games won, not 80; and the other side is the mirror."""
    always, never = share([(4.0, 4)] * 20), share([(0.0, 4)] * 20)

    assert pytest.approx((1.0, *wilson(1.0, 20))) == always
    assert pytest.approx((0.0, 1 - always.high, 1 - always.low)) == never


def test_one_deal_and_no_deal_have_wide_intervals():
    """Few deals prove little, none nothing."""
    assert share([(4.0, 4)]).low < 0.25
    assert (None, 0.0, 1.0) == share([])


def test_a_share_of_several_seats_is_divided():
    """Three seats that take a half together have a sixth each, and so the interval."""
    whole = share([(2.0, 4)] * 50)

    assert pytest.approx([x / 3 for x in whole]) == list(whole.of(3))


def test_games_left_out_after_a_fault_weigh_less():
    """Deals need not have equal numbers of games."""
    assert 5 / 7 == share([(2.0, 4), (3.0, 3)]).part


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("strength", [0.25, 0.5, 0.9])
@pytest.mark.parametrize("deals", [10, 100])
def test_the_interval_holds_the_truth_as_often_as_it_says(alike, strength, deals):
    """For games of a deal that are independent, half alike, or all alike."""
    dice = random.Random(f"{alike} {strength} {deals}")
    held = 0
    for _ in range(400):
        low, high = share([_deal(dice, strength, alike) for _ in range(deals)])[1:]
        held += low <= strength <= high

    assert held / 400 >= 0.92


def _deal(dice, strength, alike):
    luck = dice.random() < strength
    games = [
        luck if dice.random() < alike else dice.random() < strength for _ in range(4)
    ]
    return float(sum(games)), 4
