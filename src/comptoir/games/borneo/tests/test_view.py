"""What each viewer sees, and what `audit` finds wrong."""

import pytest

from comptoir.engine.model.game import REFEREE
from comptoir.games.borneo import game
from comptoir.games.borneo.data import Phase, Place
from comptoir.games.borneo.view import view

from .builder import act, table


def test_a_seat_sees_its_own_hand_and_no_other():
    """BOR-1.8"""
    t, box = table(hands={0: "1 2", 1: "3 4"})
    for viewer, seen in ((0, [True, False]), (1, [False, True]), (None, [False] * 2)):
        seats = view(t, box, viewer).seats
        assert seen == [seat.hand is not None for seat in seats[:2]]
        assert [2, 2] == [seat.hand_cards for seat in seats[:2]]
        assert view(t, box, viewer).pile_cards is None
    referee = view(t, box, REFEREE)
    assert ["1", "2"] == [card.card for card in referee.seats[0].hand]
    assert t.pile_cards == len(referee.pile_cards)


def test_warehouses_missions_and_the_discard_pile_are_open():
    """BOR-1.8"""
    t, box = table(
        stores={1: "1 h5"}, discard="9", missions={4: {"value": 5, "pepper": 2}}
    )
    t.mission_place[3] = Place.STORE + 1
    seat = view(t, box, 0).seats[1]

    assert ["1"] == [card.card for card in seat.warehouse]
    assert ["h5"] == list(seat.harbours)
    assert [("4", 5, {"pepper": 2})] == [
        (m.mission, m.value, m.spices) for m in seat.missions
    ]
    assert ["9"] == [card.card for card in view(t, box, 0).discard]


def test_a_harbour_shows_its_cards_and_flags():
    """BOR-6.1, BOR-1.3"""
    t, box = table(
        faces={1: "pepper-2 BBYR"}, ports={1: ("nutmeg", 7, 5)}, rows={1: "1"}
    )
    harbour = view(t, box, None).harbours[0]

    assert ("h1", "nutmeg", 7, 5) == (
        harbour.harbour,
        harbour.spice,
        harbour.monopoly,
        harbour.limit,
    )
    assert {"blue": 2, "yellow": 1, "red": 1, "green": 0} == harbour.flags
    (card,) = harbour.cards
    assert ("pepper", 2, ["blue", "blue", "yellow", "red"]) == (
        card.spice,
        card.units,
        card.flags,
    )


def test_what_is_under_way_is_shown():
    """BOR-5.3, BOR-4.2"""
    t, box = table(
        turn=3,
        columns="0123/0123/0123/",
        faces={1: "pepper BBBB", 2: "pepper BBRR"},
        hands={3: "1 2 3"},
    )
    assert view(t, box, 0).fight is None
    act(t, box, "fight blue-4")
    fight = view(t, box, 0).fight
    assert ("blue", 4, None) == (fight.company, fight.attacker, fight.target)
    act(t, box, "target blue-2", "lay 1")
    assert 2 == view(t, box, 0).fight.target
    assert view(t, box, 0).paying is None


def spoil(t, **fields):
    for name, value in fields.items():
        setattr(t, name, value)


FAULTS = [
    ("a hand is too large", lambda t: t.hand_cards.__setitem__(1, 9)),
    ("row_cards: 11, not 0 to 10", lambda t: t.row_cards.__setitem__(1, 11)),
    ("a hand is empty", lambda t: t.hand_cards.__setitem__(1, 0)),
    (
        "pool: something is left in the scratch space",
        lambda t: t.pool.__setitem__(0, 3),
    ),
    ("harbours are missing", lambda t: t.harbour_place.__setitem__(0, Place.PILE)),
    ("a mission is lost", lambda t: t.mission_place.__setitem__(0, Place.PILE)),
    ("cards of a fight are left over", lambda t: spoil(t, attack_cards=1)),
    ("a fight is left", lambda t: spoil(t, company=1)),
    ("a harbour is left open", lambda t: spoil(t, slot=1)),
    ("a distribution is left over", lambda t: spoil(t, ordered=1)),
    ("a payment is left over", lambda t: spoil(t, mission=1)),
    ("a card of a shuffle to come", lambda t: t.shuffled.__setitem__(0, 4)),
    ("an old card in the pile", lambda t: spoil(t, shuffles=1)),
    ("a pirate ship without pirates", lambda t: spoil(t, pirate=1)),
    ("hands are left after the end", lambda t: spoil(t, ending=1)),
    ("the pile holds cards behind its last", lambda t: t.pile.__setitem__(59, 4)),
    ("hand 0 lists cards that lie elsewhere", lambda t: t.hand[0].__setitem__(0, 9)),
    ("a card is lost or there twice", lambda t: t.place.__setitem__(9, Place.DISCARD)),
    ("hand 0 is not in order", lambda t: t.hand[0].__setitem__(0, 58)),
    ("warehouse 0 holds", lambda t: t.stock[0].__setitem__(0, 4)),
    ("merchants of seat 0", lambda t: t.column[3].__setitem__(0, 0)),
    ("merchants of seat 0", lambda t: t.column[0].__setitem__(0, 1)),
    ("a gap in company 0", lambda t: t.column[0].__setitem__(0, -1)),
]


@pytest.mark.parametrize(("fault", "spoilt"), FAULTS)
def test_audit_finds_what_is_wrong(fault, spoilt):
    t, box = table(hands={0: "1 2"})
    assert [] == game.audit(t, box)
    spoilt(t)

    assert any(fault in found for found in game.audit(t, box))
    assert Phase.COMPANIES == t.phase
