"""Helpers for the tests of every game: deal, play, imagine and inspect tables.

A game's `builder.py` creates a `Kit` for its game, and adds helpers of its own.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from comptoir import Match
from comptoir.engine.model.events import Event
from comptoir.engine.model.game import Game
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.model.seed import chance_key
from comptoir.engine.rules.table import NOBODY, Plain, copy, new_tables, unpack
from comptoir.engine.text.words import LANGUAGES, catalogue

Position = tuple[Plain, Plain]  # a table and its box
CHANCE = {"key", "stream", "counter", "block", "used"}  # fields of a table
LONGEST = 5000  # moves; games with extreme options take some hundreds


class Kit:
    """Plain tables of one game."""

    def __init__(self, game: Game):
        self.game = game
        self.key, _ = chance_key(game.name)

    def deal(self, seats: int = 4, options: Any = None, stream: int = 0) -> Position:
        """Return a table dealt by the rules, and its box."""
        t = unpack(new_tables(self.game.table, 1)[0])
        box = self.game.plain_box(seats, options)
        self.game.rules["deal"](t, box, seats, self.key, stream)
        return t, box

    def asked(self, t: Plain, box: Plain) -> list[int]:
        """Return the seats to act."""
        bits = self.game.rules["actors"](t, box)
        return [seat for seat in range(t.seats) if bits >> seat & 1]

    def may(self, t: Plain, box: Plain, seat: int | None = None) -> list[str]:
        """Return the legal actions of a seat as texts; by default of the one to act."""
        moves = [0] * len(self.game.actions)
        asked = t.turn if seat is None else seat
        count = self.game.rules["legal"](t, box, asked, moves)
        return [str(self.game.actions[number]) for number in moves[:count]]

    def play(self, t: Plain, box: Plain, seat: int, move: str) -> None:
        """Play a legal move of a seat, and audit the table."""
        assert move in self.may(t, box, seat), f"{move}: {self.may(t, box, seat)}"
        self.game.rules["play"](t, box, seat, self.game.actions.read(move).number)
        assert [] == self.game.audit(t, box)

    def act(self, t: Plain, box: Plain, *moves: str | tuple[int, str]) -> list[Event]:
        """Play moves, each by the seat to act or the seat it names; return the events."""
        t.journal.clear()
        for move in moves:
            seat, text = (t.turn, move) if isinstance(move, str) else move
            self.play(t, box, seat, text)
        return self.game.read_journal(t.journal)

    def match_at(self, t: Plain, box: Plain) -> Match:
        """Return a match whose position is this table."""
        match = Match(self.game, t.seats, seed=self.game.name)
        match.position.table, match.position.box = copy(t), box
        return match

    def positions(
        self, seats: int, seed: int, options: Any = None
    ) -> Iterator[Position]:
        """Play a game at random, and yield its audited table after every move."""
        bot = random.Random(f"{seats} {seed}")
        t, box = self.deal(seats, options, stream=seed)
        yield t, box
        for _ in range(LONGEST):
            asked = self.asked(t, box)
            if not asked:
                return
            seat = bot.choice(asked) if len(asked) > 1 else asked[0]
            self.play(t, box, seat, bot.choice(self.may(t, box, seat)))
            yield t, box
        raise AssertionError(f"no end after {LONGEST} moves")

    def sample(self, every: int, options: Any = None) -> list[Position]:
        """Return copies of every n-th table of a random game for each number of seats."""
        return [
            (copy(t), box)
            for seats in self.game.seats
            for number, (t, box) in enumerate(self.positions(seats, 7, options))
            if number % every == 0 or not self.asked(t, box)
        ]

    def imagined(self, t: Plain, box: Plain, seat: int, number: int = 0) -> Plain:
        """Return a determinization for a seat, a different one for each number."""
        other = copy(t)
        self.game.rules["imagine"](other, box, seat, [number + 1, 2, 3, 4])
        return other

    def stretches(self, t: Plain, box: Plain, seat: int) -> dict[str, list[int]]:
        """Return a seat's observation, split by the names of its layout."""
        out, found, at = [0] * self.game.observation, {}, 0
        self.game.rules["observe"](t, box, seat, out)
        for name, size in self.game.layout:
            found[name] = out[at : at + size]
            at += size
        assert at == self.game.observation
        return found

    def said_in(self, language: str) -> set[str]:
        """Return the keys of the refusals in a language's catalogue."""
        words = catalogue(self.game.folder / "words", language)
        return {key[8:] for key in words if key.startswith("refused.")}

    def asks_in_both_languages(self, key: str, args: dict[str, Any]) -> bool:
        """Return True if a prompt has words in both languages."""
        said = [
            self.game.words(each).say(f"prompt.{key}", **args) for each in LANGUAGES
        ]
        return all(said) and not any("{" in sentence for sentence in said)

    def refuses_in_both_languages(
        self, refusal: Refusal, start: str = "[0-9A-ZÀ-Ý]"
    ) -> bool:
        """Return True if a refusal is a whole sentence that ends in its rule number."""
        form = re.compile(rf"{start}.+[.!] \({refusal.rule}\)")
        said = [self.game.words(each).refusal(refusal) for each in LANGUAGES]
        return all(form.fullmatch(s) and "{" not in s for s in said)


def explain_tests(
    kit: Kit, cases: list[Any], prompts: list[Any], start: str = "[0-9A-ZÀ-Ý]"
) -> tuple[Callable[..., None], ...]:
    """Return the tests of refusals and prompts that every game has.

    Tables come from functions, which may name the seat beside the table and its box.
    """

    def match_and_seat(at: Callable[[], Any]) -> tuple[Match, int]:
        t, box, *seat = at()
        match = kit.match_at(t, box)
        return match, seat[0] if seat else match.actors[0]

    @pytest.mark.parametrize(("at", "action", "key", "rule", "args"), cases)
    def refusals(at: Any, action: str, key: str, rule: str, args: Any) -> None:
        match, seat = match_and_seat(at)
        refusal = match.explain(seat, action)

        assert refusal is not None
        assert (refusal.key, refusal.rule, refusal.args) == (key, rule, args)
        assert kit.refuses_in_both_languages(refusal, start)

    def sentences() -> None:
        said = {key for _, _, key, _, _ in cases}

        assert [kit.said_in(language) for language in LANGUAGES] == [said, said]

    @pytest.mark.parametrize(("at", "question"), prompts)
    def questions(at: Any, question: tuple[str, Any]) -> None:
        match, seat = match_and_seat(at)

        assert match.prompt(seat) == question
        assert kit.asks_in_both_languages(*question)

    return refusals, sentences, questions


def everyone(tables: Iterable[Position]) -> list[tuple[Plain, Plain, int]]:
    """Return every table with each of its seats."""
    return [(t, box, seat) for t, box in tables for seat in range(t.seats)]


def names(events: Iterable[Event]) -> list[str]:
    """Return the names of some events."""
    return [event.name for event in events]


def happened(events: Iterable[Event], *kinds: str) -> list[tuple[Any, ...]]:
    """Return the seat and arguments of events with the given names, in order."""
    return [(e.seat, *e.args.values()) for e in events if e.name in kinds]


def round_from(seat: int, t: Plain, row: list[Any], nothing: Any = 0) -> list[Any]:
    """Return a row by seat, counted from one seat on, with `nothing` for empty seats."""
    turned = row[: t.seats][seat:] + row[: t.seats][:seat]
    return turned + [nothing] * (len(row) - t.seats)


def counted(seat: int, t: Plain, other: int) -> int:
    """Return 1 + the steps from one seat to another, or 0 for nobody."""
    return 0 if other == NOBODY else 1 + (other - seat) % t.seats


def flat(rows: Iterable[Iterable[Any]]) -> list[Any]:
    """Return the rows joined into one list."""
    return [n for row in rows for n in row]


def lift(name: str, *where: int, by: int = 1) -> Callable[[Plain], None]:
    """Return a function that adds to one number of a table, which `audit` must notice."""

    def change(t: Plain) -> None:
        row = getattr(t, name)
        if not where:
            setattr(t, name, row + by)
            return
        for index in where[:-1]:
            row = row[index]
        row[where[-1]] += by

    return change
