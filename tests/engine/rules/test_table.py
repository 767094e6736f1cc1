"""Tables: packed records and plain ones."""

import struct

import numpy as np
import pytest

from comptoir.engine.play.position import Position
from comptoir.engine.rules.fields import field
from comptoir.engine.rules.table import (
    Plain,
    Table,
    copy,
    left_of,
    new_tables,
    pack,
    packed,
    unpack,
)


class Small(Table):
    bills = field("i2", 3)
    hand = field("i2", 3, 2)
    bid = field("i2")


DTYPE = Small.dtype


def test_a_record_laid_out_plain_holds_integers_and_lists():
    """No NumPy scalar that wraps is left on a plain table."""
    t = unpack(new_tables(DTYPE, 1)[0])

    assert [0, 0, 0] == t.bills
    assert [[0, 0]] * 3 == t.hand
    assert type(t.bid) is int


def test_values_that_do_not_fit_are_refused():
    """Packing says which field overflows instead of wrapping it."""
    t = unpack(new_tables(DTYPE, 1)[0])
    t.hand[1][1] = 40_000

    with pytest.raises(OverflowError, match="hand holds"):
        pack(t, new_tables(DTYPE, 1)[0])


def test_bytes_packed_without_numpy_are_the_same(game, seats):
    """Of tables, with their padding, and of boxes; a number that does not fit is refused."""
    position = Position.empty(game, seats)
    position.deal(seats, "packed")
    for plain, record in (
        (position.box, game.box_class),
        (position.table, game.table_class),
    ):
        records = new_tables(record.dtype, 1)
        pack(plain, records[0])
        assert records.tobytes() == packed(plain, record)
    t = unpack(new_tables(DTYPE, 1)[0])
    t.bid = 40_000
    with pytest.raises(struct.error):
        packed(t, Small)


def test_a_copy_shares_nothing():
    """Changing a copy leaves the original alone, and journals are not copied."""
    t = unpack(new_tables(DTYPE, 1)[0])
    t.journal.append((1, 2, 3, 4))
    other = copy(t)
    other.hand[0][0] = 5

    assert t.hand[0][0] == 0
    assert t != other
    assert [] == other.journal


def test_tables_are_equal_by_their_fields():
    """The journal is no part of the table; other things are never equal."""
    a, b = (unpack(new_tables(DTYPE, 1)[0]) for _ in range(2))
    b.journal.append((0, 0, 0, 0))

    assert a == b
    assert a != "table"
    assert Plain(bid=1) != Plain(bid=2)


def test_records_are_aligned_and_compact():
    """Aligned fields let compiled code read a table without detours."""
    assert DTYPE.isalignedstruct
    assert np.zeros(3, DTYPE).nbytes == 3 * DTYPE.itemsize


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_left_neighbour_is_the_next_seat_round_the_table(seats):
    """Clockwise, and the last seat's left neighbour is the first."""
    t = Plain(seats=seats)

    assert [*range(1, seats), 0] == [left_of(t, seat) for seat in range(seats)]
