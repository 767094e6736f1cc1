"""Actions chosen without search, in the server's own process."""

from comptoir.bots.policy import Policy
from comptoir.engine.play.match import Match
from comptoir.server.domain.acting.autopilot import chosen_by

_policy = Policy()


def best_guess(match: Match, seat: int) -> str:
    """Return the favourite action of the policy, or without a network that of the house bot."""
    return chosen_by(_policy, match, seat)
