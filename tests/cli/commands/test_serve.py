"""The start of `comptoir serve`: its port and its secrets."""

import contextlib
import socket

import pytest

from comptoir.cli.commands import serve
from comptoir.engine.errors import BadSetup


def holder():
    """A stopping server that still holds its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    return listening, listening.getsockname()[1]


def test_a_restart_waits_for_the_port_a_moment(monkeypatch):
    held, port = holder()
    monkeypatch.setattr(serve.time, "sleep", lambda _: held.close())

    with contextlib.closing(serve._listen("127.0.0.1", port)) as listening:
        assert port == listening.getsockname()[1]


def test_a_port_that_stays_in_use_is_named(monkeypatch):
    held, port = holder()
    waits = []
    monkeypatch.setattr(serve.time, "sleep", waits.append)

    with held, pytest.raises(BadSetup, match=rf"127\.0\.0\.1:{port}: address already"):
        serve._listen("127.0.0.1", port)
    assert serve.TRIES - 1 == len(waits)


def test_an_address_and_a_password_stand_on_no_command_line(monkeypatch, tmp_path):
    secret = tmp_path / "password"
    secret.write_text("a secret\n")
    monkeypatch.setenv("COMPTOIR_DATABASE", "postgresql://comptoir@database/comptoir")
    monkeypatch.setenv("COMPTOIR_PASSWORD_FILE", str(secret))
    found = serve.open_database(None)

    assert "postgresql://comptoir@database/comptoir" == found.address
    assert "a secret" == found._password
    secret.unlink()
    with pytest.raises(BadSetup, match="COMPTOIR_PASSWORD_FILE"):
        serve.open_database(None)


def test_the_former_name_of_bot_workers_still_counts(capsys):
    context = serve.serve.make_context("serve", ["--thinkers", "3"])

    assert 3 == context.params["bot_workers"]
    assert "--thinkers is now called --bot-workers\n" == capsys.readouterr().err


def test_the_new_name_goes_before_the_former(capsys):
    both = ["--bot-workers", "2", "--thinkers", "3"]

    assert 2 == serve.serve.make_context("serve", both).params["bot_workers"]
