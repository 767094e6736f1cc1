"""Measures how bots bargain in Négoces at free tables, in simulated online time.

    python benchmarks/bargain.py novice casual expert [--sales 300] [--person ready]

Four bots of each name play, or `mixed` ones. With `--person`, one seat is a script that presses
Ready at once, waits forever, or keeps changing its offer. The script does not sleep: it adds up
the pauses of the server's bots (`comptoir.bots.tempo`). It prints one JSON object per name:
changes of offer per buyer and sale, offers lowered by kind of cause, seconds from the card on
the market to the deal, phrases, offers that leave a buyer unable to win, how games end, and
the first places by seat.
"""

import argparse
import json
import random
from collections import Counter
from typing import Any

from comptoir import Match
from comptoir.bots import CHARACTERS, LEVELS, find, new_dice, simple
from comptoir.bots.conversation import Conversation
from comptoir.bots.seat import Seat
from comptoir.bots.tempo import Tempo
from comptoir.engine.model.talk import BotTurn, Spoken

FREE = {"revisions": 0, "sales": 0}
PACE = 0.5  # seconds; the page's usual setting
PERSON = {"ready": 0.8, "waits": None, "changes": 1.5}  # seconds between actions
SELLS = 8.0  # seconds after which the script sells
LONGEST = 120.0  # seconds after which a sale counts as one that does not end
CHANGES = ("offered_open", "offered_hidden", "offered_coins", "withdrew")
ENDS = ("accepted", "forced")


class Room:
    """One table and its simulated clock, run as in the server's rooms."""

    def __init__(self, names: list[str], seed: str, person: str = ""):
        self.match = Match("negoces", 4, seed, FREE)
        self.person = 0 if person else None
        self.script = person
        self.luck = random.Random(seed)
        seats = [n for n in range(4) if n != self.person]
        bots = {seat: find(names[seat]) for seat in seats}
        self.talk = Conversation(self.match, bots, new_dice(seed), self._hear)
        self.pauses, self.tempo = new_dice(f"{seed} pauses"), Tempo()
        self.now = 0.0
        self.turns: dict[int, tuple[float, BotTurn, bool, tuple[int, int]]] = {}
        self.rests: dict[int, tuple[float, int]] = {}
        self.moves: Counter[int] = Counter()
        self.fresh: list[Spoken] = []
        self.sales: list[dict[str, Any]] = []
        self.acts = 0.0
        self.log = 0

    def _hear(self, said: Spoken) -> None:
        self.fresh.append(said)

    def ask(self, seat: int, *, hears: bool = False) -> None:
        """Let a bot choose now, and move after its pause."""
        if not hears:
            self.rests.pop(seat, None)
        turn = self.talk.turn(seat, hears=hears)
        pause = self.tempo.pause(self.match, self.pauses, PACE)
        self.turns[seat] = (self.now + pause, turn, hears, self.moment(seat))

    def moment(self, seat: int) -> tuple[int, int]:
        """Return what changes when a seat moves or a sale ends: then a turn is stale."""
        return self.moves[seat], self.match.position.table.sales

    def plan(self) -> None:
        """Let bots choose a move if it is their turn, or if they hear something."""
        count = len(self.match.moves)
        for seat in self.match.actors:
            rest = self.rests.get(seat)
            free = seat != self.person and seat not in self.turns
            if free and (rest is None or rest[1] != count):
                self.ask(seat)
        fresh, self.fresh = self.fresh, []
        for seat in self.talk.bots if fresh else ():
            others = any(one.seat != seat for one in fresh)
            if seat not in self.turns and others and self.match.legal(seat):
                self.ask(seat, hears=True)

    def carry_out(self, seat: int) -> None:
        """Let a bot make the move for which it has thought, if it is still possible."""
        _, turn, hears, moment = self.turns.pop(seat)
        if moment != self.moment(seat):
            return
        action = None if turn.action is None else self.match.game.actions[turn.action]
        if action is not None:
            if action not in self.match.legal(seat):
                return
            self.play(seat, action)
        number = self.match.position.table.sales
        for one in turn.phrases:
            said = Spoken(one.seat, one.key, one.args, number)
            self.talk.said.append(said)
            self.fresh.append(said)
            self.note(said)
        if turn.again or (not hears and action is None):
            self.rests[seat] = self.now + (turn.again or 1.0), len(self.match.moves)

    def play(self, seat: int, action: Any) -> None:
        """Play a move, and count its effect on the sale."""
        before = self.standing(seat)
        t = self.match.position.table
        coins, floor, lot = t.coins[seat], t.offer_floor[seat], t.lot_coins
        events = self.match.play(seat, action)
        self.moves[seat] += 1
        for event in events:
            if event.name.startswith("put_"):
                self.sales.append(self.new_sale(seat))
                self.acts = self.now
            elif event.name in ENDS and self.sales:
                self.sales[-1]["seconds"] = self.now - self.sales[-1]["start"]
            elif event.name in CHANGES and seat != self.person:
                self.changed(seat, before, coins, lot < floor)

    def new_sale(self, seller: int) -> dict[str, Any]:
        """Return the counts of a sale."""
        buyers = [n for n in self.talk.bots if n != seller]
        counts = dict.fromkeys(buyers, 0)
        return {"start": self.now, "seconds": None, "changes": counts, "lowered": [],
                "poor": 0, "offers": 0, "phrases": []}  # fmt: skip

    def standing(self, seat: int) -> tuple[int, int]:
        """Return the card and the coins that a seat offers."""
        t = self.match.position.table
        return t.offer[seat], t.offer_coins[seat]

    def changed(
        self, seat: int, before: tuple[int, int], coins: int, loose: bool
    ) -> None:
        """Count a change of a bot's offer."""
        sale, t = self.sales[-1], self.match.position.table
        sale["changes"][seat] += 1
        sale["offers"] += 1
        card, offered = self.standing(seat)
        if offered < before[1] or (card < 0 <= before[0]):
            asked = any(
                one.negotiation == t.sales and one.args.get("seat") == seat
                for one in self.talk.said
            )
            sale["lowered"].append("lot" if loose else "asked" if asked else "none")
        left = coins - offered + t.lot_coins
        if offered and left < self.match.position.box.goal_coins:
            sale["poor"] += 1

    def note(self, said: Spoken) -> None:
        """Count a phrase."""
        if self.sales:
            self.sales[-1]["phrases"].append(said.key)

    def person_acts(self) -> None:
        """Let the script act."""
        seat, t = self.person, self.match.position.table
        assert seat is not None
        legal = self.match.legal(seat)
        verbs = {action.verb.split()[0]: action for action in legal}
        if t.phase != 2:
            seated = Seat.at(self.match, seat, self.talk.dice)
            self.play(seat, simple.house(seated))
        elif seat == t.seller:
            if self.now - self.sales[-1]["start"] >= SELLS:
                self.play(seat, verbs.get("accept") or verbs["force"])
        elif self.script == "changes":
            offers = [a for a in legal if a.verb in ("open", "hide", "coins")]
            offers = [a for a in offers if a.verb != "coins" or int(a.what or 0) <= 5]
            if offers:
                self.play(seat, self.luck.choice(offers))
        elif self.script == "ready" and "ready" in verbs:
            self.play(seat, verbs["ready"])

    def person_due(self) -> float | None:
        """Return when the script acts next."""
        if self.person is None:
            return None
        t = self.match.position.table
        if t.phase == 2 and self.person != t.seller and self.script == "waits":
            return None
        if t.phase != 2 and self.person not in self.match.actors:
            return None
        if self.script == "ready" and self.person != t.seller and t.ready[self.person]:
            return None
        return max(self.now, self.acts + (PERSON[self.script] or 1.0))

    def step(self) -> bool:
        """Advance to the next action of a bot or the script; return False at the end."""
        if not self.match.actors:
            return False
        self.plan()
        due = [(turn[0], 0, seat) for seat, turn in self.turns.items()]
        due += [(rest[0], 1, seat) for seat, rest in self.rests.items()]
        person = self.person_due()
        if person is not None:
            due.append((person, 2, -1))
        if not due:
            return False
        self.now, kind, seat = min(due)
        if kind == 0:
            self.carry_out(seat)
        elif kind == 1:
            del self.rests[seat]
            if seat not in self.turns:
                self.ask(seat)
        else:
            self.acts = self.now
            self.person_acts()
        last = self.sales[-1] if self.sales else None
        return not (
            last and last["seconds"] is None and self.now > last["start"] + LONGEST
        )


def measure(name: str, sales: int, person: str, seed: str) -> dict[str, Any]:
    """Return the counts of a number of sales."""
    found: list[dict[str, Any]] = []
    endings: Counter[str] = Counter()
    firsts, game = [0] * 4, 0
    while len(found) < sales:
        mix = [*LEVELS][:4] if name == "mixed" else [name] * 4
        room = Room(mix, f"{seed}/{name}/{game}", person)
        while room.step():
            pass
        endings[room.match.ending if room.match.over else "stuck"] += 1
        if room.match.over:
            firsts[room.match.position.standing()[1].index(1)] += 1
        done = [
            s for s in room.sales if s["seconds"] is not None or not room.match.over
        ]
        found += done[: sales - len(found)] if room.match.over else done
        game += 1
    changes = sorted(n for sale in found for n in sale["changes"].values())
    ended = sorted(s["seconds"] for s in found if s["seconds"] is not None)
    lowered = Counter(kind for sale in found for kind in sale["lowered"])
    phrases = Counter(key for sale in found for key in sale["phrases"])
    return {
        "bots": name, "person": person, "sales": len(found), "games": game,
        "ended": round(len(ended) / len(found), 4),
        "changes_median": at(changes, 0.5), "changes_p95": at(changes, 0.95),
        "changes_most": changes[-1],
        "lowered": dict(lowered),
        "seconds_median": round(at(ended, 0.5), 1), "seconds_p95": round(at(ended, 0.95), 1),
        "unable_to_win": sum(sale["poor"] for sale in found),
        "offers": sum(sale["offers"] for sale in found),
        "phrases_a_sale": round(sum(phrases.values()) / len(found), 2),
        "phrases": dict(phrases.most_common()),
        "endings": dict(endings), "firsts_by_seat": firsts,
    }  # fmt: skip


def at(values: list[Any], share: float) -> Any:
    """Return the value at a share of a sorted list."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0


def main() -> None:
    """Print one JSON object per name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=[*LEVELS, "mixed"])
    parser.add_argument("--sales", type=int, default=300)
    parser.add_argument("--person", choices=PERSON, default="")
    parser.add_argument("--seed", default="bargain")
    asked = parser.parse_args()
    for name in asked.bots:
        assert name in (*LEVELS, *CHARACTERS, "mixed", "house", "policy")
        told = measure(name, asked.sales, asked.person, asked.seed)
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
