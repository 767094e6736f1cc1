"""The negotiator: how bots bargain in a sale, with actions and with phrases.

It keeps no memory of its own. What it has offered lies on the table, what was said is in the
talk, and its mood is a hash of what it knows when the sale begins: so the same sale gives the
same answers, on every server and after every restart.
"""

from collections.abc import Sequence
from typing import Any

from comptoir.engine.model.talk import BotTurn, Spoken

from .bargain_answers import answer, remark, reproach
from .bargain_buyer import buys, grants, is_last
from .bargain_heard import Heard
from .bargain_market import Market
from .bargain_seller import lot, sells, time_for
from .bargain_tempers import temper_of
from .data import ALL_COINS, LEAVE, PUT_COINS, Phase
from .house import MOST_BID
from .rules import is_card

__all__ = ["bargain"]


def bargain(
    t: Any,
    box: Any,
    seat: int,
    legal: Sequence[int],
    talk: Sequence[Spoken] | None,
    style: str,
    hears: bool = False,
) -> BotTurn | None:
    """Return what a bot does and says in a sale; None where another bot decides.

    In the auction it leaves when the bid is as high as the contraband is worth.

    Without `talk` nobody hears it: then it always acts and says nothing. A seller that
    `hears` a phrase answers it, and does not go on with its own calls.
    """
    if t.phase == Phase.AUCTION and t.high_bid >= MOST_BID:
        return BotTurn(LEAVE)
    if t.phase not in (Phase.LOT, Phase.SALE):
        return None
    market = Market(t, box, seat, temper_of(style, t, seat), Heard(t, seat, talk))
    if t.phase == Phase.LOT:
        return BotTurn(lot(market))
    may = frozenset(legal)
    said = reproach(market) or answer(market)
    if market.sells and hears:
        return BotTurn(None, (said,) if said else (), time_for(said))
    if market.sells:
        action, called, again = sells(market, may)
        said = called or said
    else:
        action, again = buys(market, may), 0.0
        offer = action if action is not None and changes(action) else None
        if offer is not None and (said is None or grants(market, offer)):
            said = remark(market, is_last(market, offer))
    return BotTurn(action, (said,) if said else (), again)


def changes(action: int) -> bool:
    """Return True if an action changes an offer."""
    return is_card(action) or PUT_COINS <= action < PUT_COINS + ALL_COINS
