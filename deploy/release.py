"""Build everything of a release, try each wheel as its user would, and write checksums.

    make release [ARGS="--without nightly"] [ARGS="--pythons python3.11,python3.12"]

The result is `dist/VERSION`: a wheel with compiled rules for every Python, an sdist, the
static edition and the documentation as archives, `notes.md`, `SHA256SUMS`, and `log.txt`,
which says what was run, how long it took, and what was left out. The folder appears only
when every step has succeeded. A step that is done is not repeated for the same commit, so the
same command resumes after an interruption. Nothing is tagged or uploaded.
"""

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = "python3.11,python3.12,python3.13"
ROOM = 6 * 2**30  # bytes: environments, archives and caches while building
OPTIONAL = ("nightly", "budget", "browser")
PAGES = ("README.md", "docs/first-day.md")


class NotReady(Exception):
    """A reason why there is no release, as one sentence with what to do."""


def main() -> int:
    """Run the steps that are not done yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pythons", default=PYTHONS, help=f"commands ({PYTHONS})")
    parser.add_argument(
        "--without", action="append", default=[], choices=OPTIONAL,
        help="leave a step out; the log says so",
    )  # fmt: skip
    asked = parser.parse_args()
    try:
        release = Release(ROOT, asked.pythons.split(","), asked.without)
        release.check()
        release.run()
    except NotReady as reason:
        print(f"release: {reason}", file=sys.stderr)
        return 1
    except (subprocess.CalledProcessError, OSError, AssertionError) as error:
        print(f"release: {error}; the same command resumes here", file=sys.stderr)
        return 1
    return 0


class Release:
    """One commit on its way to a release."""

    def __init__(self, root: Path, pythons: list[str], without: list[str]):
        self.root, self.pythons, self.without = root, pythons, without
        self.version = version_of(root)
        commit = told(root, "git", "rev-parse", "HEAD")
        self.folder = root / "build/release" / commit[:12]
        self.out = self.folder / "out"
        self.final = root / "dist" / self.version

    def check(self) -> None:
        """Refuse what can be seen beforehand."""
        if changed := told(self.root, "git", "status", "--porcelain"):
            raise NotReady(f"commit or remove these changes first:\n{changed}")
        if told(self.root, "git", "tag", "--list", f"v{self.version}"):
            raise NotReady(f"v{self.version} is tagged: raise the version")
        if self.final.exists():
            raise NotReady(f"{self.final} exists: raise the version, or remove it")
        for path, pattern in (
            ("CITATION.cff", rf"^version: {re.escape(self.version)}$"),
            ("CHANGELOG.md", rf"^## {re.escape(self.version)} – \d{{4}}-\d\d-\d\d$"),
        ):
            if not re.search(
                pattern, (self.root / path).read_text("utf-8"), re.MULTILINE
            ):
                raise NotReady(f"{path} does not name version {self.version}")
        needed = ["git", "make", *self.pythons]
        if missing := [name for name in needed if not works(name)]:
            raise NotReady(
                f"cannot run {', '.join(missing)}: install them, or use --pythons"
            )
        if (free := shutil.disk_usage(self.root).free) < ROOM:
            raise NotReady(
                f"{free >> 30} GB of disk space are free, {ROOM >> 30} are needed"
            )

    def run(self) -> None:
        """Run every step once for this commit, then put the result in its place."""
        self.out.mkdir(parents=True, exist_ok=True)
        log = self.folder / "log.txt"
        for name, step in self.steps():
            done = self.folder / f"{name}.done"
            if done.exists():
                continue
            print(f"release: {name} …", flush=True)
            start = time.monotonic()
            step()
            line = f"{name}: done in {time.monotonic() - start:.0f} s\n"
            with log.open("a", encoding="utf-8") as file:
                file.write(line)
            done.touch()
        for name in self.without:
            with log.open("a", encoding="utf-8") as file:
                file.write(f"{name}: left out\n")
        shutil.copy(log, self.out)
        self.final.parent.mkdir(exist_ok=True)
        self.out.rename(self.final)
        shutil.rmtree(self.folder)
        print(log_and_files(self.final))

    def steps(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Yield every step with its name."""
        if "nightly" not in self.without:
            yield "nightly", self.nightly
        if "budget" not in self.without:
            yield "budget", self.budget
        for python in self.pythons:
            yield f"wheel-{python}", lambda python=python: self.wheel(python)
        yield "sdist", self.sdist
        yield "static", lambda: self.archive("static", "static")
        yield "site", lambda: self.archive("site", "site")
        for python in self.pythons:
            yield f"try-{python}", lambda python=python: self.try_wheel(python)
        yield "notes", self.notes
        yield "checksums", self.checksums

    def nightly(self) -> None:
        """Run all tests, the slow ones too."""
        self.make("nightly")

    def budget(self) -> None:
        """Measure sizes, speeds and the tests' processor time; a missed limit stops here."""
        script = str(self.root / "benchmarks/bars.py")
        with (self.folder / "budget.txt").open("w", encoding="utf-8") as file:
            measure = [sys.executable, script, "--tests"]
            subprocess.run(measure, cwd=self.root, stdout=file, check=True)

    def wheel(self, python: str) -> None:
        """Build the wheel with compiled rules in an environment of this Python."""
        shutil.rmtree(self.root / "build/rules", ignore_errors=True)
        self.make(
            "wheel",
            f"PYTHON={python}",
            f"VENV={self.folder / python}",
            f"DIST={self.out}",
        )

    def sdist(self) -> None:
        """Pack the sources."""
        self.python("-m", "hatchling", "build", "-t", "sdist", "-d", str(self.out))

    def archive(self, target: str, folder: str) -> None:
        """Build a folder of files by `make`, and pack it."""
        self.make(target)
        path = self.out / f"comptoir-{self.version}-{target}.tar.gz"
        with tarfile.open(path, "w:gz") as packed:
            packed.add(
                self.root / "build" / folder, f"comptoir-{self.version}-{target}"
            )

    def try_wheel(self, python: str) -> None:
        """Install a wheel as a user does, run the examples, and play a game in a browser."""
        tag = told(
            self.root,
            python,
            "-c",
            "import sys; print('cp%d%d' % sys.version_info[:2])",
        )
        (wheel,) = self.out.glob(f"*-{tag}-*.whl")
        home = self.folder / f"try-{python}"
        shutil.rmtree(home, ignore_errors=True)
        run(self.root, python, "-m", "venv", str(home))
        pip = [str(home / "bin/python"), "-m", "pip", "install", "-q"]
        lock = str(self.root / "requirements/play.txt")
        run(self.root, *pip, "--require-hashes", "-r", lock)
        run(self.root, *pip, "--no-deps", str(wheel))
        code = "import doctest, sys\n" + "".join(
            f"print(doctest.testfile({str(self.root / page)!r}, module_relative=False,"
            " encoding='utf-8', optionflags=doctest.ELLIPSIS, raise_on_error=True))\n"
            for page in PAGES
        )
        env = {"COMPTOIR_QUIET": "1", "COMPTOIR_CACHE": str(home / "cache")}
        run(home, str(home / "bin/python"), "-c", code, env=env)
        run(home, str(home / "bin/comptoir"), "doctor", env=env)
        if "browser" not in self.without:
            self.python(
                str(self.root / "deploy/play_installed.py"), str(home / "bin/comptoir")
            )
        shutil.rmtree(home)

    def notes(self) -> None:
        """Write the changelog's part for this version, and the budget if it was measured."""
        text = notes((self.root / "CHANGELOG.md").read_text("utf-8"), self.version)
        budget = self.folder / "budget.txt"
        if budget.exists():
            text += f"\n## Sizes and speeds\n\n```\n{budget.read_text('utf-8')}```\n"
        (self.out / "notes.md").write_text(text, encoding="utf-8")

    def checksums(self) -> None:
        """Write the SHA-256 of every file."""
        lines = [
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
            for path in sorted(self.out.iterdir())
            if path.name != "SHA256SUMS"
        ]
        (self.out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")

    def make(self, *words: str) -> None:
        """Run `make` with its output in the log folder."""
        run(self.root, "make", "--no-print-directory", *words)

    def python(self, *words: str) -> None:
        """Run the Python of this environment."""
        run(self.root, sys.executable, *words)


def version_of(root: Path) -> str:
    """Return the version that the sources name."""
    path = root / "src/comptoir/engine/version.py"
    spec = importlib.util.spec_from_file_location("version", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.__version__)


def notes(changelog: str, version: str) -> str:
    """Return the changelog's part for a version."""
    parts = re.split(r"^(?=## )", changelog, flags=re.MULTILINE)
    (found,) = [part for part in parts if part.startswith(f"## {version} ")]
    return found.strip() + "\n"


def log_and_files(folder: Path) -> str:
    """Return what was done, and the size of every file."""
    sizes = "".join(
        f"{path.stat().st_size / 1e6:8.2f} MB  {path.name}\n"
        for path in sorted(folder.iterdir())
    )
    return (folder / "log.txt").read_text(encoding="utf-8") + sizes


def works(name: str) -> bool:
    """Return True if a command can be started."""
    try:
        return not subprocess.run(
            [name, "--version"], capture_output=True, check=False
        ).returncode
    except OSError:
        return False


def told(folder: Path, *command: str) -> str:
    """Return what a command prints."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def run(folder: Path, *command: str, env: dict[str, str] | None = None) -> None:
    """Run a command to its end; its output goes to ours."""
    subprocess.run(command, cwd=folder, env=os.environ | (env or {}), check=True)


if __name__ == "__main__":
    sys.exit(main())
