"""Many threads of callers on one match: no card or coin is lost, no accept misled."""

import random
from threading import Barrier, Thread

import pytest

from comptoir import IllegalMove, Match, replay

INTERLEAVINGS = 1500
CALLERS = 4


class Caller(Thread):
    """A seat that changes its mind without end, and as a seller takes what it saw."""

    def __init__(self, match, seat, start, wrong):
        super().__init__()
        self.match, self.seat, self.gate, self.wrong = match, seat, start, wrong
        self.dice = random.Random(seat)
        self.named = []  # what it accepted: the move's events and the offer it saw
        self.refused = 0

    def run(self):
        self.gate.wait()
        try:
            while len(self.match.moves) < INTERLEAVINGS and not self.match.over:
                self.step()
        except Exception as error:  # told in the test's own thread
            self.wrong.append(error)

    def step(self):
        seen = self.match.view(self.seat)
        legal = [str(action) for action in self.match.legal(self.seat)]
        if not legal or (
            self.seat not in self.match.actors and self.dice.random() < 0.9
        ):
            return  # who is ready, or waits, seldom speaks
        offers = [move for move in legal if move.startswith("accept")]
        others = [m for m in legal if m != "force"] or legal
        # An accept is named from what was seen, however old that is by now.
        move = self.dice.choice(
            offers if offers and self.dice.random() < 0.2 else others
        )
        try:
            events = self.match.play(self.seat, move)
        except IllegalMove:
            self.refused += 1
            return
        if move.startswith("accept"):
            buyer = int(move.split()[1]) - 1
            self.named.append((events, int(move.split()[2]), buyer, seen))


def accepted_in_a_race(seed, options):
    """Let four callers play at one table; return what they accepted."""
    match = Match("negoces", 4, seed, {"sales": 0, **options})
    gate, wrong = Barrier(CALLERS), []
    callers = [Caller(match, seat, gate, wrong) for seat in range(CALLERS)]
    for caller in callers:
        caller.start()
    while any(caller.is_alive() for caller in callers):
        wrong += match.audit()
        for caller in callers:
            caller.join(0.001)

    assert [] == wrong
    assert [] == match.audit()
    assert len(match.moves) >= INTERLEAVINGS or match.over
    assert match.packed().tobytes() == replay(match.record()).packed().tobytes()
    return [accept for caller in callers for accept in caller.named]


@pytest.mark.parametrize("options", [{}, {"revisions": 0}], ids=["bounded", "free"])
def test_no_interleaving_of_four_callers_loses_anything(options):
    """NEG-4.6"""
    accepted, tables = [], 0
    while len(accepted) < 10 and tables < 40:  # how threads fall decides
        accepted += accepted_in_a_race(f"race-{tables}", options)
        tables += 1

    assert len(accepted) >= 10
    for events, number, buyer, _ in accepted:
        assert ("accepted", buyer) == (events[0].name, events[0].args["buyer"])
        assert number == events[0].args["revision"] % 32


def change_mind(match, seat, rounds):
    """Change an offer as fast as a thread can."""
    dice = random.Random(seat)
    for _ in range(rounds):
        changes = [str(m) for m in match.legal(seat) if str(m) != "ready"]
        try:
            if changes not in ([], ["withdraw"]):  # the last offer stands
                match.play(seat, dice.choice(changes))
        except IllegalMove:
            continue


def accept_what_is_seen(match, seller):
    """Look at an offer, then accept it by its number; return it and what happened."""
    view = match.view(seller)
    for buyer, place in enumerate(view.seats):
        if place.offer:
            try:
                move = f"accept {buyer + 1} {place.offer.number}"
                return buyer, place.offer, match.play(seller, move)
            except IllegalMove:
                return None
    return None


def sell_under_fire(match, seller):
    """Put a lot up while three buyers never rest; return what was accepted."""
    match.play(seller, match.legal(seller)[0])
    buyers = [seat for seat in range(4) if seat != seller]
    threads = [Thread(target=change_mind, args=(match, seat, 60)) for seat in buyers]
    for thread in threads:
        thread.start()
    deal = None
    for _ in range(400):
        deal = accept_what_is_seen(match, seller)
        if deal:
            break
    for thread in threads:
        thread.join()
    return deal


def deals_under_fire(seed):
    """Sell at one table while the buyers change their minds, as long as deals are made."""
    match = Match("negoces", 4, seed, {"revisions": 0, "sales": 0})
    while match.view().phase == "auction":
        match.play(match.actors[0], "leave")
    deals = 0
    while match.view().phase == "lot" and deals < 10:
        deal = sell_under_fire(match, match.view().seller)
        if deal:
            deals += 1
            buyer, offer, events = deal
            paid = [
                e.args["coins"] for e in events if (e.name, e.seat) == ("paid", buyer)
            ]
            assert offer.coins == sum(paid)
            assert offer.number == events[0].args["revision"] % 32
    assert [] == match.audit()
    return deals


def test_an_accept_takes_the_offer_as_it_was_seen_or_nothing():
    """NEG-4.6, NEG-4.8"""
    deals = tables = 0
    while (
        deals < 6 and tables < 40
    ):  # how threads fall decides how many deals there are
        deals += deals_under_fire(f"seen-{tables}")
        tables += 1

    assert deals >= 6
