"""The autopilot: what a table does by itself when time is up, or somebody is away."""

import pytest

from comptoir.server.domain.acting import autopilot
from comptoir.server.domain.reading import projections
from comptoir.server.domain.settings import DAY, Clock
from comptoir.server.domain.state.events import Answered, Away, Back, Moved
from table_kit import PEOPLE, again, autoplay, move, new_table, written


@pytest.mark.parametrize("rule", ["bot", "skip", "vote"])
def test_what_a_timeout_does_is_the_hosts_choice(rule):
    table = new_table(clock=Clock(bank=10), timeout=rule)
    seat = table.actors[0]
    due = autopilot.timer(table)
    assert 10_000 == due
    autoplay(table, due - 1)
    assert 0 == table.clocks.bank.count(0)
    autoplay(table, due)

    if rule == "bot":
        assert "casual" == table.places[seat].bot
        PEOPLE[seat].dismiss_bot(table, seat, at=due + 5000)
        assert table.places[seat].person
        assert table.clocks.bank[seat] > 0
    elif rule == "skip":
        assert 1 == len(table.match.moves)
        assert "clock" == written(table)[-1].by
    else:
        assert "replace" == table.ask.what
        voters = [s for s in range(4) if s != seat]
        for voter in voters[:2]:
            PEOPLE[voter].answer(table, table.ask.number, yes=True, at=due)
        assert "casual" == table.places[seat].bot


def test_a_bot_plays_for_who_is_away_after_a_visible_countdown():
    table = new_table(absence=60)
    seat = table.actors[0]
    table.add([Away(seat)], 1000)
    assert 61_000 == projections.state(table, None).seats[seat].takeover
    autoplay(table, 60_999)
    assert table.places[seat].person
    autoplay(table, 61_000)
    assert "casual" == table.places[seat].bot
    PEOPLE[seat].dismiss_bot(table, seat, at=62_000)

    assert table.places[seat].person


@pytest.mark.parametrize(
    ("people", "settings"),
    [
        (4, {}),
        (1, {"absence": 60}),
        (4, {"absence": 60, "clock": Clock(bank=3 * DAY, grace=DAY / 2)}),
        (4, {"absence": 60, "clock": Clock(bank=600, grace=DAY)}),
    ],
)
def test_nobodys_seat_is_taken_unasked(people, settings):
    """Unless the host allows it; never a lone person's, nor any in a game over days."""
    table = new_table(people=people, **settings)
    while not table.places[table.actors[0]].person:
        seat = table.actors[0]
        table.add([Moved(seat, str(table.match.legal(seat)[0]), "bot")], 0)
    seat = table.actors[0]
    table.add([Away(seat)], 1000)
    autoplay(table, 600_000)

    assert projections.state(table, None).seats[seat].takeover is None
    assert table.places[seat].person


def test_the_last_who_is_there_is_not_replaced():
    """If all people are away nobody waits, so bots do not play the game to its end."""
    table = new_table(people=2, absence=60)
    table.add([Away(0), Away(1)], 0)
    for turn in range(20):
        autoplay(table, 100_000)
        seat = table.actors[0]
        if table.places[seat].person:
            break
        said = str(table.match.legal(seat)[turn % len(table.match.legal(seat))])
        table.add([Moved(seat, said, "bot")], 100_000)

    assert 1 == len(table.people)
    assert table.people == table.actors[:1]


def test_who_is_there_votes_and_nobody_waits_for_the_absent():
    """Of three others one is away: two are asked, and one of them alone is not enough."""
    table = new_table(clock=Clock(bank=10), timeout="vote")
    seat = table.actors[0]
    gone, one, other = (s for s in range(4) if s != seat)
    autoplay(table, 10_000)
    table.add([Answered(one, yes=True)], 11_000)
    assert table.places[seat].person
    table.add([Away(gone)], 12_000)
    assert table.places[seat].person
    table.add([Away(other)], 13_000)

    assert "casual" == table.places[seat].bot


def test_a_proxy_raises_up_to_its_limit_and_no_further():
    table = new_table()
    first = table.actors[0]
    PEOPLE[first].proxy(table, 3)
    autoplay(table, 0)
    assert "bid 1" == written(table)[-1].action
    while table.actors[0] != first:
        raised = max(a.what for m in table.match.moves if (a := m.action).verb == "bid")
        move(table, action=f"bid {raised + 1}")
    autoplay(table, 0)

    last = written(table)[-1]
    assert ("pass", "proxy") == (last.action, last.by)
    assert {} == table.proxies


def test_where_the_host_said_ask_the_others_decide_on_who_is_away():
    """One vote at a time; a no restarts the wait, and a player who is back ends the vote."""
    table = new_table(absence=60, timeout="vote")
    seat = table.actors[0]
    others = [s for s in range(4) if s != seat]
    table.add([Away(seat)], 1000)
    assert 61_000 == autopilot.timer(table)
    autoplay(table, 61_000)
    assert ("replace", seat) == (table.ask.what, table.ask.to)
    assert autopilot.timer(table) is None
    for voter in others[:2]:
        PEOPLE[voter].answer(table, table.ask.number, yes=False, at=62_000)
    assert table.ask is None
    assert 122_000 == autopilot.timer(table)
    autoplay(table, 122_000)
    table.add([Back(seat)], 123_000)
    assert table.ask is None
    assert table.places[seat].person
    table.add([Away(seat)], 124_000)
    autoplay(table, 184_000)
    for voter in others[:2]:
        PEOPLE[voter].answer(table, table.ask.number, yes=True, at=185_000)

    assert ("casual", "vote") == (table.places[seat].bot, table.places[seat].why)
    assert projections.state(again(table), None) == projections.state(table, None)


def test_where_a_clock_runs_absence_is_put_to_no_other_vote():
    """The clock's end asks the same question."""
    table = new_table(absence=60, timeout="vote", clock=Clock(bank=600))
    table.add([Away(table.actors[0])], 1000)
    autoplay(table, 61_000)

    assert table.ask is None
