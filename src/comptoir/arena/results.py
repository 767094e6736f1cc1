"""The results file of a contest: a first line that identifies it, then a JSON line per game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.errors import BadRecord
from comptoir.engine.runs.results_file import ResultsFile

from .contest import Contest, Slot
from .played import ContestGame

MUST_AGREE = ("game", "rules", "seats", "bots", "options", "seed")


def seed_of(path: Path) -> str | None:
    """Return the seed of the contest in a results file, or None if the file has none yet."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.readline(), type=Contest).seed
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


class Book(ResultsFile):
    """The results file of a contest: reads the games played before, and appends new ones."""

    what = "a results file of the arena"

    def __init__(self, path: Path, contest: Contest):
        self.contest = contest
        self._games: dict[Slot, ContestGame] = {}
        super().__init__(path, contest)

    @property
    def games(self) -> Mapping[Slot, ContestGame]:
        """The games in the file."""
        return self._games

    def add(self, game: ContestGame) -> None:
        """Append a game to the file."""
        self._games[game.slot] = game
        self.write(game)

    def read(self, head: bytes, lines: list[bytes]) -> None:
        """Read the first line and the games of an existing file."""
        try:
            self._compare(msgspec.json.decode(head, type=Contest))
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self.foreign() from None
        for number, line in enumerate(lines, 2):
            game = self._read_game(line, number)
            self._games.setdefault(game.slot, game)

    def _read_game(self, line: bytes, number: int) -> ContestGame:
        try:
            game = msgspec.json.decode(line, type=ContestGame)
            fits = game.bots == self.contest.seated(game.rotation) and (
                game.fault is not None
                or {self.contest.seats}
                == {len(x) for x in (game.points, game.ranks, game.choices)}
            )
        except (msgspec.DecodeError, UnicodeDecodeError):
            fits = False
        if not fits:
            raise BadRecord(
                f"results file {self.path}: line {number} is not a game of this contest"
            )
        return game

    def _compare(self, found: Contest) -> None:
        if found.comptoir != self.contest.comptoir:
            raise self.foreign()
        for field in MUST_AGREE:
            there, asked = getattr(found, field), getattr(self.contest, field)
            if there != asked:
                verb = "are" if field.endswith("s") else "is"
                raise BadRecord(
                    f"results file {self.path} is of another contest: its {field} {verb} "
                    f"{_shown(there)}, not {_shown(asked)}"
                )


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return (
        msgspec.json.encode(value).decode() if isinstance(value, dict) else str(value)
    )
