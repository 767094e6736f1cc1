"""The prompt: the message key for what the table waits for, and its arguments."""

from typing import Any

from .data import COMPANY_NAMES, MISSION_NAMES, NOTHING, SPICE_NAMES, Box, Ending, Phase
from .fight import count_flags
from .state import Table


def prompt(t: Table, box: Box, seat: int) -> tuple[str, dict[str, Any]]:
    """Return the key and arguments of the prompt for a seat."""
    phase = Phase(t.phase)
    key = phase.name.lower()
    if phase == Phase.OVER:
        return key, {}
    args: dict[str, Any] = {}
    if phase == Phase.MISSION and t.ending != Ending.NOT_YET:
        return "last_mission", args
    if phase == Phase.PAYING:
        args |= {
            "mission": MISSION_NAMES[t.mission],
            "missing": sum(t.missing) - t.wild,
        }
        if t.trade != NOTHING:
            return "trading", args | {"spice": SPICE_NAMES[t.trade]}
    if t.company != NOTHING:
        args["company"] = COMPANY_NAMES[t.company]
    if phase == Phase.DEFENCE:
        args |= {
            "seat": t.mover,
            "flags": count_flags(box, t.attack, t.attack_cards, t.company),
            "bonus": t.attacker - t.target - 1,
            "most": t.attack_cards,
        }
    if phase in (Phase.LOADING, Phase.PICKING):
        args["slot"] = t.slot + 1
    return key, args
