"""Is a game fair and of a good length among house bots? One JSON object a line.

    python benchmarks/balance.py osaka --seats 4 --games 10000 --lead first --count turns
    python benchmarks/balance.py negoces --games 10000 --lead high_bidder --count sales

`--lead` names the field of the table that holds a seat to count places from (who went
first, who won the auction); `--count` one that holds a length of the game.
"""

import argparse
import json

import numpy as np

from comptoir import games
from comptoir.engine.runs.batch import Batch


def main() -> None:
    """Play the games and print shares of wins and lengths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(games()))
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--lead", default=None)
    parser.add_argument("--count", default=None)
    asked = parser.parse_args()
    game = games()[asked.game]
    seats, count = game.check_seats(asked.seats), asked.games
    played = Batch(game, seats, count, seed=asked.seed, fill=False)
    played.rollout(bots="house")
    won = played.ranks == 1
    shares = won / won.sum(axis=1, keepdims=True)  # a shared victory is divided
    error = 1.96 * (1 / seats * (1 - 1 / seats) / count) ** 0.5
    tell("wins_by_seat", shares.mean(axis=0), error)
    if asked.lead:
        lead = played.tables[asked.lead].astype(int)
        places = (np.arange(seats)[None, :] + lead[:, None]) % seats
        turned = np.take_along_axis(shares, places, axis=1)
        tell(f"wins_by_place_from_{asked.lead}", turned.mean(axis=0), error)
    if asked.count:
        lengths = played.tables[asked.count]
        low, median, high = np.percentile(lengths, (2.5, 50, 97.5))
        figures = {
            "median": median,
            "low": low,
            "high": high,
            "most": int(lengths.max()),
        }
        print(json.dumps({"count": asked.count, **figures}))
        each = lengths / seats
        share = float(((each >= 10) & (each <= 60)).mean())
        print(json.dumps({f"{asked.count}_a_seat_10_to_60": round(share, 4)}))
    endings = np.bincount(played.ending, minlength=len(game.endings)).tolist()
    print(json.dumps({"endings": dict(zip(game.endings, endings, strict=True))}))


def tell(name: str, shares: np.ndarray, error: float) -> None:
    """Print shares with the half-width of their 95 % interval."""
    print(
        json.dumps(
            {name: [round(float(s), 4) for s in shares], "margin": round(error, 4)}
        )
    )


if __name__ == "__main__":
    main()
