"""A real server on a free port, a real Chromium, and a few hands to play with."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hands import PATIENT, WIDE

from server_kit import answers
from waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
NO_BROWSER = (
    "no Chromium was found: apt install chromium, or playwright install chromium"
)


def page_builder():
    """`web/build.py` as a module."""
    spec = importlib.util.spec_from_file_location("page_build", ROOT / "web/build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def built():
    """The page, built if something changed."""
    builder = page_builder()
    builder.build()
    return builder


@pytest.fixture(scope="session")
def database(tmp_path_factory):
    """The file where the server keeps its tables."""
    return tmp_path_factory.mktemp("server") / "tables.sqlite3"


@pytest.fixture(scope="session")
def server(built, database):
    """The address of a server with a database of its own."""
    limits = (
        "sign_up_burst=9999", "burst=99999", "tables=999", "message_burst=9999",
        "talk_burst=9999", "new_table_burst=9999", "unwatched=9999",
    )  # fmt: skip
    process = subprocess.Popen(
        [
            sys.executable, "-m", "comptoir", "serve", "--no-browser", "--port", "0",
            "--database", str(database), "--log", "error",
            *(word for limit in limits for word in ("--limit", limit)),
        ],
        stdout=subprocess.PIPE, text=True,
        env=os.environ | {"COMPTOIR_DATA": str(database.parent)},
    )  # fmt: skip
    said = process.stdout.readline()
    address = re.search(r"http://[\w.:]+", said)
    assert address, said
    wait_until(lambda: answers(address[0]), "the server")
    yield address[0]
    process.terminate()
    process.wait(PATIENCE)
    process.stdout.close()


@pytest.fixture(scope="module")
def chromium():
    """A running Chromium; its event loop must not outlast a file: others run their own."""
    sync = pytest.importorskip("playwright.sync_api", reason=NO_BROWSER)
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None
    )
    with sync.sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=found)
        except sync.Error:
            pytest.skip(NO_BROWSER)
        yield browser
        browser.close()


def _complaints(said):
    """What a page complains of, but for a network that the test has cut."""
    lost = ("Failed to load", "WebSocket connection", "fetching the script")
    cut = any(words in said.text for words in lost)
    return [said.text] if said.type == "error" and not cut else []


@pytest.fixture
def visit(chromium, server):
    """Open pages as different people; whatever goes wrong in one fails the test."""
    contexts, wrong = [], []

    def one(
        path="/",
        *,
        size=WIDE,
        language="en",
        dark=False,
        name="Zoé",
        kept=None,
        base=server,
    ):
        context = chromium.new_context(
            viewport=size, base_url=base, reduced_motion="reduce",
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            color_scheme="dark" if dark else "light",
        )  # fmt: skip
        contexts.append(context)
        keep = {"language": language, "name": name} | (kept or {})
        script = "".join(
            f"localStorage.getItem('comptoir.{key}') ?? "
            f"localStorage.setItem('comptoir.{key}', '{value}');"
            for key, value in keep.items()
        )
        context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.extend(_complaints(said)))
        page.goto(path)
        return page

    yield one
    for context in contexts:
        context.close()
    assert [] == wrong
