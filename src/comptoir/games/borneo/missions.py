"""BOR-4, completing a mission: which missions can be paid, and paying them card by card."""

from collections.abc import MutableSequence, Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule

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
    Box,
    Phase,
    Place,
)
from .pirates import helped_by_pirates, legal_trades, may_trade, stands_for, take_ship
from .state import Kind, Table


@rule
def gap(need: Sequence[int], stock: Sequence[int]) -> int:
    """BOR-4.2  Return how many units of a demand the stock cannot cover without crates."""
    count = 0
    for spice in range(SPICES):
        count += max(0, need[spice] - stock[spice])
    return count


@rule
def can_pay(t: Table, box: Box, seat: int, mission: int) -> bool:
    """BOR-4.1  Return True if a warehouse covers an open mission; the hand does not count."""
    if t.mission_place[mission] != Place.HARBOUR:
        return False
    if gap(box.need[mission], t.stock[seat]) <= t.stock[seat][CRATE]:
        return True
    return may_trade(t, box, seat) and helped_by_pirates(
        t, box, seat, box.need[mission], NOTHING
    )


@rule
def can_pay_any(t: Table, box: Box, seat: int) -> bool:
    """Return True if a seat can pay any mission; a quick test for the common case of none."""
    able = False
    for mission in range(
        MISSIONS
    ):  # branchless, so that compilers can vectorise the loop
        lying = t.mission_place[mission] == Place.HARBOUR
        short = gap(box.need[mission], t.stock[seat]) - t.stock[seat][CRATE]
        able |= lying & (short <= 0)
    if not able and may_trade(t, box, seat):
        for mission in range(MISSIONS):
            able |= can_pay(t, box, seat, mission)
    return able


@rule
def legal_missions(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-4.1  List the open missions that the warehouse covers, and passing."""
    moves[0] = PASS
    count = 1
    for mission in range(MISSIONS):
        if can_pay(t, box, seat, mission):
            moves[count] = MISSION + mission
            count += 1
    return count


@rule
def choose_mission(t: Table, box: Box, seat: int, mission: int) -> None:
    """BOR-4.1  Choose a mission; its spices are now to be paid."""
    t.mission = mission
    for spice in range(SPICES):
        t.missing[spice] = box.need[mission][spice]
    t.phase = Phase.PAYING
    note(t, Kind.CHOSE, seat, mission)


@rule
def needs_pirates(t: Table, seat: int) -> bool:
    """BOR-9.1  Return True if only a pirate trade can cover what is missing."""
    return gap(t.missing, t.stock[seat]) > t.stock[seat][CRATE] + t.wild


@rule
def may_pay(
    t: Table, box: Box, seat: int, thing: int, spice: int, units: int, tight: bool
) -> bool:
    """BOR-4.2  Return True if a card of the warehouse may be paid; a crate always may.

    Any card that reduces what is missing will do: a warehouse that covers the demand also
    covers what remains. But if the payment is `tight`, the card for the pirate trade must be
    kept. BOR-9.1  Once a spice to trade for has been named, only a card that may stand for that
    spice may be paid.
    """
    if t.trade != NOTHING:
        return stands_for(t, seat, spice, units)
    if spice == CRATE:
        return True
    return t.missing[spice] > 0 and (
        not tight or helped_by_pirates(t, box, seat, t.missing, thing)
    )


@rule
def legal_payment(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-4.2  List the cards of the warehouse that may be paid.

    BOR-9.1  If the player may trade, list the spices to trade for too.
    """
    count = 0
    if t.trade == NOTHING and may_trade(t, box, seat):
        count = legal_trades(t, box, seat, moves)
    tight = needs_pirates(t, seat)
    for card in range(CARDS):
        if t.place[card] == Place.STORE + seat and may_pay(
            t, box, seat, card, box.spice[card], box.units[card], tight
        ):
            moves[count] = PAY + card
            count += 1
    for harbour in range(HARBOURS):
        if t.harbour_place[harbour] == Place.STORE + seat and may_pay(
            t, box, seat, CARDS + harbour, box.harbour_spice[harbour], 1, tight
        ):
            moves[count] = PAY + CARDS + harbour
            count += 1
    return count


@rule
def pay(t: Table, box: Box, seat: int, thing: int) -> None:
    """BOR-4.3  Pay a card: shipments go to the discard pile, harbours leave the game."""
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
    if is_paid(t):
        complete(t, box, seat)


@rule
def is_paid(t: Table) -> bool:
    """BOR-4.2  Return True if the crates paid cover what is missing, so that no card
    follows.
    """
    missing = 0
    for spice in range(SPICES):
        missing += t.missing[spice]
    return missing <= t.wild


@rule
def complete(t: Table, box: Box, seat: int) -> None:
    """BOR-4.1  Take the mission tile once everything is covered."""
    note(t, Kind.COMPLETED, seat, t.mission, box.mission_value[t.mission])
    t.mission_place[t.mission] = Place.STORE + seat
    t.mission_cost[t.mission] = t.paid
    clear_payment(t)


@rule
def clear_payment(t: Table) -> None:
    """Reset the fields of a payment."""
    t.mission = NOTHING
    t.wild = 0
    t.paid = 0
    t.trade = NOTHING
    t.traded = 0
    for spice in range(SPICES):
        t.missing[spice] = 0
