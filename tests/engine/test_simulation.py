"""Simulations: the same totals whatever the speed, the chunks and the threads."""

import pytest

from comptoir import BadSetup, games
from comptoir.engine.simulation import simulate

GAME = games()["batavia"]


def test_totals_add_up():
    """Wins count shared victories for each; points are means; endings have names."""
    heard = []
    results = simulate(GAME, 3, 45, ["random"] * 3, "sum", progress=heard.append)

    assert 45 == results.games == sum(heard) == sum(results.endings.values())
    assert 45 <= sum(results.wins) <= 3 * 45
    assert not results.compiled


def test_threads_and_speed_change_nothing():
    """Only the seconds differ."""
    runs = [
        simulate(GAME, 4, 2100, ["house", *["random"] * 3], "same", **how)
        for how in ({"plain": True}, {"threads": 1}, {"threads": 3})
    ]
    for results in runs:
        results.seconds, results.compiled = 0, True

    assert runs[0] == runs[1] == runs[2]


def test_no_games_are_refused():
    """At least one."""
    with pytest.raises(BadSetup, match="expected at least 1 game, got 0"):
        simulate(GAME, 3, 0, ["random"] * 3)
