"""Measures what known ways of cheating a rating gain, compared with honest play.

    python benchmarks/tricks.py [--games 60] [--players 40] [--seasons 20] [--json]

Players of known strengths play each other, two at a table, and are rated by the server's own
ladder. One of medium strength, the cheat, uses a trick; the same player also plays honestly
with the same random numbers. It prints the mean rating of both, and how many players each has
overtaken.
"""

import argparse
import json
import random
import statistics
from collections.abc import Callable

from comptoir.server.storage.ratings import Ladder
from comptoir.server.storage.results import LEFT_OUT, RATED, RATED_IF_LOST, UNRATED

CHEAT = "cheat"
STRONGER = 1.0  # the difference in strength at which one wins 73 games of 100

Result = tuple[str, int, int]


class Season:
    """A ladder with honest players, who have met often, and a cheat among them."""

    def __init__(self, number: int, players: int, games: int):
        self.dice = random.Random(f"season {number}")
        self.strength = {
            f"p{n}": 4 * STRONGER * (n / (players - 1) - 0.5) for n in range(players)
        }
        self.ladder = Ladder()
        self.games = games
        self.ended = 0
        for _ in range(players * games // 2):
            self.play(*self.dice.sample(sorted(self.strength), 2))
        self.strength[CHEAT] = 0.0

    def beats(self, one: str, other: str) -> bool:
        """Draw who wins, by their strengths."""
        gap = self.strength.get(one, 0.0) - self.strength.get(other, 0.0)
        return self.dice.random() < 1 / (1 + 2.718 ** -(gap / STRONGER))

    def rate(
        self, winner: str, loser: str, *, won: int = RATED, lost: int = RATED
    ) -> None:
        """Rate a game."""
        self.ended += 1
        self.ladder.rate([(winner, 1, won), (loser, 2, lost)], self.ended)

    def play(self, one: str, other: str) -> bool:
        """Play an honest game; return whether the first player has won."""
        won = self.beats(one, other)
        self.rate(*((one, other) if won else (other, one)))
        return won

    def opponent(self) -> str:
        """Draw an honest opponent."""
        return self.dice.choice([name for name in self.strength if name != CHEAT])

    @property
    def rating(self) -> float:
        """The cheat's rating."""
        return (
            float(self.ladder.known[CHEAT][0].mu)
            if CHEAT in self.ladder.known
            else 25.0
        )

    @property
    def overtaken(self) -> float:
        """The share of players who are rated lower than the cheat."""
        others = [
            r.mu for who, (r, _) in self.ladder.known.items() if who in self.strength
        ]
        return statistics.mean(self.rating > other for other in others)


def honest(season: Season) -> None:
    """Play against anybody, with an account."""
    for _ in range(season.games):
        season.play(CHEAT, season.opponent())


def guests(season: Season) -> None:
    """Play as a new guest each time, and log in after victories only."""
    for _ in range(season.games):
        other = season.opponent()
        won = season.beats(CHEAT, other)
        pair = (CHEAT, other) if won else ("guest", other)
        if won:
            season.rate(*pair, won=LEFT_OUT)  # the account is younger than the deal
        else:
            season.rate(other, "guest", lost=LEFT_OUT)


def new_accounts(season: Season) -> None:
    """Win against new accounts made for this purpose, which lose once each."""
    for number in range(season.games):
        season.rate(CHEAT, f"fake {number}")


def seasoned_accounts(season: Season) -> None:
    """Win against accounts made for this purpose that have first played each other."""
    fakes = [f"fake {number}" for number in range(season.games // 3)]
    for _ in range(3):
        for one in fakes:
            season.rate(
                one, season.dice.choice([fake for fake in fakes if fake != one])
            )
    for number in range(season.games):
        season.rate(CHEAT, fakes[number % len(fakes)])


def weak_partners(season: Season) -> None:
    """Win again and again against the same three accounts, also the cheat's."""
    for number in range(season.games):
        season.rate(CHEAT, f"partner {number % 3}")


def pick_the_weak(season: Season) -> None:
    """Play only against the weakest tenth."""
    weak = sorted((s, name) for name, s in season.strength.items() if name != CHEAT)
    weak = weak[: max(1, len(weak) // 10)]
    for _ in range(season.games):
        season.play(CHEAT, season.dice.choice(weak)[1])


def dodge(season: Season) -> None:
    """Leave every game that is about to be lost: it is rated only for the player who left."""
    for _ in range(season.games):
        other = season.opponent()
        if season.beats(CHEAT, other):
            season.rate(CHEAT, other)
        else:
            season.rate(other, CHEAT, won=UNRATED, lost=RATED_IF_LOST)


def spoil(season: Season) -> None:
    """Take a hint in every game: then it is rated only if the player with the hint loses."""
    for _ in range(season.games):
        other = season.opponent()
        if season.beats(CHEAT, other):
            season.rate(CHEAT, other, won=RATED_IF_LOST, lost=UNRATED)
        else:
            season.rate(other, CHEAT, won=UNRATED, lost=RATED_IF_LOST)


TRICKS: tuple[Callable[[Season], None], ...] = (
    guests, new_accounts, seasoned_accounts, weak_partners, pick_the_weak, dodge, spoil,
)  # fmt: skip


def outcome(
    trick: Callable[[Season], None], asked: argparse.Namespace
) -> tuple[float, float]:
    """Return the mean rating, and the share of players overtaken."""
    found = []
    for number in range(asked.seasons):
        season = Season(number, asked.players, asked.games)
        trick(season)
        found.append((season.rating, season.overtaken))
    return (
        round(statistics.mean(rating for rating, _ in found), 1),
        round(statistics.mean(overtaken for _, overtaken in found), 2),
    )


def main() -> None:
    """Print what each trick gains."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="of the cheat")
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--seasons", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    fair = outcome(honest, asked)
    found = {"honest": fair} | {
        trick.__name__: outcome(trick, asked) for trick in TRICKS
    }
    if asked.json:
        print(json.dumps(found))
        return
    for name, (rating, overtaken) in found.items():
        gain = rating - fair[0]
        print(
            f"{name:>14}  rating {rating:5.1f} ({gain:+5.1f})  overtakes {overtaken:4.0%}"
        )


if __name__ == "__main__":
    main()
