"""Compiled rules with bounds checked: no rule reads or writes past an end."""

import json
import os
import subprocess
import sys

import pytest

PLAY = """
import json, sys
from comptoir import games
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.runs.batch import Batch

game = games()[sys.argv[1]]
kernels = Compiled(game, bounds=True)
ended = {}
for seats in game.seats:
    batch = Batch(game, seats, 100, seed="bounds", fill=False, kernels=kernels)
    bots = ["house" if seat % 2 else "random" for seat in range(seats)]
    batch.rollout(1000, bots)  # through ends and new deals
    batch.rollout(bots=bots)
    ended[seats] = bool(batch.over.all())
print(json.dumps(ended))
"""


@pytest.mark.nightly  # compiles half a minute a game
def test_compiled_rules_stay_inside_their_arrays(game):
    """Whole games and deals at every number of seats, each index looked at.

    Plain runs look at every index too, in all tests by day; this is what numba makes of
    them. A process of its own: it compiles without optimising, in half the time.
    """
    done = subprocess.run(
        [sys.executable, "-c", PLAY, game.name], text=True, check=True,
        capture_output=True, env=os.environ | {"NUMBA_OPT": "0"},
    )  # fmt: skip
    ended = json.loads(done.stdout)

    assert {str(seats): True for seats in game.seats} == ended
