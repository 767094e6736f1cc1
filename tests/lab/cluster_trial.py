"""A Ray cluster of two nodes, and a study on it while a worker and a node die.

Run by `test_cluster.py` in namespaces of its own, as the arena's trial is.
"""

import subprocess
import sys
from pathlib import Path

from comptoir.lab import Study, report, run, write
from comptoir.lab.running.cluster import Cluster

sys.path.insert(0, str(Path(__file__).parents[1] / "arena"))

from cluster_trial import ADDRESS, answers, family, kill, node

from arena_runs import command_of
from waiting import wait_until


def main(folder, study, out):
    """Play on the cluster; kill a worker and a node on the way."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    head = node(
        "--head", "--port=6379", f"--temp-dir={folder}", "--include-dashboard=false"
    )
    wait_until(answers, "the head to answer")
    other = node(f"--address={ADDRESS}")
    workers, asked, played = Cluster(ADDRESS), Study.read(study), []

    class Losing:
        """The cluster, which loses a worker after 17 jobs and a node after 21."""

        def play(self, study, jobs):
            for done in workers.play(study, jobs):
                played.append(done.job)
                if len(played) == 17:
                    kill("a worker", worker(head))
                if len(played) == 21:
                    kill("a node", *reversed(family(other)))
                yield done

    write(report(run(asked, Path(out) / "results.jsonl", workers=Losing())), Path(out))
    return 0 if len(played) == len(set(played)) else 1


def worker(head):
    """A process that plays jobs, in the middle of one if there is such."""
    told = {one: command_of(one) for one in family(head)}
    busy = [one for one, words in told.items() if "ray::play_there" in words]
    return (busy or [one for one, words in told.items() if "ray::IDLE" in words])[0]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
