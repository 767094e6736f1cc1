"""The audit: conditions that must hold on every table after every move."""

from collections.abc import Iterator
from typing import Any

from comptoir.engine.rules.table import NOBODY

from .data import (
    CARDS,
    COMPANIES,
    CRATE,
    HAND,
    HAND_LIMIT,
    MISSIONS,
    NOTHING,
    OPEN,
    Box,
    Ending,
    Phase,
    Place,
)
from .state import Table

FIGHTING = range(Phase.TARGET, Phase.REWARD + 1)


def audit(t: Table, box: Box) -> list[str]:
    """Return a sentence for each condition that the table violates; a valid table has none."""
    wrong = [message for fine, message in _facts(t, box) if not fine]
    return [*wrong, *_lists(t), *_stocks(t, box), *_columns(t, box)]


def _lists(t: Table) -> Iterator[str]:
    """Yield faults where a card's place disagrees with the lists that contain it."""
    lists = [
        ("the pile", Place.PILE, t.pile, t.pile_cards),
        ("the attack", Place.FIGHT, t.attack, t.attack_cards),
        ("the defence", Place.FIGHT, t.defence, t.defence_cards),
        *(
            (f"hand {s}", Place.HAND + s, t.hand[s], t.hand_cards[s])
            for s in range(t.seats)
        ),
        *(
            (f"harbour {s + 1}", Place.HARBOUR, t.row[s], t.row_cards[s])
            for s in range(OPEN)
        ),
    ]
    listed: list[int] = []
    for name, place, cards, count in lists:
        here = cards[:count]
        listed += here
        if set(cards[count:]) - {NOTHING}:
            yield f"{name} holds cards behind its last"
        if any(not 0 <= card < CARDS or t.place[card] != place for card in here):
            yield f"{name} lists cards that lie elsewhere"
    places = _listed_places(t)
    lying = [card for card in range(CARDS) if t.place[card] in places]
    if sorted(listed) != lying:
        yield "a card is lost or there twice"
    for seat in range(t.seats):
        hand = t.hand[seat][: t.hand_cards[seat]]
        if hand != sorted(set(hand)):
            yield f"hand {seat} is not in order"


def _listed_places(t: Table) -> set[int]:
    hands = (Place.HAND + seat for seat in range(t.seats))
    return {int(Place.PILE), int(Place.HARBOUR), int(Place.FIGHT), *hands}


def _stocks(t: Table, box: Box) -> Iterator[str]:
    """Yield faults in the counts of units in the warehouses."""
    first, last = int(Place.STORE), Place.STORE + t.seats
    stocks = [[0] * (CRATE + 1) for _ in range(t.seats)]
    for card, place in enumerate(t.place):
        if first <= place < last:
            stocks[place - first][box.spice[card]] += box.units[card]
    for harbour, place in enumerate(t.harbour_place):
        if first <= place < last:
            stocks[place - first][box.harbour_spice[harbour]] += 1
    for seat, units in enumerate(stocks):
        if units != t.stock[seat]:
            yield f"warehouse {seat} holds {units}, not {t.stock[seat]}"


def _columns(t: Table, box: Box) -> Iterator[str]:
    """Yield faults in the columns: the number of merchants, and gaps between them."""
    everyone = [seat for column in t.column for seat in column if seat != NOBODY]
    placing = t.phase == Phase.PLACING
    for seat in range(t.seats):
        count = everyone.count(seat)
        if count > box.merchants or (count < box.merchants and not placing):
            yield f"{count} merchants of seat {seat}, not {box.merchants}"
    for company in range(COMPANIES):
        column = t.column[company]
        count = sum(seat != NOBODY for seat in column)
        if NOBODY in column[:count]:
            yield f"a gap in company {company}"


def _facts(t: Table, box: Box) -> list[tuple[Any, str]]:
    seats = range(t.seats)
    playing = t.ending == Ending.NOT_YET
    fighting = t.phase in FIGHTING
    shipping = t.phase in (Phase.LOADING, Phase.PICKING)
    most = HAND if t.phase == Phase.DISCARDING else HAND_LIMIT
    open_harbours = t.harbour_place.count(Place.HARBOUR)
    shut = 1 if t.phase == Phase.PICKING else 0
    tiles = [t.mission_place[m] for m in range(MISSIONS) if box.mission_in[m]]
    return [
        (all(0 <= n <= most for n in t.hand_cards), "a hand is too large"),
        (
            not playing or all(t.hand_cards[s] > 0 for s in seats if s != t.mover),
            "a hand is empty",
        ),
        (open_harbours == (OPEN - shut if playing else 0), "harbours are missing"),
        (all(p != Place.PILE for p in tiles), "a mission is lost"),
        (
            (t.attack_cards, t.defence_cards) == (0, 0) or fighting,
            "cards of a fight are left over",
        ),
        ((t.company != NOTHING) == (fighting or t.phase == Phase.MOVING), "a fight is left"),
        ((t.slot != NOTHING) == shipping, "a harbour is left open"),
        ((t.ordered > 0) == (t.phase == Phase.PICKING), "a distribution is left over"),
        ((t.mission != NOTHING) == (t.phase == Phase.PAYING), "a payment is left over"),
        (max(t.shuffled) <= t.shuffles, "a card of a shuffle to come"),
        (
            all(t.shuffled[c] == t.shuffles for c in t.pile[: t.pile_cards]),
            "an old card in the pile",
        ),
        (t.pirate == NOBODY or box.blackbeard, "a pirate ship without pirates"),
        (playing or sum(t.hand_cards) == 0, "hands are left after the end"),
    ]  # fmt: skip
