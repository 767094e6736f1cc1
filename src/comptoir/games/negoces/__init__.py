"""Négoces, by François Tréca (2006–2008). See RULES.md."""

from comptoir.engine.derived.declare import declare

from . import (
    audit,
    data,
    ending,
    explain,
    house,
    imagine,
    observe,
    prompt,
    rules,
    setup,
    state,
    view,
)
from .bargain import bargain
from .bargain_tempers import CHARACTERS
from .grammar import understand
from .phrases import PHRASES

game = declare(
    "negoces",
    audit,
    data,
    ending,
    explain,
    house,
    imagine,
    observe,
    prompt,
    rules,
    setup,
    state,
    view,
    version=2,
    environment=3,  # counts the seats that actions name from the acting one
    online={"revisions": 0, "sales": 0},  # NEG-4.8: people play without limits
    proxy=("bid", "leave"),
    phrases=PHRASES,
    bargain=bargain,
    understand=understand,
    tempers=CHARACTERS,
    negotiation=lambda t: t.sales,
)
