"""The configuration of a training run: game, tables, network size, length, learning rate."""

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.model.game import Game

Count = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]
Device = Literal["cpu", "cuda"]

SELF, LEAGUE = "self", "league"
MAY_CHANGE = ("steps", "device")  # settings that may be changed when a run is resumed
# The settings of a run that has no configuration file.
SMALL: dict[str, Any] = {"minibatch": 512, "rate": 1e-3}
LARGER = 32  # a GPU gets this many times more tables, to keep it busy


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of tables with the same number of seats and the same opponents.

    `against` is `self`, `league` (earlier versions of the network), another network (a file,
    `policy` for the game's own, or one of its characters), or a bot of the kernels such as
    `house`. A bot plays all seats but the learner's; a network plays each seat with probability
    0.5, or if the learner is `alone`, all seats but the learner's. Use several groups with
    different learner seats, because some weaknesses of a bot can be exploited only from the
    seat on one side of it.
    """

    tables: Count
    seats: Count | None = None
    against: str = SELF
    # the learner's seat, if a bot or another network plays the other seats
    seat: Annotated[int, Meta(ge=0)] = 0
    alone: bool = False  # the learner has only `seat`, and another network all others
    temperature: Annotated[float, Meta(ge=0)] = 1.0  # of another network's policy
    options: dict[str, Any] = {}
    device: Device | None = None  # where the tables are; None: on the learner's device

    @property
    def network(self) -> bool:
        """True if the opponents use another network: from the league, a file, or the game."""
        return self.against != SELF and self.against not in BOTS

    @property
    def is_match(self) -> bool:
        """True if one learner plays against the others; its results are counted."""
        return self.alone or self.against in BOTS


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a run; runs with the same file and seed have the same first
    checkpoint.
    """

    game: str
    groups: Annotated[list[Group], Meta(min_length=1)]
    seed: str = "1"
    device: Device = "cpu"
    width: Count = 128
    steps: Count = 1_000_000  # decisions played during the whole run
    length: Count = 32  # decisions played per table between two updates
    epochs: Count = 2
    minibatch: Count = 4096
    rate: Annotated[float, Meta(gt=0)] = (
        5e-4  # the learning rate, which decays to a tenth
    )
    entropy: Annotated[float, Meta(ge=0)] = (
        0.01  # the entropy bonus, which decays to a fifth
    )
    epsilon: Share = 0.0  # the share of random decisions, for exploration
    clip: Share = 0.2
    trace: Share = 0.95
    # The value of a result is (seats below - seats above) / (other seats). The next two
    # settings replace a share of it:
    first: Share = 0.25  # the share replaced by a reward for first place alone
    margin: Share = (
        # the share replaced by the margin: points above the others' mean, over half the usual
        # points
        0.0
    )
    checkpoint: Count = 50  # updates between two checkpoints
    league: Count = 12  # number of earlier versions of the network that are kept

    def __post_init__(self) -> None:
        if self.first + self.margin > 1:
            raise ValueError("first and margin: expected shares of one whole")
        if self.device == "cpu" and any(one.device == "cuda" for one in self.groups):
            raise ValueError("tables on a GPU: expected the learner there too")


def usual_groups(game: Game, device: str) -> list[dict[str, Any]]:
    """Return groups for every number of seats: against itself, the league, and bots.

    A few tables have random bots, to show progress before the network can beat house bots.
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
    """Return the configuration of a run, read from a TOML or JSON file.

    Without a file, the run's configuration so far (`kept`) is used, or else the defaults.
    Values in `changes` that are not None take precedence.

    Raises:
        BadSetup: The file does not exist or is invalid.
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
    """Return the settings that differ although they must not change, as `name: was 1, is 2`."""
    return [
        f"{name}: was {_short(old)}, is {_short(new)}"
        for name in Config.__struct_fields__
        if name not in MAY_CHANGE
        and (old := getattr(before, name)) != (new := getattr(now, name))
    ]


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) < 40 else f"{text[:36]} …"  # noqa: PLR2004
