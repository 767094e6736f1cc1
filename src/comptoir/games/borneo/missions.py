"""BOR-4, completing a mission: which can be paid, and paying card after card."""

from collections.abc import MutableSequence, Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import Box, Table

from .cards import discard_card, good_of
from .data import (
    CARDS,
    CRATE,
    HARBOURS,
    MISSION,
    MISSIONS,
    NOTHING,
    PASS,
    PAY,
    SPICES,
    Phase,
    Place,
)
from .pirates import (
    helped_by_pirates,
    legal_contraband,
    legal_trades,
    may_trade,
    take_ship,
)
from .state import Kind


@rule
def gap(need: Sequence[int], stock: Sequence[int]) -> int:
    """BOR-4.2  Count the spices of a demand that only crates could cover."""
    count = 0
    for spice in range(SPICES):
        count += max(0, need[spice] - stock[spice])
    return count


@rule
def can_pay(t: Table, box: Box, seat: int, mission: int) -> bool:
    """BOR-4.1  Whether a warehouse covers an open mission; the hand counts nothing."""
    if t.mission_place[mission] != Place.HARBOUR:
        return False
    if gap(box.need[mission], t.stock[seat]) <= t.stock[seat][CRATE]:
        return True
    return may_trade(t, box, seat) and helped_by_pirates(
        t, box, seat, box.need[mission]
    )


@rule
def can_pay_any(t: Table, box: Box, seat: int) -> bool:
    """Whether there is a mission to choose from."""
    for mission in range(MISSIONS):
        if can_pay(t, box, seat, mission):
            return True
    return False


@rule
def legal_missions(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-4.1  One open mission that the warehouse covers, or none."""
    moves[0] = PASS
    count = 1
    for mission in range(MISSIONS):
        if can_pay(t, box, seat, mission):
            moves[count] = MISSION + mission
            count += 1
    return count


@rule
def choose_mission(t: Table, box: Box, seat: int, mission: int) -> None:
    """BOR-4.1  Name the mission; its spices are to be paid."""
    t.mission = mission
    for spice in range(SPICES):
        t.missing[spice] = box.need[mission][spice]
    t.phase = Phase.PAYING
    note(t, Kind.CHOSE, seat, mission)


@rule
def lessens(t: Table, spice: int) -> bool:
    """BOR-4.2  Whether a card of a spice lessens what is missing; a crate always does."""
    return spice == CRATE or t.missing[spice] > 0


@rule
def legal_payment(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-4.2  Cards of the warehouse that lessen what is missing.

    Without pirates any of them will do: what covers the demand before covers the rest.
    """
    if t.trade != NOTHING or may_trade(t, box, seat):
        count = 0 if t.trade != NOTHING else legal_trades(t, box, seat, moves)
        return legal_contraband(t, box, seat, moves, count)
    count = 0
    for card in range(CARDS):
        if t.place[card] == Place.STORE + seat and lessens(t, box.spice[card]):
            moves[count] = PAY + card
            count += 1
    for harbour in range(HARBOURS):
        if t.harbour_place[harbour] == Place.STORE + seat and lessens(
            t, box.harbour_spice[harbour]
        ):
            moves[count] = PAY + CARDS + harbour
            count += 1
    return count


@rule
def pay(t: Table, box: Box, seat: int, thing: int) -> bool:
    """BOR-4.3  Pay a card; return whether the mission is completed.

    Shipments go to the discard pile, harbours leave the game.
    """
    if thing < CARDS:
        spice, units = box.spice[thing], box.units[thing]
        discard_card(t, thing)
        good = good_of(box, thing)
    else:
        spice, units = box.harbour_spice[thing - CARDS], 1
        t.harbour_place[thing - CARDS] = Place.DISCARD
        good = spice * 2
    t.stock[seat][spice] -= units
    t.paid += 1
    if t.trade == NOTHING:
        note(t, Kind.PAID, seat, thing, good)
    else:
        note(t, Kind.TRADED, seat, thing, good, t.trade)
        spice = t.trade
        take_ship(t, seat)
    if spice == CRATE:
        t.wild += units
    else:
        t.missing[spice] = max(0, t.missing[spice] - units)  # BOR-4.2: no change
    return complete(t, box, seat)


@rule
def complete(t: Table, box: Box, seat: int) -> bool:
    """BOR-4.1  Once all is covered take the tile. BOR-4.2  No card follows then."""
    missing = 0
    for spice in range(SPICES):
        missing += t.missing[spice]
    if missing > t.wild:
        return False
    note(t, Kind.COMPLETED, seat, t.mission, box.mission_value[t.mission])
    t.mission_place[t.mission] = Place.STORE + seat
    t.mission_cost[t.mission] = t.paid
    clear_payment(t)
    return True


@rule
def clear_payment(t: Table) -> None:
    """Nothing is being paid."""
    t.mission = NOTHING
    t.wild = 0
    t.paid = 0
    t.trade = NOTHING
    t.traded = 0
    for spice in range(SPICES):
        t.missing[spice] = 0
