"""OSA-5.8 to OSA-5.11, the Black Current: insurance, the wreck, and the ships' return."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY, left_of

from .cards import note_discard
from .data import (
    ANORI,
    COLOURS,
    DISCARD,
    DONE,
    EDO,
    INSURE,
    KINDS,
    NOTHING,
    OSAKA,
    RANKS,
    WAVE_1,
    WAVE_2,
    Box,
    Phase,
)
from .state import Kind, Table
from .turn import end_turn


@rule
def is_at_risk(t: Table, colour: int) -> bool:
    """OSA-5.8  Return True if a ship is on a wave space, where it will be lost."""
    return WAVE_1 <= t.ship[colour] <= WAVE_2


@rule
def uninsured(t: Table, seat: int, colour: int) -> int:
    """Return how many of a seat's goods of a colour are not insured."""
    count = 0
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        count += t.goods[seat][kind] - t.insured[seat][kind]
    return count


@rule
def may_discard(t: Table, box: Box, seat: int, kind: int) -> bool:
    """OSA-5.9  Return True if a card has symbols and its colour has goods at risk."""
    colour = kind // RANKS
    carries = t.hand[seat][kind] > 0 and box.symbols[kind] > 0
    return carries and is_at_risk(t, colour) and uninsured(t, seat, colour) > 0


@rule
def may_insure(t: Table, box: Box, seat: int) -> bool:
    """Return True if a seat can insure anything, and so has a decision to make."""
    able = False
    for kind in range(KINDS):
        able = able or may_discard(t, box, seat, kind)
    return able


@rule
def ask_for_insurance(t: Table, box: Box) -> None:
    """OSA-5.9  Ask all players for insurance before the wreck, the one whose turn it is
    first.
    """
    t.asked = 0
    t.turn = t.mover
    ask_on(t, box)


@noinline
def ask_on(t: Table, box: Box) -> None:
    """OSA-5.9  Ask the next seat clockwise; when all have decided, wreck the ships."""
    while t.asked < t.seats:
        if may_insure(t, box, t.turn):
            t.phase = Phase.INSURING
            return
        t.asked += 1
        t.turn = left_of(t, t.turn)
    t.asked = 0
    wreck_ships(t)
    note_discard(t, box)
    return_ships(t)
    end_turn(t)


@rule
def legal_discards(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """OSA-5.9  List the cards that may be discarded for their symbols, and being done."""
    count = 0
    for kind in range(KINDS):
        may = may_discard(t, box, seat, kind)
        count = add_if(may, moves, count, DISCARD + kind)
    moves[count] = DONE
    return count + 1


@rule
def give_up_card(t: Table, box: Box, seat: int, kind: int) -> None:
    """OSA-5.9  Discard a card: each symbol on it insures one good of its colour."""
    t.hand[seat][kind] -= 1
    t.discard[kind] += 1
    t.cover = kind // RANKS
    t.symbols = box.symbols[kind]
    t.phase = Phase.COVERING
    note(t, Kind.GAVE_UP, seat, kind)
    note_discard(t, box)
    only = only_choice(t, seat)
    if only != NOTHING:
        insure_good(t, box, seat, only)


@rule
def only_choice(t: Table, seat: int) -> int:
    """Return the kind of the goods that can be insured, or NOTHING if there are several."""
    only = NOTHING
    for kind in range(t.cover * RANKS, (t.cover + 1) * RANKS):
        if t.goods[seat][kind] > t.insured[seat][kind]:
            if only != NOTHING:
                return NOTHING
            only = kind
    return only


@rule
def legal_cover(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """OSA-5.9  List the goods a symbol may insure; symbols after the first may go unused."""
    count = 0
    for kind in range(t.cover * RANKS, (t.cover + 1) * RANKS):
        may = t.goods[seat][kind] > t.insured[seat][kind]
        count = add_if(may, moves, count, INSURE + kind)
    return add_if(t.covered > 0, moves, count, DONE)


@rule
def insure_good(t: Table, box: Box, seat: int, kind: int) -> None:
    """OSA-5.10  Turn a good over: it is insured until it is sold."""
    t.insured[seat][kind] += 1
    t.symbols -= 1
    t.covered += 1
    note(t, Kind.INSURED, seat, kind)
    if t.symbols == 0 or uninsured(t, seat, t.cover) == 0:
        put_card_away(t, box)


@rule
def put_card_away(t: Table, box: Box) -> None:
    """OSA-5.9  Finish with the discarded card; its owner may discard another."""
    t.cover = NOTHING
    t.symbols = 0
    t.covered = 0
    ask_on(t, box)


@rule
def be_done(t: Table, box: Box, seat: int) -> None:
    """OSA-5.9  Leave the remaining symbols unused, or insure nothing more."""
    if t.phase == Phase.COVERING:
        put_card_away(t, box)
        return
    note(t, Kind.CLOSED, seat)
    t.asked += 1
    t.turn = left_of(t, seat)
    ask_on(t, box)


@rule
def wreck_ships(t: Table) -> None:
    """OSA-5.8  Wreck every ship on a wave space, together with all goods that are not insured.

    OSA-5.11  The ship goes back to Anori.
    """
    for colour in range(COLOURS):
        if is_at_risk(t, colour):
            note(t, Kind.WRECKED, NOBODY, colour)
            t.ship[colour] = ANORI
            seat = t.mover
            for _ in range(t.seats):
                lose_goods(t, seat, colour)
                seat = left_of(t, seat)


@rule
def lose_goods(t: Table, seat: int, colour: int) -> None:
    """OSA-5.8  Discard a seat's goods of a wrecked ship. OSA-5.10  Insured goods stay."""
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        for _ in range(t.goods[seat][kind] - t.insured[seat][kind]):
            t.discard[kind] += 1
            note(t, Kind.LOST, seat, kind)
        t.goods[seat][kind] = t.insured[seat][kind]


@rule
def return_ships(t: Table) -> None:
    """OSA-5.11  Bring the ships in Edo back to Osaka."""
    for colour in range(COLOURS):
        if t.ship[colour] == EDO:
            t.ship[colour] = OSAKA
            note(t, Kind.RETURNED, NOBODY, colour)
