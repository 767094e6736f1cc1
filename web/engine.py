"""Builds the engine of the browser: Python as WebAssembly, its library, and msgspec.

The files come from npm (`pyodide`, in the page's lock) and PyPI (`requirements/browser.txt`).
Each is stored compressed under a name with its hash; `core.json` lists them.
"""

import gzip
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
PYODIDE = WEB / "node_modules/pyodide"
WANTED = ROOT / "requirements/browser.txt"
OUTPUT = ROOT / "src/comptoir/server/web/engine"
LISTING = OUTPUT / "core.json"
PLATFORM = ("pyemscripten_2026_0_wasm32", "3.14")
# Parts of Python's library that no table needs: two thirds of it.
UNUSED = (
    "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "_strptime", "bdb", "calendar", "cgi",
    "code.py", "compileall", "concurrent/interpreters", "configparser",
    "curses", "dbm", "difflib", "doctest", "email", "encodings/cp", "encodings/iso",
    "encodings/mac", "ensurepip", "fileinput", "ftplib", "getpass", "gettext", "html",
    "http", "idlelib", "imaplib", "json/tool", "lib2to3", "logging/handlers",
    "logging/config", "mailbox", "mimetypes", "modulefinder", "multiprocessing", "nntplib",
    "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "profiling", "pstats",
    "pyclbr", "pydoc", "pydoc_data", "sched", "shelve", "smtplib", "socketserver", "sqlite3",
    "statistics", "string/templatelib", "tarfile", "test", "timeit", "tkinter", "trace.py",
    "tracemalloc", "turtle", "turtledemo", "unittest", "urllib/request", "urllib/robotparser",
    "venv", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp", "zoneinfo",
)  # fmt: skip
KEPT = {
    "email/__init__.py",
    "encodings/cp437.py",
    "html/__init__.py",
    "html/entities.py",
}


def stale() -> bool:
    """Return True if the engine is missing, or older than what it is made of."""
    made_of = (WEB / "package-lock.json", WANTED, Path(__file__))
    built = LISTING.stat().st_mtime if LISTING.exists() else 0
    return any(path.stat().st_mtime > built for path in made_of)


def build() -> None:
    """Build the engine if it is out of date; the page's packages must be installed."""
    if not stale():
        return
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for old in OUTPUT.iterdir():
        old.unlink()
    files = {
        "pyodide.mjs": (PYODIDE / "pyodide.mjs").read_bytes(),
        "pyodide.asm.mjs": (PYODIDE / "pyodide.asm.mjs").read_bytes(),
        "pyodide.asm.wasm": (PYODIDE / "pyodide.asm.wasm").read_bytes(),
        "pyodide-lock.json": _without_packages(),
        "python_stdlib.zip": _library(),
        "msgspec.zip": _msgspec(),
    }
    listed = {name: _store(name, content) for name, content in files.items()}
    LISTING.write_text(json.dumps(listed, indent=1), encoding="utf-8")


def _store(name: str, content: bytes) -> dict[str, object]:
    """Store a file compressed; return its name and size there."""
    packed = gzip.compress(content, 9, mtime=0)
    file = f"{sha256(content).hexdigest()[:12]}-{name}.gz"
    (OUTPUT / file).write_bytes(packed)
    return {"file": file, "size": len(packed)}


def _without_packages() -> bytes:
    whole = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps(whole | {"packages": {}}).encode()


def _library() -> bytes:
    """Return Python's library without what no table needs, stored to be compressed once."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as whole,
        zipfile.ZipFile(out, "w") as kept,
    ):
        for name in sorted(whole.namelist()):
            if name in KEPT or not name.startswith(UNUSED):
                kept.writestr(zipfile.ZipInfo(name), whole.read(name))
    return out.getvalue()


def _msgspec() -> bytes:
    """Return msgspec for this Python, without its types and licences' copies."""
    platform, version = PLATFORM
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check",
            "--no-deps", "--only-binary=:all:", "--platform", platform, "--implementation",
            "cp", "--abi", "cp314", "--python-version", version, "--require-hashes", "-r",
            str(WANTED), "-d", folder,
        ]  # fmt: skip
        subprocess.run(command, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        out = io.BytesIO()
        with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(out, "w") as kept:
            for name in sorted(whole.namelist()):
                if not name.endswith(".pyi"):
                    kept.writestr(zipfile.ZipInfo(name), whole.read(name))
        return out.getvalue()
