"""Public objects can be copied, and used in other processes and threads, bit for bit."""

import _thread
import copy
import inspect
import multiprocessing
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import behaves_kit
import comptoir
from behaves_kit import MADE, go_on
from comptoir import design, lab
from comptoir.engine.errors import BadRecord, BadSetup
from comptoir.engine.model import registry
from comptoir.envs import gymnasium, openspiel, pettingzoo, vector

LONG = 120  # seconds before a process counts as hanging


APART = {  # public, but with nothing to copy
    "Book": "an open file",
    "Box": "a game's own class follows it",
    "Table": "a game's own class follows it",
    "ContestWorkers": "a protocol",
    "PastMove": "a part of a state of OpenSpiel",
    "Sheet": "read from its file where a game is declared",
    "Workers": "a protocol",
}


def public_classes():
    """Return every class that docs/stability.md promises."""
    for place in (comptoir, comptoir.arena, comptoir.bots, design, lab):
        found = (getattr(place, name) for name in place.__all__)
        yield from (thing for thing in found if inspect.isclass(thing))
    for place in (gymnasium, openspiel, pettingzoo, vector):
        for name, thing in vars(place).items():
            own = inspect.isclass(thing) and thing.__module__ == place.__name__
            if own and not name.startswith("_"):
                yield thing


def test_everything_public_is_in_the_matrix():
    """A new public class must be copied, sent and shared here too."""
    made = [make() for make in MADE]
    kinds = {type(one) for thing in made for one in (thing, *each(thing))}
    public = [*public_classes()]

    assert set(APART) <= {cls.__name__ for cls in public}
    for cls in public:
        if cls.__name__ not in APART:
            assert any(issubclass(kind, cls) for kind in kinds), cls


def each(thing):
    """Return the items of a list, and of the lists within it."""
    for one in thing if isinstance(thing, list) else ():
        yield one
        yield from each(one)


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("way", [pickled, copy.deepcopy, copy.copy])
@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
def test_a_copy_goes_on_alike_and_alone(make, way):
    """The copy neither changes with the original nor shares memory that it writes."""
    thing = make()
    again = way(thing)
    once = go_on(thing)

    assert once == go_on(again)
    fresh = make()
    go_on(way(fresh))
    assert once == go_on(fresh)


def elsewhere(method, things):
    """Continue objects in a process with this start method, and return its observations."""
    context = multiprocessing.get_context(method)
    ours, theirs = context.Pipe()
    process = context.Process(target=behaves_kit.tell, args=(theirs, things))
    process.start()
    theirs.close()
    try:
        assert ours.poll(LONG), f"{method}: nothing came back"
        return ours.recv()
    finally:
        process.kill()
        process.join()


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_other_processes_go_on_alike(method):
    """Both with `fork`, which copies no threads, and with methods that send a copy."""
    things = [make() for make in MADE]  # batches have stepped: their helpers are awake

    assert elsewhere(method, things) == [go_on(thing) for thing in things]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_games_of_packages_go_elsewhere_too(method, monkeypatch):
    """The folders of packages are in the environment, which a process inherits."""
    example = Path(__file__).parents[1] / "examples/entrepot"
    monkeypatch.setenv(registry.FOLDERS, str(example))
    registry.forget()
    try:
        made = [
            comptoir.Match("entrepot", seed=1),
            comptoir.Batch("entrepot", size=3, seed=1, plain=True),
        ]
        assert elsewhere(method, made) == [go_on(thing) for thing in made]
    finally:
        for name in [name for name in sys.modules if name.startswith("entrepot")]:
            del sys.modules[name]
        monkeypatch.undo()
        registry.forget()


def test_threads_go_on_alike():
    """Each thread has its own object; all run at once."""
    alone = [go_on(make()) for make in MADE]
    with ThreadPoolExecutor(4) as pool:
        assert alone == [*pool.map(go_on, [make() for make in MADE])]


def test_threads_may_share_a_batch():
    """Calls are atomic: no move is lost, and none is made twice."""
    batch = comptoir.Batch("osaka", 3, 256, seed=1, fill=False)
    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            pool.submit(batch.rollout, 5)

    assert 256 * 5 * 20 == batch.moves


def test_an_interrupt_is_heard_between_two_ranges(monkeypatch):
    """No range is started after it, in any thread; every table is consistent."""
    batch = comptoir.Batch("osaka", 3, 20_000, seed=1, fill=False, threads=1)
    backend, calls = batch._backend, []
    loop = backend.kernels.ready("rollout_tables")

    def interrupted(*given):
        loop(*given)
        calls.append(given[-2:])
        if len(calls) == 2:
            _thread.interrupt_main()

    monkeypatch.setattr(backend.kernels, "ready", lambda _: interrupted)
    with pytest.raises(KeyboardInterrupt):
        batch.rollout()
    monkeypatch.undo()
    assert len(calls) in (2, 3)
    batch.rollout()
    assert (batch.seat == -1).all()


def test_a_batch_is_saved_and_loaded(game, tmp_path):
    """Bit for bit, with its options, bots and counters, on any number of threads."""
    seats = game.seats[-1]
    bots = [None, "house"] + [None] * (seats - 2)
    batch = comptoir.Batch(game, seats, 70, seed="x", bots=bots)
    go_on(batch)
    batch.save(tmp_path / "batch.npz")
    again = comptoir.Batch.load(tmp_path / "batch.npz", threads=1)

    assert repr(batch) == repr(again)
    assert batch.learners == again.learners
    assert go_on(batch) == go_on(again)
    assert [tmp_path / "batch.npz"] == [*tmp_path.iterdir()]


def test_what_cannot_be_restored_is_said(tmp_path, monkeypatch):
    """Another batch's state, a broken file, or one for other rules; nothing changes."""
    batch = comptoir.Batch("osaka", 3, 4, seed=1)
    before = batch.state()
    path = tmp_path / "b.npz"
    batch.save(path)
    whole = path.read_bytes()
    with pytest.raises(BadSetup, match=r"got .* of \(5,\): the state of another batch"):
        batch.restore(comptoir.Batch("osaka", 3, 5, seed=1).state())
    with pytest.raises(BadSetup, match="has an array 'tables': not so this one"):
        batch.restore({})
    for content in (b"", b"{}", whole[: len(whole) // 2]):
        path.write_bytes(content)
        with pytest.raises(BadRecord, match="is not a whole batch"):
            comptoir.Batch.load(path)
    with pytest.raises(BadRecord, match="cannot be read: no such file"):
        comptoir.Batch.load(tmp_path / "nothing.npz")
    with pytest.raises(BadSetup, match="cannot be written: no such file or directory"):
        batch.save(tmp_path / "nowhere" / "b.npz")
    object.__setattr__(batch.game, "version", batch.game.version + 1)
    try:
        path.write_bytes(whole)
        with pytest.raises(
            BadRecord, match=r"played by version \d+ of the osaka rules, expected"
        ):
            comptoir.Batch.load(path)
    finally:
        object.__setattr__(batch.game, "version", batch.game.version - 1)
    for name, array in batch.state().items():
        assert np.array_equal(before[name], array)
