"""Hosts of WebAssembly modules for tests: Node and browser pages."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path

from waiting import wait_until

HERE = Path(__file__).parent
LOADER = HERE.parent / "web/src/lib/kernels.ts"
STRIP = """
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
process.stdout.write(stripTypeScriptTypes(readFileSync(process.argv[1], "utf8")));
"""
LOAD = """
const [wasm, description, done] = arguments;
const wait = (known) => { window.known = known; done(null); };
Kernels.load(toBytes(wasm), JSON.parse(description))
  .then((kernels) => wait(answers(kernels)), (error) => done(String(error)));
"""


@cache
def node():
    """Return the path of the Node that builds the page."""
    sys.path.insert(0, str(HERE.parent / "web"))
    try:
        import build  # noqa: PLC0415
    finally:
        sys.path.pop(0)
    return build.tools()[0]


@cache
def script():
    """Return the page's loader and the answers to tests as one classic script."""
    command = [node(), "--no-warnings", "--input-type=module", "-e", STRIP, LOADER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    whole = done.stdout + (HERE / "wasm_answers.mjs").read_text()
    return re.sub(r"^export ", "", whole, flags=re.MULTILINE)


class Host:
    """Base class of hosts of a module; `ask` sends a request and returns its answer."""

    def reserve(self, end):
        self.ask("reserve", end)

    def write(self, address, content):
        self.ask("write", address, b64encode(content).decode())

    def read(self, address, size):
        return b64decode(self.ask("read", address, size))

    def call(self, kernel, arguments):
        self.milliseconds = self.ask("call", kernel, arguments)


class NodeHost(Host):
    """A module in a Node process."""

    def __init__(self, wasm, description):
        command = [node(), "--no-warnings", str(HERE / "wasm_host.mjs"), str(wasm)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*command, str(description)], stdin=pipe, stdout=pipe, text=True
        )
        self.heap = self.ask("heap")

    def ask(self, *request):
        self.process.stdin.write(f"{json.dumps(request)}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["answer"]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class PageHost(Host):
    """A module in an empty browser page that can run scripts."""

    def __init__(self, browser, wasm, description):
        self.browser = browser
        text = b64encode(wasm.read_bytes()).decode()
        error = browser.run_async(f"{script()}{LOAD}", text, description.read_text())
        if error:
            raise RuntimeError(error)
        self.heap = self.ask("heap")

    def ask(self, *request):
        name, *given = request
        return self.browser.run(
            "const [name, given] = arguments; return known[name](...given) ?? null;",
            *(name, given),
        )

    def close(self):
        """Do nothing: the next module replaces this one."""


class Playwright:
    """A browser page driven by Playwright."""

    def __init__(self, page):
        self.page = page

    def run(self, body, *given):
        return self.page.evaluate(
            f"(given) => (function () {{ {body} }})(...given)", given
        )

    def run_async(self, body, *given):
        return self.page.evaluate(
            f"(given) => new Promise((done) => (function () {{ {body} }})(...given, done))",
            given,
        )


class Firefox:
    """Firefox, driven by Marionette, the protocol behind its WebDriver."""

    def __init__(self):
        self.profile = tempfile.mkdtemp()
        port = free_port()
        (Path(self.profile) / "user.js").write_text(
            f'user_pref("marionette.port", {port});\n'
        )
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--profile", self.profile],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.socket = wait_until(lambda: connected(port))
        self.file = self.socket.makefile("rb")
        self._receive()
        about = self.send("WebDriver:NewSession")["capabilities"]
        self.version = f"Firefox {about['browserVersion']}"
        self.send("WebDriver:SetTimeouts", script=600_000)

    def send(self, command, **given):
        message = json.dumps([0, 1, command, given]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._receive()
        if error:
            raise RuntimeError(error["message"])
        return answer

    def _receive(self):
        size = b""
        while (byte := self.file.read(1)) != b":":
            size += byte
        return json.loads(self.file.read(int(size)))

    def run(self, body, *given):
        return self.send("WebDriver:ExecuteScript", script=body, args=given)["value"]

    def run_async(self, body, *given):
        answer = self.send("WebDriver:ExecuteAsyncScript", script=body, args=given)
        return answer["value"]

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class WebKit:
    """WebKitGTK, driven by WebKitWebDriver on its own display."""

    def __init__(self):
        number = free_port()
        self.display = subprocess.Popen(
            ["Xvfb", f":{number}", "-screen", "0", "800x600x24"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        port = free_port()
        self.process = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env=os.environ | {"DISPLAY": f":{number}"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.at = f"http://127.0.0.1:{port}/session"
        wait_until(lambda: connected(port)).close()
        about = self.send("", {"capabilities": {}})
        self.version = f"WebKitGTK {about['capabilities']['browserVersion']}"
        self.at += f"/{about['sessionId']}"
        self.send("/timeouts", {"script": 600_000})

    def send(self, path, given):
        request = urllib.request.Request(
            f"{self.at}{path}",
            json.dumps(given).encode(),
            {"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.loads(error.read())["value"]["message"]) from None

    def run(self, body, *given):
        return self.send("/execute/sync", {"script": body, "args": given})

    def run_async(self, body, *given):
        return self.send("/execute/async", {"script": body, "args": given})

    def close(self):
        request = urllib.request.Request(self.at, method="DELETE")
        urllib.request.urlopen(request).close()
        for process in (self.process, self.display):
            process.terminate()
            process.wait()


def free_port():
    """Return a free port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def connected(port):
    """Return a connection to a port; None while nothing listens there."""
    try:
        return socket.create_connection(("127.0.0.1", port))
    except OSError:
        return None
