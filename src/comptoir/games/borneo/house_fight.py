"""The house bot in fights: it attacks only with spare cards and a fair chance."""

from collections.abc import Sequence

from comptoir.engine.rules.rule import rule

from .companies import free_rank
from .data import DONE, FLAGS, LAY, NOTHING, PLACE, RANKS, STAY, TARGET, Box, Phase
from .fight import count_flags
from .flags import BITS, DIGIT, flags_in
from .house_worth import POINT, best_card, heats, weight
from .state import Table

SPARE = 3  # cards that it keeps in hand when it attacks
MOST = 3  # the most cards that it lays in one attack
DEFENCE = 14  # expected flags per card that a defender may lay, in tenths
EVEN = 40  # percentage of fights won if flags equal the expected defence
SLOPE = 18  # percentage points more for each flag beyond that


@rule
def house_fight(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Choose the target, cards to lay, place of retreat, or card to keep."""
    if t.phase == Phase.TARGET:
        heat = flags_in(heats(t, box), t.company)
        best, _ = best_target(t, box, seat, t.company, t.attacker, heat)
        return TARGET + t.company * RANKS + best
    if t.phase == Phase.ATTACK:
        return house_attack(t, box, seat, moves, count)
    if t.phase == Phase.DEFENCE:
        return house_defence(t, box, seat, moves, count)
    if t.phase == Phase.RETREAT:
        return house_retreat(t, box, moves, count)
    return best_card(t, box, seat, moves, 1, count)  # move 0 keeps none


@rule
def attack_flags(t: Table, box: Box, seat: int, company: int, cards: int) -> int:
    """Return the number of flags on a hand's best cards for a company."""
    held = 0  # digit n counts the cards that show n flags
    for i in range(t.hand_cards[seat]):
        held += 1 << BITS * flags_in(box.flag_count[t.hand[seat][i]], company)
    flags = 0
    for wanted in range(FLAGS, 0, -1):
        laid = min(cards, held >> BITS * wanted & DIGIT)
        flags += wanted * laid
        cards -= laid
    return flags


@rule
def cards_to_lay(t: Table, seat: int) -> int:
    """Return the number of cards that the bot would lay in an attack."""
    return min(MOST, t.hand_cards[seat] - SPARE)


@rule
def chance_of_attack(
    t: Table, company: int, rank: int, target: int, cards: int, flags: int
) -> int:
    """Estimate the chance, in percent, to win an attack with these cards and flags."""
    defender = t.column[company][target]
    answers = min(cards, t.hand_cards[defender] - 1)
    beyond = POINT * (flags - (rank - target - 1)) - DEFENCE * answers
    return max(0, min(95, EVEN + SLOPE * beyond // POINT))


@rule
def best_target(
    t: Table, box: Box, seat: int, company: int, rank: int, heat: int
) -> tuple[int, int]:
    """Return the best rank to attack from rank `rank`, and the value of the attack.

    The value is that of the ranks gained times the chance of winning; 0 without spare cards.
    """
    best = NOTHING
    most = 0
    cards = cards_to_lay(t, seat)
    flags = attack_flags(t, box, seat, company, cards)
    for target in range(rank):
        if t.column[company][target] != seat:
            worth = 0
            if cards > 0:
                worth = heat * (weight(target) - weight(rank))
                worth *= chance_of_attack(t, company, rank, target, cards, flags)
                worth //= 100
            if best == NOTHING or worth > most:
                best = target
                most = worth
    return best, most


@rule
def house_attack(
    t: Table, box: Box, seat: int, moves: Sequence[int], count: int
) -> int:
    """Lay the best cards first, as long as there are spare ones."""
    if t.attack_cards > 0 and (
        t.attack_cards == MOST or t.hand_cards[seat] <= SPARE or moves[0] == DONE
    ):
        return DONE
    return most_flags(t, box, moves, count)


@rule
def most_flags(t: Table, box: Box, moves: Sequence[int], count: int) -> int:
    """Return the card to lay that shows most flags of the company."""
    best = moves[0]
    most = 0
    for i in range(count):
        if moves[i] != DONE:
            flags = flags_in(box.flag_count[moves[i] - LAY], t.company)
            if flags > most:
                best = moves[i]
                most = flags
    return best


@rule
def house_defence(
    t: Table, box: Box, seat: int, moves: Sequence[int], count: int
) -> int:
    """Defend if that can succeed, with as few cards as needed."""
    attack = count_flags(box, t.attack, t.attack_cards, t.company)
    laid = count_flags(box, t.defence, t.defence_cards, t.company)
    needed = attack + 1 - laid - (t.attacker - t.target - 1)
    cards = min(t.attack_cards - t.defence_cards, t.hand_cards[seat] - 1)
    if needed <= 0 or attack_flags(t, box, seat, t.company, cards) < needed:
        return DONE
    return most_flags(t, box, moves, count)


@rule
def house_retreat(t: Table, box: Box, moves: Sequence[int], count: int) -> int:
    """Retreat to the company where the rank is worth most."""
    warmth = heats(t, box)
    best = STAY
    most = flags_in(warmth, t.company) * weight(t.attacker)
    for i in range(count):
        if moves[i] != STAY:
            company = moves[i] - PLACE
            worth = flags_in(warmth, company) * weight(free_rank(t, company))
            if worth > most:
                best = moves[i]
                most = worth
    return best
