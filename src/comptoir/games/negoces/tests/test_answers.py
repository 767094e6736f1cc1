"""NEG-4.5  What bots make of each phrase: an answer, an offer, or another belief."""

import pytest

from comptoir.engine.model.talk import Spoken
from comptoir.engine.play.position import Position
from comptoir.games.negoces import game
from comptoir.games.negoces.bargain import bargain
from comptoir.games.negoces.bargain_answers import ANSWERS
from comptoir.games.negoces.bargain_heard import MOST_HEARD, Heard
from comptoir.games.negoces.bargain_market import Market
from comptoir.games.negoces.bargain_tempers import CHARACTERS
from comptoir.games.negoces.data import ACTIONS, CARD_NAMES
from comptoir.games.negoces.phrases import PHRASES

from .builder import COFFEE, JADE, PERFUME, SILK, act, sale

FREE = {"revisions": 0, "sales": 0}


def hear(
    key,
    speaker=0,
    listener=1,
    style="honest",
    lot="open jade",
    moves=(),
    talk=(),
    **args,
):
    """Let a seat hear a phrase; return the action and the phrases with which it answers."""
    t, box = sale(lot, options=FREE)
    act(t, box, *moves)
    said = [*talk, Spoken(speaker, key, args)]
    legal = numbers(t, box, listener)
    turn = bargain(t, box, listener, legal, said, style, hears=True)
    action = None if turn.action is None else str(ACTIONS[turn.action])
    return action, [(one.key, one.args) for one in turn.phrases]


def numbers(t, box, seat):
    """Return the numbers of a seat's legal actions."""
    return Position(game, t, box).legal_numbers(seat)


def says(*about, **more):
    """Return only the phrases of the answer."""
    return hear(*about, **more)[1]


def market(t, box, seat, *talk, style="honest"):
    """Return what a seat makes of a sale and of what was said."""
    return Market(t, box, seat, CHARACTERS[style], Heard(t, seat, talk))


def test_every_phrase_has_a_meaning():
    assert set(PHRASES) == set(ANSWERS)


def test_want_is_answered_by_who_has_it():
    """The seller wants perfume, which seat 1 has; and who asks for the lot hears its price."""
    assert [("have", {"card": "perfume"})] == says("want", card="perfume")
    (key, args), *_ = says("want", speaker=1, listener=0, card="jade")
    assert "want" == key
    assert args["card"] not in ("jade", "jewels")


def test_would_even_take_is_a_wish_too():
    assert [("have", {"card": "perfume"})] == says("want_card", card="perfume")


def test_have_is_asked_for_by_a_seller_who_lacks_it():
    asked = [("ask_card", {"seat": 1, "card": "perfume"})]
    assert asked == says("have", 1, 0, card="perfume")
    assert [] == says("have", 1, 0, card="jewels")  # it has jewels itself


def test_have_none_is_believed_unless_the_card_was_seen():
    t, box = sale(options=FREE)
    believed = market(t, box, 0, Spoken(1, "have_none", {"card": "perfume"}))
    assert believed.lacks(1, PERFUME) > market(t, box, 0).lacks(1, PERFUME)
    seen = says("have_none", 1, 0, moves=[(1, "open perfume")], card="perfume")
    assert [("do_not_believe", {"seat": 1})] == seen


def test_an_oath_is_believed_a_little_but_not_of_a_liar():
    t, box = sale(options=FREE)
    sworn = market(t, box, 0, Spoken(1, "truly", {}))
    assert sworn.trust(1, PERFUME) > market(t, box, 0).trust(1, PERFUME)
    t.caught[0][1] = 1
    assert 0 == market(t, box, 0, Spoken(1, "truly", {})).trust(1, PERFUME)


def test_more_coins_are_paid_or_refused():
    """A better offer pays as long as the jade is worth it, and never below ten coins."""
    action, _ = hear("add_coins", moves=[(1, "coins 1")], coins=1)
    assert "coins 2" == action
    assert [("cannot_pay", {})] == says("add_coins", moves=[(1, "coins 5")], coins=9)


def test_fewer_coins_change_nothing_that_stands():
    action, _ = hear("fewer_coins", moves=[(1, "coins 3")], coins=1)
    assert action is None or not action.startswith("withdraw")


def test_coins_asked_for_are_offered_or_refused():
    assert "coins 2" == hear("ask_coins", seat=1, coins=2)[0]
    assert [("cannot_pay", {})] == says("ask_coins", seat=1, coins=9)
    other = says("ask_coins", listener=2, seat=1, coins=9)  # another is asked
    assert ("cannot_pay", {}) not in other


def test_a_card_asked_for_is_offered_or_denied():
    sweet = [(0, "coins 4")]
    assert "open perfume" == hear("ask_card", moves=sweet, seat=1, card="perfume")[0]
    assert [("have_none", {"card": "silk"})] == says("ask_card", seat=1, card="silk")


def test_a_lie_about_a_card_is_not_betrayed_at_once():
    """A bot that said that it has silk refuses to give it."""
    said = [Spoken(1, "have", {"card": "silk"})]
    assert [("refuse", {})] == says("ask_card", talk=said, seat=1, card="silk")


def test_who_cannot_pay_or_made_the_last_offer_is_not_asked_again():
    t, box = sale(options=FREE)
    for key in ("cannot_pay", "last_offer"):
        assert market(t, box, 0, Spoken(1, key, {})).heard.firm[1]


def test_a_seller_names_the_price():
    """To who asks for it, and to who wants the lot."""
    for key in ("what_for", "sell_to_me"):
        ((asked, args),) = says(key, 1, 0)
        assert asked in ("ask_card", "ask_coins")
        assert 1 == args["seat"]


def test_who_hides_a_card_swears():
    moves = [(1, "hide perfume"), (1, "claim perfume")]
    assert [("truly", {})] == says("show_card", moves=moves)
    assert [] == says("show_card", moves=[(1, "open perfume")])


def test_a_warning_is_weighed():
    """The seller agrees if the player leads; who is meant protests."""
    assert [("refuse", {})] == says("do_not_sell", 1, 0, seat=2)
    assert [("do_not_believe", {"seat": 1})] == says("do_not_sell", 1, 2, seat=2)


def test_distrust_lowers_trust_and_is_denied():
    t, box = sale(options=FREE)
    told = market(t, box, 0, Spoken(2, "do_not_believe", {"seat": 1}))
    assert told.trust(1, SILK) < market(t, box, 0).trust(1, SILK)
    assert [("truly", {})] == says("do_not_believe", 2, 1, seat=1)


def test_nearly_wins_makes_wary_of_who_may():
    t, box = sale(options=FREE)
    t.known[0][1], t.sales = [0, 0, 1, 1, 1, 0, 0, 0, 0], 9
    told = market(t, box, 0, Spoken(2, "nearly_wins", {"seat": 1}, 9))
    assert told.goods[1] > market(t, box, 0).goods[1]
    assert [("do_not_believe", {"seat": 2})] == says("nearly_wins", 2, 1, seat=1)


def test_the_closing_call_draws_the_last_offers():
    """What it held back until then it offers now."""
    t, box = sale(options=FREE)
    talk = [Spoken(0, "going_once", {})]
    assert market(t, box, 1, *talk).heard.calls == 1
    talk.append(Spoken(0, "going_twice", {}))
    assert market(t, box, 1, *talk).heard.calls == 2


def test_patience_is_granted():
    t, box = sale(options=FREE)
    legal = numbers(t, box, 0)
    turn = bargain(t, box, 0, legal, [Spoken(1, "patience", {})], "hard", hears=True)
    assert ["take_time"] == [one.key for one in turn.phrases]
    assert turn.again > 10


def test_politeness_costs_nothing():
    assert [("thanks", {})] == says("well_played", 1, 0)
    assert [] == says("thanks", 1, 0)
    assert [] == says("take_time")
    assert [] == says("refuse")


def test_a_lie_is_remembered_and_mentioned_once():
    t, box = sale(options=FREE)
    t.caught[1][0] = 1
    legal = numbers(t, box, 1)
    first = bargain(t, box, 1, legal, [], "honest")
    assert [("you_lied", {"seat": 0})] == [(o.key, o.args) for o in first.phrases]
    again = bargain(t, box, 1, legal, [*first.phrases], "honest")
    assert "you_lied" not in [one.key for one in again.phrases]


def test_contradictions_count_by_their_last_word():
    t, box = sale(options=FREE)
    both = [
        Spoken(1, "want", {"card": "coffee"}),
        Spoken(1, "have", {"card": "coffee"}),
    ]
    assert market(t, box, 0, *both).lacks(1, COFFEE) < 0.5
    assert market(t, box, 0, *reversed(both)).lacks(1, COFFEE) > 0.5


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_a_flood_is_ignored(key):
    """After some phrases of one player a bot no longer listens, and never says much."""
    slots = {slot: values[0] for slot, values in PHRASES[key].items()}
    flood = [Spoken(2, key, slots)] * 40
    _, answers = hear(key, 2, 1, talk=flood, **slots)
    assert len(answers) <= 1
    _, answers = hear(key, 2, 0, talk=flood, **slots)
    assert len(answers) <= 1
    assert MOST_HEARD < 40


def test_phrases_of_other_sales_do_not_count():
    t, box = sale(options=FREE)
    old = Spoken(1, "have", {"card": CARD_NAMES[JADE]}, negotiation=7)
    assert not market(t, box, 0, old).heard.holds[1]
