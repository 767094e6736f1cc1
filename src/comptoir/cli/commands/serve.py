"""`comptoir serve`: run the server, without any configuration needed."""

import contextlib
import errno
import gc
import ipaddress
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comptoir.cli.serving.hosting import (
    check_proxies,
    open_database,
    read_announcing,
    read_limits,
    read_retention,
)
from comptoir.engine.errors import BadSetup, ComptoirError

if TYPE_CHECKING:
    from comptoir.server.rooms.rooms import Rooms

USUAL_PORT = 8765
BACKLOG = 2048  # connections waiting to be accepted, at most
TRIES = (
    20  # ports tried after the default one, or attempts to bind a port that was given
)
AGAIN = 0.25  # seconds between two attempts
# new objects between collections of generation 0, each of which takes about 0.5 ms
GENERATION_0 = 5000
NEVER = 1 << 30
# seconds until the thread that commits to the database gets the interpreter
HANDOVER = 0.001


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on."
)
@click.option(
    "--port",
    type=int,
    help=f"Port to listen on. Default: the first free one from {USUAL_PORT}.",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="Port for Prometheus metrics at /metrics. Default: none.",
)
@click.option(
    "--database",
    metavar="WHERE",
    help="A file or a postgresql:// address. Default: COMPTOIR_DATABASE, else a file in "
    "the data folder.",
)
@click.option(
    "--browser/--no-browser", default=None, help="Whether to open the browser."
)
@click.option(
    "--bot",
    "own",
    multiple=True,
    metavar="FILE.py:NAME",
    help="Add a bot of your own.",
)
@click.option(
    "--bot-workers",
    type=click.IntRange(1),
    help="Worker processes in which bots think.",
)
@click.option(
    "--thinkers", type=click.IntRange(1), hidden=True, expose_value=False,
    callback=lambda context, _, count: _renamed(context, count),
    is_eager=True,
)  # fmt: skip
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Set a limit per client: requests, sockets, tables, …",
)
@click.option(
    "--keep",
    multiple=True,
    metavar="NAME=DAYS",
    help="Set how long unused things are kept: guests, finished, unfinished, …",
)
@click.option(
    "--contact",
    default="",
    metavar="ADDRESS",
    help="E-mail address or URL at which people reach you, for the page /privacy.",
)
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Public URL of this server, for links in invitations and e-mails.",
)
@click.option(
    "--mail",
    metavar="smtp://HOST?from=ADDRESS",
    help="SMTP server for outgoing e-mail. Default: COMPTOIR_MAIL, else no e-mail.",
)
@click.option(
    "--studies",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Show the finished lab studies in this folder at /studies.",
)
@click.option(
    "--log", default="warning", show_default=True,
    type=click.Choice(["debug", "info", "warning", "error"]), help="Log level.",
)  # fmt: skip
@click.option(
    "--trust", default="127.0.0.1", show_default=True,
    help="Proxies (addresses, networks) whose forwarded headers are trusted.",
)  # fmt: skip
@click.option("--seed", hidden=True, help="For tests: tables and bots follow from it.")
def serve(
    host: str,
    port: int | None,
    metrics_port: int | None,
    database: str | None,
    browser: bool | None,
    own: tuple[str, ...],
    bot_workers: int | None,
    limits: tuple[str, ...],
    keep: tuple[str, ...],
    contact: str,
    address: str,
    mail: str | None,
    studies: Path | None,
    log: str,
    trust: str,
    seed: str | None,
) -> int:
    """Serve the online table: people in browsers, bots, programs."""
    from comptoir.server.operations import logs

    logs.set_up(log.upper())
    _allow_many_sockets()
    server, listening = prepare(
        host, port, metrics_port, database, own, bot_workers, limits, keep, contact,
        address, mail, studies, trust, seed,
    )  # fmt: skip
    _announce(f"http://{_name(host)}:{listening[0].getsockname()[1]}/", browser)
    # uvicorn raises the signal again after it has stopped, when nothing is left to do.
    signal.signal(signal.SIGTERM, lambda *_: None)
    # `Rooms` collects all generations once an hour
    gc.set_threshold(GENERATION_0, NEVER, NEVER)
    sys.setswitchinterval(HANDOVER)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(listening)
    for one in listening:
        one.close()
    if server.fault:
        raise server.fault
    return 0 if server.started else 2


def prepare(
    host: str,
    port: int | None,
    metrics_port: int | None,
    database: str | None,
    own: tuple[str, ...],
    bot_workers: int | None,
    limits: tuple[str, ...],
    keep: tuple[str, ...],
    contact: str,
    address: str,
    mail: str | None,
    studies: Path | None,
    trust: str,
    seed: str | None,
    *,
    warm: bool = True,
) -> tuple[Any, list[socket.socket]]:
    """Return a server ready to run, and the sockets on which it listens.

    Raises:
        BadSetup: The server cannot run with these settings.
    """
    from comptoir import bots
    from comptoir.server.bots.pool import BotPool
    from comptoir.server.operations.entropy import Entropy
    from comptoir.server.rooms.rooms import Rooms
    from comptoir.server.web.app import create_app

    for bot in own:
        bots.find(bot)
    check_proxies(trust)
    rooms = Rooms(
        open_database(database),
        BotPool(bot_workers),
        read_limits(limits),
        own_bots=own,
        warm=warm,
        announcing=read_announcing(address, mail),
        retention=read_retention(keep),
        entropy=Entropy(seed),
    )
    listening = [_listen(host, port)]
    if metrics_port is not None:
        listening.append(_listen(host, metrics_port))
    here = listening[0].getsockname()[1]
    addresses = [address] if address else addresses_of(host, here)
    app = create_app(rooms, metrics_port, addresses, studies, contact)
    return _server(app, rooms, trust), listening


def _renamed(context: click.Context, count: int | None) -> None:
    """Accept `--thinkers`, the former name of `--bot-workers`, with a warning."""
    if count is not None:
        click.echo("--thinkers is now called --bot-workers", err=True)
        context.default_map = {**(context.default_map or {}), "bot_workers": count}


def _server(app: Any, rooms: "Rooms", trust: str) -> Any:
    """Return a uvicorn server for the application; it loads the saved tables before it
    serves.
    """
    import uvicorn

    from comptoir.server.web.shared.connections import connections

    class Server(uvicorn.Server):
        fault: ComptoirError | None = None

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            try:
                await rooms.open()
            except ComptoirError as error:
                self.fault, self.should_exit = error, True
            else:
                await super().startup(sockets)

    config = uvicorn.Config(
        app,
        http=connections(rooms.limits, app.allowances.requests.owes),
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,  # compression triples the memory and doubles the time
        lifespan="on",
        log_config=None,
        log_level="error",  # lower levels log the tables' addresses and what clients send
        access_log=False,
        server_header=False,
        forwarded_allow_ips=trust,
        timeout_graceful_shutdown=15,
    )
    return Server(config)


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket on the given port, or on the first free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    usual = range(USUAL_PORT, USUAL_PORT + TRIES)
    for again, number in enumerate([port] * TRIES if port is not None else usual):
        if (
            again and port is not None
        ):  # a server that is shutting down may still use the port
            time.sleep(AGAIN)
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            # early clients wait in the queue until the server is ready
            listening.listen(BACKLOG)
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
            if error.errno != errno.EADDRINUSE and port is not None:
                break
        else:
            return listening
    raise BadSetup(f"cannot listen on {host}:{number}: {reason.lower()}")


def _allow_many_sockets() -> None:
    """Raise the process's limit of open files, which includes sockets, to the allowed
    maximum.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _name(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # noqa: S104 - explicitly requested
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def addresses_of(host: str, port: int) -> list[str]:
    """Return the addresses at which other machines reach the server; none if it is on
    loopback.
    """
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - explicitly requested
        alone = host == "localhost" or host.startswith("127.") or host == "::1"
        return [] if alone else [f"http://{_name(host)}:{port}"]
    numbers: dict[str, None] = {}
    with contextlib.suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
        # sends nothing, but makes the system choose the local address
        probe.connect(("192.0.2.1", 9))
        numbers[probe.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        numbers |= dict.fromkeys(str(one[4][0]) for one in found)
    known = [n for n in numbers if not ipaddress.ip_address(n).is_loopback]
    return [f"http://{number}:{port}" for number in known]


def _announce(address: str, browser: bool | None) -> None:
    """Print the server's address; at an interactive terminal, also open it in a browser."""
    click.echo(f"Comptoir: {address}  (Ctrl-C to stop)")
    sys.stdout.flush()
    seen = sys.stdout.isatty() and bool(
        os.environ.get("DISPLAY") or sys.platform != "linux"
    )
    if browser if browser is not None else seen:
        threading.Timer(1.0, webbrowser.open, [address]).start()
