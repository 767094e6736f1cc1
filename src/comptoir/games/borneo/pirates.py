"""BOR-9, Blackbeard's secrets: one card of a payment may stand for another spice."""

from collections.abc import MutableSequence, Sequence

from comptoir.engine.rules.rule import noinline, rule

from .data import (
    CARDS,
    CRATE,
    HARBOURS,
    NOTHING,
    SPICES,
    TRADE,
    UNITS,
    Box,
    Ending,
    Place,
)
from .state import Table


@rule
def may_trade(t: Table, box: Box, seat: int) -> bool:
    """BOR-9.2  Return True unless the player has the pirate ship or it is the final round.

    BOR-9.1  Only one card per mission can be traded, since the trader then has the ship.
    """
    return box.blackbeard != 0 and t.pirate != seat and t.ending == Ending.NOT_YET


@noinline
def has_card(t: Table, box: Box, seat: int, spice: int, units: int, but: int) -> bool:
    """Return True if a warehouse holds a card of a spice with these units, except `but`."""
    for card in range(CARDS):
        if (
            t.place[card] == Place.STORE + seat
            and box.spice[card] == spice
            and box.units[card] == units
            and card != but
        ):
            return True
    if units == 1:
        for harbour in range(HARBOURS):
            if (
                t.harbour_place[harbour] == Place.STORE + seat
                and box.harbour_spice[harbour] == spice
                and CARDS + harbour != but
            ):
                return True
    return False


@rule
def covers_after_trade(
    t: Table, seat: int, need: Sequence[int], given: int, units: int, got: int
) -> bool:
    """BOR-9.1  Return True if a warehouse covers a demand with one card as another spice."""
    short = 0
    for spice in range(SPICES):
        have = t.stock[seat][spice]
        if spice == given:
            have -= units
        if spice == got:
            have += units
        short += max(0, need[spice] - have)
    return short <= t.stock[seat][CRATE] + t.wild


@rule
def can_trade_for(
    t: Table, box: Box, seat: int, need: Sequence[int], got: int, but: int
) -> bool:
    """BOR-9.1  Return True if a card (not `but`) can stand for a spice so that all is
    covered.
    """
    for given in range(SPICES):
        for units in UNITS:
            if (
                given != got
                and t.stock[seat][given] >= units
                and covers_after_trade(t, seat, need, given, units, got)
                and has_card(t, box, seat, given, units, but)
            ):
                return True
    return False


@rule
def helped_by_pirates(
    t: Table, box: Box, seat: int, need: Sequence[int], but: int
) -> bool:
    """BOR-9.1  Return True if trading one card makes a warehouse cover a demand.

    BOR-4.2  The card `but` is paid first, as itself. Demand and warehouse shrink alike, so what
    is missing stays the same, and `but` can no longer be traded.
    """
    for got in range(SPICES):
        if need[got] > 0 and can_trade_for(t, box, seat, need, got, but):
            return True
    return False


@rule
def stands_for(t: Table, seat: int, spice: int, units: int) -> bool:
    """BOR-9.1  Return True if a card may stand for the spice traded for; a crate may not."""
    other = spice != t.trade and spice != CRATE  # noqa: PLR1714
    return other and covers_after_trade(t, seat, t.missing, spice, units, t.trade)


@rule
def legal_trades(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-9.1  List the spices that one card could stand for."""
    count = 0
    for spice in range(SPICES):
        if t.missing[spice] > 0 and can_trade_for(
            t, box, seat, t.missing, spice, NOTHING
        ):
            moves[count] = TRADE + spice
            count += 1
    return count


@rule
def take_ship(t: Table, seat: int) -> None:
    """BOR-9.1  A player who trades takes the pirate ship from its cove or another player."""
    t.pirate = seat
    t.traded = 1
    t.trade = NOTHING
