"""The view of a seat, a spectator or the referee."""

from typing import Any

import msgspec

from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.score import Score, sure
from comptoir.engine.rules.table import NOBODY

from .data import (
    CARD_NAMES,
    CARDS,
    COMPANY_NAMES,
    ENDING_NAMES,
    FLAGS,
    HARBOUR_NAMES,
    HARBOURS,
    MISSION_NAMES,
    MISSIONS,
    NOTHING,
    OPEN,
    PIRATES,
    SPICE_NAMES,
    SPICES,
    Box,
    Phase,
    Place,
)
from .fight import count_flags
from .flags import flags_in
from .missions import can_pay
from .scoring import count_cards, mission_points, points_of
from .shipment import flags_at
from .state import Table


class CardView(msgspec.Struct, kw_only=True):
    """One shipment card: its number, its spice, the units of it, and its flags."""

    card: str
    spice: str
    units: int
    flags: list[str]  # three flags of the upper row, one of the lower


class HarbourView(msgspec.Struct, kw_only=True):
    """One open harbour, with the cards laid there and the visible flags."""

    harbour: str | None  # None while its cards are shared out
    spice: str | None
    monopoly: int
    limit: int
    cards: list[CardView]
    flags: dict[str, int]


class MissionView(msgspec.Struct, kw_only=True):
    """One mission: what it asks for and what it is worth."""

    mission: str
    value: int
    spices: dict[str, int]


class SeatView(msgspec.Struct, kw_only=True):
    """One player's seat as the viewer sees it."""

    hand_cards: int
    hand: list[CardView] | None  # None if the hand is hidden
    warehouse: list[CardView]
    harbours: dict[str, str]  # harbour cards in the warehouse, with their spice
    units: dict[str, int]  # units in the warehouse, by spice
    missions: list[MissionView]
    payable: list[MissionView]  # open missions that the viewer's warehouse covers
    points: int
    pirate_ship: bool
    score: Score


class FightView(msgspec.Struct, kw_only=True):
    """A fight under way."""

    company: str
    attacker: int  # ranks of both merchants; 1 is the highest
    target: int | None
    attack: list[CardView]
    defence: list[CardView]
    attack_flags: int  # flags of the company on the cards laid
    defence_flags: int
    between: int  # merchants between the two, who add to the defence


class View(msgspec.Struct, kw_only=True):
    """The whole table as one viewer sees it."""

    viewer: int | None
    phase: str
    turn: int | None
    mover: int | None
    first: int
    turns: int
    reconstruction: (
        bool  # True if the cards are the reconstruction that comes with the game
    )
    companies: dict[
        str, list[int]
    ]  # seats of the merchants, from the highest rank down
    harbours: list[HarbourView]
    harbour_pile: int
    missions: list[MissionView]
    paying: MissionView | None  # the mission being paid, with what it still asks for
    crates_paid: int
    fight: FightView | None
    slot: int | None  # the harbour that is being loaded or shared out
    order: list[str]  # companies of the distribution, in the order in which they choose
    pile: int
    pile_cards: list[CardView] | None  # None unless the viewer is the referee
    discard: list[CardView]
    blackbeard: bool
    distributions: int
    monopolies: int
    ending: str
    seats: list[SeatView]


def view(t: Table, box: Box, viewer: int | None) -> View:
    """Return the view of a seat, a spectator (None) or the referee."""
    over = t.phase == Phase.OVER
    referee = viewer == REFEREE
    pile = [card for card in range(CARDS) if t.place[card] == Place.PILE]
    return View(
        viewer=None if referee else viewer,
        phase=Phase(t.phase).name.lower(),
        turn=None if over else t.turn,
        mover=None if over else t.mover,
        first=t.first,
        turns=t.turns,
        reconstruction=bool(box.reconstruction),
        companies={
            name: [seat for seat in t.column[c] if seat != NOBODY]
            for c, name in enumerate(COMPANY_NAMES)
        },
        harbours=[_harbour_view(t, box, slot) for slot in range(OPEN)],
        harbour_pile=t.harbour_place.count(Place.PILE),
        missions=_missions(t, box, Place.HARBOUR),
        paying=_paying(t, box),
        crates_paid=t.wild,
        fight=_fight(t, box),
        slot=None if t.slot == NOTHING else t.slot + 1,
        order=[COMPANY_NAMES[c] for c in t.order[: t.ordered]],
        pile=t.pile_cards,
        pile_cards=_cards(box, pile) if referee else None,
        discard=_lying(t, box, Place.DISCARD),
        blackbeard=bool(box.blackbeard),
        distributions=t.distributions,
        monopolies=t.monopolies,
        ending=ENDING_NAMES[t.ending],
        seats=[seat_view(t, box, seat, viewer) for seat in range(t.seats)],
    )


def opened(t: Table, box: Box, viewer: int | None) -> set[str]:
    """BOR-1.8  Return the field `place`: where cards lie is public, but hands and pile."""
    return {"place"}


def card_view(box: Box, card: int) -> CardView:
    """Return what is printed on a card."""
    return CardView(
        card=CARD_NAMES[card],
        spice=SPICE_NAMES[box.spice[card]],
        units=box.units[card],
        flags=[COMPANY_NAMES[box.flag[card][place]] for place in range(FLAGS)],
    )


def _cards(box: Box, cards: list[int]) -> list[CardView]:
    return [card_view(box, card) for card in cards]


def _lying(t: Table, box: Box, place: int) -> list[CardView]:
    return _cards(box, [card for card in range(CARDS) if t.place[card] == place])


def _harbour_view(t: Table, box: Box, slot: int) -> HarbourView:
    harbour = t.harbour[slot]
    here = harbour != NOTHING
    tally = flags_at(t, box, slot)
    return HarbourView(
        harbour=HARBOUR_NAMES[harbour] if here else None,
        spice=SPICE_NAMES[box.harbour_spice[harbour]] if here else None,
        monopoly=box.monopoly[harbour] if here else 0,
        limit=box.limit[harbour] if here else 0,
        cards=_cards(box, t.row[slot][: t.row_cards[slot]]),
        flags={name: flags_in(tally, c) for c, name in enumerate(COMPANY_NAMES)},
    )


def mission_view(box: Box, mission: int, spices: list[int]) -> MissionView:
    """Return a mission, with the spices it asks for or still asks for."""
    named = zip(SPICE_NAMES[:SPICES], spices, strict=True)
    return MissionView(
        mission=MISSION_NAMES[mission],
        value=box.mission_value[mission],
        spices={name: n for name, n in named if n},
    )


def _missions(t: Table, box: Box, place: int) -> list[MissionView]:
    return [
        mission_view(box, mission, box.need[mission])
        for mission in range(MISSIONS)
        if t.mission_place[mission] == place
    ]


def _payable(t: Table, box: Box, seat: int) -> list[MissionView]:
    """BOR-4.1  Return the open missions that a warehouse covers."""
    return [
        mission_view(box, mission, box.need[mission])
        for mission in range(MISSIONS)
        if can_pay(t, box, seat, mission)
    ]


def _paying(t: Table, box: Box) -> MissionView | None:
    if t.mission == NOTHING:
        return None
    return mission_view(box, t.mission, t.missing)


def _fight(t: Table, box: Box) -> FightView | None:
    """BOR-5.6  Return the fight: flags on the cards laid, and merchants who add to the
    defence.
    """
    if t.phase not in range(Phase.TARGET, Phase.REWARD + 1):
        return None
    return FightView(
        company=COMPANY_NAMES[t.company],
        attacker=t.attacker + 1,
        target=None if t.target == NOTHING else t.target + 1,
        attack=_cards(box, t.attack[: t.attack_cards]),
        defence=_cards(box, t.defence[: t.defence_cards]),
        attack_flags=count_flags(box, t.attack, t.attack_cards, t.company),
        defence_flags=count_flags(box, t.defence, t.defence_cards, t.company),
        between=0 if t.target == NOTHING else t.attacker - t.target - 1,
    )


def seat_view(t: Table, box: Box, seat: int, viewer: int | None) -> SeatView:
    """BOR-1.8  Return a seat's view: hands are secret, warehouses and missions public."""
    own: Any = viewer in (seat, REFEREE)
    hand = t.hand[seat][: t.hand_cards[seat]]
    return SeatView(
        hand_cards=t.hand_cards[seat],
        hand=_cards(box, hand) if own else None,
        warehouse=_lying(t, box, Place.STORE + seat),
        harbours={
            HARBOUR_NAMES[harbour]: SPICE_NAMES[box.harbour_spice[harbour]]
            for harbour in range(HARBOURS)
            if t.harbour_place[harbour] == Place.STORE + seat
        },
        units=dict(zip(SPICE_NAMES, t.stock[seat], strict=True)),
        missions=_missions(t, box, Place.STORE + seat),
        payable=_payable(t, box, seat) if viewer == seat else [],
        points=points_of(t, box, seat),
        pirate_ship=t.pirate == seat,
        score=score(t, box, seat, viewer),
    )


def score(t: Table, box: Box, seat: int, viewer: int | None) -> Score:
    """BOR-8.2  Return a seat's points as of now, which everyone sees.

    BOR-9.3  The pirate ship costs two points.
    """
    return Score.of(
        [
            sure("points_from.scored_cards", count_cards(t, seat)),
            sure("points_from.scored_missions", mission_points(t, box, seat)),
            sure("points_from.lost_points", -PIRATES if t.pirate == seat else 0),
        ]
    )
