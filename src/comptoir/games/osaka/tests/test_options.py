"""What a designer may vary: odd values play to the end, impossible ones are refused."""

import pytest

from comptoir.engine.errors import BadSetup
from comptoir.games.osaka import game
from comptoir.games.osaka.data import Ending, Phase

from .builder import positions

EDGES = [
    {"hand": 1},
    {"hand": 30},
    {"tokens": 2},
    {"tokens": 60},
    {"cards": [0, 0, 0]},
    {"cards": [1, 0, 0]},
    {"cards": [0, 0, 1], "hand": 30},
    {"cards": [20, 0, 0], "tokens": 60},
    {"cards": [0, 0, 20], "tokens": 60, "hand": 30},
    {"cards": [2, 2, 2], "tokens": 60, "hand": 1},
    {"open_points": True, "open_notes": True},
]


@pytest.mark.parametrize("options", EDGES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_edge_values_play_to_the_end(options, seats):
    """OSA-3.8, OSA-5.7"""
    for seed in (1, 2):
        *_, (t, _) = positions(seats, seed, options)
        assert Phase.OVER == t.phase
        assert t.ending in (Ending.DELIVERED, Ending.STANDSTILL)


def test_with_few_cards_and_many_tokens_the_cards_run_out():
    """OSA-3.8"""
    endings = set()
    for seed in range(10):
        *_, (t, _) = positions(3, seed, {"cards": [3, 2, 1], "tokens": 60})
        endings.add(t.ending)

    assert {Ending.STANDSTILL} == endings


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"hand": 0}, "option hand: expected int >= 1"),
        ({"hand": 31}, "option hand: expected int <= 30"),
        ({"tokens": 1}, "option tokens: expected int >= 2"),
        ({"cards": [1, 2]}, "option cards: expected array of length 3, got 2"),
        ({"cards": [1, 2, 21]}, "expected int <= 20"),
        ({"open_points": 1}, "option open_points: expected bool, got int"),
        ({"coins": 3}, "no option 'coins': expected one of open_points, open_notes"),
    ],
)
def test_impossible_options_are_refused(options, sentence):
    with pytest.raises(BadSetup, match=sentence):
        game.read_options(options)
