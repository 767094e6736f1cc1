"""Functions derived from a game's declaration, and errors where nothing can be derived."""

from enum import IntEnum
from types import ModuleType

import pytest

from comptoir.bots import new_dice
from comptoir.design import (
    FLAG,
    OWNER,
    SCRATCH,
    SEAT,
    UNSEEN,
    UNSHOWN,
    Actions,
    Box,
    EventKind,
    Table,
    Verb,
    declare,
    draw,
    field,
    note,
    option,
    put_seen,
    rank,
    rule,
    take_unseen,
)
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import REFEREE
from comptoir.engine.play.match import Match
from comptoir.engine.text.words import LANGUAGES
from comptoir.template import souk

SEATS = range(2, 4)
GOODS = ("silk", "tea")


class Phase(IntEnum):
    TURN = 0
    OVER = 1


class SmallTable(Table):
    phase = field("i1", of=Phase)
    turn = field("i1", of=SEAT)
    done = field("i1", SEATS, of=FLAG)
    row = field("i1", 2, of=GOODS, deck="cards")
    prices = field("i2", GOODS, 2)
    pile = field("i1", GOODS, deck="cards", seen_by=UNSEEN)
    spare = field("i1", GOODS, deck="cards", seen_by=UNSEEN)
    hand = field("i1", SEATS, GOODS, deck="cards", seen_by=OWNER, known="known")
    known = field("i1", SEATS, GOODS)
    purse = field("i1", SEATS, seen_by=OWNER, open_if="open_purses", remembered=True)
    debt = field("i1", least=-5, most=5)
    notes = field("i1", GOODS, seen_by=UNSHOWN)
    pool = field("i1", GOODS, seen_by=SCRATCH)


class SmallBox(Box):
    cards = option((6, 5), least=1, most=9)
    open_purses = option(False)
    first = option(None, least=0, most=2)


ACTIONS = Actions(Verb("take", GOODS, "good"), Verb("stop"))
EVENTS = {0: EventKind("took", (("good", GOODS),), hidden=("good",))}


@rule
def deal(t, box):
    for seat in range(t.seats):
        put_seen(t.hand[seat], t.known[seat], draw(t, t.pile))
        t.hand[seat][draw(t, t.pile)] += 1
        t.purse[seat] = 3 + seat
    t.spare[draw(t, t.pile)] += 1
    t.row[0] = draw(t, t.pile)
    t.turn = 0
    t.debt = -2


@rule
def actors(t, box):
    return 0 if t.phase == Phase.OVER else 1 << t.turn


@rule
def legal(t, box, seat, moves):
    if seat != t.turn or t.phase == Phase.OVER:
        return 0
    number = 0
    for good in range(2):
        if t.hand[seat][good] > 0:
            moves[number] = good
            number += 1
    moves[number] = 2
    return number + 1


@rule
def play(t, box, seat, action):
    if action == 2:
        t.phase = Phase.OVER
        return
    take_unseen(t.hand[seat], t.known[seat], action)
    t.spare[action] += 1
    note(t, 0, seat, action)
    t.turn = (seat + 1) % t.seats


@rule
def standing(t, box, points, ranks):
    for seat in range(t.seats):
        points[seat] = t.purse[seat]
    rank(t, points, ranks)
    return 1 if t.phase == Phase.OVER else 0


SAID = {
    "SEATS": SEATS, "Table": SmallTable, "Box": SmallBox, "ACTIONS": ACTIONS,
    "EVENTS": EVENTS, "deal": deal, "actors": actors, "legal": legal, "play": play,
    "standing": standing,
}  # fmt: skip


def game_of(without=(), **said):
    """A game by what it says."""
    module = ModuleType(__name__)
    module.__package__ = souk.__name__  # whose words it borrows
    vars(module).update({k: v for k, v in (SAID | said).items() if k not in without})
    return declare("small", module)


def test_a_table_is_cleared_and_all_cards_lie_in_the_pile_before_a_deal():
    match = Match(game_of(), 3, "1", {"cards": [9, 9]})
    t = match.position.table

    assert [] == match.audit()
    assert 18 - 3 * 2 - 1 - 1 == sum(t.pile)
    assert [-1] == t.row[1:]
    assert ([0, 0, 0], [0, 0]) == (t.done, t.pool)


def test_a_view_shows_each_viewer_what_the_fields_say():
    match = Match(game_of(), 2, "1")
    own, public, whole = match.view(0), match.view(None), match.referee_view()

    assert ("turn", 0, 0, -2) == (own.phase, own.viewer, own.turn, own.debt)
    assert 1 == len(own.row)
    assert {"silk": [0, 0], "tea": [0, 0]} == own.prices
    assert (2, 2) == tuple(seat.hand_cards for seat in public.seats)
    assert sum(own.seats[0].hand.values()) == 2
    assert own.seats[1].hand is public.seats[0].hand is None
    assert (3, None) == (own.seats[0].purse, own.seats[1].purse)
    assert public.pile_cards is None
    assert whole.pile == sum(whole.pile_cards.values())
    assert all(seat.hand for seat in whole.seats)
    assert not {"notes", "pool"} & {*type(own).__struct_fields__}
    assert match.views([None, 0, 1]) == {v: match.view(v) for v in (None, 0, 1)}


def test_the_box_may_open_a_field():
    match = Match(game_of(), 2, "1", {"open_purses": True})

    assert [3, 4] == [seat.purse for seat in match.view(None).seats]
    assert {"purse"} == match.game.opened(match.position.table, match.position.box, 0)


def test_an_observation_has_a_part_for_each_field_as_far_as_it_is_known():
    for options in ({}, {"open_purses": True}):
        match = Match(game_of(), 2, "1", options)
        seen, at = {}, 0
        numbers = match.position.observe(1)
        for name, size in match.game.layout:
            seen[name] = numbers[at : at + size]
            at += size

        assert at == match.game.observation
        assert ([1, 0], [2], [3]) == (
            seen["phase, one-hot"],
            seen["turn"],
            seen["debt"],
        )
        assert match.position.table.hand[1] == seen["own hand"]
        assert [2, 2, 0] == seen["seats: cards in hand"]
        assert [4, 3, 0] == seen["seats: purse"], "what is remembered is known"
        assert [match.position.table.row[0] + 1, 0] == seen["row"]
        assert 4 == len(seen["prices"])
        assert [0] == seen["option first"], "−1 stands for left open"
        assert not {"notes", "pool"} & {*seen}


def test_hidden_cards_are_dealt_anew_and_what_was_seen_stays():
    match = Match(game_of(), 3, "1")
    truth, piles = match.position.table, set()
    for number in range(40):
        table = match.imagine(1, new_dice(f"{number}")).table
        assert [] == match.game.audit(table, match.position.box)
        assert truth.hand[1] == table.hand[1]
        assert all(sum(hand) == 2 for hand in table.hand)
        assert 1 == sum(table.spare)
        assert (truth.row, truth.purse, truth.known) == (
            table.row,
            table.purse,
            table.known,
        )
        piles.add((*table.pile, *table.spare, *table.hand[0]))
    assert len(piles) > 4


class Cellar(SmallTable):
    spare = field("i1", GOODS, deck="cards", seen_by=UNSEEN, known="shown")
    shown = field("i1", GOODS)


def test_what_was_seen_stays_in_a_place_of_nobody():
    match = Match(game_of(Table=Cellar), 2, "1")
    t = match.position.table
    t.shown = [*t.spare]

    spares = [match.imagine(0, new_dice(f"{n}")).table.spare for n in range(9)]

    assert [t.spare] * 9 == spares


def test_a_page_without_a_board_is_told_where_cards_lie_and_what_is_done_there():
    said = Actions(Verb("take", GOODS, "good", at="row"), Verb("stop"))
    told = game_of(ACTIONS=said).messages("en")

    assert "row" == told["at.take"]
    assert "at.stop" not in told
    assert {"place.row", "place.pile", "place.spare", "place.hand"} == {
        key for key in told if key.startswith("place.")
    }


def test_what_leaves_a_hand_unseen_may_have_been_any_card():
    match = Match(game_of(), 2, "1")
    match.play(0, match.legal(0)[0])

    assert [0, 0] == match.position.table.known[0]


def test_questions_and_refusals_have_words():
    game = game_of()
    match = Match(game, 2, "1")
    match.position.table.hand[0] = [0, 2]
    refusal = match.explain(0, "take silk")

    assert ("choose", {"may": "take_stop"}) == match.prompt(0)
    assert "take tea" == str(refusal.args["instead"])
    for language in LANGUAGES:
        assert game.words(language).say("prompt.choose")


def test_a_house_that_searches_chooses_by_what_its_seat_sees():
    match = Match(game_of(), 2, "1")
    choices = {
        str(match.imagine(0, new_dice(f"{n}")).house(0)) for n in range(3)
    }  # the same sight, whatever is hidden

    assert 1 == len(choices)
    assert choices <= {str(action) for action in match.legal(0)}
    assert not match.game.has_house


class Secret(SmallTable):
    secret = field("i1", SEATS, seen_by=OWNER)


class NoPile(Table):
    hand = field("i1", SEATS, GOODS, deck=3, seen_by=OWNER)


class Unknown(SmallTable):
    cellar = field("i1", SEATS, GOODS, seen_by=OWNER, known="seen")


class Misspelt(SmallTable):
    cellar = field("i1", SEATS, GOODS, seen_by=OWNER, open_if="open_celars")


class SeenPile(SmallTable):
    pile = field("i1", GOODS, deck="cards", seen_by=UNSEEN, known="bottom")
    bottom = field("i1", GOODS)


class Full(SmallTable):
    store = field("i1", GOODS, deck=200)


class Listed(SmallTable):
    stack = field("i1", SEATS, 3, of=GOODS, deck="cards", seen_by=OWNER)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"Table": Secret}, "small: secret is hidden, and no place of cards nor"),
        ({"Table": NoPile}, "hand hides cards, and there is no pile to deal them from"),
        (
            {"ACTIONS": Actions(Verb("take", GOODS, "good", at="shelf"), Verb("stop"))},
            "small: take is done at 'shelf', no field of the table",
        ),
        ({"Table": Unknown}, "small: cellar is known by 'seen', no field of its shape"),
        ({"Table": Misspelt}, "small: cellar names 'open_celars', which is not in the box"),
        ({"Table": SeenPile}, "all have seen some of pile, from which hidden cards are dealt"),
        ({"Table": Full}, "store may hold 200 cards of a kind, and i1 ends at 127: declare"),
        ({"Table": Listed}, "stack hides cards that are not numbers by kind"),
        ({"observe": deal}, "`observe` writes numbers, and no LAYOUT says what they are"),
        ({"without": ("legal", "EVENTS")}, "small: the game does not say EVENTS, legal"),
    ],
)  # fmt: skip
def test_what_cannot_follow_is_said_in_one_sentence(said, sentence):
    with pytest.raises(BadSetup, match=sentence):
        game_of(**said)


def test_the_referee_is_one_viewer_everywhere():
    """All derived functions use the same number for the referee, who sees everything."""
    match = Match(game_of(), 2, "1")

    assert match.game.view(match.position.table, match.position.box, REFEREE).pile_cards
