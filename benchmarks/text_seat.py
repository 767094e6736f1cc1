"""Plays whole games of a text agent over HTTP, with malformed answers, refusals and restarts.

    python benchmarks/text_seat.py --games 200

A scripted model is served on loopback as a chat endpoint. One answer in ten is malformed, one
request in 25 is refused or answered with nonsense, some hang until the client gives up, and the
server is stopped and started again after every thousandth request. For each game it prints the
agent's counts beside the server's; a lost game ends the script.
"""

import sys
import threading
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from chat_kit import Script, chat
from comptoir import games
from comptoir.language import ChatModel, LanguageAgent, play

BAD, DOWN = 10, 4  # percent of answers and requests
EVERY = 1000  # requests between two restarts
HANGS = 997  # each request whose number is a multiple of this hangs
WAIT = 0.5  # seconds after which the client gives up


class Restarting:
    """A chat endpoint that goes down again and again, and comes back on the same port."""

    def __init__(self, script: Script):
        self.script = script
        self.requests = self.restarts = self.hung = 0
        self.stopped = threading.Event()
        self._serve(0)

    def _serve(self, port: int) -> None:
        self._server = chat(self, port)
        self.url = self._server.__enter__()

    def __call__(self, asked):
        """Answer a request, or hang."""
        self.requests += 1
        if self.requests % HANGS == 0:
            self.hung += 1
            self.stopped.wait(2 * WAIT)
        return self.script(asked)

    def restart(self) -> None:
        """Stop the endpoint; it starts again when the next request fails."""
        self._server.__exit__(None, None, None)
        self.restarts += 1
        self._down = True

    def wake(self, _seconds: float) -> None:
        """Start the endpoint again."""
        if getattr(self, "_down", False):
            self._down = False
            self._serve(int(self.url.split(":")[2].split("/")[0]))

    def close(self) -> None:
        """Stop serving."""
        self.wake(0)
        self._server.__exit__(None, None, None)


@click.command()
@click.option("--games", "count", default=20, help="Games of each title.")
@click.option("--title", help="This title only.")
def main(count: int, title: str | None) -> None:
    """Play the games and print the counts."""
    for name in [title] if title else games():
        server = Restarting(Script(name, BAD, DOWN))
        model = ChatModel(server.url, "script", wait=WAIT, pause=server.wake)
        agent = LanguageAgent(model)
        restarts = 0
        for number in range(count):
            if server.requests // EVERY > restarts:
                restarts += 1
                server.restart()
            seats = games()[name].seats
            result = play(name, {number % seats[0]: agent}, seats=seats[0], seed=number)
            assert 1 in result.ranks
        tally, script = agent.tally, server.script
        server.close()
        assert tally.games == count
        assert tally.illegal <= script.malformed
        print(
            f"{name}: {count} games, 0 lost; {tally.decisions} decisions, {tally.calls} calls, "
            f"{tally.illegal} illegal answers (the server sent {script.malformed}), "
            f"{tally.failures} failed calls ({script.refused} refused, {server.hung} hung), "
            f"{server.restarts} restarts, {tally.guessed} moves drawn, "
            f"{tally.tokens_in} + {tally.tokens_out} tokens"
        )


if __name__ == "__main__":
    main()
