"""The command line in a temporary data folder: called, run, or typed at in a terminal."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from functools import partial

import pytest

import command
from waiting import PATIENCE

PROMPT = "\n> "
COLOUR = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture
def home(tmp_path):
    """A temporary data folder."""
    return tmp_path / "data"


@pytest.fixture
def last(home):
    """The file of the last game."""
    return home / "last-batavia.json"


@pytest.fixture
def environment(home):
    keep = {
        k: os.environ[k] for k in ("PATH", "HOME", "COMPTOIR_CACHE") if k in os.environ
    }
    return keep | {
        "COMPTOIR_DATA": str(home),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
    }


@pytest.fixture
def run(environment):
    """Call `comptoir` with arguments and typed lines, and return the result."""
    return partial(command.call, environment=environment)


@pytest.fixture
def process(environment):
    """Run `comptoir` as a separate process, and return the result."""
    return partial(command.run, env=environment)


class Typist:
    """Someone at a terminal of 80 columns and 24 lines."""

    def __init__(self, arguments, environment):
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)  # whoever runs us may ignore them
            os.execve(command.COMMAND, ["comptoir", *arguments], environment)
        size = struct.pack("HHHH", 24, 80, 0, 0)
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, size)
        self.raw = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.status = None

    def read(self, until=PROMPT):
        """Return the output up to the prompt, or all until the command ends."""
        start = len(self.raw)
        deadline = time.monotonic() + PATIENCE
        while until is None or until not in self.raw[start:]:
            assert time.monotonic() < deadline, self.raw[start:]
            if not select.select([self.screen], [], [], 1)[0]:
                continue
            try:
                more = os.read(self.screen, 65536)
            except OSError:  # the other side is closed
                more = b""
            if not more:
                break
            self.raw += self._decoder.decode(more).replace("\r\n", "\n")
        return COLOUR.sub("", self.raw[start:])

    @property
    def seen(self):
        """All output so far, without colours."""
        return COLOUR.sub("", self.raw)

    def type(self, line, until=PROMPT):
        """Type a line and return the output."""
        os.write(self.screen, f"{line}\n".encode())
        return self.read(until)

    def send(self, number):
        os.kill(self.pid, number)

    def hang_up(self):
        """Close the terminal, as a closed window does."""
        os.close(self.screen)
        self.screen = None

    def wait(self):
        """Return the exit status."""
        if self.status is None:
            _, status = os.waitpid(self.pid, 0)
            self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def end(self):
        if self.screen is not None:
            os.close(self.screen)
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()


@pytest.fixture
def sit(environment):
    """Start `comptoir` in a terminal."""
    typists = []

    def sit(*arguments, **more):
        typists.append(Typist(list(map(str, arguments)), environment | more))
        return typists[-1]

    yield sit
    for typist in typists:
        typist.end()


@pytest.fixture
def moves_of():
    """Read the numbered list on a screen: what to type for each line."""

    def moves_of(screen):
        listed = re.findall(r"^ +\d+  (\S.*?)(?:  |$)", screen, re.MULTILINE)
        return [re.sub(r"(\d+)–\d+", r"\1", text) for text in listed]

    return moves_of
