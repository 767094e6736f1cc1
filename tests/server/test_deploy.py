"""The files shipped for hosts: compose, nginx, Prometheus and Grafana."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import server_kit as kit
from comptoir.server.operations.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
FIGURE = re.compile(r"comptoir_\w+")


def test_the_password_stands_on_no_command_line_and_in_no_environment():
    services = COMPOSE["services"].values()
    said = [[s.get("command"), s.get("environment")] for s in services]

    assert "PASSWORD}" not in json.dumps(said)
    assert {"environment": "COMPTOIR_PASSWORD"} == COMPOSE["secrets"]["password"]


def test_servers_believe_the_network_of_their_proxy_alone():
    (trust,) = (
        word.partition("=")[2]
        for word in COMPOSE["services"]["comptoir"]["command"]
        if word.startswith("--trust")
    )
    front = COMPOSE["networks"]["front"]
    inside = {
        name
        for name, service in COMPOSE["services"].items()
        if "front" in service["networks"]
    }

    assert front["internal"]
    assert [{"subnet": trust}] == front["ipam"]["config"]
    assert {"front", "comptoir"} == inside


def test_the_image_has_the_folders_that_volumes_are_mounted_on():
    """Owned by its user, because a volume keeps the folder's owner."""
    docker = (ROOT / "Dockerfile").read_text()
    owned = re.search(r"chown comptoir (.+)", docker)[1].split()
    own = [service for service in COMPOSE["services"].values() if "build" in service]
    mounts = [mount for service in own for mount in service["volumes"]]

    assert {"/data", "/backups"} <= set(owned)
    assert {mount.split(":")[1] for mount in mounts} <= set(owned)


def test_every_file_that_is_mounted_exists():
    for service in COMPOSE["services"].values():
        for mount in service.get("volumes", []):
            if mount.startswith("./"):
                assert (ROOT / mount.split(":")[0]).is_file(), mount


def test_every_figure_that_is_watched_exists():
    """In alerts and on the dashboard; Prometheus scrapes each process itself."""
    metrics = Metrics()
    metrics.moves.labels("bot").inc()
    metrics.refusals.labels("stale").inc()
    known = set(FIGURE.findall(metrics.text().decode()))
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    panels = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    asked = [rule["expr"] for rule in rules]
    asked += [target["expr"] for panel in panels for target in panel["targets"]]
    (job,) = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]
    port = job["dns_sd_configs"][0]["port"]

    assert set(FIGURE.findall(" ".join(asked))) <= known
    assert all(rule["annotations"]["summary"] for rule in rules)
    assert f"--metrics-port={port}" in COMPOSE["services"]["comptoir"]["command"]
    assert all(text.count("(") == text.count(")") for text in asked)


def composed(service, folder, postgres, **instead):
    """Start a service of the compose file as a process here; `instead` replaces flags."""
    described = COMPOSE["services"][service]
    (folder / "password").touch()
    words = []
    for word in described["command"]:
        flag, _, value = word.partition("=")
        words.append(f"{flag}={instead.get(flag.strip('-'), value)}" if value else word)
    words = [str(folder) if word == "/backups" else word for word in words]
    given = dict(described["environment"])
    given["COMPTOIR_DATABASE"] = postgres
    given["COMPTOIR_PASSWORD_FILE"] = str(folder / "password")
    command = [sys.executable, "-m", "comptoir", *words]
    return subprocess.Popen(
        command, env=os.environ | given, stdout=subprocess.PIPE, text=True
    )


def test_the_composed_services_play_together(tmp_path, postgres):
    """Two servers behind nginx on one PostgreSQL, one of which is lost, and a backup."""
    where = kit.new_postgres(postgres)
    ports, running = [kit.free_port() for _ in range(2)], []
    try:
        for port in ports:
            own = {"host": "127.0.0.1", "port": port, "metrics-port": kit.free_port()}
            own["trust"] = "127.0.0.1"
            running.append(composed("comptoir", tmp_path, where, **own))
        addresses = [f"http://127.0.0.1:{port}" for port in ports]
        for address in addresses:
            kit.wait_until(lambda address=address: kit.answers(address))
        with front(tmp_path, addresses[0], "192.0.2.1") as address:
            ada = kit.Person(address)
            table = ada.make("osaka", seats=2, bots=[None, "house"])
            running[0].kill()
            ada.move_to(
                addresses[1]
            )  # as nginx does, to which Docker gives both addresses

            async def play():
                async with ada.at(table) as place:
                    await kit.play_on([place], 4)
                    return place.state["moves"]

            assert asyncio.run(play()) >= 4
        backup = composed("backup", tmp_path, where)
        running.append(backup)
        assert "1 tables opened from it" in backup.stdout.readline()
        assert 1 == len([*tmp_path.glob("comptoir-*.sqlite3")])
    finally:
        for process in running:
            process.kill()
            process.wait(kit.PATIENCE)
            process.stdout.close()


def test_one_clients_requests_are_limited_for_all_servers_together(tmp_path):
    """By nginx, in words that the page understands; each server alone has the same limit."""
    with (
        kit.serve_by(tmp_path / "x.sqlite3", *kit.GENEROUS) as server,
        front(tmp_path, server, "192.0.2.1") as address,
        kit.httpx.Client(base_url=address, timeout=kit.PATIENCE) as client,
    ):
        answers = [client.get("/api/bots") for _ in range(400)]

    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert {"too_fast"} == {answer.json()["error"] for answer in refused}
    assert 200 <= len(answers) - len(refused)


def sign_ups(server, headers, count=12):
    """Return how many sign-ups succeed, each with a forged address before the real one."""
    found = [
        kit.post(
            f"{server}/api/me",
            json={"name": "Eve"},
            headers={"X-Forwarded-For": f"203.0.113.{number}{headers}"},
        )
        for number in range(count)
    ]
    return sum(answer.status_code == 201 for answer in found)


@pytest.mark.parametrize(
    ("trust", "real"),
    [("127.0.0.1", ", 198.51.100.7"), ("127.0.0.0/8", ", 198.51.100.7"),
     ("198.51.100.0/24", "")],
)  # fmt: skip
def test_a_forged_address_gets_nobody_round_a_limit(tmp_path, trust, real):
    """Neither an address before the one a proxy has added, nor one without a proxy."""
    flags = ["--limit", "sign_ups=0.001", "--limit", "sign_up_burst=5"]
    with kit.serve_by(tmp_path / "x.sqlite3", *flags, "--trust", trust) as server:
        assert 5 == sign_ups(server, real)


@contextlib.contextmanager
def front(folder, server, proxy):
    """Run the shipped nginx before a server; it trusts one address."""
    if not shutil.which("nginx"):
        pytest.skip("nginx is not here: apt install nginx-light")
    port = kit.free_port()
    site = (DEPLOY / "front.conf.template").read_text()
    site = site.replace("${COMPTOIR_PROXY}", proxy)
    site = site.replace("comptoir:8765", server.removeprefix("http://"))
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};")
    site = site.replace("/var/log/nginx/access.log", f"{folder}/access")
    paths = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{path}_temp_path {folder}/{path};\n" for path in paths)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; events {{}}\n"
        f"http {{ access_log off; {own} {site} }}"
    )
    command = ["nginx", "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"]
    process = subprocess.Popen(command)
    try:
        kit.wait_until(lambda: kit.answers(f"http://127.0.0.1:{port}"))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(kit.PATIENCE)


def test_the_shipped_nginx_passes_on_who_comes_and_not_who_they_say_they_are(tmp_path):
    flags = ["--limit", "sign_ups=0.001", "--limit", "sign_up_burst=5"]
    forged = {"X-Forwarded-Proto": "https"}
    with (
        kit.serve_by(tmp_path / "x.sqlite3", *flags) as server,
        front(tmp_path, server, "192.0.2.1") as address,
    ):
        made = kit.post(f"{address}/api/me", json={"name": "Eve"}, headers=forged)
        assert 4 == sign_ups(address, "")
    assert "secure" not in made.headers["set-cookie"].lower()
    assert "strict-transport-security" not in made.headers


def test_the_shipped_nginx_logs_no_private_link(tmp_path):
    """A reader of the log could otherwise open tables, or log in by a recovery link."""
    paths = ("r/secret", "confirm/secret", "t/secret", "replay/secret", "review/secret")
    with (
        kit.serve_by(tmp_path / "x.sqlite3") as server,
        front(tmp_path, server, "192.0.2.1") as address,
    ):
        for path in (*paths, "api/tables/secret/log?x=secret"):
            kit.get(f"{address}/{path}")
    logged = (tmp_path / "access").read_text()

    assert "GET /r/-" in logged
    assert "secret" not in logged


def test_behind_outer_tls_the_shipped_nginx_makes_cookies_secure(tmp_path):
    """Clients keep their own addresses; forged ones are not trusted."""
    flags = ["--limit", "sign_ups=0.001", "--limit", "sign_up_burst=5"]
    outer = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.9"}
    with (
        kit.serve_by(tmp_path / "x.sqlite3", *flags) as server,
        front(tmp_path, server, "127.0.0.1") as address,
    ):
        made = kit.post(f"{address}/api/me", json={"name": "Ada"}, headers=outer)
        assert 5 == sign_ups(address, ", 198.51.100.7")
    assert "secure" in made.headers["set-cookie"].lower()
    assert "strict-transport-security" in made.headers
