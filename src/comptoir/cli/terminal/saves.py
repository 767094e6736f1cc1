"""Where games are kept: a file of the player's own, or the data folder of Comptoir."""

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
    """Return the folder for Comptoir's own files."""
    if own := os.environ.get("COMPTOIR_DATA"):
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME", "")
    if Path(shared).is_absolute():
        return Path(shared) / "comptoir"
    return Path("~/.local/share/comptoir").expanduser()


def keep(match: Match) -> Path:
    """Save a game as the last one played; another game saved there is set aside.

    Raises:
        OSError: The folder cannot be written; what lay there is as it was.
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
    """Save a game in a file; a file that is no save of this game is left alone.

    Raises:
        FileExistsError: Something else is there.
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
    """Read a record from a file, or from a token in one word."""
    if _TOKEN.fullmatch(where) and (
        len(where) > LONGEST_FILE_NAME or not Path(where).exists()
    ):
        return Record.from_token(where)
    return Record.load(where)


def reason(error: Exception, words: Words) -> str:
    """Return why something could not be written."""
    number = getattr(error, "errno", None)
    key = f"reason.{errno.errorcode.get(number, '') if number else ''}"
    if key in words:
        return words.say(key)
    return str(getattr(error, "strerror", None) or error).lower()


def resume_command(path: Path) -> str:
    """Return what to type to go on with a saved game."""
    return _command("play", "--resume", str(path))


def replay_command(path: Path) -> str:
    """Return what to type to see a saved game again."""
    return _command("replay", str(path))


def _command(*words: str) -> str:
    """Return a command that finds the games of others where they are found now."""
    others = [word for folder in registry.folders() for word in ("--games", folder)]
    return shlex.join(["comptoir", *words, *others])
