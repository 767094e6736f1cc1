"""Borneo as a table of contents: one line per phase or action, with the rule it calls."""

from collections.abc import MutableSequence

from comptoir.engine.rules.rule import rule

from .companies import end_companies, finish_moving, legal_places, start_moving
from .data import (
    CARDS,
    COMPANIES,
    DISCARD,
    DONE,
    FIGHT,
    HARBOUR,
    HARBOURS,
    LAY,
    LOAD,
    MISSION,
    MISSIONS,
    MOVE,
    NOTHING,
    OPEN,
    PASS,
    PAY,
    PLACE,
    POSTS,
    RANKS,
    SPICES,
    TAKE,
    TARGET,
    TRADE,
    Box,
    Phase,
)
from .distribution import legal_picks, take_card
from .fight import (
    be_done,
    choose_target,
    keep_card,
    keep_nothing,
    lay_card,
    legal_cards,
    legal_retreat,
    legal_rewards,
    legal_targets,
    retreat,
    start_fight,
    stay,
)
from .missions import choose_mission, legal_missions, legal_payment
from .setup import place_merchant
from .shipment import choose_harbour, legal_harbours, legal_loads
from .state import Table
from .turn import (
    discard,
    end_mission,
    legal_companies,
    legal_discards,
    pay_on,
    share_out,
    ship,
)


@rule
def actors(t: Table, box: Box) -> int:
    """Return a bit for every seat that may act: in this game only one."""
    return 0 if t.phase == Phase.OVER else 1 << t.turn


@rule
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """Write a seat's legal actions in ascending order, and return how many there are."""
    if seat != t.turn:
        return 0
    if t.phase == Phase.COMPANIES:
        return legal_companies(t, box, seat, moves)
    if t.phase == Phase.HARBOUR:
        return legal_harbours(moves)
    if t.phase == Phase.LOADING:
        return legal_loads(t, seat, moves)
    if t.phase == Phase.PICKING:
        return legal_picks(t, moves)
    if t.phase == Phase.DISCARDING:
        return legal_discards(t, seat, moves)
    if t.phase == Phase.MOVING:
        return legal_places(t, t.company, moves)
    if t.phase < Phase.COMPANIES:
        return legal_at_first(t, box, seat, moves)
    return legal_in_fight(t, box, seat, moves)


@rule
def legal_at_first(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """Write the legal actions before the first turn, or at the beginning of a turn."""
    if t.phase == Phase.PLACING:
        return legal_places(t, NOTHING, moves)
    if t.phase == Phase.MISSION:
        return legal_missions(t, box, seat, moves)
    return legal_payment(t, box, seat, moves)


@rule
def legal_in_fight(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """Write the legal actions in a fight."""
    if t.phase == Phase.TARGET:
        return legal_targets(t, seat, moves)
    if t.phase == Phase.ATTACK or t.phase == Phase.DEFENCE:  # noqa: PLR1714
        return legal_cards(t, box, seat, moves)
    if t.phase == Phase.RETREAT:
        return legal_retreat(t, moves)
    if t.phase == Phase.REWARD:
        return legal_rewards(t, moves)
    return 0


@rule
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """Play a legal action; the most common kinds are tested first."""
    if HARBOUR <= action < HARBOUR + OPEN:
        choose_harbour(t, action - HARBOUR)
    elif LOAD <= action < LOAD + CARDS:
        ship(t, box, seat, action - LOAD)
    elif MOVE <= action < MOVE + POSTS:
        start_moving(t, action - MOVE)
    elif PLACE <= action < PLACE + COMPANIES:
        enter_company(t, box, seat, action - PLACE)
    elif TAKE <= action < TAKE + CARDS:
        choose_card(t, box, seat, action - TAKE)
    elif DISCARD <= action < DISCARD + CARDS:
        discard(t, box, seat, action - DISCARD)
    elif action == PASS:
        decline(t, box)
    elif MISSION <= action < MISSION + MISSIONS:
        choose_mission(t, box, seat, action - MISSION)
    else:
        pay_or_fight(t, box, seat, action)


@rule
def pay_or_fight(t: Table, box: Box, seat: int, action: int) -> None:
    """Play a step of a payment or of a fight."""
    if TRADE <= action < TRADE + SPICES:
        t.trade = action - TRADE  # BOR-9.1
    elif PAY <= action < PAY + CARDS + HARBOURS:
        pay_on(t, box, seat, action - PAY)
    elif LAY <= action < LAY + CARDS:
        lay_card(t, box, seat, action - LAY)
    elif action == DONE:
        be_done(t, box)
    elif FIGHT <= action < FIGHT + POSTS:
        start_fight(t, seat, action - FIGHT)
    elif TARGET <= action < TARGET + POSTS:
        choose_target(t, seat, (action - TARGET) % RANKS)
    else:
        stay(t, seat)


@rule
def decline(t: Table, box: Box) -> None:
    """Decline an option: a mission, an action in the companies, or a reward."""
    if t.phase == Phase.MISSION:
        end_mission(t, box)
    elif t.phase == Phase.COMPANIES:
        end_companies(t)
    else:
        keep_nothing(t)


@rule
def enter_company(t: Table, box: Box, seat: int, company: int) -> None:
    """Put a merchant into a company: at the start, by a move, or after a lost fight."""
    if t.phase == Phase.PLACING:
        place_merchant(t, box, seat, company)
    elif t.phase == Phase.MOVING:
        finish_moving(t, seat, company)
    else:
        retreat(t, seat, company)


@rule
def choose_card(t: Table, box: Box, seat: int, card: int) -> None:
    """Take a card: in a distribution, or as the reward of a defence."""
    if t.phase == Phase.REWARD:
        keep_card(t, box, seat, card)
    else:
        take_card(t, box, seat, card)
        share_out(t, box)
