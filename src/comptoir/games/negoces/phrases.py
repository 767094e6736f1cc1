"""Prepared chat phrases, shown to all in their own language; they bind nobody (NEG-4.5)."""

from comptoir.engine.model.talk import PhraseSlots

from .data import ALL_COINS, CARD_NAMES, GOOD_NAMES, PLAYERS

_CARD = {"card": CARD_NAMES}
_GOOD = {"card": GOOD_NAMES}
_COINS = {"coins": range(1, ALL_COINS + 1)}
_SEAT = {"seat": range(PLAYERS)}

PHRASES: dict[str, PhraseSlots] = {
    "want": _GOOD,
    "want_card": _CARD,
    "have": _GOOD,
    "have_none": _GOOD,
    "truly": {},
    "add_coins": _COINS,
    "fewer_coins": _COINS,
    "cannot_pay": {},
    "last_offer": {},
    "ask_coins": {
        **_SEAT,
        **_COINS,
    },  # a seller's counter-offers, which a buyer can adopt
    "ask_card": {**_SEAT, **_GOOD},
    "refuse": {},
    "what_for": {},
    "show_card": {},
    "do_not_sell": _SEAT,
    "sell_to_me": {},
    "do_not_believe": _SEAT,
    "you_lied": _SEAT,
    "nearly_wins": _SEAT,
    "going_once": {},
    "going_twice": {},
    "patience": {},
    "take_time": {},
    "thanks": {},
    "well_played": {},
}
