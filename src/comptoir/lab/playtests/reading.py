"""Reads the feedback files of a published game, and checks every record in them."""

from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.record import Record

LARGEST = 5_000_000  # bytes of a feedback file
MOST_TEXT = 4000  # characters of an answer


class Feedback(msgspec.Struct, frozen=True):
    """The file that a player saves or sends: answers, and records of finished games."""

    comptoir: str
    game: str
    rules: int
    answers: dict[str, str | int | None]
    records: list[Any]


class Playtests(msgspec.Struct):
    """All usable feedback of a folder, and a sentence for each file that is not."""

    game: Game
    answers: list[dict[str, str | int | None]]
    matches: list[Match]
    faults: list[str]


def read(folder: Path) -> Playtests:
    """Read the feedback files of a folder.

    Raises:
        BadSetup: The folder has no such file, or files of several games.
    """
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    faults: list[str] = []
    found = [one for file in files if (one := _feedback(file, faults))]
    games = sorted({one.game for _, one in found})
    if not games:
        raise BadSetup(
            "\n".join([f"{folder}: no feedback of a published game", *faults])
        )
    if len(games) > 1:
        raise BadSetup(f"{folder}: feedback of several games: {', '.join(games)}")
    told = Playtests(registry.load(games[0]), [], [], faults)
    seen: set[str] = set()
    for file, feedback in found:
        told.answers.append(_cut(feedback.answers))
        for number, given in enumerate(feedback.records, 1):
            try:
                record = Record.read(msgspec.json.encode(given))
                if record.check in seen:  # sent twice
                    continue
                seen.add(record.check)
                match = replay(record)
            except (ComptoirError, TypeError) as error:
                faults.append(f"{file.name}, game {number}: left out: {error}")
                continue
            if match.over:
                told.matches.append(match)
    return told


def _feedback(file: Path, faults: list[str]) -> tuple[Path, Feedback] | None:
    try:
        if file.stat().st_size > LARGEST:
            faults.append(f"{file.name}: left out: larger than {LARGEST / 1e6:.0f} MB")
            return None
        one = msgspec.json.decode(file.read_bytes(), type=Feedback)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        faults.append(f"{file.name}: cannot be read: {reason}")
        return None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        faults.append(f"{file.name}: left out: no feedback file, or edited: {error}")
        return None
    return (file, one) if one.comptoir == "playtest" else None


def _cut(answers: dict[str, str | int | None]) -> dict[str, str | int | None]:
    return {
        name[:40]: told[:MOST_TEXT] if isinstance(told, str) else told
        for name, told in answers.items()
    }
