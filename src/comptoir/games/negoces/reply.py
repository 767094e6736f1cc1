"""A bot's answers to the phrases of a seller; talk binds nobody (NEG-4.5)."""

from collections.abc import Mapping
from typing import Any

from .data import CARD_NAMES, NOTHING, OPEN, PUT_COINS, Box, Phase
from .ending import count_goods
from .house_buyer import LEAST, SELLING, worth_of_lot
from .house_worth import COIN, COPY, copies_spare, goods_known
from .state import Table

NO = "cannot_pay"  # the phrase with which a bot declines


def reply(
    t: Table, box: Box, seat: int, speaker: int, key: str, args: Mapping[str, Any]
) -> int | str | None:
    """Return the offer that a seller asks for if the lot is worth it, otherwise a phrase.

    Return None if the phrase does not ask this seat for anything.
    """
    if t.phase != Phase.SALE or speaker != t.seller or args.get("seat") != seat:
        return None
    worth = worth_of_lot(t, box, seat)
    if key == "ask_coins":
        coins = args["coins"]
        return PUT_COINS + coins if coins <= _most(t, box, seat, worth) else NO
    if key == "ask_card":
        card = CARD_NAMES.index(args["card"])
        ahead = goods_known(t, seat, speaker) > count_goods(t, seat)
        gives = worth >= LEAST and copies_spare(t, seat, card) > 0 and not ahead
        return OPEN + card if gives else NO
    return None


def _most(t: Table, box: Box, seat: int, worth: int) -> int:
    """Return the most coins that the lot is worth, beside a card offered or alone."""
    spare = max(0, t.coins[seat] - box.goal_coins)
    if t.offer[seat] == NOTHING:
        return min(spare, (worth + SELLING) // COIN)
    return min(spare, (worth - COPY) // (2 * COIN))
