"""One readable game a title and seat count, told in full; its diff is reviewed.

python tests/playthroughs.py        rewrites the files beside each game's tests
"""

from collections.abc import Iterator
from pathlib import Path

from comptoir import Match, games
from comptoir.bots import Seat, new_dice, simple
from comptoir.engine.model.game import Game

NAMES = ("Anna", "Bruno", "Chloé", "Daan", "Elin")


def path_of(game: Game, seats: int) -> Path:
    """Return where a game's playthrough lies."""
    return game.folder / "tests" / "playthroughs" / f"{seats}.txt"


def tell(game: Game, seats: int) -> str:
    """Play one game, house and random bots in turn, and tell all of it."""
    match = Match(game, seats, f"playthrough-{seats}", players=NAMES[:seats])
    return "\n".join(_lines(match)) + "\n"


def _lines(match: Match) -> Iterator[str]:
    words = match.game.words("en", names=match.players)
    dice, bots = new_dice(match.seed), [simple.random, simple.house]
    yield f"{match.game.name}, {match.seats} seats, rules version {match.game.version}"
    yield f"seed {match.seed}"
    yield from (f"    {words.event(event)}" for event in match.opening)
    while not match.over:
        seat = match.actors[-1]
        key, args = match.prompt(seat)
        legal = ", ".join(str(action) for action in match.legal(seat))
        action = bots[seat % len(bots)](Seat.at(match, seat, dice))
        yield ""
        yield words.say(f"prompt.{key}", **args)
        yield f"  may: {legal}"
        yield f"{len(match.moves) + 1}. {match.players[seat]}: {action}"
        yield from (f"    {words.event(event)}" for event in match.play(seat, action))
    yield ""
    for seat, (points, rank) in enumerate(zip(match.scores, match.ranks, strict=True)):
        yield f"{rank}. {match.players[seat]}: {points}"


def main() -> None:
    """Rewrite every playthrough."""
    for game in games().values():
        for seats in game.seats:
            path = path_of(game, seats)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(tell(game, seats), encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
