"""BOR-6.1 to BOR-6.4 and BOR-6.9, shipments and what they set off."""

import pytest

from comptoir.games.borneo.data import SPICE_NAMES, Ending, Phase, Place
from comptoir.games.borneo.shipment import flags_at
from game_kit import happened

from .builder import act, hand, lying, may, store, table, tally

FACES = {
    1: "pepper BBYR",
    2: "pepper BYYB",
    3: "cloves GGBY",
    4: "nutmeg YBBB",
    5: "crate RRRR",
    6: "cinnamon GGGG",
}


def quay(monopoly=9, limit=9, rows="1 2", hand="3 4 5", **more):
    return table(
        faces=FACES,
        ports={1: ("nutmeg", monopoly, limit)},
        rows={1: rows},
        hands={0: hand},
        columns="0123/0123/0123/",
        **more,
    )


def test_a_card_goes_to_any_open_harbour():
    """BOR-6.1"""
    t, box = quay()
    act(t, box, "pass")
    assert ["harbour 1", "harbour 2", "harbour 3"] == may(t, box)
    act(t, box, "harbour 2")
    assert ["load 3", "load 4", "load 5"] == may(t, box)
    events = act(t, box, "load 4")

    assert [(0, "4", "nutmeg", 2)] == happened(events, "loaded")
    assert (3, 1, Place.HARBOUR) == (t.row[1][0], t.row_cards[1], t.place[3])
    assert {"3", "5"} <= set(hand(t, 0).split())


def test_only_visible_flags_count():
    """BOR-6.1"""
    t, box = quay()

    assert tally(4, 3, 0, 0) == flags_at(t, box, 0)  # card 1's red flag is covered
    act(t, box, "pass", "harbour 1", "load 3")
    assert tally(4, 4, 0, 2) == flags_at(t, box, 0)
    assert 0 == flags_at(t, box, 1)


def test_below_monopoly_and_limit_nothing_is_shared_out():
    """BOR-6.2"""
    t, box = quay(monopoly=7, limit=4)
    events = act(t, box, "pass", "harbour 1", "load 4")

    assert [] == happened(events, "monopoly", "shared")
    assert (3, Phase.COMPANIES, 0) == (t.row_cards[0], t.phase, t.distributions)


@pytest.mark.parametrize(
    ("monopoly", "limit", "happens"),
    [
        (6, 9, "monopoly"),
        (9, 3, "shared"),
        (6, 3, "monopoly"),  # both: the monopoly comes first
        (5, 9, "monopoly"),
        (9, 2, "shared"),
    ],
)
def test_monopoly_or_limit_sets_off_a_distribution(monopoly, limit, happens):
    """BOR-6.2"""
    t, box = quay(monopoly, limit)
    events = act(t, box, "pass", "harbour 1", "load 4")

    told = [event.name for event in events if event.name in ("monopoly", "shared")]
    assert [happens] == told
    assert (1, int(happens == "monopoly")) == (t.distributions, t.monopolies)


def test_the_player_of_the_last_card_takes_the_harbour_card():
    """BOR-6.3"""
    for monopoly, limit in ((6, 9), (9, 3)):
        t, box = quay(monopoly, limit)
        events = act(t, box, "pass", "harbour 1", "load 4")

        assert [(0, "h1", "nutmeg")] == happened(events, "got_harbour")
        assert "h1" in store(t, 0).split()
        assert Place.STORE == t.harbour_place[0]


@pytest.mark.parametrize(
    ("face", "company"),
    [
        ("pepper BYGG", "blue"),
        ("pepper YBGG", "yellow"),
        ("pepper GGYB", "yellow"),  # the upper row first
        ("pepper GGBY", "blue"),
    ],
)
def test_of_two_monopolies_the_first_flag_of_the_newest_card_decides(face, company):
    """BOR-6.4"""
    t, box = table(
        faces={1: "pepper BBYR", 2: "pepper BYYR", 3: face},
        ports={1: ("nutmeg", 4, 9)},
        rows={1: "1 2"},
        hands={0: "3 4"},
    )
    events = act(t, box, "pass", "harbour 1", "load 3")

    assert [(None, company, 1)] == happened(events, "monopoly")


def test_a_new_harbour_is_turned_up_where_the_old_one_lay():
    """BOR-6.9"""
    t, box = quay(monopoly=4, limit=9, rows="6", hand="5 7")
    events = act(t, box, "pass", "harbour 1", "load 5")
    while t.phase == Phase.PICKING:
        events += act(t, box, may(t, box)[0])

    (found,) = happened(events, "harbour_up")
    spice = SPICE_NAMES[box.harbour_spice[t.harbour[0]]]
    assert (None, f"h{t.harbour[0] + 1}", spice, 1) == found
    assert 3 == t.harbour_place.count(Place.HARBOUR)
    assert 8 == t.harbour_place.count(Place.PILE)


def test_every_harbour_of_the_pile_may_come():
    """BOR-6.9"""
    came = set()
    for key in range(80):
        t, box = quay(monopoly=4, limit=9, rows="", hand="5 7", turn=0)
        t.key[0] = key
        act(t, box, "pass", "harbour 1", "load 5")
        came.add(t.harbour[0])

    assert set(range(3, 12)) == came


def test_without_a_harbour_left_the_game_ends_at_once():
    """BOR-6.9, BOR-8.1"""
    t, box = quay(monopoly=4, limit=9, rows="", hand="5 7", harbour_pile=False)
    before = t.pile_cards
    events = act(t, box, "pass", "harbour 1", "load 5")

    assert (Ending.HARBOURS, before) == (t.ending, t.pile_cards)
    assert [(None, "harbours")] == happened(events, "ended")
    assert [] == happened(events, "drew", "harbour_up")
    assert "7" in lying(t, Place.DISCARD).split()
