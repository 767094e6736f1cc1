"""BOR-3, a turn: mission, companies, shipment and draw, and the end of the game (BOR-8)."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY, left_of

from .cards import discard_card, draw_card, good_of, renew_pile, take_from_hand
from .companies import legal_movers
from .data import (
    DISCARD,
    DRAW,
    HAND_LIMIT,
    MISSIONS,
    NOTHING,
    OPEN,
    PASS,
    Box,
    Ending,
    Phase,
    Place,
)
from .distribution import distribute, offer_cards
from .fight import legal_fighters
from .missions import can_pay_any, pay
from .scoring import tell_scores
from .shipment import (
    clear_harbour,
    flags_at,
    is_at_limit,
    load_card,
    monopoly_in,
    turn_up_harbour,
)
from .state import Kind, Table


@rule
def start_turn(t: Table, box: Box, seat: int) -> None:
    """BOR-3.1  Begin a turn with a mission, if the player can pay one."""
    t.turns += 1
    t.mover = seat
    t.turn = seat
    if can_pay_any(t, box, seat):
        t.phase = Phase.MISSION
    else:
        t.phase = Phase.COMPANIES


@rule
def pay_on(t: Table, box: Box, seat: int, thing: int) -> None:
    """BOR-4.3  Pay a card. BOR-3.1  Once the mission is completed, the turn continues."""
    pay(t, box, seat, thing)
    if t.mission == NOTHING:
        end_mission(t, box)


@rule
def end_mission(t: Table, box: Box) -> None:
    """BOR-3.1  After a mission, go on to the companies.

    BOR-8.1  At the end of the game, go on to the next player's last mission.
    """
    if t.ending == Ending.NOT_YET:
        t.phase = Phase.COMPANIES
    else:
        t.turn = left_of(t, t.turn)
        ask_last_mission(t, box)


@rule
def legal_companies(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-3.1  List moving a merchant, fighting, and doing neither."""
    moves[0] = PASS
    count = legal_movers(t, seat, moves, 1)
    return legal_fighters(t, box, seat, moves, count)


@rule
def ship(t: Table, box: Box, seat: int, card: int) -> None:
    """BOR-6.1  Lay a shipment card. BOR-6.2  A distribution may follow."""
    load_card(t, box, seat, card)
    top = t.row_cards[t.slot] - 1
    tally = flags_at(t, box, t.slot)
    company = monopoly_in(box, t.harbour[t.slot], tally, card)
    if company == NOTHING and not is_at_limit(t, box, t.slot, top):
        t.slot = NOTHING
        draw_cards(t, box)
    else:
        distribute(t, box, seat, company, tally)
        share_out(t, box)


@rule
def share_out(t: Table, box: Box) -> None:
    """BOR-6.6  Let one merchant after another choose, until no card is left."""
    offer_cards(t, box)
    if t.ordered == 0:
        end_shipment(t, box)


@rule
def end_shipment(t: Table, box: Box) -> None:
    """BOR-6.9  End a shipment: a new harbour is turned up; if none is left, the game ends at
    once.
    """
    slot = t.slot
    t.slot = NOTHING
    if turn_up_harbour(t, box, slot):
        draw_cards(t, box)
    else:
        end_game(t, box, Ending.HARBOURS)


@noinline
def draw_cards(t: Table, box: Box) -> None:
    """BOR-7.1  Draw two cards. BOR-7.2  If there is none to draw, the game ends."""
    for _ in range(DRAW):
        card = draw_card(t, t.mover)
        if card == NOTHING:
            end_game(t, box, Ending.SHIPMENTS)
            return
        note(t, Kind.DREW, t.mover, card, good_of(box, card))
        renew_pile(t)
    end_turn(t, box)


@rule
def end_turn(t: Table, box: Box) -> None:
    """BOR-7.1  End the turn; the player discards down to six cards.

    BOR-3.1  Then the next player clockwise has a turn.
    """
    if t.hand_cards[t.mover] > HAND_LIMIT:
        t.phase = Phase.DISCARDING
    else:
        start_turn(t, box, left_of(t, t.mover))


@rule
def legal_discards(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-7.1  List the cards of the hand, any of which may be discarded."""
    for i in range(t.hand_cards[seat]):
        moves[i] = DISCARD + t.hand[seat][i]
    return t.hand_cards[seat]


@rule
def discard(t: Table, box: Box, seat: int, card: int) -> None:
    """BOR-7.1  Discard a card above the hand limit."""
    take_from_hand(t, seat, card)
    discard_card(t, card)
    note(t, Kind.DISCARDED, seat, card, good_of(box, card))
    end_turn(t, box)


@noinline
def end_game(t: Table, box: Box, ending: int) -> None:
    """BOR-8.1  End the game: cards at harbours and in hands are discarded; last missions
    follow.
    """
    t.ending = ending
    note(t, Kind.ENDED, NOBODY, ending)
    for slot in range(OPEN):
        clear_harbour(t, slot)
        if t.harbour[slot] != NOTHING:
            t.harbour_place[t.harbour[slot]] = Place.DISCARD
            t.harbour[slot] = NOTHING
    for seat in range(t.seats):
        while t.hand_cards[seat] > 0:
            card = t.hand[seat][0]
            take_from_hand(t, seat, card)
            discard_card(t, card)
    for mission in range(MISSIONS):
        if t.mission_place[mission] == Place.HARBOUR:
            t.missions_left += 1
    t.turn = left_of(t, t.mover)
    ask_last_mission(t, box)


@rule
def ask_last_mission(t: Table, box: Box) -> None:
    """BOR-8.1  Ask each player for one last mission, the player of the last turn last."""
    while t.asked < t.seats:
        t.asked += 1
        if can_pay_any(t, box, t.turn):
            t.phase = Phase.MISSION
            return
        t.turn = left_of(t, t.turn)
    t.phase = Phase.OVER
    tell_scores(t, box)
