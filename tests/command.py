"""Runs the command line, inside this process or in one of its own.

A call runs the entry point with its arguments, environment and streams replaced, which saves
starting Python. A process is for what only a process has: an exit status that a shell sees,
signals, pipes, limits, a terminal.
"""

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from click.testing import CliRunner

from comptoir.cli.common import hangups
from comptoir.cli.main import main
from waiting import PATIENCE

COMMAND = Path(sys.executable).with_name("comptoir")


class Done(NamedTuple):
    """The result of a call, with the field names of `subprocess`."""

    returncode: int
    stdout: str
    stderr: str


def call(*arguments, typed="", environment=None):
    """Run `comptoir` to its end in this process, without changing its signal handlers."""
    status = None
    with (
        mock.patch.object(sys, "argv", ["comptoir", *map(str, arguments)]),
        mock.patch.object(hangups, "heard", nullcontext),
        CliRunner().isolation(typed, environment) as (out, err, _),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    return Done(status or 0, out.getvalue().decode(), err.getvalue().decode())


def start(*arguments, environment=None, **settings):
    """Start `comptoir` as a process, and leave it running."""
    usual = {
        "env": os.environ | (environment or {}),
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "encoding": "utf-8",
    }
    return subprocess.Popen([COMMAND, *map(str, arguments)], **(usual | settings))


def run(*arguments, typed=None, **settings):
    """Run `comptoir` as a process to its end."""
    if typed is not None:
        settings["stdin"] = subprocess.PIPE
    process = start(*arguments, **settings)
    try:
        out, err = process.communicate(typed, timeout=PATIENCE)
    finally:
        process.kill()
    return Done(process.returncode, out, err)
