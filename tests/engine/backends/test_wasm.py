"""Kernels in WebAssembly: the same bits as the CPU's, and hosts that refuse what is wrong."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite import binding as llvm

from comptoir.engine.backends import compiler, wasm_compiler
from comptoir.engine.backends.wasm import WasmKernels
from comptoir.engine.backends.wasm_object import sections, to_module
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model.registry import games
from comptoir.engine.runs import browser
from comptoir.engine.runs.network import FILE, Network
from wasm_hosts import NodeHost
from wasm_kit import CopyingKernels, games_by, tree_by

GAMES = 20
SINE = f"""
target triple = "{wasm_compiler.TRIPLE}"
declare double @sin(double)
define double @f(double %x) {{
  %y = call double @sin(double %x)
  ret double %y
}}
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return the module and description of every game by its name, written once."""
    folder = tmp_path_factory.mktemp("wasm")
    return {name: wasm_compiler.write(one, folder) for name, one in games().items()}


@pytest.fixture(scope="module")
def hosts(files):
    """A function that returns a game's module in Node, loaded once."""
    started = {}

    def of(name):
        if name not in started:
            started[name] = NodeHost(*files[name])
        return started[name]

    yield of
    for host in started.values():
        host.close()


@pytest.fixture
def host(hosts, game):
    """A game's module in Node."""
    return hosts(game.name)


def chosen(*how):
    """Return what bots of many kinds choose, as a process of its own prints it."""
    script = Path(__file__).with_name("page_bots.py")
    command = [sys.executable, str(script), *how]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout


def test_node_plays_the_same_games(game, seats, host):
    """Dealt, stepped once, and rolled out by random and house bots: every byte agrees."""
    natively, here = (
        games_by(kernels, game, seats, GAMES, "wasm")
        for kernels in (compiler.kernels_of(game), CopyingKernels(game, host))
    )
    assert natively == here


@pytest.mark.parametrize("guided", [False, True])
def test_node_searches_the_same_trees(game, seats, guided, host):
    """Every node, value and scratch array agrees, in two calls of a search."""
    network = Network.shipped(game) if guided else None
    natively, here = (
        tree_by(kernels, game, seats, network, "tree")
        for kernels in (compiler.kernels_of(game), CopyingKernels(game, host))
    )
    assert natively == here


def test_a_page_needs_no_numpy_for_the_same_moves(files):
    """Levels, a character and searches choose alike where nothing but Python is installed."""
    folder = next(iter(files.values()))[0].parent
    natively, here = chosen(), chosen(str(folder))
    assert natively == here
    assert len(here.splitlines()) > len(files)


def test_memory_is_used_again(host, game):
    """A tree that nobody holds any more leaves its place to the next one, all zeros."""
    kernels = WasmKernels(game, host)
    first = kernels.zeros("i8", 3, 2)
    first[1] = (5, -6)
    assert [(0, 0), (5, -6)] == [first[0], first[1]]
    address = first.address
    del first
    again = kernels.zeros("i8", 6)
    assert address == again.address
    assert (0,) * 6 == again[:]
    assert kernels.zeros("i8", 6).address != address


def test_a_network_must_fit(hosts):
    """A browser may have kept the network of other rules."""
    content = (games()["batavia"].folder / FILE).read_bytes()
    kernels = WasmKernels(games()["osaka"], hosts("osaka"))
    with pytest.raises(BadSetup, match="osaka does not fit: its game is batavia"):
        browser.WasmNetwork(kernels, content)


def test_a_host_refuses_wrong_arguments(hosts):
    """Kernels read memory as they are told, so what is told is checked."""
    host = hosts("negoces")
    with pytest.raises(RuntimeError, match="evaluate takes 20 arguments, not 0"):
        host.call("evaluate", [])
    with pytest.raises(RuntimeError, match="no kernel dance"):
        host.call("dance", [])
    given = [0] * 20
    with pytest.raises(RuntimeError, match="evaluate: choices is 0, expected i8,1"):
        host.call("evaluate", given)


def test_a_module_is_cached_by_its_call_graph(monkeypatch, tmp_path):
    """A second process reads it; a damaged entry is compiled again."""
    game = games()["negoces"]
    content = wasm_compiler.wasm_module(game)
    entry = wasm_compiler.wasm_entry(game)
    assert content == entry.read()
    monkeypatch.setattr(wasm_compiler, "_object_file", None)  # it would fail
    assert content == wasm_compiler.wasm_module(game)


def test_a_module_imports_only_its_memory_and_stack(files):
    """What a browser would have to provide is what its loader provides."""
    for wasm, description in files.values():
        (imports,) = (body for kind, body in sections(wasm.read_bytes()) if kind == 2)
        names = set(re.findall(rb"__\w+", imports))
        assert {b"__linear_memory", b"__stack_pointer"} == names
        assert {*wasm_compiler.MODULE} == {
            *json.loads(description.read_text())["kernels"]
        }


def test_a_function_that_no_host_has_is_named():
    """Such as that of a library of mathematics, which would differ between browsers."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(wasm_compiler.TRIPLE).create_target_machine()
    made = machine.emit_object(llvm.parse_assembly(SINE))
    with pytest.raises(ComptoirError, match="the kernels call sin: no host has them"):
        to_module(made, ["f"])
