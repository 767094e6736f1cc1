"""The amounts that bots bid, offer or lay, to compare their errors with people's.

    python benchmarks/amounts.py [--game batavia] [--bots novice,casual] [--moves 50]

Four bots of one kind play each game; one JSON object per bot. Batavia: the mean price of the
first six auctions, and the share of auction turns in which passing is the only legal action.
Other games: mean coins of an offer (Négoces), fights and cards laid in a fight (Borneo), cards
per purchase (Osaka), per game and seat. `--moves 50` also prints 50 moves, every eleventh one,
with the other legal actions.
"""

import argparse
import json
from collections import Counter
from typing import Any

from comptoir import Match, games
from comptoir.bots import Seat, find, new_dice
from comptoir.engine.model.game import Game
from comptoir.engine.rules.rng import throw

AUCTIONS = 6
EVERY = 11  # every n-th move is printed
BOTS = "house,search:100,policy,novice,casual,strong"


def main() -> None:
    """Print one JSON object per game and bot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--bots", default=BOTS)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--moves", type=int, default=0, help="moves to print")
    parser.add_argument("--seed", default="amounts")
    asked = parser.parse_args()
    for name, game in games().items():
        for bot in asked.bots.split(","):
            if asked.game in (None, name):
                told = {"game": name, "bot": bot, "games": asked.games}
                print(json.dumps(told | measured(game, bot, asked)), flush=True)


def measured(game: Game, name: str, asked: Any) -> dict[str, float]:
    """Play games between four copies of a bot, and return what they paid."""
    seats, bot = game.check_seats(asked.seats), find(name)
    sums: Counter[str] = Counter()
    left = asked.moves
    for number in range(asked.games):
        match = Match(game, seats, f"{asked.seed}/{number}")
        *dice, luck = [new_dice(f"{asked.seed}/{number}/{n}") for n in range(seats + 1)]
        auctions = step = 0
        while match.actors:
            seat = match.actors[throw(luck, len(match.actors))]
            told = Seat.at(match, seat, dice[seat])
            action = game.actions.read(bot(told))
            table = match.position.table
            bidding = game.name == "batavia" and {"pass", "bid"} >= {
                one.verb for one in told.legal
            }
            if bidding:
                sums["questions"] += 1
                sums["only_pass"] += len(told.legal) == 1
            elif isinstance(action.what, int) or len(told.legal) > 1:
                sums[f"{action.verb}"] += 1
                if isinstance(action.what, int):
                    sums[f"{action.verb} sum"] += action.what
            if len(told.legal) > 1 and left and step % EVERY == 0:
                left -= 1
                others = ", ".join(str(one) for one in told.legal[:14])
                print(f"  {number}/{step} seat {seat}: {action}   of: {others}")
            step += len(told.legal) > 1
            bid = action.what if action.verb == "bid" else getattr(table, "high_bid", 0)
            match.play(seat, action)
            if bidding and not is_bidding(match):
                auctions += 1
                if auctions <= AUCTIONS and bid:
                    sums["sold"] += 1
                    sums["paid"] += bid
    return figures(game, sums, asked.games * seats)


def is_bidding(match: Match) -> bool:
    """Return True while Batavia's auction goes on."""
    if not match.actors:
        return False
    return {"pass", "bid"} >= {one.verb for one in match.legal(match.actors[0])}


def figures(game: Game, sums: Counter[str], places: int) -> dict[str, float]:
    """Return the figures of one bot."""
    if game.name == "batavia":
        return {
            "price": round(sums["paid"] / max(1, sums["sold"]), 2),
            "only_pass": round(sums["only_pass"] / max(1, sums["questions"]), 3),
        }
    found = {}
    for verb in game.actions.verbs:
        if count := sums[verb.name]:
            found[verb.name] = round(count / places, 2)
            if f"{verb.name} sum" in sums:
                found[f"mean {verb.name}"] = round(sums[f"{verb.name} sum"] / count, 2)
    return found


if __name__ == "__main__":
    main()
