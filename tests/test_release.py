"""`make release`: what it checks before it begins, and how it resumes."""

import importlib.util
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

_spec = importlib.util.spec_from_file_location("release", ROOT / "deploy/release.py")
release = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(release)

CHANGES = (
    "# Changes\n\n## 1.2.3 – 2026-11-19\n\nNew.\n\n## 1.2.2 – 2026-11-01\n\nOld.\n"
)


@pytest.fixture
def project(tmp_path):
    """A project with one commit that is ready to be released as 1.2.3."""

    def git(*words):
        given = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *given, *words], cwd=tmp_path, check=True)

    version = tmp_path / "src/comptoir/engine/version.py"
    version.parent.mkdir(parents=True)
    version.write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text("version: 1.2.3\n")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, encoding="utf-8")
    (tmp_path / ".gitignore").write_text("build/\ndist/\n__pycache__/\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "all")
    return tmp_path, git


def ready(folder, pythons=("python3",)):
    """Check a release of the project in a folder, and return it."""
    made = release.Release(folder, list(pythons), [])
    made.check()
    return made


def refused(folder, *pythons):
    """Return the message with which a release is refused."""
    with pytest.raises(release.NotReady) as reason:
        ready(folder, pythons or ("python3",))
    return str(reason.value)


def test_a_clean_commit_with_one_version_is_ready(project):
    ready(project[0])


def test_uncommitted_changes_are_refused_by_name(project):
    (project[0] / "new.txt").touch()

    assert "new.txt" in refused(project[0])


def test_a_version_that_is_tagged_or_built_is_refused(project):
    folder, git = project
    (folder / "dist/1.2.3").mkdir(parents=True)
    assert "dist/1.2.3 exists" in refused(folder)

    git("tag", "v1.2.3")
    assert "v1.2.3 is tagged" in refused(folder)


@pytest.mark.parametrize("name", ["CITATION.cff", "CHANGELOG.md"])
def test_a_file_that_names_another_version_is_refused(project, name):
    folder, git = project
    path = folder / name
    path.write_text(path.read_text("utf-8").replace("1.2.3", "1.2.4"), "utf-8")
    git("commit", "-qam", "other")

    assert f"{name} does not name version 1.2.3" in refused(folder)


def test_a_missing_tool_is_named(project):
    assert "cannot run python3.99" in refused(project[0], "python3.99")


def test_a_full_disk_is_refused(project, monkeypatch):
    monkeypatch.setattr(release, "ROOM", 2**62)

    assert "disk space" in refused(project[0])


def test_an_interrupted_release_resumes_and_is_never_half_there(project, capfd):
    """Finished steps are not repeated, and the folder appears only when all are finished."""
    folder, _ = project
    done = []

    class Short(release.Release):
        disk_full = True

        def steps(self):
            yield "first", lambda: done.append("first")
            yield "second", self.second
            yield "notes", self.notes
            yield "checksums", self.checksums

        def second(self):
            if self.disk_full:
                raise OSError("No space left on device")
            done.append("second")

    first = Short(folder, ["python3"], [])
    with pytest.raises(OSError, match="No space"):
        first.run()
    assert not first.final.exists()

    second = Short(folder, ["python3"], ["nightly"])
    second.disk_full = False
    second.run()
    assert done == ["first", "second"]
    assert (second.final / "notes.md").read_text("utf-8").count("##") == 1
    assert "notes.md" in (second.final / "SHA256SUMS").read_text()
    assert "nightly: left out" in (second.final / "log.txt").read_text()
