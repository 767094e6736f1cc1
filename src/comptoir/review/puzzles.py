"""Puzzles: moments with one clearly best action that the seat's knowledge suffices to find."""

import itertools
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from comptoir import bots
from comptoir.bots.budget import Budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search, unguided
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.model.actions import Action, ActionRef
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.record import Record

from .advice import Foreseen, expected
from .columns import mean
from .move_chances import move_chances
from .playouts import Playouts
from .reasons import Consequence, reasons

FILE = "puzzles.jsonl"
THEMES = ("opening", "middle", "ending", "win", "second_look")
PLAYERS = "house"  # the bot that plays the games
FIRST, SURE = (
    160,
    1500,
)  # iterations of the first search, and of the searches that must agree
AGREE = 2  # searches that must agree
ALONE = 6000  # iterations of an unguided search, which must agree too
GAP = 0.08  # least difference in chance between the best answer and the next
HOPE = 0.08  # the same difference in the first search's own estimate
LEAST = 3  # least number of answers to choose from
TRIES = 3  # attempts of a novice: an answer it finds every time is obvious
A_GAME = 5  # most puzzles from one game
EVERY = 3  # fewest moves between two candidates
GAMES = 128  # play-outs for the seat's chance before it answers
EARLY, LATE = 0.25, 0.7  # shares of the moves after which the phases end
WINNING = 0.75  # least chance for the theme "win"
SOLVERS, ATTEMPTS = ("novice", "casual"), 4  # bots that measure how hard a puzzle is
MEANS = ("amount", "otherwise", "error")  # of a reason
EVEN, SPREAD = (
    1500,
    400,
)  # rating of a puzzle that half of the attempts solve; scale, as Elo's


class Puzzle(msgspec.Struct, frozen=True):
    """A moment of a game, the seat to move, and the one answer that is clearly best.

    `chance` is the seat's chance of winning after the best answer, `others` the chance after
    `second`, the next best one. `reasons` compare the two, and `line` is what probably follows
    the best answer, as in a hint. `rating` says on Elo's scale how hard weak bots find it.
    """

    record: str  # a token
    seat: int
    best: ActionRef
    chance: float
    others: float
    themes: list[str]
    second: ActionRef | None = None
    rating: int = EVEN
    reasons: list[Consequence] = []
    line: list[Foreseen] = []

    def match(self) -> Match:
        """Return the match at the puzzle; a solver may be shown only what the seat sees."""
        return replay(Record.from_token(self.record))

    def solved_by(self, bot: Any, dice: str) -> bool:
        """Return True if a bot finds the answer from what the seat knew."""
        return _choice(bot, self.match(), self.seat, dice).ref == self.best


class BestAnswer(msgspec.Struct, frozen=True):
    """The best answer found by a deep search, with its chance and that of the next best one."""

    best: Action
    chance: float
    others: float

    @property
    def gap(self) -> float:
        """The difference between the chances of the best answer and the next best."""
        return self.chance - self.others


class Miner:
    """Finds puzzles in games played by bots."""

    def __init__(self, game: Game):
        self.game = game
        self._searches: dict[tuple[int, bool], Search] = {}
        self._playouts = Playouts()

    def mine(self, seed: str, seats: int | None = None) -> Iterator[Puzzle | None]:
        """Yield puzzles endlessly, and None after each game."""
        for number in itertools.count():
            yield from self._of_game(f"{seed}-{number}", seats)
            yield None

    def answer(
        self,
        match: Match,
        seat: int,
        iterations: int,
        dice: str,
        *,
        alone: bool = False,
    ) -> BestAnswer:
        """Search for the best answer from a seat's knowledge; `alone` uses no network."""
        own = bots.Seat.at(match, seat, bots.new_dice(dice))
        about = (own.imagined, [seat], GAMES, f"puzzle-{dice}")
        chance = mean(self._playouts.deals(*about).play().shares[seat])
        weighed = self._search(iterations, alone=alone).think(own).actions
        left = move_chances(weighed, chance)
        return BestAnswer(weighed[0].action, left[0], max(left[1:]))

    def explain(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle with its rating, and with the reasons for its answer."""
        match, seat = puzzle.match(), puzzle.seat
        own = bots.Seat.at(match, seat, bots.new_dice("explain"))
        search = self._search(SURE)
        best = self.game.actions.read(puzzle.best)
        ranked = [one.action for one in search.think(own).actions]
        second = next(action for action in ranked if action != best)
        return msgspec.structs.replace(
            puzzle,
            second=second.ref,
            rating=_rating(puzzle),
            reasons=[_rounded(reason) for reason in reasons(own, best, second)],
            line=expected(own, search, best),
        )

    def _search(self, iterations: int, *, alone: bool = False) -> Search:
        if (iterations, alone) not in self._searches:
            guide = unguided if alone else network_of
            search = Search(Budget(iterations=iterations), networks=guide)
            self._searches[iterations, alone] = search
        return self._searches[iterations, alone]

    def _of_game(self, seed: str, seats: int | None) -> Iterator[Puzzle]:
        played, found = _played(self.game, seats, seed), 0
        record = played.record()
        match = replay(record, 0)
        last = -EVERY
        for number, move in enumerate(played.moves):
            choices = len(match.legal(move.seat))
            if choices >= LEAST and number - last >= EVERY:
                last = number
                puzzle = self._look(match, move.seat, number / len(played.moves))
                if puzzle:
                    yield puzzle
                    found += 1
                    last = number + len(played.moves) // (A_GAME + 1)
            if found == A_GAME:
                return
            match.play(move.seat, move.action)

    def _look(self, match: Match, seat: int, far: float) -> Puzzle | None:
        """Return a puzzle if one answer is clearly best for every seed of the search.

        A search without a network must find the same answer.
        """
        own = bots.Seat.at(match, seat, bots.new_dice("first"))
        first, *rest = self._search(FIRST).think(own).actions
        if first.win - max((one.win for one in rest if one.visits), default=0) < HOPE:
            return None
        if obvious(match, seat, first.action):
            return None
        for number in range(AGREE):
            found = self.answer(match, seat, SURE, f"sure-{number}")
            if found.best != first.action or found.gap < GAP:
                return None
        if self.answer(match, seat, ALONE, "alone", alone=True).best != found.best:
            return None
        themes = self._themes(match, seat, far, found)
        facts = (round(found.chance, 3), round(found.others, 3), themes)
        return self.explain(Puzzle(match.record().token, seat, found.best.ref, *facts))

    def _themes(
        self, match: Match, seat: int, far: float, found: BestAnswer
    ) -> list[str]:
        phase = "opening" if far < EARLY else "ending" if far > LATE else "middle"
        themes = [phase]
        if found.chance >= WINNING:
            themes.append("win")
        first = bots.find("policy")(bots.Seat.at(match, seat, bots.new_dice("first")))
        return [*themes, "second_look"] if first != found.best else themes


@cache
def shipped(game: str) -> list[Puzzle]:
    """Return the puzzles shipped with a game; an empty list if it has none."""
    path = registry.load(game).folder / FILE
    return load(path) if path.exists() else []


def load(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file.

    Raises:
        BadSetup: The file cannot be read, or is not a file of puzzles.
    """
    try:
        return msgspec.json.Decoder(Puzzle).decode_lines(path.read_bytes())
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise BadSetup(f"{path}: no puzzles: {error}") from None


def obvious(match: Match, seat: int, best: Action) -> bool:
    """Return True if a novice bot finds the answer in every attempt."""
    novice = bots.find("novice")
    tries = (_choice(novice, match, seat, f"try-{n}") for n in range(TRIES))
    return all(one == best for one in tries)


def _choice(bot: Any, match: Match, seat: int, dice: str) -> Action:
    own = bots.Seat.at(match, seat, bots.new_dice(dice))
    return match.game.actions.read(bot(own))


def _rounded(reason: Consequence) -> Consequence:
    means = {name: round(getattr(reason, name), 2) for name in MEANS}
    return msgspec.structs.replace(reason, **means)


def _rating(puzzle: Puzzle) -> int:
    """Return how hard a puzzle is: the fewer attempts of weak bots solve it, the harder."""
    tried = [
        (bots.find(name), f"{name}-{n}") for name in SOLVERS for n in range(ATTEMPTS)
    ]
    solved = sum(puzzle.solved_by(bot, dice) for bot, dice in tried)
    odds = (solved + 0.5) / (len(tried) - solved + 0.5)
    return round(EVEN - SPREAD * math.log10(odds))


def _played(game: Game, seats: int | None, seed: str) -> Match:
    match, dice, bot = Match(game, seats, seed), bots.new_dice(seed), bots.find(PLAYERS)
    while not match.over:
        bots.move(match, match.actors[0], bot, dice)
    return match
