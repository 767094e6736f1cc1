"""Borneo, by Paolo Mori (2007). See RULES.md."""

from comptoir.engine.derived.declare import declare
from comptoir.engine.model.components import Components

from . import (
    audit,
    components,
    data,
    explain,
    house,
    imagine,
    labels,
    observe,
    prompt,
    rules,
    scoring,
    setup,
    state,
    view,
)

game = declare(
    "borneo",
    audit,
    components,
    data,
    explain,
    house,
    imagine,
    labels,
    observe,
    prompt,
    rules,
    scoring,
    setup,
    state,
    view,
    version=1,
    components=Components(components.FILE, components.faults),
)
