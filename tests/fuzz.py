"""Plays at random for a set time, and saves any failure as a record.

    python tests/fuzz.py --seconds 60 [--games N] [--seed S] [--out fuzz]

Title, seats, options and players are random for each game; some moves are undone, some are
illegal, and some tables are imagined. A failure prints the command that shows it.
"""

import argparse
import json
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from comptoir import IllegalMove, Match, games, replay
from comptoir.bots import move, new_dice, simple
from comptoir.engine.model.seed import new_seed
from comptoir.engine.rules.rng import throw
from comptoir.laws.cases import variants

MOST_MOVES = 20_000


def main() -> int:
    """Play until the time is up; exit 1 at the first failure."""
    parser = argparse.ArgumentParser(
        description="Play at random until something breaks."
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=10**9, help="at most")
    parser.add_argument("--seed", default=None, help="repeats a run")
    parser.add_argument("--out", type=Path, default=Path("fuzz"))
    asked = parser.parse_args()
    seed = asked.seed or new_seed()[:16]
    end, number, moves = time.monotonic() + asked.seconds, 0, 0
    while number < asked.games and time.monotonic() < end:
        match = set_up(f"{seed}/{number}")
        try:
            play(match, new_dice(match.seed))
        except Exception:
            write_down(match, asked.out)
            return 1
        number, moves = number + 1, moves + len(match.moves)
        if sys.stderr.isatty():
            left = max(0, end - time.monotonic())
            print(f"\r{number} games, {left:.0f} s left ", end="", file=sys.stderr)
    print(json.dumps({"games": number, "moves": moves, "failures": 0, "seed": seed}))
    return 0


def set_up(seed: str) -> Match:
    """Draw the title, seats and options from the seed."""
    dice = new_dice(seed)
    titles = list(games().values())
    game = titles[throw(dice, len(titles))]
    options = variants(game)
    seats = game.seats[throw(dice, len(game.seats))]
    return Match(game, seats, seed, options[throw(dice, len(options))])


def play(match: Match, dice: list[int]) -> None:
    """Play one game to its end, and check the laws during it."""
    bots = [simple.random, simple.house]
    while not match.over:
        if len(match.moves) > MOST_MOVES:
            raise RuntimeError("the game does not end")
        seat = match.actors[throw(dice, len(match.actors))]
        move(match, seat, bots[throw(dice, len(bots))], dice)
        check(match, seat, dice)
    again = replay(match.record())
    if again.packed().tobytes() != match.packed().tobytes():
        raise RuntimeError("the replay differs from the game")


def check(match: Match, seat: int, dice: list[int]) -> None:
    """Audit the table, try an action that may be illegal, and sometimes undo."""
    faults = match.audit()
    if faults:
        raise RuntimeError("; ".join(faults))
    other = throw(dice, match.seats)
    action = match.game.actions[throw(dice, len(match.game.actions))]
    if action not in match.legal(other):
        refuse(match, other, action)
    imagined = match.imagine(other, dice)
    if match.game.audit(imagined.table, imagined.box):
        raise RuntimeError("an imagined table is not lawful")
    if match.can_undo(seat) and throw(dice, 8) == 0:
        match.undo(seat)


def refuse(match: Match, seat: int, action: Any) -> None:
    """Check that an illegal action is refused."""
    try:
        match.play(seat, action)
    except IllegalMove:
        return
    raise RuntimeError(f"{action} was not legal and not refused")


def write_down(match: Match, folder: Path) -> None:
    """Save the record of a failure, and print the command that shows it."""
    traceback.print_exc()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{match.game.name}-{match.seed.replace('/', '-')}.json"
    match.record().save(path)
    print(f"\nreproduce with: comptoir replay {path}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
