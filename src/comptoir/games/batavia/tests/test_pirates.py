"""BAT-7, the pirates."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comptoir.engine.rules.table import NOBODY
from comptoir.games.batavia.data import Phase
from comptoir.games.batavia.pirates import pirates_look
from game_kit import names

from .builder import DANISH, LETTERS, QUICK, act, cards, deal, may, table

SOME = settings(max_examples=50, deadline=None)
FLEET = st.lists(st.integers(0, 4), min_size=5, max_size=5)
LINES = [(3, 21), (4, 25), (5, 25)]


def said(row):
    return " ".join(f"{n}{letter}" for n, letter in zip(row, LETTERS, strict=True))


@pytest.mark.parametrize(("seats", "line"), LINES)
def test_the_pirate_line_follows_the_number_of_players(seats, line):
    """BAT-7.1"""
    assert line == deal(seats)[1].pirate_line


@pytest.mark.parametrize(("seats", "line"), LINES)
@pytest.mark.parametrize("over", [-2, -1, 0, 1])
def test_the_pirates_come_at_the_line_and_not_before(seats, line, over):
    """BAT-7.1"""
    laid = {1: f"{line + over - 13}D 4E", 2: "4F 4S"}
    t, box = table(seats, QUICK, turn=0, laid=laid, hands={0: "1N"})

    events = act(t, box, "lay dutch", "stop", "keep")

    raids = [line + over - 13] if over >= 0 else []
    assert raids == [event.args["cards"] for event in events if event.name == "raided"]


@pytest.mark.parametrize("line", [1, 5, 30, 110])
def test_an_option_names_another_pirate_line(line):
    """BAT-7.1"""
    below, box = table(4, {"pirate_line": line}, laid={0: said(spread(line - 1))})
    at_line, _ = table(4, {"pirate_line": line}, laid={0: said(spread(line))})

    pirates_look(below, box)
    pirates_look(at_line, box)

    assert line - 1 == below.cannon
    assert at_line.cannon < line


def spread(count):
    return [(count + i) // 5 for i in range(5)]


def test_a_turn_spent_drawing_brings_the_pirates_too():
    """BAT-7.1"""
    t, box = table(turn=0, laid={1: "9D 8F", 2: "8E"})

    events = act(t, box, "draw")

    assert ["drew", "drew", "raided", "seal_returned"] == names(events)
    assert (16, 1) == (t.cannon, t.turn)


def test_they_look_after_the_merchant_moved_and_tiles_were_exchanged():
    """BAT-7.1"""
    t, box = table(options=QUICK, turn=0, hands={0: "1D"}, laid={1: "9D 8F", 0: "9D"})

    events = act(t, box, "lay danish", "stop", "exchange")

    told = [n for n in names(events) if n in ("moved", "exchanged", "raided")]
    assert ["moved", "exchanged", "raided"] == told
    assert (2, [0, 0, 8, 0, 0]) == (t.place[0], t.marker)


def test_they_do_not_come_while_cards_are_being_laid():
    """BAT-7.1"""
    t, box = table(turn=0, hands={0: "2D"}, laid={1: "12F", 2: "12E"})

    act(t, box, "lay danish", "lay danish")

    assert (26, Phase.LAYING) == (t.cannon, t.phase)


def test_with_the_cannon_at_25_the_eleven_danish_cards_are_lost():
    """BAT-7.2, BAT-7.3"""
    laid = {0: "6D 2E", 1: "5D 3F", 2: "4N 2S", 3: "2S"}
    t, box = table(options=QUICK, turn=0, hands={0: "1E"}, laid=laid)

    act(t, box, "lay english", "stop", "move english", "keep")

    assert (cards("11D"), 0, 25 - 11) == (t.discard, t.marker[DANISH], t.cannon)
    assert {0} == {row[DANISH] for row in t.laid}


def test_if_several_share_the_most_all_of_theirs_are_lost():
    """BAT-7.2"""
    laid = {0: "8D 2E", 1: "5F 3E", 2: "3F 3N", 3: "2S"}
    t, box = table(turn=0, laid=laid)

    act(t, box, "draw")

    assert (cards("8D 8F"), 10) == (t.discard, t.cannon)
    assert [5, 0, 0, 3, 2] == t.marker


def test_all_five_companies_may_be_lost_at_once():
    """BAT-7.2"""
    t, box = table(turn=0, laid={0: "5E 5D", 1: "5F 5N 5S"})

    act(t, box, "draw")

    assert (cards("5E 5D 5F 5N 5S"), 0) == (t.discard, t.cannon)
    assert [NOBODY] * 5 == t.seal


@SOME
@given(fleets=st.lists(FLEET, min_size=3, max_size=5), line=st.integers(1, 60))
def test_a_raid_takes_exactly_the_largest_companies(fleets, line):
    """BAT-7.2, BAT-7.3"""
    laid = {seat: said(fleet) for seat, fleet in enumerate(fleets)}
    t, box = table(len(fleets), {"pirate_line": line}, laid=laid)
    before, seals = list(t.marker), list(t.seal)

    pirates_look(t, box)

    comes = sum(before) >= line
    raided = [comes and n == max(before) for n in before]
    assert [0 if r else n for r, n in zip(raided, before, strict=True)] == t.marker
    assert [n if r else 0 for r, n in zip(raided, before, strict=True)] == t.discard
    assert [NOBODY if r else s for r, s in zip(raided, seals, strict=True)] == t.seal
    kept = [[0 if r else n for r, n in zip(raided, f, strict=True)] for f in fleets]
    assert (kept, sum(t.marker)) == (t.laid[: len(fleets)], t.cannon)


def test_the_seals_of_raided_companies_go_back_to_the_board():
    """BAT-7.3"""
    t, box = table(turn=0, laid={1: "9D 8F", 2: "8E 1D"})
    assert [2, 1, 1, NOBODY, NOBODY] == t.seal

    events = act(t, box, "draw")

    assert [2, NOBODY, 1, NOBODY, NOBODY] == t.seal
    assert [1] == [event.seat for event in events if event.name == "seal_returned"]


def test_a_raided_company_nobody_led_returns_no_seal():
    """BAT-7.3"""
    t, box = table(turn=0, laid={1: "5D 8F", 2: "5D 8E"})

    events = act(t, box, "draw")

    assert ["drew", "drew", "raided"] == names(events)


def test_one_card_takes_a_raided_companys_seal_anew():
    """BAT-7.3, BAT-4.5"""
    t, box = table(turn=0, laid={1: "9D 8F", 2: "8E"}, hands={1: "1D", 3: "1D"})

    act(t, box, "draw", "lay danish")

    assert 1 == t.seal[DANISH]


def test_one_attack_a_turn_even_if_enough_cards_remain():
    """BAT-7.4"""
    t, box = table(turn=0, laid={0: "10E 9D", 1: "9F 9N"})

    events = act(t, box, "draw")
    assert (["english"], 27) == (raided(events), t.cannon)
    events = act(t, box, "draw")

    assert (["danish", "french", "dutch"], 0) == (raided(events), t.cannon)


def raided(events):
    return [event.args["company"] for event in events if event.name == "raided"]


def test_at_a_line_of_one_every_turn_costs_one_rank_of_companies():
    """BAT-7.4"""
    t, box = table(3, {"pirate_line": 1}, turn=0, laid={0: "3E 2D 2F 1N"})

    counts = [act(t, box, "draw") and t.cannon for _ in range(3)]

    assert [5, 1, 0] == counts


def test_raided_cards_become_the_pile_at_once_if_it_is_empty():
    """BAT-7.2, BAT-3.9"""
    t, box = table(
        turn=0, pile="2E", laid={0: "10D", 1: "9F", 2: "9N"}, hands={0: "1D"}
    )

    events = act(t, box, "draw")

    assert ["drew", "drew", "raided", "seal_returned", "shuffled"] == names(events)
    assert (cards("10D"), cards("")) == (t.pile, t.discard)


def test_nobody_draws_raided_cards_while_the_pile_lasts():
    """BAT-7.2, BAT-3.9"""
    t, box = table(turn=0, pile="3E", laid={0: "10D", 1: "9F", 2: "9N"})

    act(t, box, "draw")

    assert (cards("1E"), cards("10D")) == (t.pile, t.discard)
    assert "draw" in may(t, box)
