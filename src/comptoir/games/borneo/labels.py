"""Labels of cards, harbours, missions and ranks, for use in sentences (BOR-1.2 to 1.5)."""

from typing import Any

from .data import (
    CARD_NAMES,
    COMPANIES,
    COMPANY_NAMES,
    GOOD_NAMES,
    HARBOUR_NAMES,
    MISSION_NAMES,
    POST_NAMES,
    RANKS,
    SPICE_NAMES,
    SPICES,
    UNITS,
    UPPER,
    Box,
)

Label = dict[str, Any]


def labels(box: Box) -> dict[str, Label]:
    """Return the label of every component, by the name it has in records."""
    told: dict[str, Label] = {}
    for card, name in enumerate(CARD_NAMES):
        told[f"card.{name}"] = _card(box, card)
    for harbour, name in enumerate(HARBOUR_NAMES):
        spice = SPICE_NAMES[box.harbour_spice[harbour]]
        told[f"harbour.{name}"] = {"kind": "harbour", "spice": spice}
        # a harbour card also pays for missions, as cards do
        told[f"card.{name}"] = told[f"harbour.{name}"]
    for mission, name in enumerate(MISSION_NAMES):
        told[f"mission.{name}"] = _mission(box, mission)
    for post, name in enumerate(POST_NAMES):
        company, rank = divmod(post, RANKS)
        named = COMPANY_NAMES[company]
        told[f"post.{name}"] = {"kind": "post", "company": named, "rank": rank + 1}
    return told


def _card(box: Box, card: int) -> Label:
    """BOR-1.2  Return a card's label: its good, the flags of the upper row, and the flag
    below.
    """
    good = box.spice[card] * len(UNITS) + box.units[card] - 1
    flags = list(box.flag[card])
    upper = [
        {"flag": COMPANY_NAMES[company], "count": flags[:UPPER].count(company)}
        for company in range(COMPANIES)
        if company in flags[:UPPER]
    ]
    lower = COMPANY_NAMES[flags[UPPER]]
    return {"kind": "card", "good": GOOD_NAMES[good], "upper": upper, "flag": lower}


def _mission(box: Box, mission: int) -> Label:
    """BOR-1.4  Return a mission's label: the spices it asks for, and its value."""
    asked = [
        {"spice": SPICE_NAMES[spice], "count": box.need[mission][spice]}
        for spice in range(SPICES)
        if box.need[mission][spice]
    ]
    return {"kind": "mission", "asked": asked, "value": box.mission_value[mission]}
