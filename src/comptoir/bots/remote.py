"""Bots that run elsewhere: behind an HTTP endpoint, or in a process that speaks JSON lines.

Both get the same messages and give the same answers:

    {"ask": "hello", "game": "osaka", "rules": 2, "seats": 2}
    {"wants": ["observation"]}
    {"ask": "move", "game": "osaka", "seats": 2, "seat": 1, "legal": ["coin red-2", …],
     "choices": [0, …], "observation": […]}
    {"action": "coin red-2"}

The answer to `hello` names the parts of `WANTS` that requests for a move shall hold. An answer
to such a request names the action, or its number as a choice.
"""

import atexit
import json
import shlex
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Collection, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game

from .seat import Seat

WANTS: Mapping[str, Callable[[Seat], Any]] = {
    "observation": lambda seat: seat.imagined.observe(seat.number),
    "view": lambda seat: seat.view,
    "history": lambda seat: seat.history,
    "prompt": Seat.prompt,
    "rules": lambda seat: seat.rules_text,
}
LONGEST = 1 << 20  # most bytes of an answer
WAIT = 55.0  # seconds for an answer, a little less than the usual limit of a contest
RETRIES = (0.1, 0.3, 1.0, 3.0, 10.0)  # seconds before an endpoint is asked again
BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
# A fault holds this text if the bot cannot be reached: the game may be played again later.
UNREACHABLE = "cannot be reached"


class RemoteBot:
    """A bot that receives requests and gives answers as JSON objects."""

    def __init__(self) -> None:
        self._wants: tuple[Game, int, Collection[str]] | None = None

    def send(self, message: Mapping[str, Any]) -> Any:
        """Send a message and return the answer."""
        raise NotImplementedError

    def prepare(self, game: Game, seats: int) -> None:
        """Ask what requests shall hold, once for each game and number of seats."""
        if self._wants and self._wants[:2] == (game, seats):
            return
        about = {"game": game.name, "rules": game.version, "seats": seats}
        answer = self.send({"ask": "hello", **about})
        wants = answer.get("wants", []) if isinstance(answer, dict) else None
        if not isinstance(wants, list) or not {*map(str, wants)} <= WANTS.keys():
            known = ", ".join(WANTS)
            raise BadSetup(
                f"{_short(answer)}: expected wants, a list of some of {known}"
            )
        self._wants = game, seats, wants

    def __call__(self, seat: Seat) -> Action | str:
        """Choose an action."""
        self.prepare(seat.game, seat.seats)
        assert self._wants
        question = {
            "ask": "move",
            "game": seat.game.name,
            "seats": seat.seats,
            "seat": seat.number,
            "legal": [str(action) for action in seat.legal],
            "choices": [seat.imagined.choice(seat.number, a) for a in seat.legal],
        }
        question |= {what: WANTS[what](seat) for what in self._wants[2]}
        answer = self.send(question)
        told = answer if isinstance(answer, dict) else {}
        if isinstance(action := told.get("action"), str):
            return action
        if "choice" in told:
            return seat.action_of(told["choice"])
        raise BadSetup(f"{_short(answer)}: expected an object with action or choice")


class Endpoint(RemoteBot):
    """A bot behind an HTTP address, which gets each message as a POST request.

    Args:
        url: The address.
        headers: Headers for every request, such as an authorization.
        pause: The function that waits before a request is repeated.
        wait: Seconds to wait for an answer.
    """

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,
        pause: Callable[[float], object] = time.sleep,
        wait: float = WAIT,
    ):
        super().__init__()
        self.wait = wait
        self.url = url
        self.headers = {"Content-Type": "application/json", **(headers or {})}
        self.pause = pause

    def send(self, message: Mapping[str, Any]) -> Any:
        """Send a message; repeat it after a while if the endpoint is down or busy."""
        body = msgspec.json.encode(message)
        for seconds in (*RETRIES, None):
            try:
                return _json(self._post(body))
            except urllib.error.HTTPError as error:
                error.close()
                why = f"HTTP {error.code}"
                if error.code not in BUSY:
                    raise BadSetup(f"{self.url} answered {why}") from None
            except OSError as error:
                why = str(getattr(error, "reason", error) or type(error).__name__)
            if seconds is not None:
                self.pause(seconds)
        raise ComptoirError(f"{self.url} {UNREACHABLE}: {why}")

    def _post(self, body: bytes) -> bytes:
        request = urllib.request.Request(self.url, body, self.headers)  # noqa: S310
        with urllib.request.urlopen(request, timeout=self.wait) as answer:  # noqa: S310
            told: bytes = answer.read(LONGEST)
        return told


class Program(RemoteBot):
    """A bot in a process, which gets each message as a line and answers with a line.

    If the process has ended, it is started again for the next game.

    Args:
        command: The command line.
        wait: Seconds after which a process that does not answer is killed.
    """

    def __init__(self, command: str, wait: float = WAIT):
        super().__init__()
        self.command = command
        self.wait = wait
        self._process: subprocess.Popen[bytes] | None = None

    def prepare(self, game: Game, seats: int) -> None:
        """Start the process if it is not running, and ask what requests shall hold."""
        if self._process is None or self._process.poll() is not None:
            self.close()
            pipe = subprocess.PIPE
            try:
                self._process = subprocess.Popen(  # noqa: S603 - the user's own program
                    shlex.split(self.command),
                    stdin=pipe,
                    stdout=pipe,
                )
            except (OSError, ValueError) as error:
                raise BadSetup(f"{self.command} does not start: {error}") from None
        super().prepare(game, seats)

    def close(self) -> None:
        """End the process."""
        self._wants = None
        if self._process is not None:
            self._process.kill()
            self._process.__exit__(None, None, None)
            self._process = None

    def send(self, message: Mapping[str, Any]) -> Any:
        """Send a line and return the answer."""
        assert self._process
        assert self._process.stdin
        assert self._process.stdout
        hangs = threading.Timer(self.wait, self._process.kill)
        hangs.start()
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline(LONGEST)
        except OSError:
            line = b""
        finally:
            hangs.cancel()
        if not line:
            status = self._process.wait()
            raise BadSetup(
                f"{self.command} ended with status {status}, or did not answer for "
                f"{self.wait:g} s and was ended"
            )
        return _json(line)


@cache
def program(command: str) -> Program:
    """Return the bot that runs a command; one child process serves all games."""
    bot = Program(command)
    atexit.register(bot.close)
    return bot


def _json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise BadSetup(f"{_short(text.decode(errors='replace'))} is not JSON") from None


def _short(answer: Any) -> str:
    return f"the answer {str(answer)[:80]!r}"
