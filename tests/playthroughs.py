"""Writes a readable account of one whole game for each title and rules version.

python tests/playthroughs.py              rewrites the files beside each game's tests
python tests/playthroughs.py batavia 3    prints a game of three, to compare two versions

Review the diff for the newest rules. For the largest table the whole text is kept, for the
others a digest. Files of older versions are never rewritten: their moves, replayed by their
rules, must give exactly the same text.
"""

import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from comptoir import Match, games
from comptoir.bots import Seat, new_dice, simple
from comptoir.engine.model.game import Game

NAMES = ("Anna", "Bruno", "Chloé", "Daan", "Elin")
HEAD = re.compile(r"^\w+, (\d) seats, .+\nseed (.+)$", re.MULTILINE)
MOVE = re.compile(r"^\d+\. \w+: (.+)$", re.MULTILINE)

Choice = Callable[[Match, int], str]


def path_of(game: Game) -> Path:
    """Return the path of the playthrough with the most seats."""
    return game.folder / "tests" / "playthroughs" / f"{max(game.seats)}.txt"


def digests(game: Game) -> str:
    """Play the game with every number of seats; return one line with a digest for each."""
    told = ((seats, tell(game, seats).encode()) for seats in game.seats)
    return "".join(
        f"{seats} {hashlib.sha256(text).hexdigest()}\n" for seats, text in told
    )


def older_paths(game: Game, rules: int) -> list[Path]:
    """Return the playthroughs of an older version of the rules."""
    return [*(game.folder / "tests" / "playthroughs" / f"rules-{rules}").glob("*.txt")]


def tell(game: Game, seats: int) -> str:
    """Play one game of alternating house and random bots, and return its full account."""
    match = Match(game, seats, f"playthrough-{seats}", players=NAMES[:seats])
    dice, bots = new_dice(match.seed), [simple.random, simple.house]

    def choose(match: Match, seat: int) -> str:
        return str(bots[seat % len(bots)](Seat.at(match, seat, dice)))

    return _told(match, choose)


def tell_again(game: Game, old: str, rules: int) -> str:
    """Replay a playthrough's moves by a version of the rules, and return the account."""
    seats, seed = HEAD.findall(old)[0]
    match = Match(game, int(seats), seed, players=NAMES[: int(seats)], rules=rules)
    moves = iter(MOVE.findall(old))
    return _told(match, lambda _match, _seat: next(moves))


def _told(match: Match, choose: Choice) -> str:
    return "\n".join(_lines(match, choose)) + "\n"


def _lines(match: Match, choose: Choice) -> Iterator[str]:
    words = match.position.words("en", names=match.players)
    yield f"{match.game.name}, {match.seats} seats, rules version {match.rules}"
    yield f"seed {match.seed}"
    yield from (f"    {words.event(event)}" for event in match.opening)
    while not match.over:
        seat = match.actors[-1]
        key, args = match.prompt(seat)
        legal = ", ".join(str(action) for action in match.legal(seat))
        action = choose(match, seat)
        yield ""
        yield words.say(f"prompt.{key}", **args)
        yield f"  may: {legal}"
        yield f"{len(match.moves) + 1}. {match.players[seat]}: {action}"
        yield from (f"    {words.event(event)}" for event in match.play(seat, action))
    yield ""
    for seat, (points, rank) in enumerate(zip(match.scores, match.ranks, strict=True)):
        yield f"{rank}. {match.players[seat]}: {points}"


def main(arguments: list[str]) -> None:
    """Rewrite the playthroughs of the newest rules, or print one."""
    if arguments:
        print(tell(games()[arguments[0]], int(arguments[1])), end="")
        return
    for game in games().values():
        path = path_of(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(tell(game, max(game.seats)), encoding="utf-8")
        path.with_name("digests").write_text(digests(game), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
