"""The observation: one row of whole numbers, with seats relative to the observer.

See `LAYOUT` for the meaning of each part. It holds all that an attentive player knows. That
includes the other hands and points, since everything but the pile was once visible.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.helpers import from_here, seat_after, start
from comptoir.engine.rules.rule import rule

from .cards import count_cards, count_coins
from .data import COLOURS, FARM, HEIGHT, KINDS, MARKET, MAX_SEATS, POINT, Box, Phase
from .market import price_for
from .offer import cards_for, open_kinds, points_with
from .payday import lot_value
from .ships import space_after
from .state import Table

PHASES = len(Phase)

LAYOUT = (
    ("phase, one-hot", PHASES),
    ("seats at the table", 1),
    ("turns over", 1),
    ("coins still to pay", 1),
    ("colour to insure: 1 + colour", 1),
    ("symbols left", 1),
    ("cards in the pile", 1),
    ("tokens that end the game", 1),
    ("who acts, whose turn it is, first player: 1 + seat", 3),
    ("ships, by colour", COLOURS),
    ("market: 1 + kind", MARKET),
    ("market: 1 + seat of the pawn", MARKET),
    ("farm: 1 + kind", FARM),
    ("farm: 1 + seat of the pawn", FARM),
    ("discard pile, by kind", KINDS),
    ("seats: cards in hand", MAX_SEATS),
    ("seats: points, as sales told", MAX_SEATS),
    ("seats: height of the points, in fives", MAX_SEATS),
    ("seats: tokens, by colour", MAX_SEATS * COLOURS),
    ("seats: hand, as it was seen, by kind", MAX_SEATS * KINDS),
    ("seats: goods, by kind", MAX_SEATS * KINDS),
    ("seats: insured goods, by kind", MAX_SEATS * KINDS),
    ("kept as points, as seen, by kind", KINDS),
    ("seats: coins in hand", MAX_SEATS),
    ("seats: price of a purchase", MAX_SEATS),
    ("seats: points of the lot, by colour", MAX_SEATS * COLOURS),
    ("seats: points of the lot with a purchase, by colour", MAX_SEATS * COLOURS),
    ("ships after an own purchase, by colour", COLOURS),
)

AT_MARKET = start(LAYOUT, "market: 1 + kind")
AT_MARKET_PAWNS = start(LAYOUT, "market: 1 + seat")
AT_FARM = start(LAYOUT, "farm: 1 + kind")
AT_FARM_PAWNS = start(LAYOUT, "farm: 1 + seat")
AT_DISCARD = start(LAYOUT, "discard pile")
AT_HAND_CARDS = start(LAYOUT, "seats: cards in hand")
AT_POINTS = start(LAYOUT, "seats: points, as")
AT_HEIGHTS = start(LAYOUT, "seats: height")
AT_TOKENS = start(LAYOUT, "seats: tokens")
AT_HANDS = start(LAYOUT, "seats: hand")
AT_GOODS = start(LAYOUT, "seats: goods")
AT_INSURED = start(LAYOUT, "seats: insured")
AT_KEPT = start(LAYOUT, "kept")
AT_COINS = start(LAYOUT, "seats: coins")
AT_PRICES = start(LAYOUT, "seats: price")
AT_LOTS = start(LAYOUT, "seats: points of the lot, by")
AT_LOTS_THEN = start(LAYOUT, "seats: points of the lot with")
AT_SHIPS_THEN = start(LAYOUT, "ships after")


@rule
def observe(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write a seat's observation into `out`, an array of length `OBSERVATION`."""
    observe_table(t, box, seat, out)
    observe_rows(t, seat, out)
    observe_seats(t, seat, out)
    observe_cards(t, seat, out)
    observe_offer(t, box, seat, out)


@rule
def observe_table(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write the facts that do not concern a single card or seat."""
    for phase in range(PHASES):
        out[phase] = 1 if t.phase == phase else 0
    at = PHASES
    out[at] = t.seats
    out[at + 1] = t.turns
    out[at + 2] = t.due
    out[at + 3] = t.cover + 1
    out[at + 4] = t.symbols
    out[at + 5] = count_cards(t.pile)
    out[at + 6] = box.tokens
    out[at + 7] = from_here(t, seat, t.turn)
    out[at + 8] = from_here(t, seat, t.mover)
    out[at + 9] = from_here(t, seat, t.first)
    at += 10
    for colour in range(COLOURS):
        out[at + colour] = t.ship[colour]


@rule
def observe_rows(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """Write market, farm and discard pile, and the points known to be kept. OSA-3.7"""
    for slot in range(MARKET):
        out[AT_MARKET + slot] = t.market[slot] + 1
        out[AT_MARKET_PAWNS + slot] = from_here(t, seat, t.market_pawn[slot])
    for slot in range(FARM):
        out[AT_FARM + slot] = t.farm[slot] + 1
        out[AT_FARM_PAWNS + slot] = from_here(t, seat, t.farm_pawn[slot])
    for kind in range(KINDS):
        out[AT_DISCARD + kind] = t.discard[kind]
        out[AT_KEPT + kind] = t.kept[kind]


@rule
def observe_seats(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """OSA-7.2  Write the facts that are one number per seat, and the tokens; all sales were
    seen.
    """
    for i in range(MAX_SEATS):
        other = seat_after(t, seat, i)
        here = i < t.seats
        out[AT_HAND_CARDS + i] = count_cards(t.hand[other]) * here
        out[AT_POINTS + i] = t.points[other] * here
        height = (t.stack[other] + HEIGHT - 1) // HEIGHT
        out[AT_HEIGHTS + i] = height * here
        for colour in range(COLOURS):
            cell = AT_TOKENS + i * COLOURS + colour
            out[cell] = t.tokens[other][colour] * here


@rule
def observe_cards(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """OSA-3.7  Write the hands, whose cards were all seen, the goods and the insured goods."""
    for i in range(MAX_SEATS):
        other = seat_after(t, seat, i)
        here = i < t.seats
        for kind in range(KINDS):
            cell = i * KINDS + kind
            out[AT_HANDS + cell] = t.hand[other][kind] * here
            out[AT_GOODS + cell] = t.goods[other][kind] * here
            out[AT_INSURED + cell] = t.insured[other][kind] * here


@rule
def observe_offer(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write what a player can work out: who could buy, and what each lot would then bring."""
    for i in range(MAX_SEATS):
        other = seat_after(t, seat, i)
        here = i < t.seats
        goods = open_kinds(t, other)
        out[AT_COINS + i] = count_coins(box, t.hand[other]) * here
        out[AT_PRICES + i] = price_for(t, box, other) * here
        for colour in range(COLOURS):
            cell = i * COLOURS + colour
            out[AT_LOTS + cell] = lot_value(t, box, other, colour) // POINT * here
            points = points_with(t, box, other, colour, goods)
            out[AT_LOTS_THEN + cell] = points * here
            if i == 0:
                space = space_after(t, colour, cards_for(goods, colour))
                out[AT_SHIPS_THEN + colour] = space
