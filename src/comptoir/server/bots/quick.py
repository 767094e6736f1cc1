"""Actions that must not wait for a search, chosen in the server's own process."""

from comptoir.bots.policy import Policy
from comptoir.engine.play.match import Match
from comptoir.server.domain.acting.autopilot import chosen_by

_policy = Policy()


def best_guess(match: Match, seat: int) -> str:
    """Return the favourite of the game's network, or of the house where there is none."""
    return chosen_by(_policy, match, seat)
