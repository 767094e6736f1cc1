"""A Ray cluster of two nodes, and a study on it while a worker and a node die.

Run by `test_cluster.py` in namespaces of its own, as the arena's trial is.
"""

import subprocess
import sys
from pathlib import Path

from comptoir.lab import Study, report, run, write
from comptoir.lab.cluster import Cluster

sys.path.insert(0, str(Path(__file__).parents[1] / "arena"))

from cluster_trial import ADDRESS, answers, family, found, kill, node

from waiting import wait_until


def main(folder, study, out):
    """Play on the cluster; kill a task and a node on the way."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    head = node(
        "--head", "--port=6379", f"--temp-dir={folder}", "--include-dashboard=false"
    )
    wait_until(answers, "the head to answer")
    other = node(f"--address={ADDRESS}")
    workers, asked, played = Cluster(ADDRESS), Study.read(study), []

    class Losing:
        """The cluster, which loses a worker after two jobs and a node after four."""

        def play(self, study, jobs):
            for done in workers.play(study, jobs):
                played.append(done.job)
                if len(played) == 2:
                    kill("a task", *found(head, "ray::play_there")[:1])
                if len(played) == 4:
                    kill("a node", *reversed(family(other)))
                yield done

    write(report(run(asked, Path(out) / "results.jsonl", workers=Losing())), Path(out))
    return 0 if len(played) == len(set(played)) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
