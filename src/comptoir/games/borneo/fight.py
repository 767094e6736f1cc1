"""BOR-5.3 to BOR-5.9, fights for a higher rank within a company."""

from collections.abc import MutableSequence, Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import noinline, rule

from .cards import discard_card, good_of, store_card, take_from_hand
from .companies import end_companies, enter, leave, legal_places
from .data import (
    COMPANIES,
    DONE,
    FIGHT,
    LAY,
    NOTHING,
    PASS,
    RANKS,
    STAY,
    TAKE,
    TARGET,
    Box,
    Phase,
    Place,
)
from .flags import flags_in
from .state import Kind, Table


@rule
def hand_flags(t: Table, box: Box, seat: int) -> int:
    """BOR-5.3  Return the tally of flags in a hand, of both rows."""
    tally = 0
    for i in range(t.hand_cards[seat]):
        tally += box.flag_count[t.hand[seat][i]]
    return tally


@rule
def has_target(t: Table, seat: int, company: int, rank: int) -> bool:
    """BOR-5.3  Return True if another player's merchant stands higher."""
    for above in range(rank):
        if t.column[company][above] != seat:
            return True
    return False


@rule
def legal_fighters(
    t: Table, box: Box, seat: int, moves: MutableSequence[int], count: int
) -> int:
    """BOR-5.3  List the merchants that may attack. BOR-5.5  With one card nobody can."""
    if t.hand_cards[seat] == 1:
        return count
    shown = hand_flags(t, box, seat)
    for company in range(COMPANIES):
        above = 0  # number of other players' merchants above this one
        if flags_in(shown, company) > 0:
            for rank in range(RANKS):
                own = t.column[company][rank] == seat
                may = own & (above > 0)
                count = add_if(may, moves, count, FIGHT + company * RANKS + rank)
                above += not own
    return count


@rule
def start_fight(t: Table, seat: int, post: int) -> None:
    """BOR-5.3  Choose the attacking merchant; a single possible target is chosen at once."""
    t.company = post // RANKS
    t.attacker = post % RANKS
    t.phase = Phase.TARGET
    targets = 0
    last = 0
    for rank in range(t.attacker):
        if t.column[t.company][rank] != seat:
            targets += 1
            last = rank
    if targets == 1:
        choose_target(t, seat, last)


@rule
def legal_targets(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-5.3  List the other players' merchants higher in the company."""
    count = 0
    for rank in range(t.attacker):
        other = t.column[t.company][rank] != seat
        count = add_if(other, moves, count, TARGET + t.company * RANKS + rank)
    return count


@rule
def choose_target(t: Table, seat: int, rank: int) -> None:
    """BOR-5.3  Choose the merchant that is attacked."""
    t.target = rank
    t.phase = Phase.ATTACK
    note(t, Kind.ATTACKED, seat, t.column[t.company][rank], t.company)


@rule
def legal_cards(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """BOR-5.3, BOR-5.4  List cards with the company's flag; an attacker must lay at least one.

    BOR-5.5  A player's last card is never laid: the fight moves on before that.
    """
    count = 0
    for i in range(t.hand_cards[seat]):
        card = t.hand[seat][i]
        flags = flags_in(box.flag_count[card], t.company)
        count = add_if(flags > 0, moves, count, LAY + card)
    may_stop = t.phase == Phase.DEFENCE or t.attack_cards > 0
    return add_if(may_stop, moves, count, DONE)


@rule
def lay_card(t: Table, box: Box, seat: int, card: int) -> None:
    """BOR-5.3, BOR-5.4  Lay a card face up.

    BOR-5.5  Both players keep a card. BOR-5.4  The defender lays no more cards than the
    attacker.
    """
    take_from_hand(t, seat, card)
    t.place[card] = Place.FIGHT
    flags = flags_in(box.flag_count[card], t.company)
    full = t.hand_cards[seat] == 1
    if t.phase == Phase.ATTACK:
        t.attack[t.attack_cards] = card
        t.attack_cards += 1
        note(t, Kind.LAID, seat, card, flags)
    else:
        t.defence[t.defence_cards] = card
        t.defence_cards += 1
        note(t, Kind.DEFENDED, seat, card, flags)
        full = full or t.defence_cards == t.attack_cards
    if full:
        be_done(t, box)


@rule
def be_done(t: Table, box: Box) -> None:
    """BOR-5.4  Let the defender lay cards next. BOR-5.5  Not if the defender has one card."""
    defender = t.column[t.company][t.target]
    if t.phase == Phase.ATTACK and t.hand_cards[defender] > 1:
        t.turn = defender
        t.phase = Phase.DEFENCE
    else:
        resolve(t, box)


@rule
def count_flags(box: Box, cards: Sequence[int], count: int, company: int) -> int:
    """BOR-5.6  Return the number of a company's flags on laid cards, both rows."""
    flags = 0
    for i in range(count):
        flags += flags_in(box.flag_count[cards[i]], company)
    return flags


@noinline
def resolve(t: Table, box: Box) -> None:
    """BOR-5.6  Compare flags; each merchant in between adds 1 for the defender.

    BOR-5.7  The attacker wins ties.
    """
    attack = count_flags(box, t.attack, t.attack_cards, t.company)
    defence = count_flags(box, t.defence, t.defence_cards, t.company)
    defence += t.attacker - t.target - 1
    note(t, Kind.COUNTED, t.mover, attack, defence)
    if attack >= defence:
        win(t)
    else:
        hold(t)


@rule
def win(t: Table) -> None:
    """BOR-5.7  Give the attacker the defender's rank; the defender chooses where to go."""
    defender = t.column[t.company][t.target]
    t.column[t.company][t.target] = t.mover
    t.column[t.company][t.attacker] = defender
    note(t, Kind.WON, t.mover, t.target + 1, t.company)
    clear_cards(t)
    t.turn = defender
    t.phase = Phase.RETREAT


@rule
def legal_retreat(t: Table, moves: MutableSequence[int]) -> int:
    """BOR-5.7  List the rank that the attacker left, and companies that are not full
    (BOR-5.2).
    """
    count = legal_places(t, t.company, moves)
    moves[count] = STAY
    return count + 1


@rule
def retreat(t: Table, seat: int, company: int) -> None:
    """BOR-5.7  Move to the highest free rank of another company; the column closes up."""
    leave(t, t.company, t.attacker)
    rank = enter(t, company, seat)
    note(t, Kind.RETREATED, seat, rank + 1, company)
    end_fight(t)


@rule
def stay(t: Table, seat: int) -> None:
    """BOR-5.7  Move the beaten merchant to the rank that the attacker left."""
    note(t, Kind.STAYED, seat, t.attacker + 1, t.company)
    end_fight(t)


@rule
def hold(t: Table) -> None:
    """BOR-5.8  Move no merchant; the defender may keep one of the cards laid in defence."""
    defender = t.column[t.company][t.target]
    note(t, Kind.HELD, defender, t.target + 1, t.company)
    if t.defence_cards == 0:
        keep_nothing(t)
    else:
        t.turn = defender
        t.phase = Phase.REWARD


@rule
def legal_rewards(t: Table, moves: MutableSequence[int]) -> int:
    """BOR-5.8  List the cards that the defender laid, and keeping none."""
    moves[0] = PASS
    return 1 + list_cards(t.defence, t.defence_cards, moves, 1)


@rule
def list_cards(
    cards: Sequence[int], count: int, moves: MutableSequence[int], first: int
) -> int:
    """Write the actions that take cards, in ascending order from index `first` on; count
    them.
    """
    for i in range(count):
        at = first + i
        while at > first and moves[at - 1] > TAKE + cards[i]:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = TAKE + cards[i]
    return count


@rule
def keep_card(t: Table, box: Box, seat: int, card: int) -> None:
    """BOR-5.8  Put one card laid in defence into the warehouse."""
    clear_cards(t)
    store_card(t, box, seat, card)
    note(t, Kind.KEPT, seat, card, good_of(box, card))
    end_fight(t)


@rule
def keep_nothing(t: Table) -> None:
    """BOR-5.8  Keep no card: the defender declined, or laid none."""
    clear_cards(t)
    end_fight(t)


@rule
def clear_cards(t: Table) -> None:
    """BOR-5.9  Discard the cards of the fight."""
    for i in range(t.attack_cards):
        discard_card(t, t.attack[i])
        t.attack[i] = NOTHING
    for i in range(t.defence_cards):
        discard_card(t, t.defence[i])
        t.defence[i] = NOTHING
    t.attack_cards = 0
    t.defence_cards = 0


@rule
def end_fight(t: Table) -> None:
    """BOR-3.1  End the fight; the turn continues."""
    clear_fight(t)
    end_companies(t)


@rule
def clear_fight(t: Table) -> None:
    """Reset the fields of a fight."""
    t.company = NOTHING
    t.attacker = NOTHING
    t.target = NOTHING
