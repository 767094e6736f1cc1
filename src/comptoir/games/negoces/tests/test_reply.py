"""NEG-4.5  A seller asks for more; a bot offers it if the lot is worth as much to it."""

from comptoir.games.negoces.data import ACTIONS
from comptoir.games.negoces.reply import reply

from .builder import act, sale, table


def answer(t, box, key, seat=1, speaker=0, **args):
    said = reply(t, box, seat, speaker, key, {"seat": seat} | args)
    return str(ACTIONS[said]) if isinstance(said, int) else said


def test_it_pays_what_the_lot_is_worth_and_no_more():
    t, box = sale("open jade")

    assert "coins 5" == answer(t, box, "ask_coins", coins=5)
    assert "cannot_pay" == answer(
        t, box, "ask_coins", coins=6
    )  # ten coins are not touched
    act(t, box, (1, "open perfume"))
    assert "cannot_pay" == answer(
        t, box, "ask_coins", coins=4
    )  # a card is given already


def test_it_gives_a_spare_card_for_something_it_lacks():
    t, box = sale("open jade")

    assert "open perfume" == answer(t, box, "ask_card", card="perfume")
    assert "cannot_pay" == answer(t, box, "ask_card", card="silk")  # it has none
    t.known[1][0] = [1, 1, 1, 1, 0, 0, 0, 0, 0]
    assert "cannot_pay" == answer(
        t, box, "ask_card", card="perfume"
    )  # nor to who leads


def test_only_the_seller_is_heard_and_only_in_a_sale():
    t, box = sale("open jade")

    assert answer(t, box, "ask_coins", speaker=2, coins=1) is None
    assert reply(t, box, 1, 0, "ask_coins", {"seat": 2, "coins": 1}) is None
    assert reply(t, box, 1, 0, "thanks", {}) is None
    assert answer(*table(), "ask_coins", coins=1) is None
