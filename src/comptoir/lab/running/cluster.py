"""Plays the jobs of a study on a Ray cluster, one job at a time on each free core.

A job whose node or process is lost runs again on another node, with the same result.
"""

import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any

import msgspec

from comptoir.arena.cluster import RayWorkers
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.lab.studies.study import Study

from .job import Hardware, JobResult, StudyJob, play

DEATHS = 3  # the run gives up on a job after losing this many processes
LOOK = 5.0  # seconds between two checks of the number of cores in the cluster
AHEAD = 2  # jobs submitted for each core

_studies: dict[str, Study] = {}  # studies that this process has read, by fingerprint


class Cluster(RayWorkers):
    """All cores of a Ray cluster; the calling process must run on one of its nodes."""

    def play(self, study: Study, jobs: Sequence[StudyJob]) -> Iterator[JobResult]:  # type: ignore[override]
        """Connect to the cluster, play jobs of a study on all its cores, and disconnect."""
        with redirect_stdout(sys.stderr):
            self._join()
            try:
                yield from self._jobs(study, jobs)
            finally:
                self._ray.shutdown()

    def _jobs(self, study: Study, jobs: Sequence[StudyJob]) -> Iterator[JobResult]:
        ray = self._ray
        task = ray.remote(num_cpus=1, max_retries=0)(play_there)
        asked = msgspec.to_builtins(study.asked)
        given = {one.name: one.given for one in study.variants}
        waiting, lost = deque(jobs), Counter[StudyJob]()
        running: dict[Any, StudyJob] = {}
        while waiting or running:
            cores = int(ray.cluster_resources().get("CPU", 1))
            while waiting and len(running) < AHEAD * max(cores, 1):
                job = waiting.popleft()
                told = study.fingerprint, {**asked, "variants": given}
                running[task.remote(*told, job.lineup, job.chunk)] = job
            done, _ = ray.wait(list(running), num_returns=1, timeout=LOOK)
            for reference in done:
                job = running.pop(reference)
                found = self._done(reference, job, lost)
                if found is None:
                    waiting.appendleft(job)
                else:
                    yield found

    def _done(
        self, reference: Any, job: StudyJob, lost: Counter[StudyJob]
    ) -> JobResult | None:
        """Return a task's result, or None if its node or process was lost and it must run
        again.
        """
        errors = self._ray.exceptions
        try:
            return msgspec.json.decode(self._ray.get(reference), type=JobResult)
        except errors.RayTaskError as error:
            if isinstance(error.cause, ComptoirError):
                raise BadSetup(str(error.cause)) from None
            raise ComptoirError(f"the cluster cannot play: {error.cause}") from None
        except errors.RayError as error:
            lost[job] += 1
            if lost[job] < DEATHS:
                return None
            name = type(error).__name__
            raise ComptoirError(
                f"job {job.chunk} of lineup {job.lineup}: its node or process was lost "
                f"{DEATHS} times ({name}); the games played so far are kept"
            ) from None


def play_there(
    fingerprint: str, asked: Mapping[str, Any], lineup: int, chunk: int
) -> bytes:
    """Play one job; Ray tasks run this function on the nodes."""
    if fingerprint not in _studies:
        _studies.clear()
        _studies[fingerprint] = Study(asked)
    study = _studies[fingerprint]
    if study.fingerprint != fingerprint:
        raise BadSetup("the cluster runs another version of Comptoir, or other rules")
    return msgspec.json.encode(
        play(study, StudyJob(lineup, chunk), Hardware(threads=1))
    )
