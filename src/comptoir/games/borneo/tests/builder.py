"""Lawful Borneo tables for tests: dealt by the rules, then arranged in a few words.

Cards are written by their number, `"1 17"`, harbour cards `"h3"`. A face is written as its
spice and its four flags, the lower one last: `"pepper BBYR"`, `"nutmeg-2 GGGB"`. Columns
are written from the highest rank down, blue, yellow, red, green: `"012/120//3"`.
"""

from collections.abc import Mapping
from typing import Any

from comptoir.engine.rules.table import NOBODY, Plain
from comptoir.games.borneo import game
from comptoir.games.borneo.data import (
    CARDS,
    COMPANIES,
    HARBOURS,
    MISSIONS,
    NOTHING,
    RANKS,
    SPICE_NAMES,
    SPICES,
    UPPER,
    Phase,
    Place,
)
from comptoir.games.borneo.flags import BITS, tally_of
from comptoir.games.borneo.house_worth import appeal_of
from comptoir.games.borneo.turn import start_turn
from game_kit import Kit

BLUE, YELLOW, RED, GREEN = range(COMPANIES)
LETTERS = "BYRG"
KIT = Kit(game)
deal, may, act = KIT.deal, KIT.may, KIT.act
match_at, positions, sample = KIT.match_at, KIT.positions, KIT.sample


def numbers(words: str) -> list[int]:
    """Return cards, numbered from 0."""
    return [int(word) - 1 for word in words.split()]


def set_face(box: Plain, card: int, words: str) -> None:
    """Print a spice and four flags on a card of the box."""
    good, flags = words.split()
    spice, _, units = good.partition("-")
    companies = [LETTERS.index(letter) for letter in flags]
    box.spice[card] = SPICE_NAMES.index(spice)
    box.units[card] = int(units or 1)
    box.flag[card] = companies
    box.upper[card], box.flag_count[card] = (
        tally_of(companies[:UPPER]),
        tally_of(companies),
    )


def tally(*flags: int) -> int:
    """Return a tally of flags, given their numbers in blue, yellow, red and green."""
    return sum(number << BITS * company for company, number in enumerate(flags))


def set_mission(box: Plain, mission: int, value: int, **need: int) -> None:
    """Let a mission (numbered from 1) ask for the given spices."""
    asked = sum(need.values())
    box.mission_value[mission - 1] = value
    box.need[mission - 1] = [need.get(name, 0) for name in SPICE_NAMES[:SPICES]]
    box.asked[mission - 1], box.appeal[mission - 1] = asked, appeal_of(value, asked)


def table(
    seats: int = 4,
    options: Any = None,
    *,
    turn: int = 0,
    columns: str | None = None,
    faces: Mapping[int, str] | None = None,
    harbours: str = "h1 h2 h3",
    ports: Mapping[int, tuple[str, int, int]] | None = None,
    missions: Mapping[int, dict[str, int]] | None = None,
    hands: Mapping[int, str] | None = None,
    stores: Mapping[int, str] | None = None,
    rows: Mapping[int, str] | None = None,
    discard: str = "",
    pile: str | None = None,
    harbour_pile: bool = True,
) -> tuple[Plain, Plain]:
    """Return a lawful table at the beginning of somebody's turn, and its box.

    `faces` prints cards, `ports` harbours (spice, monopoly, limit), `missions` the only
    open missions. A seat without a named hand holds one of the last cards. All other cards form
    the pile; where a pile is named they lie in the last seat's warehouse.
    """
    t, box = deal(seats, options)
    for card, words in (faces or {}).items():
        set_face(box, card - 1, words)
    for number, (spice, monopoly, limit) in (ports or {}).items():
        box.harbour_spice[number - 1] = SPICE_NAMES.index(spice)
        box.monopoly[number - 1], box.limit[number - 1] = monopoly, limit
    clear(t)
    set_columns(t, box, columns)
    set_harbours(t, harbours, harbour_pile)
    set_missions(t, box, missions)
    hold = {seat: str(CARDS - seat) for seat in range(seats)} | dict(hands or {})
    for seat, words in hold.items():
        for at, card in enumerate(sorted(numbers(words))):
            t.hand[seat][at], t.place[card] = card, Place.HAND + seat
        t.hand_cards[seat] = len(words.split())
    for slot, words in (rows or {}).items():
        for at, card in enumerate(numbers(words)):
            t.row[slot - 1][at], t.place[card] = card, Place.HARBOUR
        t.row_cards[slot - 1] = len(words.split())
    for seat, words in (stores or {}).items():
        for word in words.split():
            put_in_store(t, box, seat, word)
    for card in numbers(discard):
        t.place[card] = Place.DISCARD
    put_rest(t, box, pile)
    start_turn(t, box, turn)
    t.journal.clear()
    assert [] == game.audit(t, box)
    return t, box


def clear(t: Plain) -> None:
    """Take all cards off a table."""
    t.place = [NOTHING] * CARDS
    t.hand = [[NOTHING] * len(row) for row in t.hand]
    t.hand_cards = [0] * len(t.hand_cards)
    t.pile, t.pile_cards = [NOTHING] * CARDS, 0
    t.phase = Phase.COMPANIES


def set_columns(t: Plain, box: Plain, columns: str | None) -> None:
    """Place all merchants; by default, one of each player in each of the first companies."""
    if columns is None:
        rounds = [
            "".join(str((seat + c) % t.seats) for seat in range(t.seats))
            for c in range(box.merchants)
        ]
        columns = "/".join(rounds)
    for company, seats in enumerate([*columns.split("/"), "", "", ""][:COMPANIES]):
        padded = [int(seat) for seat in seats] + [NOBODY] * RANKS
        t.column[company] = padded[:RANKS]
    t.placed = t.seats * box.merchants


def set_harbours(t: Plain, harbours: str, harbour_pile: bool) -> None:
    """Turn up some harbours; the others form the pile, or are out of the game."""
    rest = Place.PILE if harbour_pile else Place.DISCARD
    for harbour in range(HARBOURS):
        if t.harbour_place[harbour] != Place.DISCARD:
            t.harbour_place[harbour] = rest
    for slot, word in enumerate(harbours.split()):
        t.harbour[slot] = int(word[1:]) - 1
        t.harbour_place[t.harbour[slot]] = Place.HARBOUR


def set_missions(
    t: Plain, box: Plain, missions: Mapping[int, dict[str, int]] | None
) -> None:
    """Leave only the named missions open, or all if none is named."""
    if missions is None:
        return
    for number in range(MISSIONS):
        if number + 1 not in missions:
            t.mission_place[number] = Place.DISCARD
    for number, asked in missions.items():
        set_mission(box, number, **asked)
        t.mission_place[number - 1] = Place.HARBOUR


def put_in_store(t: Plain, box: Plain, seat: int, word: str) -> None:
    """Put a shipment or a harbour card into a warehouse."""
    if word.startswith("h"):
        harbour = int(word[1:]) - 1
        t.harbour_place[harbour] = Place.STORE + seat
        t.stock[seat][box.harbour_spice[harbour]] += 1
    else:
        card = int(word) - 1
        t.place[card] = Place.STORE + seat
        t.stock[seat][box.spice[card]] += box.units[card]


def put_rest(t: Plain, box: Plain, pile: str | None) -> None:
    """Put the cards that have no place yet into the pile, or out of the way."""
    for card in numbers(pile or ""):
        t.place[card] = Place.PILE
    for card in range(CARDS):
        if t.place[card] == NOTHING:
            if pile is None:
                t.place[card] = Place.PILE
            else:
                put_in_store(t, box, t.seats - 1, str(card + 1))
    lying = [card for card in range(CARDS) if t.place[card] == Place.PILE]
    t.pile = lying + [NOTHING] * (CARDS - len(lying))
    t.pile_cards = len(lying)


def lying(t: Plain, place: int) -> str:
    """Return the cards that lie in a place, as they are written."""
    return " ".join(str(c + 1) for c in range(CARDS) if t.place[c] == place)


def store(t: Plain, seat: int) -> str:
    """Return the cards of a warehouse as they are written."""
    harbours = [h for h in range(HARBOURS) if t.harbour_place[h] == Place.STORE + seat]
    cards = lying(t, Place.STORE + seat).split()
    return " ".join([*cards, *(f"h{h + 1}" for h in harbours)])


def hand(t: Plain, seat: int) -> str:
    """Return a hand as it is written."""
    return lying(t, Place.HAND + seat)


def column(t: Plain, company: int) -> str:
    """Return a column as it is written."""
    return "".join(str(seat) for seat in t.column[company] if seat != NOBODY)
