"""Events as sentences."""

from comptoir import Match
from comptoir.engine.play import narration


def test_runs_of_events_are_told_in_one_sentence():
    """Ten cards dealt, a packet shown, a bid paid: one sentence each."""
    match = Match("batavia", 4, 5)
    words = match.game.words("en", names=["Anna", "Bruno", "Chloé", "Daan"])
    told = list(narration.paragraphs(narration.parts(match, -1, 0, hide=True), words))

    assert 2 == len(told)
    assert told[0].startswith("Anna is dealt 10 cards: 4\u00a0French, 1\u00a0Danish")
    assert "Bruno is dealt 10 cards. Chloé is dealt 10 cards." in told[0]
    assert "6 cards join the packet: 1\u00a0Danish, 4\u00a0Swedish" in told[1]
