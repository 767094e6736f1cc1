"""Traders of Osaka, by Susumu Kawasaki (2006). See RULES.md."""

from comptoir.engine.derived.declare import declare

from . import (
    audit,
    data,
    explain,
    house,
    observe,
    prompt,
    rules,
    scoring,
    setup,
    state,
    view,
)

game = declare(
    "osaka",
    audit,
    data,
    explain,
    house,
    observe,
    prompt,
    rules,
    scoring,
    setup,
    state,
    view,
    version=2,
)
