"""`comptoir`: the verbs, each loaded only when it is called."""

import os
import sys
from importlib import import_module

import click

VERBS = {
    "serve": "Serve the online table: people in browsers, bots, programs.",
    "play": "Play a game against bots in the terminal.",
    "replay": "Step through a saved game, or print it for another program.",
    "review": "Review a saved game: chances, turning points, better choices.",
    "puzzles": "Find puzzles in games of bots, or search them again.",
    "rules": "Read the rules of a game, or one number of them.",
    "bots": "List the bots and levels, with a sentence on how each one plays.",
    "components": "Print the cards of a game as a file to edit.",
    "simulate": "Play many games among bots and print how they went.",
    "export": "Let bots play and write every decision to files, as data.",
    "arena": "Let bots meet, and print how strong they are and how surely.",
    "lab": "Study variants of a game: which is better, and how surely.",
    "train": "Train a network for a game, by play among itself and against bots.",
    "imitate": "Make a network that moves as a bot does, from games of that bot.",
    "bench": "Measure how fast the games run here.",
    "reports": "List what players told of each other, for the host to judge.",
    "backup": "Write all tables and players of a server to one file.",
    "restore": "Put such a file into a database, of either kind.",
    "doctor": "Look at everything a server needs, and say what is wrong.",
    "new": "Write a package with a small game of your own, ready to be changed.",
    "check": "Hold games to the laws that every game keeps.",
    "warm": "Compile the games once, so that nobody waits later.",
}
WRONG_USE = 2
# What the online table needs and nothing else does: an extra.
SERVING = (
    "argon2", "cryptography", "httptools", "httpx", "litestar", "prometheus_client", "uvicorn",
    "uvloop", "webauthn", "websockets",
)  # fmt: skip


def games_of() -> click.Option:
    """Return the option for folders with games of others.

    Every verb takes it, but those whose `--games` is a number: there it stands before the
    verb.
    """

    def use(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
        from comptoir.engine.model import registry

        for folder in value:
            registry.use(folder)
        told = ctx.find_root().meta.setdefault(__name__, set())  # each fault once
        for fault in registry.faults():
            if fault not in told:
                click.echo(f"comptoir: {fault}", err=True)
                told.add(fault)

    return click.Option(
        ["--games", "games_of"],
        multiple=True,
        metavar="FOLDER",
        expose_value=False,
        is_eager=True,
        callback=use,
        help="Games of your own: the folder of a package, or of several.",
    )


class Verbs(click.Group):
    """Knows every verb by name and loads the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of the help."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a verb."""
        if cmd_name not in VERBS:
            return None
        module = import_module(f"comptoir.cli.commands.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        if not any("--games" in each.opts for each in command.params):
            command.params.append(games_of())
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the verbs without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))


@click.group(
    cls=Verbs,
    params=[games_of()],
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(None, "-V", "--version", package_name="comptoir")
def comptoir() -> None:
    """Merchant games to play, to replay and to simulate."""


def main() -> None:
    """Run the command line; anything wrong ends in a sentence each and exit status 2."""
    from comptoir.engine.errors import ComptoirError

    try:
        status = comptoir.main(prog_name="comptoir", standalone_mode=False)
    except click.exceptions.Abort:
        fail("stopped")
    except click.ClickException as error:
        error.show()
        sys.exit(WRONG_USE)
    except ComptoirError as error:
        fail(str(error))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in SERVING:
            raise
        fail(f"{error.name} is not installed: pip install 'comptoir[serve]'")
    except BrokenPipeError:
        # Whoever read our output has enough; Python must not flush to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(WRONG_USE)
    sys.exit(status if isinstance(status, int) else 0)


def fail(sentence: str) -> None:
    """Print what was wrong, a line for each fault, and end with exit status 2."""
    for line in sentence.splitlines():
        click.echo(f"comptoir: {line}", err=True)
    sys.exit(WRONG_USE)
