"""A failed browser test can be played again: its tables follow from its name and are told."""

import re

from hands import known

from comptoir import replay
from comptoir.server.operations.entropy import Entropy


def test_what_is_told_of_a_failed_tests_table_replays_it(visit, world):
    """A token holds the whole game as it stood."""
    table = world.begin(known(visit()), "osaka", "turn")
    token = re.search(r"comptoir replay (\S+)", world.told([table]))[1]

    assert replay(token).view(0) == world.match(table).view(0)
    assert "nowhere" in world.told(["nowhere"])


def test_ids_seeds_and_dice_follow_from_a_seed_and_from_nothing_else():
    """For the same purpose the same; without a seed never."""
    for name in ("table_id", "table_seed", "dice"):
        told = [getattr(Entropy("a"), name)("Zoé", 1) for _ in range(2)]
        others = [
            getattr(Entropy("b"), name)("Zoé", 1),
            getattr(Entropy("a"), name)("Zoé", 2),
        ]
        secret = [getattr(Entropy(), name)("Zoé", 1) for _ in range(2)]

        assert len({*told, *others, *secret}) == 5
        assert told[0] == told[1]
