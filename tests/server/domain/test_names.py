"""Names: they are visible, and no two at a table look alike."""

import unicodedata

import pytest

from comptoir.server.domain.names import LONGEST, clean, distinct, skeleton
from comptoir.server.domain.refusals import RequestRefused
from table_kit import PEOPLE, again, empty_table, refusal
from table_kit import Person as Player


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Zoé", "Zoe"),
        ("paypal", "раураl"),  # Cyrillic
        ("Illy", "lIly"),
        ("modern", "modem"),
        ("Bob 1", "bob.l"),
        ("Otto", "0tt0"),
        ("Ｆｒｉｄａ", "Frida"),
        ("Α", "A"),  # Greek
    ],
)
def test_look_alikes_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Ida"), ("Bo", "Bob"), ("李", "王")]
)
def test_other_names_have_another(one, other):
    assert skeleton(one) != skeleton(other)


def test_a_name_covers_no_other_line_and_is_no_sentence():
    """Ten marks on a letter reached the lines above; one sign may stand for a sentence."""
    piled = clean("Zo" + "e" + "\u0301\u0302\u0303\u0304" * 3, LONGEST)

    assert (
        3
        >= sum(
            unicodedata.combining(c) > 0 for c in unicodedata.normalize("NFD", piled)
        )
        - 1
    )
    assert "Việt Nguyễn" == clean("Việt Nguyễn", LONGEST)
    with pytest.raises(RequestRefused):
        clean("\ufdfa" * 10, LONGEST)


def test_a_name_of_signs_alone_is_its_own_skeleton():
    assert "★" == skeleton("★") != skeleton("☆")


def test_three_unnamed_people_are_told_apart():
    assert ["Guest", "Guest 2", "Guest 3"] == [
        distinct("Guest", others)
        for others in ([], ["Guest"], ["", "GUEST", "Guest 2"])
    ]
    assert LONGEST == len(distinct("x" * LONGEST, ["x" * LONGEST])) + 1


def test_at_a_table_nobody_is_taken_for_somebody_else():
    """A later player gets a number; so does one who takes another's name later."""
    table = empty_table(seats=3)
    guests = [Player(f"g{n}", "Guest") for n in range(2)]
    for seat, guest in enumerate(guests):
        guest.sit(table, seat)
    assert ["Guest", "Guest 2"] == [place.name for place in table.places[:2]]

    PEOPLE[0].sit(table, 2)
    Player("g1", "Аdа").rename(table, 1)
    assert ["Guest", "Аdа 2", "Ada"] == table.names() == again(table).names()
    assert table.match.players == table.names()
    assert "not_yours" == refusal(PEOPLE[0].rename, table, 0)


def test_a_guest_who_turns_out_to_be_known_keeps_the_seat_and_its_eyes():
    """They also keep the table they made, and the game stays rated."""
    table = empty_table(seats=3)
    for seat, person in enumerate(PEOPLE[:3]):
        person.sit(table, seat)
    known = Player("a0", "Ada Lovelace")
    known.adopt(table, "p0")

    assert (0, None, "a0") == (table.seat_of("a0"), table.seat_of("p0"), table.host)
    assert {"a0": 0, "p1": 1, "p2": 2} == table.seen
    assert "" == table.unrated
    known.adopt(
        table, "p1"
    )  # an account with a seat here needs no other: a bot plays on
    assert (None, 0) == (table.seat_of("p1"), table.seat_of("a0"))
    assert table.places[1].bot
    known.leave(table, 0)
    known.adopt(table, "p2")  # nor may one that has seen another seat's hand
    assert (None, None, 0) == (
        table.seat_of("p2"),
        table.seat_of("a0"),
        table.seen["a0"],
    )
