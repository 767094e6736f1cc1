"""A bot that misbehaves ends its game with a message, and the contest goes on."""

import os
import signal
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena_runs import (
    closed,
    games_of,
    lines_of,
    own,
    start,
    timeless,
    wait_for_games,
    workers_of,
)
from comptoir.arena import Contest, local, run
from waiting import PATIENCE, wait_until

GAME = (
    "osaka", "--seats", 2, "--games", 4, "--seed", 5, "--workers", 1, "--json",
)  # fmt: skip


@pytest.fixture
def hanging(tmp_path, monkeypatch):
    """A clock that is hours ahead while a bot hangs, so that nobody waits for the limit."""
    mark = tmp_path / "hangs"
    monkeypatch.setenv("HANGS", str(mark))

    def hours_ahead_of_who_hangs():
        hangs = mark.exists() and Path(f"/proc/{mark.read_text()}").exists()
        return time.monotonic() + 36_000 * hangs

    fake = SimpleNamespace(monotonic=hours_ahead_of_who_hangs)
    monkeypatch.setattr(local, "time", fake)


@pytest.mark.usefixtures("hanging")
@pytest.mark.parametrize(
    ("bot", "what"),
    [
        ("Raises", "raised RuntimeError: out of ideas"),
        ("Leaves", "raised SystemExit: enough"),
        ("Hangs", "thought for more than 1800 s"),
        ("HangsInside", "thought for more than 1800 s"),
        ("Nothing", "no action None: expected"),
        ("Nonsense", "no action 'fly to the moon': expected"),
        ("Illegal", "is illegal: "),
    ],
)
def test_a_fault_names_the_bot_its_seat_the_move_and_what_happened(
    arena, tmp_path, bot, what
):
    """It misbehaves in seat 1 only: half the games count, the run ends with status 1."""
    file = tmp_path / "games"
    done = arena(
        *GAME, "--bots", f"{own(bot)},random", "--limit", 1800, "--results", file
    )
    games = games_of(file)
    faults = [line for line in lines_of(done.stdout) if "fault" in line]

    assert 1 == done.returncode
    assert [True, False] * 2 == [game["fault"] is None for game in games]
    assert faults == [
        {key: game[key] for key in ("fault", "deal", "rotation")}
        for game in games
        if game["fault"]
    ]
    for fault in faults:
        sentence = fault["fault"]
        assert sentence.startswith(f"{own(bot)} in seat 1, move ")
        assert int(sentence.split(", move ")[1].split(":")[0]) > 5
        assert what in sentence
        assert "\n" not in sentence
    assert [2, 2] == [line["games"] for line in lines_of(done.stdout)[-2:]]


def test_people_read_the_faults_too(arena):
    """At the end, after what the games that count have shown."""
    done = arena(*GAME[:-1], "--bots", f"{own('Raises')},random")

    assert 1 == done.returncode
    assert "2 games; seed 5" in done.stdout
    assert "fault in deal 1, rotation 1:" in done.stdout
    assert "raised RuntimeError: out of ideas" in done.stdout


def test_a_contest_of_faults_only_shows_nothing(arena):
    """No game counts: no share, an interval from 0 to 1, and ratings as at the start."""
    done = arena(*GAME, "--bots", f"{own('Unready')},random")
    *faults, pair, _, line = lines_of(done.stdout)

    assert 4 == len(faults)
    assert "move 0: is not ready: RuntimeError: no weights for osaka with 2" in str(
        faults
    )
    assert pair["better"] is None
    assert (None, 0, 1) == (line["first_share"], line["low"], line["high"])
    assert 25 == line["rating"]


def test_what_bots_print_is_no_result(process):
    """Standard output holds JSON, whatever a bot says."""
    done = process(*GAME, "--bots", f"{own('chatty')},random")

    assert 0 == done.returncode
    assert 3 == len(lines_of(done.stdout))
    assert "I think" in done.stderr


def test_a_process_that_dies_once_costs_nothing(arena, tmp_path):
    """Its game is played again, and is the game it would have been."""
    deaths = tmp_path / "deaths"
    told = []
    for _ in range(2):  # the second time it finds its mark and behaves
        file = tmp_path / f"games-{len(told)}"
        done = arena(
            *GAME, "--bots", f"{own('DiesOnce')},random", "--results", file,
            environment={"DEATHS": str(deaths)},
        )  # fmt: skip
        assert 0 == done.returncode
        told.append((timeless(done.stdout), games_of(file)))

    assert "x" == deaths.read_text()
    assert told[0] == told[1]


def test_a_game_that_is_fatal_three_times_is_given_up(arena, tmp_path):
    """The other games are played, in new processes."""
    deaths = tmp_path / "deaths"
    done = arena(
        *GAME, "--bots", f"{own('Dies')},random", environment={"DEATHS": str(deaths)}
    )
    faults = [line["fault"] for line in lines_of(done.stdout) if "fault" in line]

    assert 1 == done.returncode
    assert "xxx" * 2 == deaths.read_text()
    assert 2 == len(faults)
    assert all("the process died 3 times in this game" in fault for fault in faults)
    assert all(f"{own('Dies')} in seat 1, move " in fault for fault in faults)


def test_a_bot_that_dies_while_it_gets_ready_is_named(arena):
    """Move 0 is getting ready."""
    done = arena(*GAME, "--games", 2, "--bots", f"random,{own('DiesEarly')}")
    faults = [line["fault"] for line in lines_of(done.stdout) if "fault" in line]

    assert [
        f"{own('DiesEarly')} in seat {seat}, move 0: the process died 3 times in this game"
        for seat in (1, 0)
    ] == faults


@pytest.mark.usefixtures("hanging")
def test_a_bot_that_never_gets_ready_is_not_waited_for():
    """Getting ready may take a minute, however short the time for a move."""
    contest = Contest.of("osaka", f"{own('NeverReady')},random", 2, seed="5")
    (game,) = run(contest, contest.slots(1)[:1], local.LocalWorkers(1, limit=1))

    assert (
        f"{own('NeverReady')} in seat 0, move 0: thought for more than 60 s"
        == game.fault
    )


def test_a_killed_worker_loses_no_game(tmp_path):
    """Killed from outside in the middle: replaced, and the results are the same."""
    arguments = (
        "osaka", "--bots", f"{own('Gated')},random", "--games", 16, "--seed", 5,
        "--json", "--workers", 2, "--limit", 3600, "--results",
    )  # fmt: skip
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    unbroken = start(*arguments, whole)
    with closed(tmp_path / "gate") as environment:
        run = start(*arguments, broken, environment=environment)
        for games, killed in ((6, 2), (12, 1)):
            wait_for_games(broken, games)
            for worker in workers_of(run.pid)[:killed]:
                os.kill(worker, signal.SIGKILL)
    told = []
    for process, file in ((unbroken, whole), (run, broken)):
        out, err = process.communicate(timeout=PATIENCE)
        assert (0, "") == (process.returncode, err)
        told.append((timeless(out), games_of(file)))

    assert told[0] == told[1]


def test_workers_end_when_the_run_is_killed(tmp_path):
    """Nothing keeps burning."""
    file = tmp_path / "games"
    run = start(
        "osaka", "--bots", own("Hangs"), "--games", 40, "--workers", 2,
        "--results", file,
    )  # fmt: skip
    wait_until(lambda: len(workers_of(run.pid)) == 2, "two workers")
    workers = workers_of(run.pid)
    run.kill()
    run.communicate()

    wait_until(lambda: not any(Path(f"/proc/{w}").exists() for w in workers), "the end")
