"""Plays a whole game of every title through `Match`, and prints its record and its story.

With the argument `bare` neither NumPy nor numba can be imported. See `test_without_numpy.py`.
"""

# ruff: noqa: E402 - what blocks imports comes before them

import importlib.abc
import sys
from itertools import cycle

RANDOM_MOVES = 40  # before house bots play a game to its end
BLOCKED = ("numba", "numpy", "llvmlite")


class Block(importlib.abc.MetaPathFinder):
    """Refuses modules, as if they were not installed."""

    def find_spec(self, fullname, path=None, target=None):
        """Refuse a blocked module; leave all others to the usual finders."""
        if fullname.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(fullname, name=fullname)


if "bare" in sys.argv:
    sys.meta_path.insert(0, Block())
else:
    import numpy as np  # noqa: F401 - loaded before, nothing may differ

from comptoir import Match, Record, bots, games, replay
from comptoir.engine.model.events import Event
from comptoir.engine.play import narration
from comptoir.engine.play.preview import preview


def play(name):
    """Play one game, ask everything on the way, and return the match."""
    match, numbers = Match(name, seed="plain", players=["Ada"]), cycle(range(7))
    dice = bots.new_dice("plain")
    while match.actors:
        seat = match.actors[-1]
        legal = match.legal(seat)
        key, args = match.prompt(seat)
        match.game.words("fr").say(f"prompt.{key}", **args)
        for viewer in (None, *range(match.seats)):
            match.view(viewer)
        refused = next((a for a in match.game.actions if a not in legal), None)
        if refused:
            match.game.words("en").refusal(match.explain(seat, refused))
        early = len(match.moves) < RANDOM_MOVES
        bot = "random" if early else "house"
        if early:
            preview(match, seat, legal[next(numbers) % len(legal)])
        bots.move(match, seat, bots.find(bot), dice)
        if match.can_undo(seat):
            match.play(seat, match.undo(seat))
    assert not match.audit()
    return match


def tell(match):
    """Print the record, what happened in both languages, and the final board."""
    record = match.record()
    assert Record.read(record.text()) == record == Record.from_token(record.token)
    assert replay(record).view() == match.view()
    assert all(isinstance(event, Event) for event in match.log(0))
    print(record.text())
    for language in ("en", "fr"):
        words = match.game.words(language, names=match.players)
        print(*narration.paragraphs(narration.parts(match, -1, 0, hide=True), words))
    print(match)


for game in games():
    tell(play(game))
assert "numba" not in sys.modules
assert ("numpy" in sys.modules) == ("bare" not in sys.argv)
