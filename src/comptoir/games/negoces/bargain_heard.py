"""What a bot has heard in a sale: phrases, and what they say about their speakers."""

from collections.abc import Iterable

from comptoir.engine.model.talk import Spoken

from .data import CARD_NAMES, PLAYERS
from .state import Table

MOST_HEARD = 6  # phrases of one speaker that are heard in a sale: more is noise
MOST_SAID = 3  # phrases that a buyer says in a sale, but for what is asked of it
CALLS = ("going_once", "going_twice")


class Heard:
    """The phrases of the current sale, as one seat hears them.

    The last word counts: a player who wants jade and then has jade has it.
    """

    def __init__(self, t: Table, seat: int, talk: Iterable[Spoken] | None):
        self.seat = seat
        self.may_speak = talk is not None
        self.lacks: list[set[int]] = [set() for _ in range(PLAYERS)]
        self.holds: list[set[int]] = [set() for _ in range(PLAYERS)]
        self.swears = [False] * PLAYERS
        self.distrusted = [0] * PLAYERS
        self.warned = [0] * PLAYERS
        self.spurned: set[tuple[int, int]] = set()  # (speaker, whom not to sell to)
        self.firm = [False] * PLAYERS  # has named a last offer
        self.calls = 0  # closing calls of the seller
        self.patience = 0  # people who asked for time
        self.asked: Spoken | None = None  # what the seller last asks of this seat
        self.own: list[Spoken] = []
        self.all_own: list[Spoken] = []  # of the whole game
        self.open: list[Spoken] = []  # phrases since its own last one
        counts = [0] * PLAYERS
        for one in talk or ():
            if one.seat == seat:
                self.all_own.append(one)
            if one.negotiation != t.sales:
                continue
            counts[one.seat] += 1
            if one.seat == seat:
                self.own.append(one)
                self.open = []
            elif counts[one.seat] <= MOST_HEARD or one.key in CALLS:
                self._hear(t, one)
                self.open.append(one)
                continue
            if one.key in CALLS and one.seat == t.seller:
                self.calls += 1
            if one.key == "last_offer":
                self.firm[one.seat] = True

    @property
    def hushed(self) -> bool:
        """True if the bot has said enough in this sale."""
        return not self.may_speak or len(self.own) >= MOST_SAID

    def has_said(self, key: str) -> bool:
        """Return True if the bot has said a phrase in this sale."""
        return any(one.key == key for one in self.own)

    def _hear(self, t: Table, one: Spoken) -> None:  # noqa: C901 - a case a phrase
        speaker, key, args = one.seat, one.key, one.args
        card = CARD_NAMES.index(args["card"]) if "card" in args else -1
        if key in ("want", "want_card", "have_none"):
            self.lacks[speaker].add(card)
            self.holds[speaker].discard(card)
        elif key == "have":
            self.holds[speaker].add(card)
            self.lacks[speaker].discard(card)
        elif key == "truly":
            self.swears[speaker] = True
        elif key == "do_not_believe":
            self.distrusted[args["seat"]] += 1
        elif key == "nearly_wins":
            self.warned[args["seat"]] += 1
        elif key == "do_not_sell":
            self.spurned.add((speaker, args["seat"]))
        elif key in CALLS and speaker == t.seller:
            self.calls += 1
        elif key == "patience":
            self.patience += 1
        elif key in ("last_offer", "cannot_pay"):
            self.firm[speaker] = True
        to_it = speaker == t.seller and args.get("seat", self.seat) == self.seat
        if to_it and key in ("ask_coins", "ask_card", "add_coins"):
            self.asked = one
