"""A run as a file: which game, who sits at the tables, how large, how long, how fast."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game

Count = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Device = Literal["cpu", "cuda"]

SELF, LEAGUE = "self", "league"
FILE_END = ".npz"
MAY_CHANGE = ("steps", "device")  # while a run goes on
# What a short run without a file learns by.
SMALL: dict[str, Any] = {"minibatch": 512, "rate": 1e-3}
LARGER = 32  # times as many tables keep a GPU busy


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tables of one kind: their number of seats, and who sits beside the learner.

    `against` is `self`, `league` (earlier selves at half of the seats), the file of a
    network that sits there instead, or a bot of the kernels such as `house`, at all seats but
    the learner's. Groups at several such seats are worth their time: bots may have weaknesses
    that are one neighbour's alone.
    """

    tables: Count
    seats: Count | None = None
    against: str = SELF
    seat: Annotated[int, Meta(ge=0)] = 0  # the learner's, where bots sit at the others
    options: dict[str, Any] = {}
    device: Device | None = None  # where its rules run, if not with the learner

    @property
    def network(self) -> bool:
        """Whether another network sits there."""
        return self.against == LEAGUE or self.against.endswith(FILE_END)


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a run depends on; the same file and seed give the same first checkpoint."""

    game: str
    groups: Annotated[list[Group], Meta(min_length=1)]
    seed: str = "1"
    device: Device = "cpu"
    width: Count = 128
    steps: Count = 1_000_000  # decisions of the whole run
    length: Count = 32  # decisions at every table between two updates
    epochs: Count = 2
    minibatch: Count = 4096
    rate: Annotated[float, Meta(gt=0)] = 5e-4  # it falls to a tenth
    entropy: Annotated[float, Meta(ge=0)] = 0.01  # it falls to a fifth
    epsilon: Share = 0.0  # share of decisions by lot: it learns what comes after them
    clip: Share = 0.2
    trace: Share = 0.95
    # What a game was worth: seats behind less seats ahead, and as shares of it:
    first: Share = 0.25  # what only the first place brings
    margin: Share = 0.0  # points above the mean of the others, by half the usual points
    checkpoint: Count = 50  # updates between two
    league: Count = 12  # earlier selves that are kept

    def __post_init__(self) -> None:
        if self.first + self.margin > 1:
            raise ValueError("first and margin: expected shares of one whole")
        if self.device == "cpu" and any(one.device == "cuda" for one in self.groups):
            raise ValueError("tables on a GPU: expected the learner there too")


def usual_groups(game: Game, device: str) -> list[dict[str, Any]]:
    """Return tables of every number of seats: among itself, the league, bots.

    Random bots are few: they tell how it goes before house bots can be beaten.
    """
    each = {SELF: 64, LEAGUE: 32, "house": 24, "random": 8}
    more = LARGER if device == "cuda" else 1
    return [
        {"tables": tables * more, "seats": seats, "against": against}
        for seats in game.seats
        for against, tables in each.items()
    ]


def read_config(
    game: Game, path: Path | None, kept: Config | None = None, **changes: Any
) -> Config:
    """Read the file of a run of a game, TOML or JSON.

    Without one the run is as it was `kept`, else as is usual. Of `changes`, what is not
    None wins.

    Raises:
        BadSetup: There is no such file, or it says what cannot be.
    """
    given = _read(path) if path else msgspec.to_builtins(kept) if kept else {**SMALL}
    if given.setdefault("game", game.name) != game.name:
        raise BadSetup(f"{path} is a run of {given['game']}, not of {game.name}")
    given |= {name: value for name, value in changes.items() if value is not None}
    if "groups" not in given:
        began_on = kept.device if kept else given.get("device", "cpu")
        given["groups"] = usual_groups(game, began_on)
    try:
        return msgspec.convert(given, Config)
    except msgspec.ValidationError as error:
        raise BadSetup(f"{path or 'the run'}: {error}") from error


def _read(path: Path) -> dict[str, Any]:
    decode = msgspec.json.decode if path.suffix == ".json" else msgspec.toml.decode
    try:
        return decode(path.read_bytes(), type=dict[str, Any])
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadSetup(f"{path}: {error}") from error


def changed(before: Config, now: Config) -> list[str]:
    """Return what differs of what may not, as `name: was 1, is 2`."""
    return [
        f"{name}: was {_short(old)}, is {_short(new)}"
        for name in Config.__struct_fields__
        if name not in MAY_CHANGE
        and (old := getattr(before, name)) != (new := getattr(now, name))
    ]


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) < 40 else f"{text[:36]} …"  # noqa: PLR2004
