"""Records of games: seed, seats, options, rules version and moves.

A record serves as save file, replay, bug report and test fixture.
"""

import base64
import os
import re
import secrets
import zlib
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from comptoir.engine.errors import BadRecord, ComptoirError
from comptoir.engine.model import registry
from comptoir.engine.model.seed import commitment
from comptoir.engine.text.shown import Shown, as_html

if TYPE_CHECKING:
    from comptoir.engine.text.shown import Drawing

    from .match import Match

FORMAT: Literal[1] = 1
LARGEST = 1_000_000  # bytes of a record in a token
_TOKEN = re.compile(r"\w+-[\w-]{60,}")  # has no slash or dot, so it is no file path


class Record(Shown, msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The record of a game; `replay()` plays it again."""

    comptoir: Literal[1] = FORMAT
    game: str
    rules: int
    seats: int
    seed: str
    commitment: str
    options: dict[str, Any]
    players: list[str] = []
    moves: list[str]
    check: str = ""

    def shown(self) -> "Drawing":
        """Return a summary line and the final board, as a rich renderable."""
        from rich.console import Group  # noqa: PLC0415 - imported only when needed

        line, match = self._told()
        return Group(line, match.shown()) if match else line

    def _repr_html_(self) -> str:
        line, match = self._told()
        return as_html(line) + (match._repr_html_() if match else "")

    def _told(self) -> "tuple[Any, Match | None]":
        """Return a summary line, and the match if the record can be replayed, else None."""
        from rich.text import Text  # noqa: PLC0415 - as above

        from .match import replay  # noqa: PLC0415 - avoids an import cycle

        who = f" by {', '.join(self.players)}" if self.players else ""
        line = f"{self.game}, {self.seats} seats, {len(self.moves)} moves{who}"
        try:
            match = replay(self)
        except ComptoirError as error:
            return Text(f"{line}: {error}"), None
        return Text(f"{line}; points {match.scores}"), match

    def checksum(self) -> str:
        """Return the checksum; an unchanged record has the same value in `check`."""
        bare = msgspec.structs.replace(self, check="")
        return sha256(msgspec.json.encode(bare)).hexdigest()

    def signed(self) -> "Record":
        """Return the record with its checksum."""
        return msgspec.structs.replace(self, check=self.checksum())

    def text(self) -> str:
        """Return the record as JSON, with one line for each move."""
        encoded = msgspec.json.encode(self.signed())
        return msgspec.json.format(encoded, indent=1).decode() + "\n"

    @property
    def token(self) -> str:
        """The whole record as one word, for a command line or a bug report."""
        packed = zlib.compress(msgspec.json.encode(self.signed()), 9)
        return f"{self.game}-{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"

    def save(self, path: str | Path) -> None:
        """Write the record to a file atomically.

        Raises:
            OSError: The file cannot be written; an existing one is unchanged.
        """
        path = Path(path)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            with draft.open("x", encoding="utf-8") as file:
                file.write(self.text())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """Read a record from a file and check that it is complete and unchanged."""
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise BadRecord(f"{path}: cannot be read: {reason}") from None
        try:
            return cls.read(content)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None

    @classmethod
    def named(cls, record: "Record | str | Path") -> "Record":
        """Return a record from a record, its token, or the path of its file."""
        if isinstance(record, Record):
            return record
        if not isinstance(record, str | Path):
            raise BadRecord(f"{record!r}: expected a record, its token or its file")
        token = isinstance(record, str) and _TOKEN.fullmatch(record)
        return cls.from_token(str(record)) if token else cls.load(record)

    @classmethod
    def from_token(cls, token: str) -> "Record":
        """Read a record from its token."""
        packed = token.partition("-")[2]
        try:
            padded = packed + "=" * (-len(packed) % 4)
            unpacking = zlib.decompressobj()
            content = unpacking.decompress(base64.urlsafe_b64decode(padded), LARGEST)
        except (ValueError, zlib.error):
            raise BadRecord("the token is damaged or not whole") from None
        if not unpacking.eof:
            raise BadRecord("the token is damaged or not whole")
        return cls.read(content)

    @classmethod
    def read(cls, content: bytes | str) -> "Record":
        """Read a record from JSON and check that it is complete, unchanged and playable."""
        try:
            record = msgspec.json.decode(content, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            reason = str(error)
            raise BadRecord(
                f"not a whole record: {reason[0].lower()}{reason[1:]}"
            ) from None
        record.verify()
        return record

    def verify(self) -> None:
        """Raise `BadRecord` if the record was changed or its rules version is not supported."""
        if self.check != self.checksum():
            raise BadRecord(
                "the record was changed after it was saved: its check differs"
            )
        if self.commitment != commitment(self.seed):
            raise BadRecord(
                "the seed does not match the commitment published before the deal"
            )
        try:
            game = registry.load(self.game)
            game.check_seats(self.seats)
            game.read_options(self.options)
            game.check_rules(self.rules)
        except ComptoirError as error:
            raise BadRecord(str(error)) from None
