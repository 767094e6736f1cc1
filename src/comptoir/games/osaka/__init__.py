"""Traders of Osaka, by Susumu Kawasaki (2006). See RULES.md."""

from pathlib import Path

from comptoir.engine.model.game import Game, answers

from . import house, imagine, observe, rules, scoring, setup
from .audit import audit
from .data import ACTIONS, BOX, ENDING_NAMES, SEATS, Options, fill_box
from .explain import explain
from .observe import OBSERVATION
from .prompt import prompt
from .state import EVENTS, TABLE
from .view import seat_view, view

game = Game(
    name="osaka",
    version=2,
    seats=SEATS,
    table=TABLE,
    box=BOX,
    options=Options,
    actions=ACTIONS,
    events=EVENTS,
    endings=ENDING_NAMES,
    observation=OBSERVATION,
    rules=answers(setup, rules, imagine, observe, scoring, house),
    fill_box=fill_box,
    view=view,
    seat_view=seat_view,
    explain=explain,
    audit=audit,
    prompt=prompt,
    folder=Path(__file__).parent,
)
