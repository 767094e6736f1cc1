"""Compiles a game's kernels to a WebAssembly module, for the page and other hosts.

numba translates the rules as for the CPU. LLVM, which llvmlite contains, optimises and emits
all kernels of a game as one object file, which `wasm_object` turns into a module: no other
toolchain is needed. Modules are cached like other compiled code.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from comptoir.engine.kernels import KERNELS
from comptoir.engine.model.game import Game

from .cache import WASM, Entry, cache_root, entry_key
from .compiler import Compiled, kernel_keys
from .wasm_object import data_end, to_module

# What bots and reviews in a page need.
PAGE = ("search", "guided", "evaluate", "rollouts")
CHECKED = ("deal_tables", "step_tables", "rollout_tables")  # for tests of equality
MODULE = (*PAGE, *CHECKED)
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+nontrapping-fptoint,+sign-ext,+mutable-globals"
TARGET = (TRIPLE, FEATURES)
MAKING = 1  # raise it when this file makes a different module from the same rules
STACK = 1 << 18  # bytes


def wasm_entry(game: Game) -> Entry:
    """Return the cache entry of a game's module."""
    keys = kernel_keys(game, target=TARGET)
    key = entry_key([keys[name] for name in MODULE], MAKING, target=TARGET)
    return Entry(cache_root() / game.name, f"{WASM}kernels", key)


def wasm_module(game: Game) -> bytes:
    """Return a game's module, from the cache or compiled now."""
    entry = wasm_entry(game)
    content = entry.read()
    if content is None:
        content = to_module(_object_file(game), MODULE)
        entry.write(content)
    return content


def describe(game: Game, content: bytes) -> dict[str, Any]:
    """Return what a host must know about a module: where its stack begins (it grows down), and
    each kernel's arguments, with arrays as `[kind, dimensions]`.
    """
    kernels = {}
    for name in MODULE:
        kernel = KERNELS[name]
        given = zip(kernel.parameters, kernel.examples(game), strict=True)
        leaves = (leaf for pair in given for leaf in _leaves(*pair))
        kernels[name] = [{"name": path, "kind": kind} for path, kind in leaves]
    stack = -(-(data_end(content) + STACK) // 1024) * 1024
    return {"game": game.name, "stack": stack, "kernels": kernels}


def write(game: Game, folder: Path) -> list[Path]:
    """Write `GAME.wasm` and its description, `GAME.json`, into a folder; return both paths."""
    folder.mkdir(parents=True, exist_ok=True)
    content = wasm_module(game)
    about = json.dumps(describe(game, content), separators=(",", ":"))
    paths = [folder / f"{game.name}.wasm", folder / f"{game.name}.json"]
    paths[0].write_bytes(content)
    paths[1].write_text(f"{about}\n", encoding="utf-8")
    return paths


def _leaves(path: str, example: Any) -> Iterator[tuple[str, Any]]:
    """Yield the name and the kind of every number and array in an argument."""
    if isinstance(example, tuple):
        names = getattr(example, "_fields", range(len(example)))
        for name, part in zip(names, example, strict=True):
            yield from _leaves(f"{path}.{name}", part)
    elif isinstance(example, int | float):
        yield path, "float" if isinstance(example, float) else "int"
    else:
        kind = "record" if example.dtype.names else example.dtype.str[1:]
        yield path, [kind, example.ndim]


def _object_file(game: Game) -> bytes:
    """Return all kernels of a module, optimised together."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(features=FEATURES, opt=3, reloc="static")
    whole = _linked(game, str(machine.target_data))
    passes = llvm.create_pipeline_tuning_options(speed_level=3)
    passes.loop_vectorization = passes.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, passes)
    builder.getModulePassManager().run(whole, builder)
    code: bytes = machine.emit_object(whole)
    return code


def _linked(game: Game, layout: str) -> Any:
    """Return all kernels of a module as one, not optimised, for a layout of memory."""
    import llvmlite.binding as llvm

    kernels = Compiled(game, package=None)
    whole, *others = map(kernels.linked, MODULE)
    for other in others:
        whole.link_in(other)
    text = re.sub(
        r"^target (datalayout|triple) = .*$", "", str(whole), flags=re.MULTILINE
    )
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = text.replace("= common ", "= weak ")  # WebAssembly has no common symbols
    head = f'target datalayout = "{layout}"\ntarget triple = "{TRIPLE}"\n'
    whole = llvm.parse_assembly(head + text)
    for function in whole.functions:
        if not function.is_declaration and function.name not in MODULE:
            function.linkage = llvm.Linkage.internal
    whole.verify()
    return whole
