"""Simulations: the same totals whatever the speed, the chunks and the threads."""

import pytest

from comptoir import BadSetup, games
from comptoir.engine.runs.simulation import WORTH_COMPILING, simulate

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
        simulate(GAME, 4, 250, ["house", *["random"] * 3], "same", **how)
        for how in ({"plain": True}, {"plain": False, "threads": 1}, {"plain": False})
    ]
    for results in runs:
        results.seconds, results.compiled = 0, True

    assert runs[0] == runs[1] == runs[2]


def test_many_games_are_compiled_and_few_are_not():
    """Below some thousand games, plain is over before the compiler would be."""
    assert simulate(GAME, 3, WORTH_COMPILING, ["random"] * 3, "many").compiled
    assert not simulate(GAME, 3, 1, ["random"] * 3, "few").compiled


def test_no_games_are_refused():
    """At least one."""
    with pytest.raises(BadSetup, match="expected at least 1 game, got 0"):
        simulate(GAME, 3, 0, ["random"] * 3)


def test_shares_of_first_places_add_up():
    """A shared first place is divided among those who share it; none counts twice."""
    results = simulate("osaka", seats=2, games=400, bots="house", seed="ties")

    assert sum(results.wins) > results.games
    assert pytest.approx(1, abs=1e-5) == sum(results.firsts)
