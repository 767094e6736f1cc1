"""Threads that share work: on other cores than their caller, and at rest when it returns."""

import os
import subprocess
import sys
import threading
from queue import SimpleQueue

import pytest

from comptoir.engine.backends import threads
from comptoir.engine.backends.threads import Helpers

linux = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"),
    reason="this system does not tell of its cores",
)


def test_each_does_its_part():
    """The first part runs on the calling thread, the others on threads of their own."""
    done = SimpleQueue()
    Helpers(2).share(lambda part: done.put((part, threading.get_ident())), 0, [1, 2])
    parts = dict(done.get() for _ in range(3))

    assert parts[0] == threading.get_ident()
    assert parts[0] not in (parts[1], parts[2])


@linux
def test_helpers_keep_off_the_core_of_their_caller():
    """From the second call on, when the helper threads are known."""
    helpers, seen = Helpers(1), []
    mine = os.sched_getaffinity(0)
    for _ in range(2):
        helpers.share(
            lambda part: part and seen.append(os.sched_getaffinity(0)), False, [True]
        )

    assert seen[-1] == mine if len(mine) == 1 else len(mine - seen[-1]) == 1
    assert os.sched_getaffinity(0) == mine


@pytest.mark.parametrize("who", ["caller", "helper"])
def test_what_goes_wrong_is_told_when_all_are_at_rest(who):
    """Ctrl-C comes to the caller, a fault to a helper; nobody works on afterwards."""
    begun, failing, at_rest = (threading.Event() for _ in range(3))

    def work(part):
        if part == who:
            begun.wait()
            failing.set()
            raise KeyboardInterrupt
        begun.set()
        failing.wait()
        sum(range(1_000_000))  # some work is left
        at_rest.set()

    with pytest.raises(KeyboardInterrupt):
        Helpers(1).share(work, "caller", ["helper"])

    assert at_rest.is_set()


@linux
def test_only_cores_that_may_be_used_are_counted():
    """One, where the process may use no other."""
    bound = f"import os; os.sched_setaffinity(0, {{{min(os.sched_getaffinity(0))}}})"
    count = "from comptoir.engine.backends.threads import cores; print(cores())"
    asked = [sys.executable, "-c", f"{bound}; {count}"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "1"


def test_where_the_system_does_not_tell(monkeypatch):
    """All cores are counted, and helpers help wherever they are put."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    done = SimpleQueue()
    Helpers(1).share(done.put, 1, [2])

    assert threads.cores() == os.cpu_count()
    assert {done.get(), done.get()} == {1, 2}
