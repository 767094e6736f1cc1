"""Négoces, by François Tréca (2006–2008). See RULES.md."""

from pathlib import Path

from comptoir.engine.model.game import Game, answers

from . import ending, house, imagine, observe, rules, setup
from .audit import audit
from .data import ACTIONS, BOX, ENDING_NAMES, SEATS, Options, fill_box
from .explain import explain, unasked
from .heed import heed
from .observe import OBSERVATION
from .phrases import PHRASES
from .prompt import prompt
from .state import EVENTS, TABLE
from .view import view

game = Game(
    name="negoces",
    version=2,
    seats=SEATS,
    table=TABLE,
    box=BOX,
    options=Options,
    actions=ACTIONS,
    events=EVENTS,
    endings=ENDING_NAMES,
    observation=OBSERVATION,
    rules=answers(setup, rules, imagine, observe, ending, house),
    fill_box=fill_box,
    view=view,
    explain=explain,
    unasked=unasked,
    audit=audit,
    prompt=prompt,
    folder=Path(__file__).parent,
    online={"revisions": 0, "sales": 0},  # NEG-4.8: people play without bounds
    proxy=("bid", "leave"),
    phrases=PHRASES,
    heed=heed,
)
