"""Everything for writing a game, in one import. See docs/adding-a-game.md."""

from .engine.derived.declare import declare
from .engine.model.actions import Action, Actions, Verb
from .engine.model.events import EventKind, note
from .engine.model.options import option, printed
from .engine.model.refusals import Refusal
from .engine.model.score import Score, ScoreSource
from .engine.rules.cards import count, draw, move_all, put_seen, take_seen, take_unseen
from .engine.rules.contract import redeal
from .engine.rules.fields import (
    EVERYONE,
    FLAG,
    NOTHING,
    NUMBER,
    OWNER,
    SCRATCH,
    SEAT,
    UNSEEN,
    UNSHOWN,
    field,
)
from .engine.rules.helpers import add_if, from_here, rank, seat_after
from .engine.rules.rng import chance, renew_chance, throw
from .engine.rules.rule import noinline, rule
from .engine.rules.table import NOBODY, Box, Table, left_of
from .engine.text.sheet import Sheet

__all__ = [
    "EVERYONE",
    "FLAG",
    "NOBODY",
    "NOTHING",
    "NUMBER",
    "OWNER",
    "SCRATCH",
    "SEAT",
    "UNSEEN",
    "UNSHOWN",
    "Action",
    "Actions",
    "Box",
    "EventKind",
    "Refusal",
    "Score",
    "ScoreSource",
    "Sheet",
    "Table",
    "Verb",
    "add_if",
    "chance",
    "count",
    "declare",
    "draw",
    "field",
    "from_here",
    "left_of",
    "move_all",
    "noinline",
    "note",
    "option",
    "printed",
    "put_seen",
    "rank",
    "redeal",
    "renew_chance",
    "rule",
    "seat_after",
    "take_seen",
    "take_unseen",
    "throw",
]
