"""A run as a file: which game, who sits at the tables, how large, how long, how fast."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from comptoir.engine.errors import BadSetup

Count = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tables of one kind: their number of seats, and who sits beside the learner.

    `against` is `self`, `league` (earlier selves at half of the seats) or a bot of the
    kernels such as `house`, at all seats but one.
    """

    tables: Count
    seats: Count | None = None
    against: str = "self"
    options: dict[str, Any] = {}
    device: str | None = None  # where its rules run, if not with the learner


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a run depends on; the same file and seed give the same first checkpoint."""

    game: str
    groups: list[Group] = msgspec.field(
        default_factory=lambda: [Group(192), Group(32, against="house")]
    )
    seed: str = "1"
    device: str = "cpu"
    width: Count = 128
    steps: Count = 1_000_000  # decisions of the whole run
    length: Count = 32  # decisions at every table between two updates
    epochs: Count = 2
    minibatch: Count = 4096
    rate: float = 5e-4  # it falls to a tenth
    entropy: float = 0.01  # it falls to a fifth
    clip: Share = 0.2
    trace: Share = 0.95
    # What a game was worth: seats behind less seats ahead, and as shares of it:
    first: Share = 0.25  # what only the first place brings
    margin: Share = 0.0  # points above the mean of the others, by half the usual points
    checkpoint: Count = 50  # updates between two
    league: Count = 12  # earlier selves that are kept


def read_config(path: Path, **changes: Any) -> Config:
    """Read a run's file; what is given besides wins."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read: {error.strerror}") from error
    try:
        given = msgspec.toml.decode(text)
        wanted = {k: v for k, v in changes.items() if v is not None}
        return msgspec.convert(given | wanted, Config)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise BadSetup(f"{path}: {error}") from error
