"""Records of interesting moments, from which tests open tables directly.

python tests/moment_kit.py        rewrites the records of all games in tests/moments

A moment is named after a prompt of the table, or an event that has just happened. Several games
are searched, and the shortest one that reaches the moment is stored.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from comptoir import Match, games, replay
from comptoir.bots import Seat, new_dice, simple
from comptoir.engine.play.record import Record

FOLDER = Path(__file__).parent / "moments"
TRIES = 12  # games of a title that are searched for its moments
Test = Callable[[Match], bool]


def asks(key: str) -> Test:
    """Return a condition: some seat has this prompt."""
    return lambda match: any(match.prompt(seat)[0] == key for seat in match.actors)


def offers(*verbs: str) -> Test:
    """Return a condition: all of these actions are legal for a seat to act."""

    def test(match: Match) -> bool:
        may = [{action.verb for action in match.legal(s)} for s in match.actors]
        return any(set(verbs) <= offered for offered in may)

    return test


def told(*events: str) -> Test:
    """Return a condition: the last move caused all these events, and some seat is to act."""
    return lambda match: (
        not match.over
        and set(events) <= {e.name for move in match.moves[-1:] for e in move.events}
    )


def both(*tests: Test) -> Test:
    """Return a condition: all of several conditions hold."""
    return lambda match: all(test(match) for test in tests)


def rounds(count: int) -> Test:
    """Return a condition: each seat has had this number of turns on average."""
    return lambda match: len(match.moves) >= count * match.seats


MOMENTS: dict[str, dict[str, Test]] = {
    "batavia": {
        "opening": lambda match: not match.moves,
        "auction": both(asks("auction"), rounds(4), offers("bid")),
        "turn": both(asks("turn"), rounds(5), offers("draw", "lay")),
        "laying": both(asks("laying"), offers("stop", "lay")),
        "seal": both(asks("seal"), offers("move"), rounds(5)),
        "exchange": asks("exchange"),
        "raid": told("raided"),
    },
    "borneo": {
        "opening": lambda match: not match.moves,
        "mission": both(asks("mission"), offers("mission")),
        "paying": both(asks("paying"), rounds(4)),
        "companies": both(asks("companies"), offers("move", "fight"), rounds(4)),
        "attack": asks("attack"),
        "fight": both(asks("defence"), offers("lay")),
        "retreat": asks("retreat"),
        "reward": asks("reward"),
        "harbour": asks("harbour"),
        "loading": both(asks("loading"), rounds(5)),
        "picking": asks("picking"),
        "discarding": asks("discarding"),
    },
    "osaka": {
        "opening": lambda match: not match.moves,
        "turn": both(asks("turn"), offers("buy", "coin", "reserve"), rounds(4)),
        "paying": both(asks("paying"), rounds(3)),
        "payday": both(told("payday"), rounds(8)),
        "wreck": told("wrecked"),
        "insuring": asks("insuring"),
        "covering": asks("covering"),
    },
    "negoces": {
        "auction": both(asks("auction"), offers("bid", "leave")),
        "lot": both(asks("lot"), offers("open", "hide")),
        "offers": both(asks("seller"), told("offered_open")),
        "buyer": both(asks("buyer"), offers("open", "hide"), rounds(3)),
        "close": both(asks("close"), offers("accept 1", "force")),
        "second": asks("second"),
        "haggling": both(asks("lot"), lambda match: not match.options.revisions),
        "free_close": asks("free_close"),
        "naming": asks("naming"),
        "forced": asks("pick"),
    },
}
LAST = "last"  # one move before the end
END = "end"


def names(game: str) -> list[str]:
    """Return the names of a game's moments."""
    return [*MOMENTS[game], LAST, END]


def path_of(game: str, moment: str) -> Path:
    """Return the path of a moment's record."""
    return FOLDER / game / f"{moment}.json"


def record_of(game: str, moment: str) -> Record:
    """Return the record that leads to a moment."""
    return Record.load(path_of(game, moment))


@cache
def _replayed(game: str, moment: str) -> Match:
    return replay(record_of(game, moment))


def at(game: str, moment: str) -> Match:
    """Return a match at a moment."""
    return _replayed(game, moment).copy()


def is_at(match: Match, moment: str) -> bool:
    """Return True if a match is at the named moment."""
    if moment == END:
        return match.over
    if moment == LAST:
        return any(_ends(match, seat) for seat in match.actors)
    return not match.over and MOMENTS[match.game.name][moment](match)


def reader(match: Match, moment: str) -> int:
    """Return the seat whose view of a moment tests use: the seat to act, or the first."""
    if moment == LAST:
        return next(seat for seat in match.actors if _ends(match, seat))
    keys = {match.prompt(seat)[0]: seat for seat in reversed(match.actors)}
    wanted = {
        "fight": "defence",
        "offers": "seller",
        "forced": "pick",
        "haggling": "lot",
    }
    return keys.get(wanted.get(moment, moment), next(iter(keys.values()), 0))


def _ends(match: Match, seat: int) -> bool:
    """Return True if one move of a seat can end the game."""
    for action in match.legal(seat):
        after = match.copy()
        after.play(seat, action)
        if after.over:
            return True
    return False


def _played(game: str, number: int) -> Iterator[Match]:
    """Yield a match of house and random bots before each of its moves, and at its end."""
    free = {"revisions": 0} if game == "negoces" and number % 2 else {}
    match = Match(game, games()[game].seats[-1], f"moment-{number}", free)
    dice = new_dice(match.seed)
    while not match.over:
        yield match
        seat = match.actors[number % len(match.actors)]
        bot = simple.random if seat < number % 3 else simple.house
        match.play(seat, bot(Seat.at(match, seat, dice)))
    yield match


def _found(game: str) -> dict[str, Record]:
    """Return the shortest record that leads to each moment of a game."""
    found: dict[str, Record] = {}

    def keep(moment: str, match: Match, until: int | None = None) -> None:
        record = match.record(until)
        if moment not in found or len(record.moves) < len(found[moment].moves):
            found[moment] = record

    for number in range(TRIES):
        for match in _played(game, number):
            for moment, test in MOMENTS[game].items():
                here = found.get(moment)
                if (not here or len(match.moves) < len(here.moves)) and (
                    not match.over and test(match)
                ):
                    keep(moment, match)
        keep(END, match)
    whole = replay(found[END])
    keep(LAST, whole, len(whole.moves) - 1)
    return found


def write() -> None:
    """Rewrite the records of all games."""
    for game in MOMENTS:
        found = _found(game)
        missing = set(names(game)) - set(found)
        if missing:
            raise SystemExit(f"{game}: no game of {TRIES} came to {missing}")
        for old in path_of(game, END).parent.glob("*.json"):
            old.unlink()
        for moment, record in found.items():
            path_of(game, moment).parent.mkdir(parents=True, exist_ok=True)
            record.save(path_of(game, moment))
        sys.stdout.write(f"{game}: {len(found)} moments\n")


if __name__ == "__main__":
    write()
