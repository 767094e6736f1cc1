"""Shows whether the characters of Négoces can be told apart, and how often each lies.

    python benchmarks/tempers.py [--games 60]

Four randomly drawn characters bargain at a free table. A few numbers describe what each seat
did in a game. A Gaussian classifier is trained on these from as many other games, and then
names one seat of each game. It prints one JSON object: how many are named correctly, the
confusions, and the share of lies in each character's claims and in its phrases "I have …".
"""

import argparse
import json
import math
import random
import statistics
from collections import Counter, defaultdict
from typing import Any

from bargain import Room

from comptoir.arena.shares import wilson
from comptoir.games.negoces.bargain_tempers import CHARACTERS
from comptoir.games.negoces.data import CARD_NAMES

LEAST = 0.02  # least standard deviation of a feature


class Watched(Room):
    """A table that counts what each seat does."""

    def __init__(self, names: list[str], seed: str):
        super().__init__(names, seed)
        self.counts = [Counter[str]() for _ in range(4)]

    def play(self, seat: int, action: Any) -> None:
        """Count a move."""
        t = self.match.position.table
        count, sells = self.counts[seat], seat == t.seller
        if t.phase == 2:
            count[f"{action.verb} {'lot' if sells else 'offer'}"] += 1
            if action.verb == "claim":
                truth = t.lot if sells else t.offer[seat]
                self.claimed(seat, "claims", action.what == CARD_NAMES[truth])
            count["raises"] += action.verb == "coins" and t.offer_coins[seat] > 0
            count["sales as buyer"] += not sells and t.offer_revision[seat] == 0
        super().play(seat, action)

    def claimed(self, seat: int, what: str, true: bool) -> None:
        """Count something said about a card, and whether it was a lie."""
        self.counts[seat].update({what: 1, f"{what} false": int(not true)})

    def note(self, said: Any) -> None:
        """Count a phrase."""
        super().note(said)
        self.counts[said.seat][f"says {said.key}"] += 1
        self.counts[said.seat]["phrases"] += 1
        if said.key == "have":
            hand = self.match.position.table.hand[said.seat]
            self.claimed(
                said.seat, "haves", hand[CARD_NAMES.index(said.args["card"])] > 0
            )


def features(count: Counter[str], sales: int) -> list[float]:
    """Return what a seat did in a game, as shares."""
    cards = count["open offer"] + count["hide offer"]
    return [
        count["hide offer"] / max(1, cards),
        (count["claims false"] + 1) / (count["claims"] + 2),
        (count["haves false"] + 0.2) / (count["haves"] + 1),
        count["phrases"] / max(1, sales),
        count["says sell_to_me"] / max(1, sales),
        count["raises"] / max(1, count["sales as buyer"]),
        count["says last_offer"] / max(1, sales),
        count["says going_twice"] / max(1, count["says going_once"]),
        cards / max(1, count["sales as buyer"]),
    ]


def played(number: int) -> tuple[list[str], list[list[float]], list[Counter[str]]]:
    """Return the characters of a game, their features and their counts."""
    lot = random.Random(number)
    names = [lot.choice([*CHARACTERS]) for _ in range(4)]
    room = Watched(names, f"tempers-{number}")
    while room.step():
        pass
    assert room.match.over
    sales = len(room.sales)
    return names, [features(count, sales) for count in room.counts], room.counts


def named(found: list[float], known: dict[str, list[list[float]]]) -> str:
    """Return the character for which these features are most likely."""

    def likely(name: str) -> float:
        total = 0.0
        for value, column in zip(found, zip(*known[name], strict=True), strict=True):
            spread = max(LEAST, statistics.pstdev(column))
            total -= ((value - statistics.fmean(column)) / spread) ** 2 / 2
            total -= math.log(spread)
        return total

    return max(known, key=likely)


def main() -> None:
    """Print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    asked = parser.parse_args()
    known: dict[str, list[list[float]]] = defaultdict(list)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for number in range(asked.games, 2 * asked.games):
        names, found, told = played(number)
        for name, values, count in zip(names, found, told, strict=True):
            known[name].append(values)
            counts[name].update(count)
    right, confused = 0, Counter[str]()
    for number in range(asked.games):
        names, found, told = played(number)
        for name, count in zip(names, told, strict=True):
            counts[name].update(count)
        seat = number % 4
        guess = named(found[seat], known)
        right += guess == names[seat]
        if guess != names[seat]:
            confused[f"{names[seat]} as {guess}"] += 1
    low, high = wilson(right / asked.games, asked.games)
    lies = {
        name: {
            what: f"{count[f'{what} false']}/{count[what]}"
            for what in ("claims", "haves")
        }
        for name, count in sorted(counts.items())
    }
    told_ = {
        "named": right,
        "of": asked.games,
        "interval": [round(low, 3), round(high, 3)],
    }
    print(json.dumps(told_ | {"confused": confused, "lies": lies}))


if __name__ == "__main__":
    main()
