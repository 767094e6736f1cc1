"""Seating: names, bots and the player's own seat."""

import pytest

from comptoir.cli.terminal import seating


@pytest.mark.parametrize(
    ("players", "seat", "expected"),
    [
        ([], None, (0, [None, "house", "house"])),
        (["A", "B (random)", "C (house)"], None, (0, [None, "random", "house"])),
        (["A (house)", "B", "C"], None, (1, ["house", None, "house"])),
        (["A", "B (random)", "C (house)"], 3, (2, ["house", "random", None])),
        (["A (house)", "B (house)", "C (house)"], None, (0, [None, "house", "house"])),
    ],
)
def test_a_record_tells_who_sits_where(players, seat, expected):
    """Bots stay, the first person is you, and other people are replaced by the house."""
    again = seating.seating_again(3, players, seat)

    assert expected == (again.seat, again.bots)


def test_names_in_a_record_are_fit_to_print():
    """A record from elsewhere cannot steer the terminal by its names."""
    names, _ = seating.read_players(3, ["\x1b[31mEve", " ", "x" * 99])

    assert ["?[31mEve", "Bruno", "x" * 20] == names


def test_a_record_cannot_name_a_bot_that_runs_code():
    """Only our own bots come back to a resumed game; anyone else is a name."""
    names, kinds = seating.read_players(3, ["Eve (evil.py:bot)", "Bo (search:50)"])

    assert ["Eve (evil.py:bot)", "Bo", "Chloé"] == names
    assert [None, "search:50", None] == kinds
