"""What a deal would change: everybody's chances, as one seat estimates them."""

from comptoir.engine.rules.table import NOBODY

from .bargain_chances import chances
from .bargain_heard import Heard
from .bargain_tempers import Temper
from .data import (
    CARDS,
    CONTRABAND,
    COPIES,
    GOODS,
    NOTHING,
    PLAYERS,
    SERIES,
    Box,
)
from .ending import count_goods
from .house_worth import surely_lacks
from .market import is_binding
from .state import Table

HASH = 1_000_003
TRUST = 0.6  # how likely a claim is true, if its speaker was never caught lying
UNCLAIMED = 0.2  # how likely a hidden card without a claim is a good that is missing
LAST_COPY = 0.15  # how likely a player parts with the last copy of a good
GAINS_NOTHING = 0.1  # goods below which a deal without coins brings a seller no further
WARNING = 0.3  # goods added to the estimate of a player of whom another warns
WARNED_FROM = 4  # goods from which such a warning is believed
UNSEEN_GOODS = 2.7  # goods among the unseen cards of a hand at most, on average
EACH_UNSEEN = 0.45  # and for each unseen card


class Market:
    """A sale in the eyes of one seat: who holds what, and what each deal would bring.

    Everything comes from what the seat may know: its hand, what it has seen (`known`), and
    what was said.
    """

    def __init__(self, t: Table, box: Box, seat: int, temper: Temper, heard: Heard):
        self.t, self.box, self.seat = t, box, seat
        self.temper, self.heard = temper, heard
        # Clockwise, so that no seat is the first among equals.
        self.others = [(seat + step) % PLAYERS for step in range(1, PLAYERS)]
        self.hand = t.hand[seat]
        self.sells = seat == t.seller
        known = t.known[seat]
        self.unseen = [
            0 if other == seat else max(0, sum(t.hand[other]) - sum(known[other]))
            for other in range(PLAYERS)
        ]
        if not self.sells and t.lot_hidden:
            self.unseen[t.seller] += 1
        self.goods = [float(self._goods(other)) for other in range(PLAYERS)]
        self.coins = [int(one) for one in t.coins]
        held = [
            self.hand[card] + (self.sells and t.lot == card) for card in range(CARDS)
        ]
        purses = [self.coins[each] for each in (seat, *self.others)]
        self._mood = self._hash(t.sales, *held, *purses)

    def luck(self, *about: int) -> float:
        """Return a number from 0 to 1 that stays the same throughout a sale."""
        return self._hash(self._mood, *about) % 10_007 / 10_007

    def _hash(self, *parts: int) -> int:
        value = 7
        for part in parts:
            value = (value ^ (part + 17)) * HASH % 2_147_483_647
            value ^= value >> 13  # or else neighbouring parts give neighbouring numbers
        return value

    def _goods(self, other: int) -> float:
        """Return how many different goods a seat holds, for others an estimate."""
        if other == self.seat:
            return count_goods(self.t, self.seat)
        row = self.t.known[self.seat][other]
        seen = sum(row[good] > 0 for good in range(GOODS))
        guess = seen + min(UNSEEN_GOODS, EACH_UNSEEN * self.unseen[other])
        guess = min(guess, SERIES + self.t.sales)  # each sale brings one more at most
        if self.heard.warned[other] and guess >= WARNED_FROM:
            guess += WARNING
        return min(GOODS - 0.5, guess)

    def lacks(self, other: int, card: int) -> float:
        """Return how likely a card is a good that a seat lacks."""
        if card == CONTRABAND:
            return 0.0
        if other == self.seat:
            return float(self.hand[card] == 0)
        if self.t.known[self.seat][other][card] > 0:
            return 0.0
        if surely_lacks(self.t, self.seat, other, card):
            return 1.0
        if card in self.heard.holds[other]:
            return 0.1
        if card in self.heard.lacks[other]:
            return 0.9
        placed = self.hand[card] + sum(
            self.t.known[self.seat][each][card] for each in range(PLAYERS)
        )
        if self.sells and self.t.lot == card:
            placed += 1
        free = max(0, COPIES - placed)
        share = self.unseen[other] / max(1, sum(self.unseen))
        return (1 - share) ** min(2, free)

    def trust(self, other: int, card: int) -> float:
        """Return how likely the claim of a seat about its hidden card is true."""
        t = self.t
        if t.caught[self.seat][other] > 0:
            return 0.0
        if card != CONTRABAND and surely_lacks(t, self.seat, other, card):
            return 0.0
        trust = TRUST + 0.1 * self.heard.swears[other]
        return max(0.1, trust - 0.2 * self.heard.distrusted[other])

    def gains(
        self, taker: int, giver: int, card: int, hidden: bool, claim: int
    ) -> float:
        """Return the goods that a seat gains by a card, hidden from this seat or not."""
        if card == NOTHING:
            return 0.0
        if not hidden or giver == self.seat:
            gained = self.lacks(taker, card)
            if hidden and taker != self.seat:  # what the taker makes of a claim
                return TRUST * self.lacks(taker, claim if claim != NOTHING else card)
            return gained
        if claim == NOTHING:
            return UNCLAIMED
        return self.trust(giver, claim) * self.lacks(taker, claim)

    def loses(self, giver: int, card: int, hidden: bool) -> float:
        """Return the goods that a seat loses with a card that it gives."""
        if card == NOTHING:
            return 0.0
        if giver == self.seat:
            return float(card != CONTRABAND and self.hand[card] == 1)
        if not hidden and self.t.known[self.seat][giver][card] > 1:
            return 0.0
        return LAST_COPY

    def after(
        self,
        buyer: int,
        card: int,
        coins: int,
        hidden: bool = False,
        claim: int = NOTHING,
    ) -> list[float]:
        """Return everybody's chances after a deal between the seller and a buyer."""
        t, goods, purse = self.t, [*self.goods], [*self.coins]
        seller = t.seller
        lot = t.lot if self.sells or not t.lot_hidden else NOTHING
        goods[buyer] += (
            self.gains(buyer, seller, t.lot, bool(t.lot_hidden), t.lot_claim)
            if lot != NOTHING or t.lot_hidden
            else 0.0
        )
        goods[buyer] -= self.loses(buyer, card, hidden)
        gained = self.gains(seller, buyer, card, hidden, claim)
        goods[seller] += gained
        paid = coins - t.lot_coins
        purse[buyer] -= paid
        purse[seller] += paid
        sells = buyer if card == NOTHING else seller
        if card != NOTHING and gained < GAINS_NOTHING and paid <= 0:
            sells = NOBODY  # to sell again is worth nothing to those who stand still
        return self._chances(goods, purse, sells)

    def offered(self, buyer: int) -> list[float]:
        """Return everybody's chances if the seller takes a buyer's standing offer."""
        t = self.t
        about = bool(t.offer_hidden[buyer]), t.offer_claim[buyer]
        return self.after(buyer, t.offer[buyer], t.offer_coins[buyer], *about)

    def forced(self) -> list[float]:
        """Return everybody's chances after a forced sale, on average over the owners."""
        seller = self.t.seller
        total = [0.0] * PLAYERS
        for owner in range(PLAYERS):
            if owner == seller:
                continue
            goods = [*self.goods]
            if goods[seller] < GOODS:
                goods[seller] += 1
            if self.sells and not self.has_spare():
                goods[seller] -= 1
            goods[owner] += 0.6
            about = self._chances(goods, self.coins, owner)
            total = [
                one + other / (PLAYERS - 1)
                for one, other in zip(total, about, strict=True)
            ]
        return total

    def has_spare(self) -> bool:
        """Return True if the seat holds a card that it does not need."""
        return self.hand[CONTRABAND] > 0 or any(
            self.hand[good] > 1 for good in range(GOODS)
        )

    def _chances(
        self, goods: list[float], coins: list[int], seller: int
    ) -> list[float]:
        if self.temper.blind:
            usual = sum(self.goods) / PLAYERS
            own = goods[self.seat], goods[self.t.seller]
            goods = [usual] * PLAYERS
            goods[self.t.seller], goods[self.seat] = own[1], own[0]
        return chances(goods, coins, seller, self.box)

    def rivals(self) -> list[list[float]]:
        """Return all chances for each thing that the seller can do without this seat."""
        found = [self.forced()]
        others = [n for n in self.others if n != self.t.seller]
        return found + [self.offered(n) for n in others if is_binding(self.t, n)]

    def purse(self) -> int:
        """Return the most coins that the seat may offer and still win: it keeps ten."""
        need = 0 if self.box.goal_2008 else self.box.goal_coins
        spare = self.coins[self.seat] + (0 if self.sells else self.t.lot_coins) - need
        return max(0, min(spare, self.coins[self.seat]))
