"""Fields: declared once, for NumPy, for mypy and for readers."""

from enum import IntEnum
from pathlib import Path

import pytest
from mypy import api

import comptoir
from comptoir.engine.derived.audit import wrong_fields
from comptoir.engine.rules.fields import FLAG, OWNER, SCRATCH, SEAT, UNSEEN, field
from comptoir.engine.rules.table import Box, Table, new_tables, unpack

SEATS = range(2, 4)
GOODS = ("silk", "tea")


class Phase(IntEnum):
    TURN = 0
    OVER = 1


class Small(Table):
    phase = field("i1", of=Phase)
    turn = field("i1", of=SEAT)
    done = field("i1", SEATS, of=FLAG)
    row = field("i1", 2, of=GOODS, deck="cards")
    pile = field("i1", GOODS, deck="cards", seen_by=UNSEEN)
    hand = field("i1", SEATS, GOODS, deck="cards", seen_by=OWNER, known="known")
    known = field("i1", SEATS, GOODS)
    coins = field("i2", SEATS, most=20)
    pool = field("i1", GOODS, seen_by=SCRATCH)


class SmallBox(Box):
    cards = field("i2", GOODS)


def dealt():
    """A table of three with two of each good, one of them in each place but the row."""
    t, box = (unpack(new_tables(one.dtype, 1)[0]) for one in (Small, SmallBox))
    t.seats, box.cards = 3, [2, 2]
    t.row, t.pile, t.hand[2] = [-1, -1], [1, 1], [1, 1]
    return t, box


def test_a_class_of_fields_is_a_record_in_their_order():
    names = ["phase", "turn", "done", "row", "pile", "hand", "known", "coins", "pool"]

    assert names == list(Small.own_fields())
    assert tuple(Table.fields) == Small.dtype.names[: len(Table.fields)]
    assert ((3, 2), (3,)) == (Small.dtype["hand"].shape, Small.dtype["coins"].shape)
    assert Small.dtype.itemsize % 32 == 16


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda t: setattr(t, "phase", 2), "phase: 2, not 0 to 1"),
        (lambda t: setattr(t, "phase", -1), "phase: -1, not 0 to 1"),
        (lambda t: setattr(t, "turn", 3), "turn: 3, not -1 to 2"),
        (lambda t: t.coins.__setitem__(1, 21), "coins: 21, not 0 to 20"),
        (lambda t: t.coins.__setitem__(1, -1), "coins: -1, not 0 to 20"),
        (lambda t: t.row.__setitem__(0, 1), "3 tea cards, not 2"),
        (lambda t: t.pile.__setitem__(0, 0), "1 silk cards, not 2"),
        (lambda t: t.pool.__setitem__(0, 1), "pool: something is left in the scratch space"),
        (lambda t: t.known[0].__setitem__(1, 1), "hand: more of it is known than lies there"),
    ],
)  # fmt: skip
def test_fields_say_what_no_table_may_hold(spoil, fault):
    t, box = dealt()
    assert [] == [*wrong_fields(Small, t, box)]

    spoil(t)

    assert [fault] == [*wrong_fields(Small, t, box)]


def test_a_field_of_an_owner_has_seats():
    with pytest.raises(TypeError, match="expected the seats as the first axis"):
        field("i1", GOODS, seen_by=OWNER)


RULES = """
from comptoir.engine.rules import table
from comptoir.engine.rules.fields import field

class Table(table.Table):
    high_bidder = field("i1")
    hand = field("i1", range(2, 5), ("silk", "tea"))
"""
SAID = {
    "t.hand[seat][1] + t.high_bidder": None,
    "t.high_bider": '"Table" has no attribute "high_bider"',
    't.hand[seat]["tea"]': "No overload variant",
    "t.hand[seat, 1]": "No overload variant",
    "t.hand[seat]": "Incompatible return value type",
}


def test_mypy_knows_the_fields(tmp_path, monkeypatch):
    """A typo in a field's name and an index of the wrong type are caught before a test."""
    monkeypatch.setenv("MYPYPATH", str(Path(comptoir.__file__).parents[1]))
    planted = tmp_path / "planted.py"
    rules = [
        f"def n{n}(t: Table, seat: int) -> int: return {s}" for n, s in enumerate(SAID)
    ]
    planted.write_text(RULES + "\n".join(rules))
    settings = "--strict --follow-imports=silent --config-file= --hide-error-codes"
    told, _, _ = api.run([*settings.split(), f"--cache-dir={tmp_path}", str(planted)])
    for line, complaint in enumerate(SAID.values(), RULES.count("\n") + 1):
        found = [each for each in told.splitlines() if f":{line}: error" in each]
        assert bool(complaint) == bool(found), told
        assert (complaint or "") in "".join(found)
