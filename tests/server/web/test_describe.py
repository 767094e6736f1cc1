"""The documented interface, tested by schemathesis: no server error, nothing undocumented."""

import subprocess
import sys
from pathlib import Path

import pytest

import server_kit as kit

CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_headers_conformance", "response_schema_conformance",
)  # fmt: skip


WHOLE = ("examples,coverage,fuzzing", 50)


@pytest.mark.parametrize(
    ("phases", "examples"),
    [("examples,fuzzing", 3), pytest.param(*WHOLE, marks=pytest.mark.nightly)],
)
def test_schemathesis_finds_no_fault(tmp_path, phases, examples):
    """On a server of its own, since it makes tables that other tests should not meet.

    At night it also tests every boundary of every schema, some hundred requests more.
    """
    with kit.serve_by(tmp_path / "x.sqlite3", *kit.GENEROUS) as server:
        ada = kit.Person(server)
        ada.make("osaka", seats=2, bots=[None, "house"])
        command = [
            str(Path(sys.executable).with_name("schemathesis")), "run",
            f"{server}/api/openapi.json", "-H", f"Authorization: Bearer {ada.token}",
            "--checks", ",".join(CHECKS), "--max-examples", str(examples), "--seed", "1",
            "--exclude-path", "/api/logout", "--phases", phases,
            "--generation-database", "none", "--no-color",
            "--request-timeout", str(kit.PATIENCE),
        ]  # fmt: skip
        run = subprocess.run(command, capture_output=True, text=True, check=False)

        assert 0 == run.returncode, run.stdout[-5000:]
        assert kit.get(f"{server}/healthz").is_success
