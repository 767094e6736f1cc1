"""From `comptoir new` to a folder that plays offline, and back to a report on the playtests."""

import functools
import http.server
import json
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import pytest
from hands import PATIENT, expect

EXAMPLE = Path(__file__).parents[2] / "examples/pilots"
PRESS = """() => {
  if (document.querySelector('.ending')) return 'ended';
  const answer = [...document.querySelectorAll('main [data-action]')].find(
    (e) => e.offsetParent && !e.disabled);
  answer?.click();
  return answer && 'pressed';
}"""


class Silent(http.server.SimpleHTTPRequestHandler):
    """A host of files that keeps no log, and what it was asked and could not find."""

    def log_message(self, *_):
        """Keep silent."""


class Receiver(Silent):
    """The designer's address: keeps what is posted there, from any page."""

    posted: ClassVar[list[bytes]] = []

    def do_POST(self):
        """Keep the body of a request."""
        self.posted.append(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.send_header("access-control-allow-origin", "*")
        self.end_headers()


@pytest.mark.usefixtures("built")
def test_feedback_is_posted_to_the_designers_address(chromium, tmp_path):
    """And saved as a file if nobody answers there."""
    with serving(Receiver) as receiver:
        address = f"http://127.0.0.1:{receiver.server_port}/"
        comptoir(tmp_path, "publish", str(EXAMPLE), "out", "--send-to", address)
        with hosted(tmp_path / "out") as server:
            page = chromium.new_page(accept_downloads=True)
            page.goto(f"http://127.0.0.1:{server.server_port}/#/feedback")
            page.locator("input[name=fun]").nth(1).check()
            expect(page.locator("main")).to_contain_text(address)
            page.locator("form button.main").click()
            expect(page.locator("form [role=status]")).to_have_text("Sent. Thank you!")
    assert {"fun": 2} == json.loads(Receiver.posted[-1])["answers"]
    with page.expect_download():
        page.locator("form button.main").click()
    expect(page.locator("form [role=status]")).to_contain_text("a file was saved")
    page.close()


@contextmanager
def serving(handler):
    """Serve on a free port, and yield the server."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def hosted(folder):
    """Serve a folder."""
    return serving(functools.partial(Silent, directory=str(folder)))


def comptoir(folder, *words):
    """Run a command in a folder, as a designer does; return it with what it printed."""
    return subprocess.run(
        [sys.executable, "-m", "comptoir", *words],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip


def play(page):
    """Play a game to its end by pressing what is offered first."""
    for _ in range(2000):
        done = page.wait_for_function(PRESS, timeout=PATIENT)
        if done.json_value() == "ended":
            return
    raise AssertionError("no end after 2,000 answers")


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_link_is_a_playtest(chromium, tmp_path, language):
    """A new game is published, played with the network off, and its feedback is read."""
    game = "wharf" if language == "en" else "pilots"
    if language == "en":
        comptoir(tmp_path, "new", game)
    source = game if language == "en" else str(EXAMPLE)
    comptoir(tmp_path, "publish", source, "out")
    with hosted(tmp_path / "out") as server:
        context = chromium.new_context(locale=language, accept_downloads=True)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.locator(
            "main article button, main .card button, main button.main"
        ).first.click()
        page.locator("main [data-action]").first.wait_for(timeout=PATIENT * 4)
    context.set_offline(True)
    play(page)

    page.evaluate("location.hash = '#/feedback'")
    page.locator("input[name=fun]").nth(3).check()
    page.locator("textarea").last.fill("Fewer rounds")
    with page.expect_download() as saved:
        page.locator("form button.main").click()
    back = tmp_path / "back"
    back.mkdir()
    saved.value.save_as(back / "one.json")
    context.close()

    reads_what_came_back(tmp_path, source, language)


def reads_what_came_back(folder, source, language):
    """Check the report: what was edited, torn or of other rules is named and left out."""
    back = folder / "back"
    told = json.loads((back / "one.json").read_text(encoding="utf-8"))
    assert {"fun": 4, "change": "Fewer rounds"} == told["answers"]
    edited = {**told, "records": [{**told["records"][0], "moves": []}]}
    (back / "edited.json").write_text(json.dumps(edited), encoding="utf-8")
    older = json.loads(json.dumps(told).replace('"rules": 1', '"rules": 9'))
    (back / "older.json").write_text(json.dumps(older), encoding="utf-8")
    (back / "torn.json").write_text(json.dumps(told)[:99], encoding="utf-8")
    done = comptoir(folder, "--games", source, "playtests", "back")
    for fault in (
        "edited.json, game 1: left out: the record was changed",
        "torn.json: left out",
    ):
        assert fault in done.stderr
    assert "older.json, game 1: left out" in done.stderr
    report = (back / f"playtests.{language}.html").read_text(encoding="utf-8")
    assert "Fewer rounds" in report
