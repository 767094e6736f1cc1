"""`comptoir`: the commands, each loaded only when it is called."""

import os
import sys
from importlib import import_module
from typing import cast

import click

GROUPS = {  # commands by purpose, in the order of the help
    "Play": {
        "play": "Play a game in the terminal against bots.",
        "replay": "Step through a saved game.",
        "review": "Review a saved game: win chances, turning points, better moves.",
        "rules": "Read the rules of a game.",
        "bots": "List the bots and their levels.",
    },
    "Host": {
        "serve": "Run a server to play in the browser.",
        "static": "Write a folder of files to play without a server.",
        "doctor": "Check everything a server needs.",
        "backup": "Back up a server's database to one file.",
        "restore": "Restore a backup.",
        "people": "See reports about players; warn, mute or ban them; appoint moderators.",
    },
    "Experiment": {
        "simulate": "Play many games between bots and print the results.",
        "arena": "Run a tournament between bots.",
        "benchmark": "Measure an agent against fixed opponents.",
        "export": "Write every decision of games between bots to data files.",
        "train": "Train a network by self-play.",
        "imitate": "Train a network to imitate a bot.",
        "exploit": "Measure how beatable a bot is.",
        "puzzles": "Find puzzles in games between bots.",
        "bench": "Measure how fast the games run on this machine.",
        "warm": "Compile the games ahead of time.",
    },
    "Design": {
        "new": "Create a package with a small game of your own.",
        "check": "Test a game against the laws that hold for every game.",
        "lab": "Compare variants of a game, with confidence intervals.",
        "sheets": "Print a game's components as cards to cut out.",
        "publish": "Write one game as a folder to play and to give feedback on.",
        "playtests": "Report on the games and feedback that playtesters sent back.",
        "components": "Print a game's cards as a file to edit.",
    },
}
VERBS = {verb: about for group in GROUPS.values() for verb, about in group.items()}
MOVED = {"reports": "people"}  # former commands, and the group that has them now
WRONG_USE = 2
# Packages of the extra `serve`, which only the server needs.
SERVING = (
    "argon2", "cryptography", "httptools", "httpx", "litestar", "prometheus_client", "uvicorn",
    "uvloop", "webauthn", "websockets",
)  # fmt: skip


def games_of() -> click.Option:
    """Return the option `--games`, which names folders with the user's own games.

    Every command accepts it. Where a command's own `--games` is a number, the option goes
    before the name of the command.
    """

    def use(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
        from comptoir.engine.model import registry

        for folder in value:
            registry.use(folder)
        told = ctx.find_root().meta.setdefault(
            __name__, set()
        )  # report each fault once
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
        help="Folder with games of your own: one package, or several.",
    )


class Verbs(click.Group):
    """The group of all commands; it imports only the command that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the help."""
        return [*VERBS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command's module and return the command."""
        if cmd_name in MOVED:
            group = self.get_command(ctx, MOVED[cmd_name])
            click.echo(
                f"{cmd_name} is now called {MOVED[cmd_name]} {cmd_name}", err=True
            )
            return cast(click.Group, group).commands[cmd_name]
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
        """Write the commands by group into the help, without loading any."""
        width = max(map(len, VERBS))
        for group, verbs in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl(
                    [(verb.ljust(width), about) for verb, about in verbs.items()]
                )


@click.group(
    cls=Verbs,
    params=[games_of()],
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(None, "-V", "--version", package_name="comptoir")
def comptoir() -> None:
    """Four merchant games to play, script and simulate."""


def main() -> None:
    """Run the command line; print any error as a sentence and exit with status 2."""
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
        # The reader has closed the pipe; keep Python from flushing to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(WRONG_USE)
    sys.exit(status if isinstance(status, int) else 0)


def fail(sentence: str) -> None:
    """Print the errors, one per line, and exit with status 2."""
    for line in sentence.splitlines():
        click.echo(f"comptoir: {line}", err=True)
    sys.exit(WRONG_USE)
