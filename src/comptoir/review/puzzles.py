"""Puzzles: moments of games with one clearly best answer, solvable from what the seat knew."""

import itertools
from collections.abc import Iterator
from datetime import date
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

from .move_chances import move_chances
from .playouts import Playouts

FILE = "puzzles.jsonl"
THEMES = ("opening", "middle", "ending", "win", "second_look")
PLAYERS = "house"  # who plays the games that puzzles are found in
FIRST, SURE = 160, 1500  # iterations of a first look, and of those that must agree
AGREE = 2  # of those
ALONE = 6000  # of one that no network guides, which must agree too
GAP = 0.08  # of chance, between the best answer and the next
HOPE = 0.08  # the same at a first look, as the search counts
LEAST = 3  # answers to choose from
TRIES = 3  # looks of a novice: an answer that it sees in all of them is obvious
A_GAME = 5  # puzzles of one game
EVERY = 3  # decisions between two looks
GAMES = 128  # play-outs for the chance before the answer
EARLY, LATE = 0.25, 0.7  # of a game
WINNING = 0.75  # a chance from which on the answer is to win


class Puzzle(msgspec.Struct, frozen=True):
    """A moment, who is asked, and the one answer that is clearly best.

    `chance` is what it leaves the seat, `others` what the next best one would.
    """

    record: str  # a token
    seat: int
    best: ActionRef
    chance: float
    others: float
    themes: list[str]

    def match(self) -> Match:
        """Return the match as it stands; only what the seat may see is the puzzle."""
        return replay(Record.from_token(self.record))

    def solved_by(self, bot: Any, dice: str) -> bool:
        """Return whether a bot finds the answer, from what the seat knew."""
        return _choice(bot, self.match(), self.seat, dice).ref == self.best


class BestAnswer(msgspec.Struct, frozen=True):
    """What a deep search found: the best answer, and what it and the next best leave."""

    best: Action
    chance: float
    others: float

    @property
    def gap(self) -> float:
        """How much better it is."""
        return self.chance - self.others


class Miner:
    """Finds puzzles in games that bots play among themselves."""

    def __init__(self, game: Game):
        self.game = game
        self._searches: dict[tuple[int, bool], Search] = {}
        self._playouts = Playouts()

    def mine(self, seed: str, seats: int | None = None) -> Iterator[Puzzle | None]:
        """Yield puzzles without end; None after each game that was looked through."""
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
        """Search for the best answer from what a seat knows; alone: without the network."""
        own = bots.Seat.at(match, seat, bots.new_dice(dice))
        about = (own.imagined, match.options, [seat], GAMES, f"puzzle-{dice}")
        firsts, count = self._playouts.play(*about)
        weighed = self._search(iterations, alone=alone).think(own).actions
        left = move_chances(weighed, firsts[seat] / count)
        return BestAnswer(weighed[0].action, left[0], max(left[1:]))

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
        """Return a puzzle, if one answer is clearly best whatever the dice are.

        And whatever network there is: a search that none guides finds it too.
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
        told = (round(found.chance, 3), round(found.others, 3), themes)
        return Puzzle(match.record().token, seat, found.best.ref, *told)

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
    """Return the puzzles that come with a game; none where it has none."""
    path = registry.load(game).folder / FILE
    return load(path) if path.exists() else []


def load(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file.

    Raises:
        BadSetup: It cannot be read, or holds something else.
    """
    try:
        return msgspec.json.Decoder(Puzzle).decode_lines(path.read_bytes())
    except OSError as error:
        raise BadSetup(f"{path}: cannot be read: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise BadSetup(f"{path}: no puzzles: {error}") from None


def obvious(match: Match, seat: int, best: Action) -> bool:
    """Return whether somebody who knows little more than what is absurd sees the answer."""
    novice = bots.find("novice")
    tries = (_choice(novice, match, seat, f"try-{n}") for n in range(TRIES))
    return all(one == best for one in tries)


def _choice(bot: Any, match: Match, seat: int, dice: str) -> Action:
    own = bots.Seat.at(match, seat, bots.new_dice(dice))
    return match.game.actions.read(bot(own))


def of_the_day(game: str, day: date) -> int | None:
    """Return the number of a day's puzzle: each comes once before any comes again."""
    count = len(shipped(game))
    return day.toordinal() * 37 % count if count else None


def _played(game: Game, seats: int | None, seed: str) -> Match:
    match, dice, bot = Match(game, seats, seed), bots.new_dice(seed), bots.find(PLAYERS)
    while not match.over:
        bots.move(match, match.actors[0], bot, dice)
    return match
