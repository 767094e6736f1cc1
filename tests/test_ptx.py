"""Every game compiles for a GPU, also on a machine without one."""

import pytest

from comptoir.engine.backends import cuda_compiler


@pytest.mark.nightly
def test_every_game_compiles_for_a_gpu_without_one(game):
    """The whole game becomes PTX for sm_90 on a machine that has no GPU.

    Outside nightly runs, `test_example.py` checks this for the smallest game, and the law of
    the rule subset covers every game.
    """
    names = ("rollout_tables", "observe_tables", "imagine_tables")
    for ptx in cuda_compiler.to_ptx(game, names=names).values():
        assert ".target sm_90" in ptx
        assert ".entry" in ptx
