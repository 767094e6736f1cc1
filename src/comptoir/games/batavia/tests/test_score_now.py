"""BAT-9 as of now: what hidden hands and bills leave open."""

from comptoir.engine.model.game import REFEREE
from comptoir.games.batavia.score_now import score

from .builder import table


def test_seals_count_now_but_hidden_hands_may_take_them():
    """BAT-9.1  A rival with a card in hand could draw level, and the holder cannot know."""
    t, box = table(laid={0: "2D", 1: "1D"}, hands={0: "1E", 1: "1F"})

    seen = score(t, box, 0, 2).sources[-1]

    assert ("gold_from.seals_paid", 2, 0, False) == (
        seen.key, seen.points, seen.least, seen.sure
    )  # fmt: skip
    for seat, sure in ((0, False), (REFEREE, True)):
        assert sure is score(t, box, 0, seat).sources[-1].sure


def test_a_seal_beyond_all_hands_is_sure():
    """BAT-9.5  Two gold for a seal that no hand can take."""
    t, box = table(laid={0: "3D", 1: "1D"}, hands={0: "1E", 1: "1F"})

    assert 2 == score(t, box, 0, 2).sources[-1].least


def test_bills_are_counted_where_all_are_seen():
    """BAT-9.3  With open bills everyone knows who has the most."""
    bills = [10, 20, 14, 16]
    for options, told in (({}, []), ({"open_bills": True}, [5])):
        t, box = table(options=options, bills=bills)
        found = score(t, box, 1, 2).sources
        paid = [s for s in found if s.key == "gold_from.bills_paid"]
        assert told == [each.points for each in paid if each.sure]
