"""BAT-8 and BAT-9, the end: hands are laid down and everything is turned into gold."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .data import COMPANIES, GOODS, Box, Phase
from .state import Kind, Table


@rule
def end_game(t: Table, box: Box, ending: int) -> None:
    """BAT-8.1  End the game after the round has been played out, and score it. BAT-9.1"""
    note(t, Kind.ENDED, NOBODY, ending)
    t.ending = ending
    t.phase = Phase.OVER
    lay_down_hands(t)
    for company in range(COMPANIES):
        give_seal(t, company)
    for good in range(GOODS):
        pay_office(t, box, good)
    pay_bills(t, box)
    pay_arrival(t, box)
    pay_seals(t, box)


@rule
def lay_down_hands(t: Table) -> None:
    """BAT-9.1  Lay down all hands; no pirates come."""
    for seat in range(t.seats):
        for company in range(COMPANIES):
            cards = t.hand[seat][company]
            if cards > 0:
                note(t, Kind.SHOWED_HAND, seat, company, cards)
            t.hand[seat][company] = 0
            t.known[seat][company] = 0
            t.laid[seat][company] += cards
            t.marker[company] += cards
            t.cannon += cards


@rule
def give_seal(t: Table, company: int) -> None:
    """BAT-9.1  Give a company's seal anew, as in BAT-4.4."""
    most = 0
    holder = NOBODY
    for seat in range(t.seats):
        if t.laid[seat][company] > most:
            most = t.laid[seat][company]
            holder = seat
        elif t.laid[seat][company] == most:
            holder = NOBODY
    if holder != t.seal[company]:
        if holder == NOBODY:
            note(t, Kind.SEAL_RETURNED, t.seal[company], company)
        else:
            note(t, Kind.SEAL_TAKEN, holder, company)
    t.seal[company] = holder


@rule
def crates_in_office(t: Table, seat: int, good: int) -> int:
    """Return the number of a seat's crates in the office of a good."""
    count = 0
    for company in range(COMPANIES):
        if t.crate[company * GOODS + good] == seat:
            count += 1
    return count


@rule
def pay_office(t: Table, box: Box, good: int) -> None:
    """BAT-9.2  Pay for the most crates in an office: less to each if tied, nothing if empty."""
    most = 1
    equals = 0
    for seat in range(t.seats):
        crates = crates_in_office(t, seat, good)
        if crates > most:
            most = crates
            equals = 1
        elif crates == most:
            equals += 1
    gold = box.goods[good] if equals == 1 else box.shared_goods[good]
    for seat in range(t.seats):
        if crates_in_office(t, seat, good) == most:
            t.gold[seat] += gold
            note(t, Kind.OFFICE_PAID, seat, good, gold)


@rule
def gold_for_bills(t: Table, box: Box) -> tuple[int, int]:
    """BAT-9.3  Return the largest number of bills and its gold: 5, or 2 each if tied."""
    most = 0
    equals = 0
    for seat in range(t.seats):
        if t.bills[seat] > most:
            most = t.bills[seat]
            equals = 1
        elif t.bills[seat] == most:
            equals += 1
    return most, box.most_bills if equals == 1 else box.shared_bills


@rule
def pay_bills(t: Table, box: Box) -> None:
    """BAT-9.3  Pay the player with the most bills."""
    most, gold = gold_for_bills(t, box)
    for seat in range(t.seats):
        if t.bills[seat] == most:
            t.gold[seat] += gold
            note(t, Kind.BILLS_PAID, seat, gold)


@rule
def pay_arrival(t: Table, box: Box) -> None:
    """BAT-9.4  Pay 4 gold for the arrival tile."""
    if t.arrival != NOBODY:
        t.gold[t.arrival] += box.arrival
        note(t, Kind.ARRIVAL_PAID, t.arrival, box.arrival)


@rule
def pay_seals(t: Table, box: Box) -> None:
    """BAT-9.5  Pay 2 gold for each seal."""
    for seat in range(t.seats):
        seals = 0
        for company in range(COMPANIES):
            if t.seal[company] == seat:
                seals += 1
        if seals > 0:
            t.gold[seat] += seals * box.seal
            note(t, Kind.SEALS_PAID, seat, seals, seals * box.seal)


@rule
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """BAT-9.6  Write gold and rank of every seat (ties share a rank); return the ending."""
    for seat in range(t.seats):
        points[seat] = t.gold[seat]
        ranks[seat] = 1
        for other in range(t.seats):
            if t.gold[other] > t.gold[seat]:
                ranks[seat] += 1
    return t.ending
