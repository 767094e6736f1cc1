"""Results files: a stopped run continues, and a file of another run is left untouched."""

import fcntl
import json
import resource
import signal

import pytest

from arena_runs import closed, games_of, lines_of, own, start, timeless, wait_for_games
from waiting import PATIENCE

GAME = (
    "osaka", "--bots", f"{own('Gated')},house,random", "--games", 8, "--json",
    "--workers", 1, "--limit", 3600,
)  # fmt: skip


@pytest.fixture(scope="module")
def four_games(tmp_path_factory):
    """A results file of a short contest, played once."""
    file = tmp_path_factory.mktemp("arena") / "games"
    start("osaka", "--games", 4, "--seed", 5, "--results", file).communicate()
    return file.read_bytes()


@pytest.fixture
def short(tmp_path, four_games):
    """A copy of that file."""
    file = tmp_path / "games"
    file.write_bytes(four_games)
    return file


def test_a_killed_run_goes_on_where_it_was(arena, tmp_path):
    """kill -9 in the middle, the same command again: the results of an unbroken run."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    unbroken = arena(*GAME, "--seed", 5, "--results", whole)
    with closed(tmp_path / "gate") as environment:
        run = start(*GAME, "--seed", 5, "--results", broken, environment=environment)
        wait_for_games(broken, 3)
        run.kill()
        run.communicate()
    before = broken.read_bytes()
    done = arena(*GAME, "--seed", 5, "--results", broken)

    assert 3 == before.count(b"\n") - 1
    assert broken.read_bytes().startswith(before[: before.rindex(b"\n") + 1])
    assert games_of(whole) == games_of(broken)
    assert timeless(unbroken.stdout) == timeless(done.stdout)


def test_a_torn_last_line_is_played_again(arena, tmp_path):
    """Nothing else is."""
    file = tmp_path / "games"
    first = arena(*GAME, "--seed", 5, "--results", file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    second = arena(*GAME, "--seed", 5, "--results", file)
    lines = whole.splitlines(keepends=True)

    assert file.read_bytes().startswith(b"".join(lines[:-1]))
    assert len(lines) == len(file.read_bytes().splitlines())
    assert timeless(first.stdout) == timeless(second.stdout)


def test_a_whole_file_is_only_summed_up(arena, tmp_path):
    """The seed is the file's; fewer games are the first of them, more are added."""
    file = tmp_path / "games"
    first = arena(*GAME, "--results", file)
    whole = file.read_bytes()
    again = arena(*GAME, "--results", file)
    fewer = arena(*GAME, "--games", 4, "--results", file)

    assert first.stdout == again.stdout
    assert 4 == lines_of(fewer.stdout)[-1]["games"]
    assert whole == file.read_bytes()
    arena(*GAME, "--games", 9, "--results", file)
    assert 12 == len(games_of(file))
    assert file.read_bytes().startswith(whole)


def test_ctrl_c_says_how_to_go_on(tmp_path):
    """One sentence, and the games so far are safe."""
    file = tmp_path / "games"
    with closed(tmp_path / "gate") as environment:
        run = start(*GAME, "--results", file, environment=environment)
        wait_for_games(file, 3)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=PATIENCE)

    assert 2 == run.returncode
    assert "" == out
    assert (
        f"stopped; 3 games are in {file}, and the same command continues from there"
        in err
    )
    assert "Traceback" not in err
    assert 3 == len(games_of(file))


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["batavia", "--bots", "house,random"], "its game is osaka, not batavia"),
        (
            ["osaka", "--bots", "house,random", "--seats", "2"],
            "its seats are 4, not 2",
        ),
        (["osaka", "--bots", "house,novice,random"], "not house, novice, random"),
        (["osaka", "--bots", "random,house"], "its bots are house, random, random"),
        (["osaka", "--bots", "house,random", "--seed", "6"], "its seed is 5, not 6"),
        (
            ["osaka", "--bots", "house,random", "--option", "open_points=true"],
            "options",
        ),
    ],
)
def test_a_file_of_another_contest_is_refused(
    arena, short, four_games, arguments, what
):
    """In one sentence that says what differs; the file stays as it is."""
    done = arena(*arguments, "--games", 4, "--results", short)

    assert 2 == done.returncode
    assert "is of another contest" in done.stderr
    assert what in done.stderr
    assert 1 == done.stderr.count("\n")
    assert four_games == short.read_bytes()


@pytest.mark.parametrize(
    "text", [b"# Notes\n", b"notes", b"\xff\xfe\n", b"[1]\n", b'{"comptoir":"x"}\n']
)
def test_a_file_that_is_no_results_file_is_left_alone(arena, tmp_path, text):
    """Whatever it is."""
    file = tmp_path / "notes"
    file.write_bytes(text)
    done = arena("osaka", "--results", file)

    assert 2 == done.returncode
    assert f"{file} is not a results file of the arena\n" in done.stderr
    assert text == file.read_bytes()


@pytest.mark.parametrize("damage", ["{}", "oops", None])
def test_a_damaged_line_is_named(arena, short, damage):
    """Only the last line may be torn; the third stands for any other."""
    lines = short.read_text().splitlines()
    turned = json.loads(lines[2]) | {"bots": ["random"] * 4}
    lines[2] = damage or json.dumps(turned)
    short.write_text("\n".join(lines) + "\n")
    done = arena("osaka", "--games", 4, "--results", short)

    assert 2 == done.returncode
    assert "line 3 is not a game of this contest" in done.stderr


def test_two_runs_do_not_share_a_file(arena, short):
    """The second is told so."""
    with short.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        done = arena("osaka", "--games", 8, "--results", short)

    assert 2 == done.returncode
    assert "another run writes to it" in done.stderr


def test_a_full_disk_is_one_sentence(arena, process, tmp_path):
    """What was written stays; here a file may have 8,192 bytes and no more."""
    file = tmp_path / "games"
    done = process(
        "osaka", "--seats", 2, "--games", 60, "--results", file,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)),
    )  # fmt: skip

    assert 2 == done.returncode
    assert f"{file} cannot be written: file too large\n" in done.stderr
    assert "Traceback" not in done.stderr
    assert 8192 == len(file.read_bytes())
    again = arena("osaka", "--seats", 2, "--games", 60, "--results", file)
    assert 0 == again.returncode
    assert 60 == len(games_of(file))


def test_a_device_is_no_file(arena):
    """One that could be read for ever."""
    done = arena("osaka", "--results", "/dev/zero")

    assert 2 == done.returncode
    assert "/dev/zero: expected an ordinary file" in done.stderr


def test_nothing_is_written_without_a_file(arena, tmp_path):
    """A run leaves no trace."""
    done = arena("osaka", "--games", 4)

    assert 0 == done.returncode
    assert "" == done.stderr
    assert [] == list(tmp_path.iterdir())
