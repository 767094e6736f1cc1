"""BOR-9, Blackbeard's secrets: one card of a payment may stand for another spice."""

from collections.abc import MutableSequence, Sequence

from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import Box, Table

from .data import (
    CARDS,
    CRATE,
    HARBOURS,
    NOTHING,
    PAY,
    SPICES,
    TRADE,
    UNITS,
    Ending,
    Place,
)


@rule
def may_trade(t: Table, box: Box, seat: int) -> bool:
    """BOR-9.2  Not with the ship, nor in the final round.

    BOR-9.1  So it is one card of a mission: who trades has the ship from then on.
    """
    return box.blackbeard != 0 and t.pirate != seat and t.ending == Ending.NOT_YET


@noinline
def has_card(t: Table, box: Box, seat: int, spice: int, units: int) -> bool:
    """Whether a warehouse holds a card of a spice, single or ×2."""
    for card in range(CARDS):
        if (
            t.place[card] == Place.STORE + seat
            and box.spice[card] == spice
            and box.units[card] == units
        ):
            return True
    if units == 1:
        for harbour in range(HARBOURS):
            if (
                t.harbour_place[harbour] == Place.STORE + seat
                and box.harbour_spice[harbour] == spice
            ):
                return True
    return False


@rule
def gap_after_trade(
    need: Sequence[int], stock: Sequence[int], given: int, units: int, got: int
) -> int:
    """Count what only crates could cover if a card of one spice stood for another."""
    count = 0
    for spice in range(SPICES):
        have = stock[spice]
        if spice == given:
            have -= units
        if spice == got:
            have += units
        count += max(0, need[spice] - have)
    return count


@rule
def helped_by_pirates(t: Table, box: Box, seat: int, need: Sequence[int]) -> bool:
    """BOR-9.1  Whether a demand can be covered with one card that stands for another spice."""
    crates = t.stock[seat][CRATE] + t.wild
    for given in range(SPICES):
        for units in UNITS:
            if has_card(t, box, seat, given, units):
                for got in range(SPICES):
                    if (
                        got != given
                        and need[got] > 0
                        and gap_after_trade(need, t.stock[seat], given, units, got)
                        <= crates
                    ):
                        return True
    return False


@rule
def is_covered(t: Table, box: Box, seat: int) -> bool:
    """Whether the warehouse covers what is missing, with pirates where they may help."""
    if gap_after_trade(t.missing, t.stock[seat], NOTHING, 0, NOTHING) <= (
        t.stock[seat][CRATE] + t.wild
    ):
        return True
    return (
        t.trade == NOTHING
        and may_trade(t, box, seat)
        and helped_by_pirates(t, box, seat, t.missing)
    )


@rule
def leads_on(t: Table, box: Box, seat: int, spice: int, units: int, face: int) -> bool:
    """BOR-4.2  Whether a card of a spice, paid as `face`, lessens and spoils nothing."""
    if face == CRATE:
        return True
    if t.missing[face] == 0:
        return False
    missing = t.missing[face]
    t.missing[face] = max(0, missing - units)
    t.stock[seat][spice] -= units
    covered = is_covered(t, box, seat)
    t.stock[seat][spice] += units
    t.missing[face] = missing
    return covered


@rule
def card_leads_on(t: Table, box: Box, seat: int, card: int) -> bool:
    """Whether a shipment card may be paid now, as itself or for the spice traded."""
    spice = box.spice[card]
    if t.place[card] != Place.STORE + seat or is_honest(t, spice):
        return False
    face = spice if t.trade == NOTHING else t.trade
    t.place[card] = Place.DISCARD
    fine = leads_on(t, box, seat, spice, box.units[card], face)
    t.place[card] = Place.STORE + seat
    return fine


@rule
def harbour_leads_on(t: Table, box: Box, seat: int, harbour: int) -> bool:
    """Whether a harbour card may be paid now, as itself or for the spice traded."""
    spice = box.harbour_spice[harbour]
    if t.harbour_place[harbour] != Place.STORE + seat or is_honest(t, spice):
        return False
    face = spice if t.trade == NOTHING else t.trade
    t.harbour_place[harbour] = Place.DISCARD
    fine = leads_on(t, box, seat, spice, 1, face)
    t.harbour_place[harbour] = Place.STORE + seat
    return fine


@rule
def is_honest(t: Table, spice: int) -> bool:
    """BOR-9.1  A card stands for a spice it is not: neither the same one nor a crate."""
    return t.trade != NOTHING and (spice == t.trade or spice == CRATE)  # noqa: PLR1714


@rule
def legal_contraband(
    t: Table, box: Box, seat: int, moves: MutableSequence[int], count: int
) -> int:
    """BOR-9.1  List cards that may be paid where pirates help, now or later."""
    for card in range(CARDS):
        if card_leads_on(t, box, seat, card):
            moves[count] = PAY + card
            count += 1
    for harbour in range(HARBOURS):
        if harbour_leads_on(t, box, seat, harbour):
            moves[count] = PAY + CARDS + harbour
            count += 1
    return count


@rule
def legal_trades(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-9.1  List the spices that one card could stand for."""
    count = 0
    for spice in range(SPICES):
        if t.missing[spice] > 0:
            t.trade = spice
            found = legal_contraband(t, box, seat, moves, count)
            t.trade = NOTHING
            if found > count:
                moves[count] = TRADE + spice
                count += 1
    return count


@rule
def take_ship(t: Table, seat: int) -> None:
    """BOR-9.1  Who trades takes the pirate ship, from its cove or from another player."""
    t.pirate = seat
    t.traded = 1
    t.trade = NOTHING
