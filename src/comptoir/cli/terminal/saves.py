"""Saved games, in files that the player names or in Comptoir's own data folder."""

import errno
import os
import re
import shlex
from pathlib import Path

from comptoir.engine.errors import BadRecord
from comptoir.engine.model import registry
from comptoir.engine.play.match import Match
from comptoir.engine.play.record import Record
from comptoir.engine.text.words import Words

_TOKEN = re.compile(r"[a-z][a-z0-9_]*-[\w-]{40,}")
LONGEST_FILE_NAME = 255


def data_folder() -> Path:
    """Return Comptoir's data folder."""
    if own := os.environ.get("COMPTOIR_DATA"):
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME", "")
    if Path(shared).is_absolute():
        return Path(shared) / "comptoir"
    return Path("~/.local/share/comptoir").expanduser()


def keep(match: Match) -> Path:
    """Save a game as the last one played; if another game was saved there, rename that file.

    Raises:
        OSError: The folder is not writable; its files are unchanged.
    """
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"last-{match.game.name}.json"
    try:
        earlier = Record.load(path)
    except BadRecord:
        pass
    else:
        if earlier.seed != match.seed:
            earlier.save(folder / f"earlier-{match.game.name}.json")
    match.record().save(path)
    return path


def save_as(match: Match, path: Path) -> None:
    """Save a game to a file; a file that is not a save of this game is left untouched.

    Raises:
        FileExistsError: The file exists and holds something else.
        OSError: The file cannot be written.
    """
    if path.exists():
        try:
            other = Record.load(path).seed != match.seed
        except BadRecord:
            other = True
        if other and not path.is_dir():
            raise FileExistsError
    match.record().save(path)


def find_record(where: str) -> Record:
    """Read a record from a file, or from a token (the whole record as one word)."""
    if _TOKEN.fullmatch(where) and (
        len(where) > LONGEST_FILE_NAME or not Path(where).exists()
    ):
        return Record.from_token(where)
    return Record.load(where)


def reason(error: Exception, words: Words) -> str:
    """Return the reason why a file could not be written, as text."""
    number = getattr(error, "errno", None)
    key = f"reason.{errno.errorcode.get(number, '') if number else ''}"
    if key in words:
        return words.say(key)
    return str(getattr(error, "strerror", None) or error).lower()


def resume_command(path: Path) -> str:
    """Return the command that continues a saved game."""
    return _command("play", "--resume", str(path))


def replay_command(path: Path) -> str:
    """Return the command that replays a saved game."""
    return _command("replay", str(path))


def _command(*words: str) -> str:
    """Return the start of a command line, with `--games` for the folders of the user's own
    games.
    """
    others = [word for folder in registry.folders() for word in ("--games", folder)]
    return shlex.join(["comptoir", *words, *others])
