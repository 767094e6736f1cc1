"""How bots differ in play: how often each takes each verb, per game and seat.

    python benchmarks/manners.py borneo cautious strong [--games 40] [--seed manners]

The bots sit in turn (A, B, A, B …), and every deal is played from all sides. It prints one JSON
object per bot; decisions without a choice are not counted. `comptoir arena` tells who wins.
"""

import argparse
import json
from collections import Counter

from comptoir import Match, games
from comptoir.bots import Seat, find, new_dice
from comptoir.engine.rules.rng import throw


def main() -> None:
    """Print one JSON object per bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="manners")
    asked = parser.parse_args()
    game = games()[asked.game]
    seats, names = game.check_seats(None), asked.bots
    found = [find(name) for name in names]
    counts: list[Counter[str]] = [Counter() for _ in names]
    sat: Counter[int] = Counter()
    for number in range(asked.games):
        deal, side = divmod(number, len(names))
        who = [(seat + side) % len(names) for seat in range(seats)]
        sat.update(who)
        match = Match(game, seats, f"{asked.seed}/{deal}")
        *dice, luck = [new_dice(f"{asked.seed}/{number}/{n}") for n in range(seats + 1)]
        while match.actors:
            seat = match.actors[throw(luck, len(match.actors))]
            told = Seat.at(match, seat, dice[seat])
            action = game.actions.read(found[who[seat]](told))
            if len(told.legal) > 1:
                counts[who[seat]][action.verb] += 1
            match.play(seat, action)
    for at, name in enumerate(names):
        each = {
            verb.name: round(counts[at][verb.name] / max(1, sat[at]), 2)
            for verb in game.actions.verbs
            if any(count[verb.name] for count in counts)
        }
        line = {"game": game.name, "bot": name, "games": asked.games, "verbs": each}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
