"""Batches on a GPU: compiled on machines without one, compared with the CPU on others."""

import re
from types import SimpleNamespace

import numpy as np
import pytest

from comptoir import games
from comptoir.engine.backends import cuda_compiler, dlpack
from comptoir.engine.backends.cuda_compiler import Tuning
from comptoir.engine.errors import BadSetup
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.runs.batch import Batch

HERE = cuda_compiler.import_cuda().is_available()
needs_gpu = pytest.mark.skipif(not HERE, reason="no GPU here")
TUNINGS = [Tuning(memory=memory) for memory in cuda_compiler.MEMORIES]


def smallest_game():
    return min(games().values(), key=lambda g: g.table.itemsize)


@pytest.mark.parametrize(
    ("tuning", "loops"),
    [
        pytest.param(TUNINGS[-1], cuda_compiler.GPU_KERNELS, id="in blocks"),
        pytest.param(
            TUNINGS[0], ("rollout_tables",), id="in place", marks=pytest.mark.nightly
        ),
    ],
)
def test_loops_compile_for_a_gpu_without_one(tuning, loops):
    """The smallest game's loops become PTX for sm_90; every game's rules do elsewhere."""
    kernels = cuda_compiler.to_ptx(smallest_game(), tuning, loops)

    assert set(loops) == set(kernels)
    for ptx in kernels.values():
        assert ".target sm_90" in ptx
        assert ".entry" in ptx


def test_loops_with_a_network_compile_for_a_gpu_without_one():
    """Room for a network in every thread; no product is added up before it is rounded."""
    loop = "rollout_tables_by_policy"
    kernels = cuda_compiler.to_ptx(smallest_game(), names=(loop,), width=32)

    assert ".entry" in kernels[loop]
    assert "mul.rn.f32" in kernels[loop]
    assert "fma.rn.f32" not in kernels[loop]


@rule
def long_way(t, n):
    return n + t


@noinline
def never_inlined(t, n):
    return n * t


@pytest.mark.parametrize(("called", "functions"), [(long_way, 0), (never_inlined, 1)])
def test_a_noinline_rule_is_called_where_others_are_copied(called, functions):
    """One copy of a long rule, whatever the compiler would like."""
    numba = pytest.importorskip("numba")
    cuda = cuda_compiler.import_cuda()
    compiled = cuda_compiler.device_graph(SimpleNamespace(rules={})).specialise(called)

    def kernel(numbers):
        numbers[0] = compiled(numbers[0], numbers[1])

    types = numba.void(numba.int64[::1])
    with cuda_compiler.device_of(cuda_compiler.COMPUTE_CAPABILITY):
        ptx, _ = cuda.compile_ptx(kernel, types, cc=cuda_compiler.COMPUTE_CAPABILITY)

    assert functions == len(re.findall(r"\.func.*\n\(", ptx))


@rule
def shared_by_both(n):
    return n + 1


@rule
def one_way(n):
    return shared_by_both(n)


@rule
def other_way(n):
    return shared_by_both(one_way(n))


@rule
def both_ways(n):
    return one_way(n) + other_way(n)


def test_a_rule_reached_by_many_paths_is_compiled_once():
    """The GPU's compiler is given four rules, not one for every way to them."""
    numba = pytest.importorskip("numba")
    graph = cuda_compiler.device_graph(SimpleNamespace(rules={}))
    with cuda_compiler.device_of(cuda_compiler.COMPUTE_CAPABILITY):
        compiled = graph.specialise(both_ways).compile_device((numba.int64,))

    modules = compiled.library.modules
    assert len(modules) == 4
    assert len({id(module) for module in modules}) == 4


@pytest.mark.skipif(HERE, reason="a GPU is here")
def test_without_a_gpu_it_is_said():
    """And what is allowed instead."""
    with pytest.raises(BadSetup, match="no GPU here: expected the device cpu"):
        Batch(smallest_game(), size=4, device="cuda")


def test_memory_is_handed_over_as_dlpack():
    """NumPy takes our capsules without a copy, and gives the memory back."""

    class Lender:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **_):
            a = self.array
            return dlpack.capsule(a, a.ctypes.data, a.shape, a.dtype)

        def __dlpack_device__(self):
            return dlpack.CPU, 0

    for kind in (np.float32, np.int8, np.int64, np.bool_):
        array = np.arange(6).reshape(2, 3).astype(kind)
        before = len(dlpack._lent)
        taken = np.from_dlpack(Lender(array))
        assert np.shares_memory(array, taken)
        assert np.array_equal(array, taken)
        assert before + 1 == len(dlpack._lent)
        del taken
        unused = Lender(array).__dlpack__()
        assert before + 1 == len(dlpack._lent)
        del unused
        assert before == len(dlpack._lent)


@needs_gpu
def test_a_state_travels_between_devices(tmp_path):
    """A batch of the CPU goes on alike on the GPU, and back; it does not tell there."""
    game = smallest_game()
    here = Batch(game, size=64, seed=1, bots="house")
    here.step(here.mask.argmax(axis=1))
    here.save(tmp_path / "b.npz")
    there = Batch.load(tmp_path / "b.npz", device="cuda")
    for batch in (here, there):
        for _ in range(20):
            batch.step(np.asarray(batch.mask).argmax(axis=1))
    for name, array in here.state().items():
        assert np.array_equal(array, there.state()[name]), name
    with pytest.raises(
        BadSetup, match="the device cpu tells, and plays the same games"
    ):
        there.rollout(tell=True)


@needs_gpu
@pytest.mark.parametrize("tuning", TUNINGS)
def test_the_gpu_steps_and_rolls_as_the_cpu_does(game, tuning):
    """Every array after steps and rollouts, every field of every table."""
    there = Batch(game, size=500, seed="g", device="cuda", tuning=tuning)
    here = Batch(game, size=500, seed="g")
    for number in range(100):
        actions = here.mask.argmax(axis=1)
        for batch in (here, there):
            batch.step(actions)
            if number % 10 == 9:
                batch.rollout(20)
                batch.legal()
                batch.observe()
        for name in ("seat", "mask", "observation", "rewards", "over", "points"):
            assert np.array_equal(getattr(here, name), np.asarray(getattr(there, name)))
    tables = np.asarray(there.tables)
    assert all(np.array_equal(here.tables[f], tables[f]) for f in tables.dtype.names)


@needs_gpu
def test_kernels_are_kept_on_disk(tmp_path, monkeypatch, capfd):
    """Another process loads them; a damaged one is compiled again; the games are the same."""
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path))
    game = smallest_game()

    def rolled():
        cuda_compiler.kernels.cache_clear()
        batch = Batch(game, size=64, seed="disk", device="cuda")
        batch.rollout(200)
        return np.asarray(batch.tables)

    first = rolled()
    kept = sorted((tmp_path / game.name).glob("cuda-*.bin"))
    assert len(kept) == len(cuda_compiler.GPU_KERNELS)
    assert "Compiling" in capfd.readouterr().err
    assert np.array_equal(first, rolled())
    assert not capfd.readouterr().err
    for path in kept:
        path.write_bytes(path.read_bytes()[:1000])
    assert np.array_equal(first, rolled())
    cuda_compiler.kernels.cache_clear()


@needs_gpu
def test_code_that_the_driver_refuses_is_not_used():
    """It is compiled again, as if nothing were on disk."""
    batch = Batch(smallest_game(), size=4, device="cuda")
    batch.rollout(4)
    made = cuda_compiler.kernels(batch.game, Tuning())["rollout_tables"]
    entry, (kernel,) = made._cache, made.overloads.values()
    states, library = entry.reduce(kernel)
    code = pytest.importorskip("cuda.core").ObjectCode.from_cubin(b"no code")
    broken = dict.fromkeys(library["cubin_cache"], code)
    assert not entry.rebuild(
        made.targetctx, (states, library | {"cubin_cache": broken})
    )


@needs_gpu
def test_a_batch_too_large_for_the_gpu_is_refused(game):
    """The sentence says how many tables would fit."""
    with pytest.raises(BadSetup, match=r"at most \d+ tables"):
        Batch(game, size=1 << 40, device="cuda")


@needs_gpu
def test_torch_and_jax_take_arrays_without_a_copy(game):
    """Where they are installed: the same memory, seen through either."""
    batch = Batch(game, size=8, seed=1, device="cuda")
    torch = pytest.importorskip("torch")
    taken = torch.as_tensor(batch.observation, device="cuda")
    assert taken.data_ptr() == batch.observation.__cuda_array_interface__["data"][0]
    batch.step(torch.as_tensor(batch.mask, device="cuda").argmax(dim=1))
    assert np.array_equal(taken.cpu().numpy(), np.asarray(batch.observation))
