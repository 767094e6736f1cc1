"""An online table by its entries: seats, moves, undo, asks, clocks, proxies, bots."""

import pytest

from comptoir.server.tables import autopilot, projections
from comptoir.server.tables import events as happened
from comptoir.server.tables.commands import Player, clean
from comptoir.server.tables.refusals import Refused
from comptoir.server.tables.settings import Clock, Settings
from comptoir.server.tables.table import Table

PEOPLE = [Player(f"p{n}", name) for n, name in enumerate(("Ada", "Bo", "Cy", "Di"))]
NAMES = ["Ada", "Bo", "Cy", "Di"]


def new_table(game="batavia", people=4, at=0, **settings):
    table = Table("t", Settings(game=game, seats=4, **settings), "seed", "p0")
    for seat, person in enumerate(PEOPLE[:people]):
        person.sit(seat)(table, at)
    for seat in range(people, 4):
        PEOPLE[0].seat_bot(seat, "casual")(table, at)
    return table


def move(table, at=0, action=None, seat=None):
    seat = table.actors[0] if seat is None else seat
    action = action or str(table.match.legal(seat)[0])
    PEOPLE[seat].move(action, table.asked[seat])(table, at)
    return seat


def refusal(wish, table, at=0):
    before = table.number
    with pytest.raises(Refused) as caught:
        wish(table, at)
    assert before == table.number
    return caught.value.refusal.key


def again(table):
    """The same table, read off the entries it has written."""
    copy = Table(table.id, table.settings, table.seed, table.host)
    for stamped in table.fresh:
        copy.apply(happened.read_stamped(stamped.row()))
    return copy


def test_a_full_table_begins_by_itself():
    table = new_table(people=2)

    assert "playing" == table.state
    assert ["Ada", "Bo", "casual", "casual"] == table.names()


def test_a_table_waits_for_its_last_seat():
    table = Table("t", Settings(game="batavia", seats=4), "seed", "p0")
    PEOPLE[0].sit(1)(table, 0)

    assert "waiting" == table.state
    assert "not_started" == refusal(PEOPLE[0].move("pass", 0), table)
    assert "seat_taken" == refusal(PEOPLE[1].sit(1), table)
    assert "seated" == refusal(PEOPLE[0].sit(2), table)
    assert "no_seat" == refusal(PEOPLE[1].sit(4), table)


def test_nobody_acts_for_another_seat():
    table = new_table()
    asked = table.actors[0]
    stranger = Player("p9", "Eve")

    assert "not_seated" == refusal(stranger.move("pass", table.asked[asked]), table)
    other = (asked + 1) % 4
    assert "not_your_turn" == refusal(PEOPLE[other].move("pass", 1), table)
    assert "not_yours" == refusal(stranger.leave(0), table)


def test_a_move_names_the_question_it_answers():
    table = new_table()
    seat = table.actors[0]
    asked = table.asked[seat]
    assert "stale" == refusal(PEOPLE[seat].move("bid 1", asked - 1), table)
    PEOPLE[seat].move("bid 1", asked)(table, 0)

    assert "not_your_turn" == refusal(PEOPLE[seat].move("bid 2", asked), table)


def test_offers_of_others_do_not_make_a_move_stale():
    """Simultaneous offers do not collide: what others do leaves my question standing."""
    table = new_table("negoces")
    while len(table.actors) < 3:
        move(table)
    first, second = table.actors[:2]
    asked = table.asked[second]
    move(table, seat=first)

    assert second in table.actors
    assert asked == table.asked[second]


def test_refusals_of_the_rules_keep_their_number():
    table = new_table()
    seat = table.actors[0]
    with pytest.raises(Refused) as caught:
        PEOPLE[seat].move("bid 16", table.asked[seat])(table, 0)

    assert "BAT-3.3" == caught.value.refusal.rule


def test_undo_is_free_until_something_comes_between():
    table = new_table("osaka")
    seat = table.actors[0]
    moves = 0
    while not table.match.can_undo(seat):
        seat = move(table)
        moves += 1
        assert moves < 50
    kept = len(table.match.moves) - 1
    PEOPLE[seat].undo()(table, 0)

    assert kept == len(table.match.moves)
    assert table.asked[seat] == table.public


def test_undo_by_consent_needs_every_person():
    table = new_table(people=3)
    while table.actors[0] == 3:
        table.add(happened.Moved(3, str(table.match.legal(3)[0]), "bot"), 0)
    seat = move(table)
    others = [s for s in range(3) if s != seat]
    move_back = PEOPLE[seat].ask_undo(0)
    assert "undo_where" == refusal(PEOPLE[seat].ask_undo(99), table)
    move_back(table, 0)
    ask = table.ask.number
    assert "asked_already" == refusal(PEOPLE[others[0]].ask_pause(), table)
    PEOPLE[others[0]].answer(ask, yes=True)(table, 0)
    assert table.match.moves
    PEOPLE[others[1]].answer(ask, yes=True)(table, 0)

    assert [] == table.match.moves
    assert table.ask is None
    assert table.taken_back


def test_one_no_ends_an_ask():
    table = new_table()
    PEOPLE[0].ask_pause()(table, 0)
    ask = table.ask.number
    PEOPLE[1].answer(ask, yes=False)(table, 0)

    assert table.ask is None
    assert "playing" == table.state
    assert "nothing_asked" == refusal(PEOPLE[2].answer(ask, yes=True), table)


def test_a_pause_stops_moves_and_clocks():
    table = new_table(people=1, clock=Clock(bank=60))
    PEOPLE[0].ask_pause()(table, 5000)

    assert "paused" == table.state
    assert table.clocks.deadline() is None
    assert "paused" == refusal(PEOPLE[0].move("pass", 1), table)
    PEOPLE[0].resume()(table, 900_000)
    assert "playing" == table.state
    assert min(table.clocks.bank) >= 55_000


def test_a_bank_pays_for_thinking_and_earns_the_increment():
    table = new_table(clock=Clock(bank=60, increment=5, grace=2), at=1000)
    seat = move(table, at=11_000)

    assert 60_000 - 8_000 + 5_000 == table.clocks.bank[seat]
    other = table.actors[0]
    assert 11_000 + 2_000 + 60_000 == table.clocks.deadline()
    assert [60_000] == [table.clocks.bank[other]]


@pytest.mark.parametrize("rule", ["bot", "skip", "vote"])
def test_what_a_timeout_does_is_the_hosts_choice(rule):
    table = new_table(clock=Clock(bank=10), timeout=rule)
    seat = table.actors[0]
    due = autopilot.timer(table)
    assert 10_000 == due
    autopilot.act(table, due - 1)
    assert 0 == table.clocks.bank.count(0)
    autopilot.act(table, due)

    if rule == "bot":
        assert "casual" == table.places[seat].bot
        PEOPLE[seat].come_back(seat)(table, due + 5000)
        assert table.places[seat].person
        assert table.clocks.bank[seat] > 0
    elif rule == "skip":
        assert 1 == len(table.match.moves)
        assert "clock" == table.fresh[-1].entry.by
    else:
        assert "replace" == table.ask.what
        voters = [s for s in range(4) if s != seat]
        for voter in voters[:2]:
            PEOPLE[voter].answer(table.ask.number, yes=True)(table, due)
        assert "casual" == table.places[seat].bot


def test_a_vote_against_a_bot_fills_the_bank():
    table = new_table(clock=Clock(bank=10), timeout="vote")
    seat = table.actors[0]
    autopilot.act(table, 10_000)
    for voter in [s for s in range(4) if s != seat][:2]:
        PEOPLE[voter].answer(table.ask.number, yes=False)(table, 12_000)

    assert table.places[seat].person
    assert 22_000 == table.clocks.deadline()


def test_a_negotiation_has_a_common_clock_that_late_offers_extend():
    table = new_table("negoces", clock=Clock(bank=600, common=30))
    while len(table.actors) < 2:
        move(table)
    assert 30_000 == table.clocks.deadline()
    move(table, at=25_000)
    assert 35_000 == table.clocks.deadline()
    autopilot.act(table, 35_000)

    assert len(table.actors) < 2
    assert {"clock"} == {
        s.entry.by
        for s in table.fresh
        if isinstance(s.entry, happened.Moved) and s.at == 35_000
    }


def test_a_bot_plays_for_who_is_away_after_a_visible_countdown():
    table = new_table(absence=60)
    seat = table.actors[0]
    table.add(happened.Away(seat), 1000)
    assert 61_000 == projections.state(table, None).seats[seat].takeover
    autopilot.act(table, 60_999)
    assert table.places[seat].person
    autopilot.act(table, 61_000)
    assert "casual" == table.places[seat].bot
    PEOPLE[seat].come_back(seat)(table, 62_000)

    assert table.places[seat].person


def test_a_proxy_raises_up_to_its_limit_and_no_further():
    table = new_table()
    first = table.actors[0]
    PEOPLE[first].proxy(3)(table, 0)
    autopilot.act(table, 0)
    assert "bid 1" == table.fresh[-1].entry.action
    while table.actors[0] != first:
        raised = max(a.what for m in table.match.moves if (a := m.action).verb == "bid")
        move(table, action=f"bid {raised + 1}")
    autopilot.act(table, 0)

    moves = [s.entry for s in table.fresh if isinstance(s.entry, happened.Moved)]
    assert "pass" == moves[-1].action
    assert "proxy" == moves[-1].by
    assert {} == table.proxies


def test_a_proxy_is_nobody_elses_business():
    """Neither its limit nor that there is one: numbers others see do not move."""
    table = new_table()
    other = next(s for s in range(4) if s not in table.actors)
    seat = next(s for s in range(4) if s not in (*table.actors, other))
    before = [projections.state(table, s) for s in (other, None)], table.public
    PEOPLE[seat].proxy(7)(table, 0)

    assert before == (
        [projections.state(table, s) for s in (other, None)],
        table.public,
    )
    assert 7 == projections.state(table, seat).own.proxy
    assert "no_proxy" == refusal(PEOPLE[0].proxy(3), new_table("osaka"))


def test_a_player_who_leaves_ends_nobodys_evening():
    table = new_table()
    PEOPLE[2].leave(2)(table, 0)

    assert "casual" == table.places[2].bot
    assert table.seat_of("p2") is None
    assert "playing" == table.state
    Player("p8", "Eve").sit(2)(table, 0)
    assert 2 == table.seat_of("p8")


def test_one_may_let_a_bot_play_and_take_the_seat_back():
    table = new_table()
    PEOPLE[1].seat_bot(1, "expert")(table, 0)
    assert "bot_plays" == refusal(PEOPLE[1].undo(), table)
    assert "seat_taken" == refusal(PEOPLE[0].seat_bot(2, "expert"), table)
    PEOPLE[1].come_back(1)(table, 0)

    assert table.places[1].person


def test_phrases_hold_only_their_words():
    table = new_table("negoces")
    PEOPLE[0].phrase("want", {"card": "tea"})(table, 0)

    assert "no_phrase" == refusal(PEOPLE[0].phrase("insult", {}), table)
    assert "phrase_slots" == refusal(PEOPLE[0].phrase("want", {}), table)
    assert "phrase_word" == refusal(PEOPLE[0].phrase("want", {"card": "gold"}), table)
    assert "phrase_word" == refusal(
        PEOPLE[0].phrase("nearly_wins", {"seat": True}), table
    )


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("<b>x</b>", "<b>x</b>"),
        ("a\u202eb\u0000c", "abc"),
        ("é", "é"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_texts_lose_what_cannot_be_seen(said, kept):
    assert kept == clean(said, 24)


@pytest.mark.parametrize("said", ["", " \n", "\u202e", "x" * 25])
def test_texts_are_neither_empty_nor_too_long(said):
    with pytest.raises(Refused):
        clean(said, 24)


@pytest.mark.parametrize("memory", ["open", "table", "fading"])
def test_a_log_fades_only_where_the_host_wants_it(memory):
    table = new_table("osaka", memory=memory)
    PEOPLE[0].say("hello")(table, 0)
    for _ in range(20):
        move(table)
    told = projections.remembered(table, 0)
    moves = [line for line in told if isinstance(line.what, happened.Moved)]

    assert (memory == "fading") == (len(moves) < 20)
    assert any(isinstance(line.what, happened.Said) for line in told)
    assert (memory == "open") == table.options.open_notes


def test_the_same_entries_give_the_same_table(game):
    """After a restart, and in every process: nothing but the entries decides."""
    table = new_table(game.name, people=4, clock=Clock(bank=50, increment=1))
    PEOPLE[0].say("hello")(table, 1)
    for turn in range(40):
        if not table.actors:
            break
        seat = table.actors[turn % len(table.actors)]
        legal = table.match.legal(seat)
        move(table, at=turn * 700, seat=seat, action=str(legal[turn % len(legal)]))
        if turn % 7 == 3 and table.match.can_undo(seat):
            PEOPLE[seat].undo()(table, turn * 700)
    PEOPLE[0].ask_undo(5)(table, 40_000)
    for other in (1, 2, 3):
        PEOPLE[other].answer(table.ask.number, yes=True)(table, 41_000)
    copy = again(table)

    for seat in (None, 0, 1, 2, 3):
        assert projections.state(table, seat) == projections.state(copy, seat)
        assert projections.lines(table, seat, 0) == projections.lines(copy, seat, 0)
    assert autopilot.due(table) == autopilot.due(copy)
