"""The observation: one row of whole numbers, with seats relative to the observer.

See `LAYOUT` for the meaning of each part; numbers hidden from the seat are 0.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.helpers import from_here, start
from comptoir.engine.rules.rule import rule

from .data import CARDS, PLAYERS, Box, Phase
from .deal import count_hand
from .ending import count_goods
from .market import is_binding, may_revise
from .state import Table

PHASES = len(Phase)
MOST = 1000  # the largest count of sales or revisions that is written

LAYOUT = (
    ("phase, one-hot", PHASES),
    ("sales concluded", 1),
    ("limit of sales, bound of revisions, 2008 goal", 3),
    ("the high bid", 1),
    ("high bidder, seat to bid, seller: 1 + seat", 3),
    ("own hand, by card", CARDS),
    ("own different goods", 1),
    ("lot: 1 + card where seen, hidden, 1 + claim, coins, revision", 5),
    ("second card: on the market, 1 + card where seen", 2),
    ("good named: 1 + good", 1),
    ("seats: in the auction", PLAYERS),
    ("seats: coins owned", PLAYERS),
    ("seats: cards in hand", PLAYERS),
    ("seats: ready or waiting", PLAYERS),
    ("seats: may still revise the offer", PLAYERS),
    ("seats: offered card, 1 + card where seen", PLAYERS),
    ("seats: offered card hidden", PLAYERS),
    ("seats: offered card, 1 + claim", PLAYERS),
    ("seats: coins offered", PLAYERS),
    ("seats: revision of the offer", PLAYERS),
    ("seats: the offer binds", PLAYERS),
    ("seats: lies the own seat has caught", PLAYERS),
    ("seats: cards known to be held, by card", PLAYERS * CARDS),
)

AT_OWN = start(LAYOUT, "own hand")
AT_LOT = start(LAYOUT, "lot")
AT_BIDDING = start(LAYOUT, "seats: in the auction")
AT_COINS = start(LAYOUT, "seats: coins owned")
AT_HANDS = start(LAYOUT, "seats: cards in hand")
AT_READY = start(LAYOUT, "seats: ready")
AT_MAY_REVISE = start(LAYOUT, "seats: may still revise")
AT_OFFERS = start(LAYOUT, "seats: offered card, 1 + card")
AT_HIDDEN = start(LAYOUT, "seats: offered card hidden")
AT_CLAIMS = start(LAYOUT, "seats: offered card, 1 + claim")
AT_OFFERED = start(LAYOUT, "seats: coins offered")
AT_REVISIONS = start(LAYOUT, "seats: revision")
AT_BINDING = start(LAYOUT, "seats: the offer binds")
AT_CAUGHT = start(LAYOUT, "seats: lies")
AT_KNOWN = start(LAYOUT, "seats: cards known")


@rule
def observe(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write a seat's observation into `out`, an array of length `OBSERVATION`."""
    observe_table(t, box, seat, out)
    observe_market(t, seat, out)
    for i in range(PLAYERS):
        other = (seat + i) % PLAYERS
        observe_seat(t, box, other, i, out)
        observe_offer(t, seat, other, i, out)
        for card in range(CARDS):
            out[AT_KNOWN + i * CARDS + card] = t.known[seat][other][card]


@rule
def observe_table(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write the facts about the game and the seat's own hand."""
    for phase in range(PHASES):
        out[phase] = 1 if t.phase == phase else 0
    at = PHASES
    out[at] = min(t.sales, MOST)
    out[at + 1] = box.sales
    out[at + 2] = box.revisions
    out[at + 3] = box.goal_2008
    out[at + 4] = t.high_bid
    out[at + 5] = from_here(t, seat, t.high_bidder)
    out[at + 6] = from_here(t, seat, t.turn) if t.phase == Phase.AUCTION else 0
    out[at + 7] = from_here(t, seat, t.seller)
    for card in range(CARDS):
        out[AT_OWN + card] = t.hand[seat][card]
    out[AT_OWN + CARDS] = count_goods(t, seat)


@rule
def observe_market(t: Table, seat: int, out: MutableSequence[int]) -> None:
    """NEG-4.2  Write the lot, the second card of a forced sale, and the good named."""
    at = AT_LOT
    own = seat == t.seller
    out[at] = t.lot + 1 if own or not t.lot_hidden else 0
    out[at + 1] = t.lot_hidden
    out[at + 2] = t.lot_claim + 1
    out[at + 3] = t.lot_coins
    out[at + 4] = min(t.lot_revision, MOST)
    out[at + 5] = 1 if t.second >= 0 else 0
    out[at + 6] = t.second + 1 if own else 0
    out[at + 7] = t.named + 1


@rule
def observe_seat(
    t: Table, box: Box, other: int, i: int, out: MutableSequence[int]
) -> None:
    """NEG-1.4  Write what is public about a seat, `i` seats away."""
    out[AT_BIDDING + i] = t.bidding[other]
    out[AT_COINS + i] = t.coins[other]
    out[AT_HANDS + i] = count_hand(t, other)
    out[AT_READY + i] = t.ready[other]
    buys = t.phase == Phase.SALE and other != t.seller
    out[AT_MAY_REVISE + i] = 1 if buys and may_revise(t, box, other) else 0


@rule
def observe_offer(
    t: Table, seat: int, other: int, i: int, out: MutableSequence[int]
) -> None:
    """NEG-4.3  Write a seat's offer, and how often it lied to the observing seat."""
    seen = seat == other or not t.offer_hidden[other]
    out[AT_OFFERS + i] = t.offer[other] + 1 if seen else 0
    out[AT_HIDDEN + i] = t.offer_hidden[other]
    out[AT_CLAIMS + i] = t.offer_claim[other] + 1
    out[AT_OFFERED + i] = t.offer_coins[other]
    out[AT_REVISIONS + i] = min(t.offer_revision[other], MOST)
    out[AT_BINDING + i] = 1 if is_binding(t, other) else 0
    out[AT_CAUGHT + i] = t.caught[seat][other]
