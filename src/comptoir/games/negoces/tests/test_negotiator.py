"""NEG-4.6  Bots sell to the best of three offers, whoever makes it, by what they may know."""

from itertools import islice, permutations, product

import pytest

from comptoir import Match, bots
from comptoir.bots.bargainer import Bargainer
from comptoir.bots.conversation import Conversation
from comptoir.engine.play.position import Position
from comptoir.engine.rules.rng import throw
from comptoir.games.negoces import game
from comptoir.games.negoces.bargain import bargain
from comptoir.games.negoces.bargain_heard import Heard
from comptoir.games.negoces.bargain_market import Market
from comptoir.games.negoces.bargain_seller import best_answer
from comptoir.games.negoces.bargain_tempers import CHARACTERS
from comptoir.games.negoces.data import ACTIONS, CARD_NAMES, COPIES
from comptoir.laws.turning import left, pairs

from .builder import SIGNS, act, sale, table

FREE = {"revisions": 0, "sales": 0}
POSITIONS = 50  # at which a table is turned
FIVE = "11122345X"  # five goods; silk, wine and tea are missing
SEVEN = "112345677"  # seven goods; tea is missing


@pytest.mark.parametrize(
    ("hand", "coins", "offers"),  # the best offer comes first
    [
        (FIVE, 15, ["silk 0", "jade 0", "jewels 0"]),
        (FIVE, 15, ["silk 3", "silk 0", "silk 1"]),
        (FIVE, 15, ["tea 3", "perfume 0", "- 1"]),
        (FIVE, 15, ["wine 1", "jade 1", "jewels 1"]),
        (FIVE, 15, ["silk 0", "- 1", "jade 0"]),
        (FIVE, 12, ["tea 2", "tea 1", "coffee 2"]),
        (FIVE, 8, ["silk 4", "silk 1", "- 4"]),
        (SEVEN, 12, ["tea 0", "- 5", "jade 5"]),
        (SEVEN, 8, ["tea 2", "tea 0", "- 4"]),
        (SEVEN, 15, ["tea 1", "coffee 5", "- 2"]),
    ],
)
def test_the_best_of_three_offers_is_taken_whoever_makes_it(hand, coins, offers):
    for seller in range(4):
        buyers = [seat for seat in range(4) if seat != seller]
        purse = [coins if seat == seller else 15 for seat in range(4)]
        for order in permutations(buyers):
            hands = {seller: hand} | shared(hand, dict(zip(order, offers, strict=True)))
            t, box = sale(hands=hands, seller=seller, coins=purse, options=FREE)
            for buyer, offer in zip(order, offers, strict=True):
                card, put = offer.split()
                if card != "-":
                    act(t, box, (buyer, f"open {card}"))
                if put != "0":
                    act(t, box, (buyer, f"coins {put}"))
            market = Market(
                t, box, seller, CHARACTERS["honest"], Heard(t, seller, None)
            )
            taken = str(ACTIONS[best_answer(market)[0]])
            assert taken.startswith(f"accept {order[0] + 1}"), (seller, order, taken)


def shared(hand, offers):
    """Return hands for the buyers: the card that each offers, and a share of the rest."""
    rest = [sign for sign in SIGNS for _ in range(1 if sign == "X" else COPIES)]
    for sign in hand:
        rest.remove(sign)
    found = {}
    for buyer, offer in offers.items():
        card = offer.split()[0]
        found[buyer] = "" if card == "-" else SIGNS[CARD_NAMES.index(card)]
        if found[buyer]:
            rest.remove(found[buyer])
    for buyer, held in found.items():
        found[buyer] = held + "".join(rest[: 8 - len(held)])
        del rest[: 8 - len(held)]
    return found


@pytest.mark.parametrize(
    ("style", "verbs"), [("honest", {"open"}), ("bluffer", {"open", "hide"})]
)
def test_a_spare_card_is_put_up_open_or_hidden_as_the_character_does(style, verbs):
    t, box = table(hands={0: "111234567"}, options=FREE)
    legal = Position(game, t, box).legal_numbers(0)
    found = set()
    for t.sales in range(20):
        put = ACTIONS[bargain(t, box, 0, legal, [], style).action]
        assert "jade" == put.what
        found.add(put.verb)
    assert verbs == found


def test_lying_and_hiding_are_drawn_apart():
    """Of the sales in which a bluffer hides its cards it lies in about four of five."""
    t, box = table(hands={0: "111234567"}, options=FREE)
    temper = CHARACTERS["bluffer"]
    lies = []
    for t.sales in range(1000):
        market = Market(t, box, 0, temper, Heard(t, 0, None))
        if market.luck(2) < temper.hides:
            lies.append(market.luck(1) < temper.lies)
    assert sum(lies) / len(lies) == pytest.approx(temper.lies, abs=0.05)
    assert len(lies) / 1000 == pytest.approx(temper.hides, abs=0.05)


def test_a_bluffer_calls_the_contraband_a_good():
    t, box = table(hands={0: "11123456X"}, options=FREE)
    hidden = set()
    for t.sales in range(20):
        legal = Position(game, t, box).legal_numbers(0)
        hidden.add(str(ACTIONS[bargain(t, box, 0, legal, [], "bluffer").action]))
    assert "hide contraband" in hidden
    assert "open contraband" not in hidden


@pytest.mark.parametrize("style", ["honest", "bluffer", "talkative", "casual"])
def test_what_bots_say_and_do_never_depends_on_what_they_cannot_know(style):
    """With everything hidden from a seat dealt anew, it makes and says the same."""
    match, dice = Match("negoces", 4, f"told-{style}", FREE), bots.new_dice(style)
    bot = Bargainer(bots.simple.house, style)
    talk = Conversation(match, dict.fromkeys(range(4), bot), dice)
    said = 0
    for _ in range(250):
        if match.over:
            break
        t, box = match.position.table, match.position.box
        for seat in range(4):
            about = [action.number for action in match.legal(seat)], talk.said, style
            true = bargain(t, box, seat, *about)
            for _ in range(2):
                other = match.imagine(seat, dice).table
                assert true == bargain(other, box, seat, *about)
            said += bool(true and true.phrases)
        actors = match.actors
        seat = actors[throw(dice, len(actors))]
        talk.take(seat, talk.turn(seat))
    assert said


def test_the_negotiator_turns_with_the_table():
    """It does and says the same from every seat, with seats counted from its own."""
    found = 0
    for position, other in islice(pairs(game, 4, "turned"), POSITIONS):
        for seat, style in product(range(4), ["casual", "expert", "bluffer"]):
            one = _counted(position, seat, style)
            assert one == _counted(other, left(seat, 4), style)
            found += one is not None
    assert found > POSITIONS


def _counted(position, own, style):
    """Return what a seat does and says, with seats counted from its own."""
    legal = position.legal_numbers(own)
    turn = bargain(position.table, position.box, own, legal, [], style)
    if turn is None:
        return None
    action = None if turn.action is None else ACTIONS[turn.action]
    said = [
        (one.key, {k: (v - own) % 4 if k == "seat" else v for k, v in one.args.items()})
        for one in turn.phrases
    ]
    return action and position.choice(own, action), said
