"""A server process for a benchmark."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(limits: Iterable[str] = (), *, cold: bool = False) -> Iterator[str]:
    """Serve from an empty folder, `cold` with an empty cache too; yield the URL."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"COMPTOIR_DATA": folder}
        if cold:
            own["COMPTOIR_CACHE"] = str(Path(folder) / "cache")
        process = subprocess.Popen(
            [
                sys.executable, "-m", "comptoir", "serve", "--no-browser", "--port", "0",
                "--log", "error", *(word for one in limits for word in ("--limit", one)),
            ],
            stdout=subprocess.PIPE, text=True, env=os.environ | own,
        )  # fmt: skip
        assert process.stdout
        try:
            address = re.search(r"http://[\w.:]+", process.stdout.readline())
            assert address
            yield address[0]
        finally:
            process.terminate()
            process.wait()
