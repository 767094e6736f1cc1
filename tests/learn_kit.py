"""Small training runs on the CPU."""

from itertools import islice

from comptoir.learn.config import Config, Group

TINY = {
    "width": 8,
    "length": 4,
    "minibatch": 64,
    "steps": 300,
    "checkpoint": 2,
    "league": 2,
}


def tiny(game="osaka", **changes):
    """Return the settings of a short run of a few updates, with all kinds of tables."""
    groups = [Group(8), Group(8, against="league"), Group(8, against="house")]
    return Config(**{"game": game, "groups": groups} | TINY | changes)


def updates(run, count):
    """Run some updates, and return their log entries."""
    return list(islice(run.go_on(), count))
