"""How levels err: the kind of move first, then among neighbouring amounts."""

from collections import Counter

import pytest

from comptoir import Match
from comptoir.bots import Seat, new_dice
from comptoir.bots.policy import Policy


def drawn(temperature, logit, times=300):
    """Return how often each amount is drawn in Batavia's first auction; 0 is a pass."""
    match = Match("batavia", 4, seed="errors")
    found = Counter()
    for number in range(times):
        seat = Seat.at(match, match.actors[0], new_dice(str(number)))
        logits = [logit(action.what or 0) for action in seat.legal]
        order = Policy()._order(seat.legal, logits, temperature, seat)
        found[seat.legal[next(order)].what or 0] += 1
    return found


def towards(best):
    """Return logits that fall by one for every bill away from the best bid; a pass has 0."""
    return lambda amount: 1.0 - abs(amount - best) / 14 if amount else 0.0


@pytest.mark.parametrize("temperature", [3.0, 30.0, 1000.0])
def test_amounts_lie_between_the_least_and_the_best(temperature):
    """Near what the bot aims at, which is lower the warmer it plays: none is wild."""
    found = drawn(temperature, towards(6))
    bids = {amount for amount in found if amount}
    mean = sum(n * count for n, count in found.items()) / (found.total() - found[0])

    assert max(bids) <= 6 + 5
    assert 1 <= mean <= 6


def test_the_warmer_the_smaller_the_steps():
    means = []
    for temperature in (3.0, 30.0, 1000.0):
        found = drawn(temperature, towards(9))
        means.append(sum(n * c for n, c in found.items()) / (found.total() - found[0]))

    assert means == sorted(means, reverse=True)
    assert means[0] - means[-1] > 3


def test_many_amounts_weigh_no_more_than_one_pass():
    """Fifteen bids as good as a pass are chosen as often as it is, not fifteen times."""
    found = drawn(1000.0, lambda _: 0.0)

    assert 100 < found[0] < 200


def test_nobody_bids_who_had_much_better_pass():
    found = drawn(1000.0, lambda amount: -12.0 if amount else 0.0)

    assert {0} == set(found)


def test_a_cold_bot_takes_the_best_amount():
    found = drawn(0.0, towards(7))

    assert {7} == set(found)
