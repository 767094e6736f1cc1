"""Batavia, by Dan Glimne and Grzegorz Rejchtman (Queen Games, 2008). See RULES.md."""

from comptoir.engine.derived.declare import declare

from . import (
    audit,
    data,
    explain,
    house,
    imagine,
    observe,
    prompt,
    rules,
    score_now,
    scoring,
    setup,
    state,
    view,
)

game = declare(
    "batavia",
    audit,
    data,
    explain,
    house,
    imagine,
    observe,
    prompt,
    rules,
    score_now,
    scoring,
    setup,
    state,
    view,
    version=1,
    proxy=("bid", "pass"),
)
