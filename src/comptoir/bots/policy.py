"""The bot that plays a network's policy without search, and the games' own networks."""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache, lru_cache
from math import inf
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import COLDEST, pick
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.rules.exponential import exp
from comptoir.engine.runs.browser import loaded_network
from comptoir.engine.runs.trained import FILE, TrainedNetwork

from . import simple
from .budget import Budget
from .lookahead import RIVALS, Blunders, sensible
from .names import CHARACTERS
from .search import BotDecision, Search
from .seat import Seat

if TYPE_CHECKING:
    from comptoir.engine.runs.network import Network


@cache
def _shipped(game: Game) -> "tuple[Network | None, str]":
    if not (game.folder / FILE).exists():
        return None, f"{game.name} has no network"
    try:
        from comptoir.engine.runs.network import Network  # noqa: PLC0415 - loads NumPy

        network = Network.shipped(game)
    except (BadSetup, ImportError) as error:  # a page has no NumPy
        return None, str(error)
    return network, "" if network else f"{game.name} has no network"


def network_of(game: Game) -> TrainedNetwork | None:
    """Return the network that a browser page has loaded for a game, or the shipped one."""
    return loaded_network(game) or shipped_network(game)


def shipped_network(game: Game) -> "Network | None":
    """Return the network in a game's folder, if it fits the game."""
    return _shipped(game)[0]


def why_none(game: Game) -> str:
    """Return half a sentence on why a game has no usable network; empty if it has one."""
    return _shipped(game)[1]


def characters_of(game: Game) -> list[str]:
    """Return the characters that a game's negotiator or network supports."""
    network = network_of(game)
    known = {*game.tempers, *(network.characters if network else ())}
    return [name for name in CHARACTERS if name in known]


# Logits below the best: moves within CLOSE may always be drawn, moves beyond FAR never.
CLOSE, FAR = 8.0, 32.0
# At high temperatures bots aim at the least amount and err by about SLACK; at temperature
# HALF_SHY a bot aims half way between the least amount and the best, and errs half as much.
SLACK, HALF_SHY = 1.5, 10.0
# The highest temperature at which a bot may offer an amount although another move is better:
# an erring bot should leave an auction; if it bid too much, the largest error set the price.
BOLD = 1.0
UNHEARD_OF = 60.0  # log-weights below the largest at which a move has no chance


class Policy:
    """Plays the network's favourite move, or samples one from its policy.

    Args:
        temperature: The temperature of the sampling; 0 always takes the best move. None means
            0, except in games in which all choose at once.
        reach: The share of the logit range, from the best move down, in which moves may be
            sampled; those close to the best always may, those far below it never.
        without: The bot that plays if there is no network.
        gap: By how many points, as a share of a game's usual points, a move may be behind
            another at the end of the turn; None turns this check off.
        level: The index into the network's `temperatures`; replaces `temperature`.
        character: The name of an entry of the network's `characters`: weights by verb
            that are added to the logits.
        networks: The function that returns a game's network.
    """

    def __init__(
        self,
        temperature: float | None = None,
        reach: float = 1.0,
        without: Callable[[Seat], Action] = simple.house,
        *,
        gap: float | None = None,
        level: int | None = None,
        character: str = "",
        networks: Callable[[Game], TrainedNetwork | None] = network_of,
    ):
        self.temperature = temperature
        self.reach = reach
        self.without = without
        self.gap = gap
        self.level = level
        self.character = character
        self.networks = networks

    def __call__(self, seat: Seat) -> Action:
        """Choose an action."""
        network = self.networks(seat.game)
        if network is None or not network.fits(seat.imagined.box):
            return self.without(seat)
        if len(seat.legal) == 1:
            return seat.legal[0]
        legal = seat.legal
        if self.gap is not None:
            legal = [*sensible(seat, self.gap * network.usual_points, patient=True)]
        moves = [seat.imagined.choice(seat.number, action) for action in legal]
        found, _ = network.evaluate(seat.imagined.observe(seat.number), moves)
        logits = [float(one) for one in found]
        liked = [legal[at] for at in _best_first(logits)[:RIVALS]]
        degrees = self.temperature
        if degrees is None:
            degrees = seat.game.usual_temperature
        if self.level is not None:
            degrees = network.temperatures[self.level] or 0.0
        if leaning := network.characters.get(self.character):
            logits = _leaned(
                logits, [leaning.get(action.verb, 0.0) for action in legal]
            )
        drawn = (legal[at] for at in self._order(legal, logits, degrees, seat))
        if self.gap is None or len(legal) == 1:
            return next(drawn)
        blunders = Blunders(seat, network, liked)
        return next((one for one in drawn if one not in blunders), blunders.best)

    def _order(
        self,
        legal: Sequence[Action],
        logits: Sequence[float],
        temperature: float,
        seat: Seat,
    ) -> Iterator[int]:
        """Yield indices of moves, best first, or sampled as people choose.

        First the kind of move (its verb) is sampled, by the kind's best move; then a move of
        that kind. So a list of many amounts has no more weight than a single move, and an
        absurd amount is never sampled.
        """
        order = _best_first(logits)
        if not temperature:
            yield from order
            return
        heat = max(temperature, COLDEST)
        below = [one - max(logits) for one in logits]
        least = min(max(self.reach * min(below), -FAR), -CLOSE)
        # Where amounts are offered, a bot may always decline them, however good they are.
        offered = any(map(_is_amount, legal))
        left = [
            at
            for at in order
            if below[at] >= (-FAR if offered and not _is_amount(legal[at]) else least)
        ]
        while left:
            kinds: dict[str, list[int]] = {}
            for at in left:
                kinds.setdefault(legal[at].verb, []).append(at)
            tops = [kind[0] for kind in kinds.values()]
            boldness = [
                min(heat, BOLD) if _is_amount(legal[at]) else heat for at in tops
            ]
            logs = [below[at] / bold for at, bold in zip(tops, boldness, strict=True)]
            top = _drawn(tops, logs, seat)
            kind = kinds[legal[top].verb]
            yield (at := _drawn(kind, _errors(kind, legal, below, heat), seat))
            left.remove(at)


def _errors(
    kind: Sequence[int], legal: Sequence[Action], below: Sequence[float], heat: float
) -> list[float]:
    """Return log-weights of moves of one kind, best first.

    Amounts are weighted by their distance from the bot's aim, which lies between the least
    amount and the best: the higher the temperature, the closer to the least.
    """
    if not all(_is_amount(legal[at]) for at in kind):
        return [below[at] / heat for at in kind]
    amounts = [int(str(legal[at].what)) for at in kind]
    shyness = heat / (heat + HALF_SHY)
    aim = min(amounts) + (1 - shyness) * (amounts[0] - min(amounts))
    return [-abs(amount - aim) / (SLACK * shyness) for amount in amounts]


def _is_amount(action: Action) -> bool:
    return isinstance(action.what, int)


def _drawn(moves: Sequence[int], logs: Sequence[float], seat: Seat) -> int:
    """Draw one of some moves by their log-weights."""
    shares = [exp(max(one - max(logs), -UNHEARD_OF)) for one in logs]
    total = sum(shares)
    weights = {at: share / total for at, share in zip(moves, shares, strict=True)}
    return pick(moves, len(moves), weights, seat.dice)


def _best_first(logits: Sequence[float]) -> list[int]:
    """Return the indices of moves in descending order of their logits."""
    return sorted(range(len(logits)), key=lambda at: -logits[at])


def _leaned(logits: Sequence[float], leaning: Sequence[float]) -> list[float]:
    """Return logits with a character's weights added; excluded moves stay excluded."""
    least = max(logits) - FAR
    pairs = zip(logits, leaning, strict=True)
    return [-inf if one < least else one + more for one, more in pairs]


class FilePolicy(Policy):
    """Plays the policy of the network in a file, which is read once for each game.

    Raises:
        BadSetup: There is no such file, or its network does not fit the game.
    """

    def __init__(self, path: Path):
        if not path.is_file():
            raise BadSetup(f"policy:{path}: no such file")
        written = path.stat().st_mtime_ns
        super().__init__(networks=lambda game: _network_in(path, written, game))

    def prepare(self, game: Game, seats: int) -> None:
        """Read the network, and check that it fits the game."""
        self.networks(game)


@lru_cache(16)
def _network_in(path: Path, written: int, game: Game) -> "Network":
    from comptoir.engine.runs.network import Network  # noqa: PLC0415 - loads NumPy

    return Network.load(path, game)


class Quick(Search):
    """Plays the policy at the temperature stored in the game's network, without search.

    If the network stores no temperature for this level, it searches with the number of
    iterations that the network names; without a network it searches with `budget`.

    Args:
        policy: The policy bot that chooses the moves.
        level: The index into the network's temperatures.
        budget: The search budget where there is no network.
    """

    def __init__(self, policy: Policy, level: int, budget: Budget):
        super().__init__(budget, networks=policy.networks)
        self.policy, self.level = policy, level

    def at_once(self, game: Game) -> bool:
        """Return True if a game's network stores a temperature for this level."""
        network = self.networks(game)
        return network is not None and network.temperatures[self.level] is not None

    def budget_for(self, game: Game) -> Budget:
        """Return the search budget stored in the game's network, or else this bot's own."""
        network = self.networks(game)
        return Budget(iterations=network.expert_iterations) if network else self.budget

    def deciding(
        self, seat: Seat, stop: Event | None = None
    ) -> Generator[None, None, BotDecision]:
        """Choose an action; return it with the number of iterations."""
        network = self.networks(seat.game)
        if network and self.at_once(seat.game) and network.fits(seat.imagined.box):
            return BotDecision(self.policy(seat))
        return (yield from super().deciding(seat, stop))
