"""Actions chosen without search, in the server's own process."""

from comptoir.bots.policy import Policy
from comptoir.engine.play.match import Match
from comptoir.server.domain.acting.autopilot import chosen_by

_policy = Policy()


def best_guess(match: Match, seat: int) -> str:
    """Return the policy's favourite action, or the house bot's without a network."""
    return chosen_by(_policy, match, seat)
