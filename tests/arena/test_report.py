"""Reports: shares, pairs and ratings of games with known outcomes."""

import codecs
import os
import pty
from functools import partial

import pytest

from arena_runs import lines_of, start
from comptoir.arena import Contest, ContestGame, report
from waiting import PATIENCE


def played(contest, ranks_of):
    """Return games whose ranks a test decides, from the bots by seat."""
    for slot in contest.slots(80):
        bots = contest.seated(slot.rotation)
        zeros = [0] * contest.seats
        yield ContestGame(
            **slot._asdict(), bots=bots, moves=9, points=zeros, ending="end",
            ranks=ranks_of(bots), choices=zeros, seconds=zeros, longest=zeros,
        )  # fmt: skip


def by_name(order):
    """Rank bots by their place in a text; those of one name are equal."""

    def ranks(bots):
        places = [order.index(bot) for bot in bots]
        return [1 + sum(p < place for p in places) for place in places]

    return ranks


@pytest.fixture
def contest():
    return Contest.of("osaka", "house,random", seed="5")


def test_a_shared_first_place_is_divided(contest):
    """All four first in every game: a quarter each, whoever sits three times."""
    told = report(contest, played(contest, lambda bots: [1] * len(bots)))

    assert [0.25, 0.25] == [bot.first_share for bot in told.bots]
    assert [1, 3] == [bot.seats for bot in told.bots]
    assert 0.5 == told.pairs[0].better


def test_three_seats_that_share_a_win_have_a_third_each(contest):
    """And the interval of one bot is the mirror of the others'."""
    house, random = report(contest, played(contest, by_name(["random", "house"]))).bots

    assert 0 == house.first_share
    assert pytest.approx(1 / 3, abs=1e-4) == random.first_share
    assert pytest.approx((1 - house.high) / 3, abs=1e-4) == random.low
    assert (4.0, 1.0) == (house.place, random.place)


def test_a_pair_counts_every_meeting(contest):
    """One seat against three, in 80 games."""
    pair = report(contest, played(contest, by_name(["house", "random"]))).pairs[0]

    assert ("house", "random") == pair.pair
    assert (240, 1.0, 1.0) == (pair.meetings, pair.better, pair.high)
    assert pytest.approx(20 / (20 + 1.96**2), abs=1e-4) == pair.low  # 20 deals


def test_ratings_follow_the_places():
    """Of three that always end in one order; the interval narrows with the games."""
    contest = Contest.of("osaka", "casual,novice,random", seed="5")
    games = list(played(contest, by_name(["novice", "random", "casual"])))
    few, many = report(contest, games[:4]).bots, report(contest, games).bots

    assert many[1].rating_low > many[2].rating_high
    assert many[2].rating_low > many[0].rating_high
    for before, after in zip(few, many, strict=True):
        assert after.rating_low < after.rating < after.rating_high
        assert (
            after.rating_high - after.rating_low
            < before.rating_high - before.rating_low
        )


def test_equal_bots_are_rated_alike(contest):
    """Always equal: nobody moves from where all begin."""
    for bot in report(contest, played(contest, lambda bots: [1] * len(bots))).bots:
        assert pytest.approx(25, abs=0.01) == bot.rating


def test_the_order_in_which_games_ended_does_not_matter(contest):
    """A report is of the games, not of their race."""
    games = list(played(contest, by_name(["house", "random"])))

    assert report(contest, games) == report(contest, games[::-1])


def test_people_get_a_table(arena):
    """Bots, pairs, sources and the seed."""
    done = arena("batavia", "--bots", "house,random", "--games", 4, "--seed", 5)

    assert 0 == done.returncode
    for text in ("house", "random × 3", "first", "rating", "a move", "seed 5"):
        assert text in done.stdout
    assert "of 12 meetings house placed better than random in" in done.stdout
    assert "gold_from.office_paid" in done.stdout


def read(decoder, terminal):
    """Return the new output, or nothing once the other end is closed."""
    try:
        return decoder.decode(os.read(terminal, 65536)) or read(decoder, terminal)
    except OSError:
        return ""


def test_a_bar_is_shown_where_someone_sees_it():
    """On a terminal at standard error; standard output has the results alone."""
    ours, theirs = pty.openpty()
    run = start("osaka", "--games", 4, "--json", stderr=theirs)
    os.close(theirs)
    shown = "".join(
        iter(partial(read, codecs.getincrementaldecoder("utf-8")(), ours), "")
    )
    out, _ = run.communicate(timeout=PATIENCE)
    os.close(ours)

    assert 3 == len(lines_of(out))
    assert "/4" in shown
    assert "0:0" in shown or "-:--:--" in shown  # the time left


def test_json_ends_with_a_line_a_bot(arena):
    """And pairs before."""
    done = arena("osaka", "--bots", "house,novice,random", "--games", 4, "--json")
    lines = lines_of(done.stdout)

    pairs = [["house", "novice"], ["house", "random"], ["novice", "random"]]
    assert pairs == [line["pair"] for line in lines[:3]]
    assert ["house", "novice", "random"] == [line["bot"] for line in lines[3:]]
    wanted = {
        "bot", "games", "first_share", "low", "high", "rating", "rating_low", "rating_high",
    }  # fmt: skip
    for line in lines[3:]:
        assert wanted <= set(line)
        assert line["low"] <= line["first_share"] <= line["high"]
        assert line["rating_low"] < line["rating"] < line["rating_high"]


def test_the_house_bot_beats_chance(arena, game):
    """First in seven of ten games at least, against random bots in all other seats."""
    done = arena(
        game.name, "--bots", "house,random", "--games", 20, "--seed", 5, "--json",
        "--workers", 1,
    )  # fmt: skip
    house = lines_of(done.stdout)[-2]

    assert "house" == house["bot"]
    assert house["first_share"] >= 0.7
