"""Kernels in Chromium: the same bits as on the CPU."""

from comptoir import games
from comptoir.engine.backends import compiler, wasm_compiler
from comptoir.engine.runs.network import Network
from wasm_hosts import PageHost, Playwright
from wasm_kit import CopyingKernels, games_by, rollouts_by, tree_by


def test_chromium_plays_and_searches_the_same(chromium, tmp_path):
    """Games and searches of every title, at the most seats; `benchmarks/wasm.py` tries more."""
    page = chromium.new_page()
    for game in games().values():
        host = PageHost(Playwright(page), *wasm_compiler.write(game, tmp_path))
        natively, here = compiler.kernels_of(game), CopyingKernels(game, host)
        seats = game.seats[-1]
        assert games_by(natively, game, seats, 20, "page") == games_by(
            here, game, seats, 20, "page"
        )
        assert rollouts_by(natively, game, seats, "page") == rollouts_by(
            here, game, seats, "page"
        )
        for network in (None, Network.shipped(game)):
            assert tree_by(natively, game, seats, network, "page") == tree_by(
                here, game, seats, network, "page"
            )
    page.close()
