"""The example of the docs is a bot, in thirty lines, that beats random play."""

from pathlib import Path

from comptoir import Match, bots
from comptoir.bots import simple

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "hopeful.py"


def test_the_example_has_thirty_lines():
    """At most, as the page of the bots says, which leads to it."""
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")

    assert "(../examples/hopeful.py)" in page
    assert EXAMPLE.read_text(encoding="utf-8").count("\n") <= 30


def test_the_example_beats_random_play():
    """Two players, two games, seats in turn."""
    hopeful, firsts = bots.find(f"{EXAMPLE}:Hopeful"), 0
    for number in range(2):
        match = Match("osaka", 2, f"example-{number}")
        table = [hopeful, simple.random] if number % 2 else [simple.random, hopeful]
        dice = [bots.new_dice(f"{number} {seat}") for seat in range(2)]
        while not match.over:
            seat = match.actors[0]
            bots.move(match, seat, table[seat], dice[seat])
        firsts += table[match.winners[0]] is hopeful

    assert 2 == firsts
