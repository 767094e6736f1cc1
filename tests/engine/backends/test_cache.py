"""The cache of compiled kernels: what an edit recompiles, and what is deleted."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import comptoir
from comptoir.engine.backends import cache
from comptoir.engine.backends.cache import Entry

PACKAGE = Path(comptoir.__file__).parent
KEYS = """
import json, sys
from importlib import import_module

def keys():
    for name in [name for name in sys.modules if name.split(".")[0] == "comptoir"]:
        del sys.modules[name]
    kernel_keys = import_module("comptoir.engine.backends.compiler").kernel_keys
    games = import_module("comptoir").games()
    return {name: kernel_keys(game) for name, game in games.items()}

sys.dont_write_bytecode = True
print(json.dumps(keys()), flush=True)
for line in sys.stdin:
    print(json.dumps(keys()), flush=True)
"""

# file, what stands there, what is written instead: which kernels of which games change
EVERY = "every game"
THINKING = {"search", "guided", "rollouts"}
BY_POLICY = {f"{name}_tables_by_policy" for name in ("deal", "step", "rollout")}
LOGGING = {
    f"{name}_tables{by}" for name in ("log", "facts") for by in ("", "_by_policy")
}
PLAYING = {
    "answer_tables",
    "deal_tables", "step_tables", "rollout_tables", "imagine_tables", *THINKING,
    *BY_POLICY,
}  # fmt: skip
# A policy sees observations: where one may play, whether it does or not, they count.
OBSERVING = {
    "answer_tables", "ask_tables", "embed_tables",
    "deal_tables", "step_tables", "rollout_tables", "observe_tables", *THINKING,
    *BY_POLICY, *LOGGING,
}  # fmt: skip
ACTING = {
    "answer_tables", "judge_tables",
    "deal_tables", "check_tables", "step_tables", "rollout_tables", "observe_tables",
    *THINKING, *BY_POLICY, *LOGGING,
}  # fmt: skip
EDITS = {
    "a terminal board": ("games/batavia/board.py", "from ", "import sys\nfrom ", {}),
    "a word": ("games/batavia/words/en.json", "bid", "offer", {}),
    "a docstring of a rule": (
        "games/batavia/auction.py", '    """BAT-3', '    """So it is. BAT-3', {},
    ),
    "an unrelated constant": (
        "games/batavia/data.py", "\nMAX_SEATS = 5", "\nSPARE = 3\nMAX_SEATS = 5", {},
    ),
    "a constant of observations": (
        "games/batavia/observe.py", '("cannon", 1)', '("cannon", 2)',
        {"batavia": OBSERVING},
    ),
    "a constant of the game": (
        "games/batavia/data.py", "\nCARDS = 22", "\nCARDS = 21", {"batavia": PLAYING},
    ),
    "the order of actions": (
        "games/batavia/data.py",
        '    Verb("exchange"),\n    Verb("keep"),', '    Verb("keep"),\n    Verb("exchange"),',
        {"batavia": ACTING},
    ),
    "the numbering of actions": (
        "engine/model/actions.py", "self._first[verb.name] = len(self._all)",
        "self._first[verb.name] = len(self._all) + 1", {EVERY: ACTING},
    ),
    "a helper of one game": (
        "games/batavia/imagine.py", "    for ", "    _ = 0\n    for ",
        {"batavia": {"imagine_tables", *THINKING}},
    ),
    "the dice": ("engine/rules/rng.py", "word << 7", "word << 8",
                 {EVERY: PLAYING | LOGGING | {"resume_tables"}}),
}  # fmt: skip


@pytest.fixture(scope="module")
def edited(tmp_path_factory):
    """A copy of the package, and a process that tells the keys of its kernels."""
    root = tmp_path_factory.mktemp("edited")
    shutil.copytree(
        PACKAGE, root / "comptoir", ignore=shutil.ignore_patterns("static", "tests")
    )
    process = subprocess.Popen(
        [sys.executable, "-c", KEYS], text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(root)},
    )  # fmt: skip
    before = json.loads(process.stdout.readline())

    def changed(file, old, new):
        path = root / "comptoir" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        try:
            process.stdin.write("again\n")
            process.stdin.flush()
            after = json.loads(process.stdout.readline())
        finally:
            path.write_text(text, encoding="utf-8")
        return {
            game: {name for name, key in keys.items() if key != before[game][name]}
            for game, keys in after.items()
        }

    yield changed
    process.communicate()
    assert 0 == process.returncode


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_compiles_just_what_uses_it(edit, edited):
    """Boards, words and docstrings recompile nothing; constants and helpers their users."""
    file, old, new, expected = EDITS[edit]
    changed = edited(file, old, new)
    if EVERY in expected:
        expected = dict.fromkeys(changed, expected[EVERY])

    assert {game: names for game, names in changed.items() if names} == expected


def test_tools_processor_and_flags_belong_to_the_key(monkeypatch):
    """Another numba compiles other code, and so do other flags."""
    key = cache.entry_key("code")
    assert key == cache.entry_key("code")
    assert key != cache.entry_key("code", "flags")
    monkeypatch.setattr(cache, "_tools", lambda _: ("numba 99",))
    assert key != cache.entry_key("code")


def test_the_cache_lies_where_it_is_told(monkeypatch, tmp_path):
    """COMPTOIR_CACHE first, then the user's cache folder."""
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path / "own"))
    assert tmp_path / "own" == cache.cache_root()
    monkeypatch.delenv("COMPTOIR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert tmp_path / "comptoir" == cache.cache_root()
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert Path.home() / ".cache" / "comptoir" == cache.cache_root()


def test_what_was_compiled_is_loaded(tmp_path):
    """Once compiled, a function is found by another dispatcher; damage is compiled anew."""
    numba = pytest.importorskip("numba")

    def add(a, b):
        return a + b

    def load():
        dispatcher = numba.njit(add)
        dispatcher._cache = Entry(tmp_path, "add", "key")
        assert 5 == dispatcher(2, 3)
        return sum(dispatcher.stats.cache_hits.values())

    assert [0, 1] == [load(), load()]
    path = Entry(tmp_path, "add", "key").path
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for damaged in (b"", b"damaged", whole[:-1], bytes(flipped)):
        path.write_bytes(damaged)
        assert [0, 1] == [load(), load()]


def test_what_is_kept_does_not_tell_where_it_was_made(tmp_path):
    """Neither the file nor the source: wheels carry it to others."""
    numba = pytest.importorskip("numba")

    @numba.njit
    def twice(number):
        return 2 * number

    twice._cache = Entry(tmp_path, "twice", "key")
    assert 6 == twice(3)
    kept = Entry(tmp_path, "twice", "key").path.read_bytes()

    assert __file__.encode() not in kept
    assert b"2 * number" not in kept


def test_old_entries_are_removed_when_something_new_is_saved(tmp_path):
    """The newest few stay, for other checkouts; what nobody loads for a month goes."""
    now = time.time()
    for age in range(6):
        path = Entry(tmp_path, "search", f"key{age}").path
        path.write_bytes(bytes(10))
        os.utime(path, (now - age, now - age))
    forgotten = Entry(tmp_path, "deal_tables", "old").path
    forgotten.write_bytes(bytes(10))
    os.utime(forgotten, (now - 2 * cache.UNUSED,) * 2)
    other = Entry(tmp_path, "observe_tables", "key").path
    other.write_bytes(bytes(10))

    assert 30 == cache.remove_old(tmp_path, ["search", "deal_tables"])
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {other.name, *(f"search-key{age}.bin" for age in range(cache.KEPT))}
