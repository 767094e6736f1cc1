"""Compiles kernels ahead of time in child processes, the most urgent first.

A `Warmer` owns all compiling processes of a program. The server has one, and so do
`comptoir warm` and a game in the terminal.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import IntEnum
from typing import Any, Literal, NamedTuple

import msgspec

from comptoir.engine.kernels import ahead
from comptoir.engine.model import registry

from . import compiler
from .cache import cache_root
from .threads import cores

SEARCH = "search"  # the kernel that searching bots need at a table
LARGE = 8 << 20  # more bytes than any kernel takes on disk
TYPED = 0.075  # estimated seconds per rule, once in a process with a core to itself
OPTIMISED = 0.025  # estimated seconds per rule, again in every kernel that reaches it
FORMS = 1.15  # average number of type signatures for which a rule is compiled
SURE = 0.1  # above this fraction done, elapsed time predicts better than the typical estimate
TRIES = 2  # attempts per compiling process: one that is killed is started once more


class Urgency(IntEnum):
    """How urgently a kernel is needed."""

    WANTED = 0  # somebody waits for it
    SOON = 1  # nobody waits for it yet
    IDLE = 2  # nobody is connected to the server


KINDNESS = (0, 10, 19)  # the compiling process's nice value, by urgency


class KernelProgress(msgspec.Struct):
    """Progress of compiling one kernel."""

    state: Literal["waiting", "compiling", "ready", "failed"] = "waiting"
    seconds: float = 0.0  # estimated duration; once compiled, the actual one
    begun: float = 0.0  # start, as `time.monotonic()`
    rules: int = 0  # compiled so far
    of: int = 0
    reason: str = ""  # why it failed

    @property
    def left(self) -> float | None:
        """The estimated seconds left; None if compiling failed."""
        match self.state:
            case "ready":
                return 0.0
            case "failed":
                return None
            case "waiting":
                return self.seconds
        passed = time.monotonic() - self.begun
        done = min(self.rules / (self.of * FORMS), 0.95) if self.of else 0.0
        known = passed * (1 - done) / done if done > SURE else self.seconds - passed
        return max(1.0, known)


class _Job(msgspec.Struct):
    """Kernels of one game, compiled by one process."""

    game: str
    kernels: list[str]
    urgency: Urgency
    process: Any = None
    running: bool = False
    tries: int = 0


OnChange = Callable[[str, str, KernelProgress], None]


class Warmer:
    """Compiles requested kernels, a few games at a time.

    A game that somebody waits for starts at once, even beside less urgent ones, as long as
    there are no more such games than cores.

    Args:
        jobs: How many games are compiled at a time; by default one per core.
        told: Callback for changes of progress, with the game, the kernel and the progress;
            called in a thread of the warmer.
    """

    def __init__(self, jobs: int | None = None, told: OnChange | None = None):
        self.jobs = jobs or cores()
        self.told = told or (lambda *_: None)
        self._progress: dict[tuple[str, str], KernelProgress] = {}
        self._jobs: list[_Job] = []
        self._changed = threading.Condition()
        self._closed = False

    def want(self, game: str, *kernels: str, urgency: Urgency = Urgency.WANTED) -> None:
        """Request kernels of a game, by default all that are compiled ahead of time."""
        wanted = sorted(kernels or ahead(), key=lambda name: name != SEARCH)
        with self._changed:
            for job in self._jobs:
                if set(job.kernels) & set(wanted) and job.game == game:
                    self._hurry(job, urgency)
                    wanted = [name for name in wanted if name not in job.kernels]
            if wanted and not self._closed:
                job = _Job(game, wanted, urgency)
                self._jobs.append(job)
                threading.Thread(target=self._run, args=(job,), daemon=True).start()
            self._changed.notify_all()

    def progress(self, game: str, kernel: str = SEARCH) -> KernelProgress | None:
        """Return the progress of a kernel; None if its job has not checked it yet."""
        return self._progress.get((game, kernel))

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until all jobs are done; return False if the timeout came first."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._jobs, timeout)

    def close(self) -> None:
        """Stop all compiling processes."""
        with self._changed:
            self._closed = True
            processes = [job.process for job in self._jobs if job.process]
            self._jobs.clear()
            self._changed.notify_all()
        for process in processes:
            process.kill()
            process.wait()

    @staticmethod
    def _hurry(job: _Job, urgency: Urgency) -> None:
        """Raise the urgency of a job, and its process's priority if the system allows it."""
        if urgency < job.urgency:
            job.urgency = urgency
            if job.process and hasattr(os, "setpriority"):
                with suppress(OSError):
                    kindness = KINDNESS[urgency]
                    os.setpriority(os.PRIO_PROCESS, job.process.pid, kindness)

    def _run(self, job: _Job) -> None:
        """Run a job: find its missing kernels, and compile them when its turn comes."""
        try:
            self._look(job)
            with self._changed:
                if job.kernels:
                    self._changed.wait_for(lambda: self._closed or self._turn_of(job))
                job.running = True
            while job.kernels and not self._closed and job.tries < TRIES:
                job.tries += 1
                self._follow(job)
            self._fail(job, "the compiling process was ended")
        except Exception as error:  # noqa: BLE001 - games also run without kernels
            self._fail(job, f"{type(error).__name__}: {error}")
        with self._changed:
            self._jobs = [other for other in self._jobs if other is not job]
            self._changed.notify_all()

    def _turn_of(self, job: _Job) -> bool:
        """Return True if a job is the most urgent one waiting and a slot is free for it."""
        first = min(j.urgency for j in self._jobs if not j.running and j.kernels)
        before = [j for j in self._jobs if j.running and j.urgency <= job.urgency]
        return job.urgency == first and len(before) < self.jobs

    def _look(self, job: _Job) -> None:
        """Record which kernels of a job are ready, and estimate the time for the others."""
        if not compiler.available():
            self._fail(job, "numba is not installed")
        found = missing_kernels([job.game], job.kernels)
        missing = {one.kernel: one for one in found}
        for kernel in [*job.kernels]:
            one = missing.get(kernel)
            if one is None:
                job.kernels.remove(kernel)
                self._tell(job.game, kernel, KernelProgress("ready"))
            else:
                progress = KernelProgress(seconds=one.seconds, of=one.rules)
                self._tell(job.game, kernel, progress)
        if job.kernels and (fault := trouble()):
            self._fail(job, fault)

    def _follow(self, job: _Job) -> None:
        """Run a compiling process to its end, and report its progress."""
        module = f"{__package__}.compiling"
        command = [sys.executable, "-m", module, str(KINDNESS[job.urgency]), job.game]
        with self._changed:
            if self._closed:
                return
            job.process = subprocess.Popen(  # noqa: S603 - runs our own module
                [*command, *job.kernels],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
            )
        with job.process as process:
            for line in process.stdout:
                kernel, what, *more = line.split(" ", 2)
                if kernel in job.kernels:
                    self._heard(job, kernel, what, "".join(more).strip())

    def _heard(self, job: _Job, kernel: str, what: str, more: str) -> None:
        progress = self._progress[job.game, kernel]
        if what == "failed":
            self._fail(job, more, kernel)
            return
        if what == "ready":
            job.kernels.remove(kernel)
            progress.state, progress.seconds = "ready", float(more)
        elif progress.state == "waiting":
            progress.state, progress.begun = "compiling", time.monotonic()
        else:
            progress.rules = int(more)
        self._tell(job.game, kernel, progress)

    def _fail(self, job: _Job, reason: str, *kernels: str) -> None:
        """Record why the named kernels of a job (by default the rest) will not be ready."""
        for kernel in kernels or [*job.kernels]:
            job.kernels.remove(kernel)
            if not self._closed:
                self._tell(job.game, kernel, KernelProgress("failed", reason=reason))

    def _tell(self, game: str, kernel: str, progress: KernelProgress) -> None:
        self._progress[game, kernel] = progress
        self.told(game, kernel, progress)


class Missing(NamedTuple):
    """A kernel that is not compiled: the number of its rules, and the estimated seconds.

    The estimate assumes that the kernels before it have been compiled.
    """

    game: str
    kernel: str
    rules: int
    seconds: float


def missing_kernels(
    games: Iterable[str], kernels: Iterable[str] | None = None
) -> list[Missing]:
    """Return the kernels that are not compiled on this machine, without compiling any."""
    missing, kernels = [], list(ahead() if kernels is None else kernels)
    for name in games:
        game, typed = registry.load(name), 0
        cold = [kernel for kernel in kernels if not compiler.is_warm(game, kernel)]
        for at, kernel in enumerate(cold):
            rules = compiler.rules_of(game, kernel)
            before, typed = typed, compiler.rules_of(game, *cold[: at + 1])
            seconds = (typed - before) * TYPED + rules * OPTIMISED
            missing.append(Missing(name, kernel, rules, seconds))
    return missing


def trouble() -> str:
    """Return why compiled code cannot be cached on this machine; empty if it can."""
    folder = cache_root()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(LARGE))
            probe.flush()
    except OSError as error:
        return f"{folder} cannot be written: {(error.strerror or str(error)).lower()}"
    return ""
