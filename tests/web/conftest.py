"""A real server in this process, a real Chromium, and a few hands to play with.

There is one of each a worker: what a test leaves behind lies at tables of its own.
"""

import importlib.util
import json
import shutil
from pathlib import Path

import hands
import pytest
from hands import PATIENT, WIDE, expect
from world import opened

ROOT = Path(__file__).parents[2]
NO_BROWSER = (
    "no Chromium was found: apt install chromium, or playwright install chromium"
)
WEB = Path(__file__).parent


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
def world(built, tmp_path_factory):
    """The server, its people, and its tables to look into."""
    with opened(tmp_path_factory.mktemp("server") / "tables.sqlite3") as found:
        yield found


@pytest.fixture(scope="module")
def server(world):
    """The address of the server; some files have one of their own."""
    return world.address


class Chromium:
    """One browser for all files of a worker, as long as its tests lie in this folder.

    Its event loop must not outlast them: others run their own.
    """

    def __init__(self):
        self._driver = self._browser = None

    def open(self):
        """Return the browser, started if it is not."""
        if self._browser is None:
            sync = pytest.importorskip("playwright.sync_api", reason=NO_BROWSER)
            names = ("chromium", "chromium-browser")
            found = next(filter(None, map(shutil.which, names)), None)
            self._driver = sync.sync_playwright().start()
            try:
                self._browser = self._driver.chromium.launch(executable_path=found)
            except sync.Error:
                self.close()
                pytest.skip(NO_BROWSER)
        return self._browser

    def close(self):
        """Close the browser, if it is open."""
        if self._browser:
            self._browser.close()
        if self._driver:
            self._driver.stop()
        self._driver = self._browser = None


CHROMIUM = Chromium()


@pytest.fixture
def chromium():
    """A running Chromium."""
    return CHROMIUM.open()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """Close the browser after the last test that needs it."""
    yield
    if nextitem is None or WEB not in nextitem.path.parents:
        CHROMIUM.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Write down how a failed test's tables are played again."""
    report = yield
    if report.failed and (world := item.funcargs.get("world")):
        told = world.told(hands.tables())
        report.sections.append(("tables of this test", told))
    return report


@pytest.fixture(autouse=True)
def seeded(request):
    """Let all chance of a test follow from its name."""
    hands.begin(request.node.nodeid)


def _complaints(said):
    """What a page complains of, but for a network that the test has cut."""
    lost = ("Failed to load", "WebSocket connection", "fetching the script")
    cut = any(words in said.text for words in lost)
    return [said.text] if said.type == "error" and not cut else []


def _prepare(context, keep, token, base):
    """Let pages of a context find what a browser has kept, and who they belong to."""
    context.add_init_script(hands.DICE % json.dumps(hands.new_request()))
    context.add_init_script(
        "".join(
            f"localStorage.getItem('comptoir.{key}') ?? "
            f"localStorage.setItem('comptoir.{key}', {json.dumps(value)});"
            for key, value in keep.items()
        )
    )
    if token:
        context.add_init_script(hands.KNOWN)
        context.add_cookies([{"name": "comptoir", "value": token, "url": base}])


@pytest.fixture
def visit(chromium, server):
    """Open pages as different people; whatever goes wrong in one fails the test.

    Without a path the page stays empty until it is sent somewhere.
    """
    contexts, wrong = [], []

    def one(
        path=None,
        *,
        size=WIDE,
        language="en",
        dark=False,
        name="Zoé",
        kept=None,
        base=server,
        token=None,
        moving=False,
    ):
        context = chromium.new_context(
            viewport=size, base_url=base,
            reduced_motion="no-preference" if moving else "reduce",
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            color_scheme="dark" if dark else "light",
        )  # fmt: skip
        contexts.append(context)
        keep = {"language": language, "name": name} | (kept or {})
        _prepare(context, keep, token, base)
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.extend(_complaints(said)))
        page.on("websocket", hands.listen(page))
        hands.GUESTS[context] = hands.Guest(name, language, base)
        if path:
            page.goto(path)
        return page

    yield one
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def at(visit, world):
    """Open a table of Zoé's at a moment, against bots that wait for her, and go there."""

    def go(game, moment, *, bots="house", page=None, **how):
        page = page or visit(**how)
        table = world.begin(hands.known(page), game, moment, bots)
        page.goto(f"/t/{table}")
        expect(page.locator(".frame")).to_be_visible()
        return page

    return go


@pytest.fixture
def still(visit, world):
    """Show tables where everybody waits for the reader, one after the other on one page."""

    def look(**how):
        page = visit(token=world.reader.token, **how)
        page.goto("/rules/nothing")
        return page, lambda game, moment: hands.go(page, world.still(game, moment))

    return look
