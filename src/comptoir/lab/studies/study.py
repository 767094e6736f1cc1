"""A study: a game, its variants, the bots, the questions and the precision of the answers.

It is a TOML file or an equivalent Python mapping. Its `Design` determines the games. The
questions and the precision may change while a study is running.
"""

import datetime as dt
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import msgspec

from comptoir.bots import find
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.facts import facts_tables
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.model.seed import read_seed
from comptoir.engine.rules.callgraph import CallGraph
from comptoir.engine.runs.policy import network_for, temperature
from comptoir.engine.runs.seating import seat_bots
from comptoir.engine.text.words import LANGUAGES
from comptoir.engine.version import __version__

from .measures import OwnMeasure
from .variants import Variant

QUESTIONS = (
    "seats", "length", "lead", "tension", "endings", "choice", "pieces", "skill",
    "levels",
)  # fmt: skip
CHUNK, THINKING_CHUNK, PLAIN_CHUNK = 8192, 1024, 32  # games of a job, by kind of bots
# numbers of replays from the deal, a quarter, a half, and three quarters of a game
TRIALS = (2, 4, 8, 16)
SAMPLED = 128  # one game in so many is replayed from intermediate positions
SEED = "lab"
TURNED = "turned seats"

Text = str | dict[str, str]  # one text for all languages, or a text for each


class HumanPace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that people need: per move, per decision, and per bit of information in a
    choice.
    """

    move: float = 2.0
    decision: float = 4.0
    bit: float = 2.0


class Lineup(msgspec.Struct, frozen=True):
    """A lineup: the bots that sit at the table.

    A study has a main lineup with its own bots, the same one on turned tables, lineups with
    one level in all seats, and one lineup with a single stronger bot.
    """

    name: str
    bots: list[str]
    better: str = ""  # the stronger bot, which sits in another seat in every job
    turned: bool = False  # everybody moves on by some seats after the deal

    def seated(self, job: int, seats: int) -> list[str]:
        """Return the bot of each seat in a job."""
        bots = list(self.bots[:seats])
        if self.better:
            bots[job % seats] = self.better
        by = self.turn(job, seats)
        return bots[seats - by :] + bots[: seats - by]

    def turn(self, job: int, seats: int) -> int:
        """Return by how many seats everybody moves on after the deal of a job."""
        return 1 + job % (seats - 1) if self.turned else 0


class StudySettings(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """The settings of a study, as written in its file."""

    game: str
    title: Text = ""
    about: Text = ""
    conclusion: Text = ""  # what the author concludes, once the answers are known
    seats: int | None = None
    bots: str | list[str] = "house"
    levels: tuple[str, ...] = ("random", "house")
    seed: str | int = SEED
    paired: bool = True
    questions: tuple[str, ...] = ("all",)
    precision: dict[str, float] = {}
    games: int | None = None  # maximum number of games of each lineup
    minutes: float = 30.0  # maximum duration of the games that remain to be played
    chunk: int | None = None
    pace: HumanPace = HumanPace()
    raw: bool = False
    variants: dict[str, dict[str, Any]] = {}
    measures: dict[str, Any] = {}
    replays: int = 200  # games of each variant that are replayed for `measures`
    author: str = ""
    date: dt.date | None = None
    targets: dict[str, Any] = {}
    search: dict[str, Any] | None = None


class Design(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that determines the games of a study; the header of its results file."""

    comptoir: str = "lab"
    version: str = __version__
    game: str
    rules: int
    code: str  # fingerprint of the code of the rules and of the house bot
    network: str = ""  # fingerprint of the network, if a bot uses one
    variants: dict[str, Any]
    lineups: list[Lineup]
    seed: str
    paired: bool
    chunk: int | None
    pace: HumanPace
    trials: list[int]


class Study:
    """A study whose settings have been checked.

    Args:
        asked: The content of its file, as a mapping.
        folder: The folder that contains the files named in the study.

    Raises:
        BadSetup: The study names something unknown, or a value is invalid.
    """

    def __init__(
        self, asked: Mapping[str, Any] | StudySettings, folder: str | Path = "."
    ):
        try:
            plain = (
                msgspec.to_builtins(asked)
                if isinstance(asked, StudySettings)
                else asked
            )
            self.asked = msgspec.convert(dict(plain), StudySettings)
        except msgspec.ValidationError as error:
            raise BadSetup(f"study: {error}") from None
        one = self.asked
        self.game: Game = registry.load(one.game)
        self.seed = read_seed(one.seed)
        read_seed(f"{self.seed}/{10**12}")
        self.questions = _questions(one.questions)
        given = one.variants or {"box": {}}
        self.variants = [
            Variant.read(self.game, name, about, one.seats, Path(folder))
            for name, about in given.items()
        ]
        self.measures = [
            OwnMeasure.read(self.game, name, about, Path(folder))
            for name, about in one.measures.items()
        ]
        self._check_numbers()
        self.lineups = self._lineups()
        self.pace = one.pace

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a study from its file."""
        try:
            text = Path(path).read_text(encoding="utf-8")
            asked = tomllib.loads(text)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise BadSetup(f"{path}: cannot be read: {reason}") from None
        except ValueError as error:
            raise BadSetup(f"{path}: not a TOML file: {error}") from None
        try:
            return cls(asked, Path(path).parent)
        except BadSetup as error:
            raise BadSetup(f"{path}: {error}") from None

    def __repr__(self) -> str:
        return f"<Study of {self.game.name}, {len(self.variants)} variants>"

    @property
    def most_seats(self) -> int:
        """The largest number of seats in any variant."""
        return max(variant.seats for variant in self.variants)

    def title(self, language: str) -> str:
        """Return the title of the study: its own, or the game's."""
        usual = self.game.words(language).say("title")
        return said(self.asked.title, language) or usual

    def about(self, language: str) -> str:
        """Return the author's description of the study."""
        return said(self.asked.about, language)

    def conclusion(self, language: str) -> str:
        """Return what the author concludes."""
        return said(self.asked.conclusion, language)

    def chunk(self, lineup: Lineup) -> int:
        """Return the number of games in a job of a lineup; slow bots play fewer."""
        names = {*lineup.bots, lineup.better} - {""}
        if not all(inside(name) for name in names):
            return min(self.asked.chunk or PLAIN_CHUNK, PLAIN_CHUNK)
        thinks = any(temperature(name) is not None for name in names)
        return self.asked.chunk or (THINKING_CHUNK if thinks else CHUNK)

    @property
    def design(self) -> Design:
        """The design: everything that determines the games of this study."""
        code = CallGraph(self.game.rules).fingerprint(facts_tables, lambda _: None)
        return Design(
            game=self.game.name,
            rules=self.game.version,
            code=code[:16],
            network=self._network(),
            variants={one.name: one.told() for one in self.variants},
            lineups=self.lineups,
            seed=self.seed,
            paired=self.asked.paired,
            chunk=self.asked.chunk,
            pace=self.pace,
            trials=list(TRIALS),
        )

    def _network(self) -> str:
        """Return the fingerprint of the network; empty if no bot uses a network."""
        bots = {name for one in self.lineups for name in (*one.bots, one.better)}
        if all(temperature(name) is None for name in bots):
            return ""
        arrays = network_for(self.game).arrays
        told = b"".join(arrays[name].tobytes() for name in sorted(arrays))
        return sha256(told).hexdigest()[:16]

    @property
    def fingerprint(self) -> str:
        """A short hash of the design; studies with the same hash play the same games."""
        return sha256(msgspec.json.encode(self.design)).hexdigest()[:12]

    def _check_numbers(self) -> None:
        one = self.asked
        for name, number in {**one.precision, "minutes": one.minutes}.items():
            if not number > 0:
                raise BadSetup(f"{name} {number:g}: expected more than zero")
        for name, count in {
            "games": one.games,
            "chunk": one.chunk,
            "replays": one.replays,
        }.items():
            if count is not None and count < 1:
                raise BadSetup(f"{name} {count}: expected 1 or more")
        if min(one.pace.move, one.pace.decision, one.pace.bit) < 0:
            raise BadSetup("pace: expected seconds, none of them below zero")

    def _lineups(self) -> list[Lineup]:
        """Return all lineups: the main one, one for each level, and one with a stronger bot."""
        seats, asked = self.most_seats, self.asked
        for name in {*_names(asked.bots, seats), *asked.levels}:
            self._check_bot(name)
        found = [Lineup("main", _names(asked.bots, seats))]
        pairs = list(zip(asked.levels, asked.levels[1:], strict=False))
        if "levels" in self.questions:
            alone = [Lineup(f"level {one}", [one] * seats) for one in asked.levels]
            found += [one for one in alone if one.bots != found[0].bots]
            if "seats" in self.questions and self.variants[0].seats > 1:
                found.append(Lineup(TURNED, found[0].bots, turned=True))
        if "skill" in self.questions:
            found += [
                Lineup(f"{better} over {worse}", [worse] * seats, better)
                for worse, better in pairs
            ]
        return found

    def _check_bot(self, name: str) -> None:
        if temperature(name) is not None:
            network_for(self.game)
        elif not inside(name):
            find(name)


def inside(bot: str) -> bool:
    """Return True if a bot is compiled, so that the kernels can run it."""
    return bot in BOTS or temperature(bot) is not None


def said(text: Text, language: str) -> str:
    """Return a text in the given language, or the only text if it has no translations."""
    if isinstance(text, str):
        return text
    return text.get(language) or next(iter(text.values()), "")


def _names(bots: str | list[str], seats: int) -> list[str]:
    return [str(name) for name in seat_bots(bots, seats)]


def _questions(asked: tuple[str, ...]) -> list[str]:
    for name in asked:
        if name not in (*QUESTIONS, "all"):
            known = ", ".join(("all", *QUESTIONS))
            raise BadSetup(f"no question {name!r}: expected some of {known}")
    return [one for one in QUESTIONS if one in asked or "all" in asked]


__all__ = ["LANGUAGES", "Design", "HumanPace", "Lineup", "Study"]
