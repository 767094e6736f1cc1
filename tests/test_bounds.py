"""Compiled rules with bounds checks: no rule reads or writes outside an array."""

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


@pytest.mark.nightly  # compiling takes half a minute per game
def test_compiled_rules_stay_inside_their_arrays(game):
    """Whole games run at every number of seats with every index checked.

    Plain runs check every index too, in all tests; this checks the code that numba makes of
    them. It runs in a process of its own, which compiles without optimising, in half the time.
    """
    done = subprocess.run(
        [sys.executable, "-c", PLAY, game.name], text=True, check=True,
        capture_output=True, env=os.environ | {"NUMBA_OPT": "0"},
    )  # fmt: skip
    ended = json.loads(done.stdout)

    assert {str(seats): True for seats in game.seats} == ended
