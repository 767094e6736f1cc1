"""How much of the others' hands moves give away in Borneo, and what it is worth to infer it.

    python benchmarks/inferred.py [--bot master:100] [--games 3] [--seed inferred]
    python benchmarks/inferred.py --play --games 60 [--budget 300]

A seat knows what all have seen: who laid which card when, and how many cards of which
shuffle each of the others holds. Pasts that fit are drawn by lot, each as likely, and weighed
by how likely the moves of the last turns were with the hands that they gave: by the policy,
by the house bot, or by either. One JSON object a way of weighing: of another's cards, the
share that a hand drawn by lot holds, and one drawn by weight; the bits that the real past is
likelier than those drawn by lot; of how many beliefs.

With `--play` two `master` that search tables drawn by weight meet two that do not infer, as
in `hidden.py`. They take the others at their word, so this is the best case: all of them are
guided by the very policy that is inferred from.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from hidden import SEATS, better_and_points, counted, open_game, summed_up

from comptoir import Match, games
from comptoir.bots import Seat, find, new_dice
from comptoir.bots.budget import Budget, read_budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.kernels.kernel import kernel
from comptoir.engine.kernels.network import ask, network_arguments
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.play.position import Position
from comptoir.engine.rules.contract import house, legal
from comptoir.engine.rules.rng import dice_word, throw
from comptoir.engine.rules.table import new_tables, pack, unpack
from comptoir.engine.runs.tree import Tree
from comptoir.games.borneo.data import NOTHING, Place

NAME = "borneo"
PASTS = 300  # of another seat, drawn by lot
TURNS = 6  # of that seat, whose moves are weighed
HANDS = 20  # tables, drawn by weight, that a search shares its iterations among
OPENING = 40  # moves before anything is asked
EVERY = 7  # choices between two beliefs that are looked at
LEAST = 1e-4  # no move is taken for less likely, whatever the hand

Array = np.ndarray[Any, Any]


class Reading(NamedTuple):
    """How a move is read: as the policy's, at a temperature, or as the house bot's."""

    temperature: float = 1.0
    even: float = 0.05  # the share of the policy's moves that fall by lot
    house: float = 0.0  # the share of those who are taken for house bots
    loyal: float = 0.8  # the share of a house bot's moves that are its own


READINGS = (
    Reading(),
    Reading(3.0, 0.1),
    Reading(3.0, 0.1, house=0.5),
    Reading(house=1.0),
)


class Step(NamedTuple):
    """A move, the table before it, and whether there was a choice."""

    seat: int
    action: int
    table: Array
    choice: bool


def read_arguments(game: Game) -> dict[str, Any]:
    """Return examples of the arguments of `read_moves`, by parameter name."""
    actions = len(game.actions)
    return {
        "seat": 0,
        "action": 0,
        "reading": tuple(Reading()),
        **network_arguments(game),
        "moves": np.zeros(actions, np.int64),
        "weights": np.zeros(actions),
        "out": np.zeros(1),
    }


@kernel(read_arguments)
def read_moves(
    tables: Any,
    boxes: Any,
    seat: int,
    action: int,
    reading: Any,
    network: Any,
    room: Any,
    moves: Any,
    weights: Any,
    out: Any,
) -> None:
    """Write how likely a seat's move was at each of some tables."""
    box = boxes[0]
    temperature, even, strange, loyal = reading
    for i in range(len(tables)):
        t = tables[i]
        count = legal(t, box, seat, moves)
        ask(t, box, seat, count, temperature, even, network, room, moves, weights)
        out[i] = 0.0
        for j in range(count):
            if moves[j] == action:
                out[i] = (1.0 - strange) * weights[action]
                if strange > 0.0:
                    likes = house(t, box, seat, moves, count) == action
                    out[i] += strange * (loyal * likes + (1.0 - loyal) / count)


class Reader:
    """Reads the moves of one game, with kernels of its own."""

    def __init__(self, match: Match, folder: str, dice: int):
        self.kernels = compiled(games()[NAME], folder)
        self.box = new_tables(match.game.box, 1)
        pack(match.position.box, self.box[0])
        self.random = np.random.default_rng(dice)
        self.steps: list[Step] = []
        self.believed: Any = (None, {})  # what was inferred last, and when
        network = network_of(match.game)
        assert network
        self.network = network.given
        self.room = network_arguments(match.game, width=network.width)["room"]
        given = read_arguments(match.game)
        self.moves, self.weights = given["moves"], given["weights"]

    def watch(self, match: Match, seat: int, action: Action) -> None:
        """Keep a move that is about to be made."""
        choice = len(match.legal(seat)) > 1
        self.steps.append(Step(seat, action.number, match.packed()[0].copy(), choice))

    def believe(
        self, now: Array, me: int, other: int, reading: Reading
    ) -> tuple[Array, Array, float]:
        """Return hands that a seat may hold, the logs of their weights, and the real one's.

        A card that was laid may have been drawn at any time before: it takes the place of
        any card of its shuffle that the seat then held.
        """
        steps = self._window(other)
        tables = [*(step.table for step in steps), now]
        tags = [int(tables[0]["shuffled"][card]) for card in held(tables[0], other)]
        cards = np.full((PASTS, len(tags)), NOTHING)  # in each place of a hand
        here = np.ones(cards.shape, bool)  # whether it is held now
        then = []  # who held what at the seat's own choices
        for step, after in zip(steps, tables[1:], strict=True):
            if step.seat == other and step.choice:
                then.append((step, here.copy()))
            lost = {*held(step.table, other)} - {*held(after, other)}
            for card in lost:
                fits = here & (np.array(tags) == step.table["shuffled"][card])
                place = (self.random.random(here.shape) * fits).argmax(1)
                cards[range(PASTS), place] = card
                here[range(PASTS), place] = False
            won = [*({*held(after, other)} - {*held(step.table, other)})]
            tags += [int(after["shuffled"][card]) for card in won]
            more = ((0, 0), (0, len(won)))
            cards = np.pad(cards, more, constant_values=NOTHING)
            here = np.pad(here, more, constant_values=True)
        self._deal(now, me, np.array(tags), cards, here)
        weights, real = np.zeros(PASTS), 0.0
        for step, mask in then:
            past = cards[:, : mask.shape[1]][mask].reshape(PASTS, -1)
            tried = np.append(holding(step.table, other, past), step.table)
            logs = np.log(np.maximum(self._likely(tried, step, reading), LEAST))
            weights += logs[:-1]
            real += logs[-1]
        return cards[here].reshape(PASTS, -1), weights, real

    def _window(self, other: int) -> list[Step]:
        """Return the moves since the first of a seat's last turns."""
        turns = [int(step.table["turns"]) for step in self.steps if step.seat == other]
        since = ([NOTHING] * TURNS + sorted({*turns}))[-TURNS]
        return [step for step in self.steps if step.table["turns"] >= since]

    def _deal(
        self, now: Array, me: int, tags: Array, cards: Array, here: Array
    ) -> None:
        """Fill the places held now with hidden cards of their shuffle, by lot."""
        for tag in {*tags}:
            fits = here & (tags == tag)
            pool = np.flatnonzero(hidden(now, me) & (now["shuffled"] == tag))
            order = self.random.random((PASTS, len(pool))).argsort(1)
            cards[fits] = pool[order[:, : fits[0].sum()]].ravel()

    def _likely(self, tables: Array, step: Step, reading: Reading) -> Array:
        out = np.zeros(len(tables))
        self.kernels.read_moves(
            tables,
            self.box,
            step.seat,
            step.action,
            tuple(reading),
            self.network,
            self.room,
            self.moves,
            self.weights,
            out,
        )
        return out

    def tables(self, now: Array, me: int) -> list[Array]:
        """Return tables drawn by weight: all hands, and what is left is the pile."""
        moves = sum(step.seat != me for step in self.steps)
        heard = (me, moves, [*now["hand_cards"]])
        if self.believed[0] != heard:  # else nothing new was told, but for own moves
            others = (other for other in range(SEATS) if other != me)
            found = {one: self.believe(now, me, one, Reading()) for one in others}
            self.believed = heard, found
        return [self._drawn(now.copy(), me) for _ in range(HANDS)]

    def _drawn(self, table: Array, me: int) -> Array:
        """Lay a table by beliefs, seat by seat; who comes later gets other cards for some."""
        free, shuffled = hidden(table, me), table["shuffled"]
        for other in self.random.permutation([*self.believed[1]]):
            hands, weights, _ = self.believed[1][other]
            taken = (~free[hands]).sum(1)
            fits = np.flatnonzero(taken == taken.min())
            chances = np.exp(weights[fits] - weights[fits].max())
            hand = hands[self.random.choice(fits, p=chances / chances.sum())].copy()
            for at in np.flatnonzero(~free[hand]):
                alike = free & (shuffled == shuffled[hand[at]])
                alike[hand] = False
                hand[at] = self.random.choice(np.flatnonzero(alike))
            table["hand"][other][: len(hand)] = np.sort(hand)
            table["place"][hand] = Place.HAND + other
            free[hand] = False
        rest = np.flatnonzero(free)
        table["pile"][: len(rest)] = rest
        table["place"][rest] = Place.PILE
        return table


def held(table: Array, seat: int) -> list[int]:
    """Return the cards of a hand."""
    return [int(card) for card in table["hand"][seat][: table["hand_cards"][seat]]]


def hidden(table: Array, me: int) -> Array:
    """Return of every card whether a seat does not see it."""
    place = table["place"]
    others = (place >= Place.HAND) & (place < Place.STORE) & (place != Place.HAND + me)
    return (place == Place.PILE) | others


def holding(table: Array, seat: int, hands: Array) -> Array:
    """Return a table some times, with another hand each, as its seat sees it."""
    tables = np.repeat(table[None], len(hands))
    tables["place"][:, held(table, seat)] = Place.PILE
    tables["place"][np.arange(len(hands))[:, None], hands] = Place.HAND + seat
    tables["hand"][:, seat, : hands.shape[1]] = np.sort(hands, axis=1)
    return tables


class Inferring(Search):
    """A guided search over tables that were drawn by weight."""

    drawn: list[Array]

    def _grow(self, tree: Tree, start: float, stop: Event, settle: bool) -> bool:
        share = -(-(self.budget.iterations or 0) // HANDS)
        for table in self.drawn:
            tree._tables[0] = table  # noqa: SLF001 - the root, as it may be
            tree.grow(share, self.settings)
        return True


def main() -> None:
    """Print one JSON object, or one a reading."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", default="master:100")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--budget", type=read_budget, default=read_budget("300"))
    parser.add_argument("--seed", default="inferred")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--play", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        compiled(games()[NAME], folder)
        if not asked.play:
            for line in surveyed(asked, folder):
                print(json.dumps(line))
            return
        compiled(open_game(NAME), folder)
        given = [
            (asked.budget, f"{asked.seed}/{deal}", folder)
            for deal in range(-(-asked.games // 2))
        ]
        with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
            sides = [*counted(pool.map(deal_of, given), len(given))]
    print(json.dumps({"budget": str(asked.budget), **summed_up(sides)}))


def surveyed(asked: argparse.Namespace, folder: str) -> Iterator[dict[str, Any]]:
    """Yield how much better than by lot a bot's hands are known by its moves, as read."""
    bot = find(asked.bot)
    found: dict[Reading, list[tuple[float, float, float]]] = {r: [] for r in READINGS}
    for number in range(asked.games):
        match = Match(NAME, SEATS, f"{asked.seed}/{number}")
        dice = [new_dice(f"{asked.seed}/{number}/{seat}") for seat in range(SEATS + 1)]
        reader, choices = Reader(match, folder, number), 0
        while match.actors:
            seat = match.actors[throw(dice[SEATS], len(match.actors))]
            choices += len(match.legal(seat)) > 1 and len(reader.steps) > OPENING
            if choices == EVERY:
                choices = 0
                for reading in READINGS:
                    found[reading] += looked_at(
                        reader, match.packed()[0], seat, reading
                    )
            action = match.game.actions.read(bot(Seat.at(match, seat, dice[seat])))
            reader.watch(match, seat, action)
            match.play(seat, action)
    for reading, beliefs in found.items():
        lot, weighed, bits = np.mean(beliefs, axis=0)
        yield {
            "bot": asked.bot,
            "reading": reading._asdict(),
            "by_lot": round(100 * float(lot), 1),
            "by_weight": round(100 * float(weighed), 1),
            "bits": round(float(bits), 2),
            "beliefs": len(beliefs),
        }


def looked_at(
    reader: Reader, now: Array, me: int, reading: Reading
) -> list[tuple[float, float, float]]:
    """Return the shares of each other's hand that are known by lot and by weight, and bits."""
    found = []
    for other in range(SEATS):
        real = held(now, other)
        if other != me and real:
            hands, weights, truth = reader.believe(now, me, other, reading)
            chances = np.exp(weights - weights.max())
            bits = (truth - weights.max() - np.log(chances.mean())) / np.log(2)
            right = np.isin(hands, real).mean(1)
            known = (right * chances).sum() / chances.sum()
            found.append((float(right.mean()), float(known), float(bits)))
    return found


def deal_of(given: tuple[Budget, str, str]) -> tuple[float, list[float]]:
    """Play a deal from both sides; return better places and mean points, who infers first."""
    return better_and_points(partial(played, *given))


def played(budget: Budget, seed: str, folder: str, side: int) -> Match:
    """Return a whole game; every second seat infers."""
    match = Match(NAME, SEATS, seed)
    dice = [new_dice(f"{seed}/{side}/{seat}") for seat in range(SEATS + 1)]
    reader = Reader(match, folder, dice_word(dice[SEATS]))
    inferring = master(Inferring, open_game(NAME), budget, folder)
    plain = master(Search, match.game, budget, folder)
    while match.actors:
        number = match.actors[throw(dice[SEATS], len(match.actors))]
        seat, bot = Seat.at(match, number, dice[number]), plain
        if number % 2 == side and len(seat.legal) > 1:
            inferring.drawn = reader.tables(match.packed()[0], number)
            root = Position(
                open_game(NAME), unpack(inferring.drawn[0]), seat.imagined.box
            )
            seat, bot = Seat(root, number, dice[number]), inferring
        action = bot(seat)
        reader.watch(match, number, action)
        match.play(number, action)
    return match


@cache
def master(kind: type[Search], game: Game, budget: Budget, folder: str) -> Any:
    """Return a guided search of a kind."""
    bot = kind(budget, kernels=lambda game: compiled(game, folder), networks=network_of)
    bot.prepare(game, SEATS)
    return bot


@cache
def compiled(game: Game, folder: str) -> Compiled:
    """Return a game's kernels, compiled into a folder of their own."""
    own = Path(folder) / ("ours" if game is games()[NAME] else "open")
    kernels = Compiled(game, own)
    for name in ("search", "guided", "read_moves"):
        kernels.warm(name)
    return kernels


if __name__ == "__main__":
    main()
