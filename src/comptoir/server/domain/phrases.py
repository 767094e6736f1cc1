"""The phrases of every table: everyone reads them in their own language."""

from collections.abc import Mapping

from comptoir.engine.model.game import Game
from comptoir.engine.model.talk import PhraseSlots

GENERAL: Mapping[str, PhraseSlots] = {
    "hello": {},
    "patience": {},
    "take_time": {},
    "thanks": {},
    "well_played": {},
}


def phrases_of(game: Game) -> dict[str, PhraseSlots]:
    """Return a game's phrases, and those that belong to every game."""
    return {**game.phrases, **GENERAL}
