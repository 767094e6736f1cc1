"""Free text in a sale: the usual wishes, typed in English or French, as an offer or phrases.

What is not understood stays talk among people.
"""

import re
from collections.abc import Sequence
from typing import Any

from comptoir.engine.model.talk import Meaning, Spoken
from comptoir.engine.text.words import plain_text

from .data import ALL_COINS, CARD_NAMES, OPEN, PUT_COINS, Phase
from .phrases import PHRASES

MOST = 3  # phrases that one text may become
LONGEST = 200  # characters that are read
NOBODY = "(?!)"  # a pattern that nothing matches

NAMES = {  # what people call the cards
    "jade": "jades?",
    "jewels": "jewels?|jewellery|bijoux?|joyaux?",
    "perfume": "perfumes?|parfums?",
    "spices": "spices?|epices?",
    "coffee": "coffees?|cafes?",
    "silk": "silks?|soies?|soieries?",
    "wine": "wines?|vins?",
    "tea": "teas?",
    "contraband": "contrabande?",
}
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10,
    "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "dix": 10,
}  # fmt: skip
# In a pattern: CARD, COINS, COUNT (coins without the word), SEAT (another player's name), and
# SOME, what stands before a good.
SLOTS = {
    "CARD": f"(?P<card>{'|'.join(NAMES.values())})",
    "COINS": "COUNT(?: ?(?:coins?|pieces?|gold|sous?|ecus?))",
    "COUNT": rf"(?P<coins>\d{{1,2}}|{'|'.join(NUMBERS)})",
    "SOME": r"(?:(?:the|some|any|your|an?|du|de|des|d|la|les?|l|une?|votre|ton|ta|\d) )*",
}
# What a pattern has matched is not read again by those below it.
PATTERNS = (
    ("going_once", "going once|une fois"),
    ("going_twice", "going twice|deux fois"),
    ("last_offer", "(?:last|final) (?:offer|word)|derniere offre|dernier mot"),
    ("cannot_pay", "can ?(?:no)? ?t (?:pay|afford)|peux pas payer|trop cher|too (?:much|dear)"),
    ("fewer_coins", "COUNT (?:coins? |pieces? )?(?:less|fewer|de moins)"),
    ("add_coins", "COUNT (?:coins? |pieces? )?(?:more|de plus)"),
    ("add_coins", "(?:add|r?ajoute[rz]?) COINS"),
    ("have_none", "(?:have no|no more|don ?t have|n ai (?:pas|plus)|^pas|^plus) SOMECARD"),
    ("do_not_sell", "(?:not|never|don ?t) sell (?:it |this )?to SEAT"),
    ("do_not_sell", "vend(?:s|ez) (?:pas|rien) (?:a )?SEAT"),
    ("do_not_believe", "(?:not|never|don ?t) (?:believe|trust) SEAT"),
    ("do_not_believe", "cro(?:is|yez) pas SEAT"),
    ("do_not_believe", "SEAT (?:lies|is lying|ment)"),
    ("you_lied", "SEAT (?:you lied|vous m avez menti|tu m as menti)"),
    ("you_lied", "you lied(?: to me)? SEAT"),
    ("nearly_wins", "SEAT (?:is )?(?:close to|about to|nearly|almost|going to) win(?:s|ning)?"),
    ("nearly_wins", "SEAT (?:va|est (?:pres|sur le point) de) gagner"),
    ("want_card", "(?:would|d|could|can) even (?:take|accept) SOMECARD"),
    ("want_card", "(?:accepterais|prendrais) meme SOMECARD"),
    ("want", "(?:want|need|would like|d like|looking for|who has|who s got) SOMECARD"),
    ("want", "(?:veux|voudrais|cherche|qui a|il me faut|besoin) SOMECARD"),
    ("give", "(?:give|offer|trade)(?: you)? SOMECARD"),
    ("give", "(?:donne|offre|cede|propose|echange) SOMECARD"),
    ("have", "(?:i have|i ve(?: got)?|i got|j ai) SOMECARD"),
    ("sell_to_me", "sell (?:it )?to me|vend(?:s|ez)(?: la| le)? moi"),
    ("what_for", "what (?:do|would|will) you (?:want|like|take)|how much|your price"),
    ("what_for", "que (?:voulez vous|veux tu)|combien|quel prix"),
    ("show_card", "show (?:me )?(?:your|the|that|it)|montre[rz]? (?:moi )?(?:votre|ta|la)"),
    ("take_time", "take your time|pren(?:ds|ez) (?:votre|ton) temps"),
    ("patience", "(?:one|a) (?:moment|second|minute)|attend[sz]?"),
    ("patience", "un instant|une (?:minute|seconde)"),
    ("truly", "(?:that s|that is|it s|it is) (?:the truth|true)|i swear"),
    ("truly", "c est (?:la verite|vrai)"),
    ("truly", "je (?:te |vous |le )*jure|believe me|cro(?:is|yez) moi"),
    ("refuse", "not for that|no deal|no thanks?(?: you)?|pas pour ca|non merci"),
    ("thanks", "thanks?(?: you)?|merci"),
    ("well_played", "well played|good game|bien joue|bravo|gg"),
)  # fmt: skip
DENIED = ("want", "want_card", "give", "have")  # mean nothing after a "not"
FILLERS = frozenset(
    re.findall(
        r"\w+",
        "and et plus for pour contre i je you te vous it ca me moi a the some du de la des le "
        "les d l un une my mon ma mes ok then alors what about how can could would please svp "
        "in all en tout with avec hmm hm ll s give offer donne offre propose mets put deal",
    )
)

Found = list[tuple[str, dict[str, Any]]]


def understand(
    t: Any, seat: int, legal: Sequence[int], text: str, names: Sequence[str]
) -> Meaning:
    """Return what a seat's text means in a sale: an offer, phrases, or nothing."""
    if t.phase != Phase.SALE or len(text) > LONGEST:
        return Meaning()
    plain = _bare(text)
    found: Found = []
    for key, pattern in PATTERNS:
        match = re.search(_pattern(pattern, seat, names), plain)
        if match and not (key in DENIED and _is_denied(plain[: match.start()])):
            found.append((key, _arguments(match, names)))
            plain = f"{plain[: match.start()]} {plain[match.end() :]}"
    given = [args["card"] for key, args in found if key == "give"]
    goods, coins, whom = _rest(plain, seat, names)
    if not t.lot_hidden:  # what is for sale is nobody's offer
        goods = [card for card in goods if card != CARD_NAMES[t.lot]]
    if seat != t.seller:
        offer = _offer(legal, given + goods, coins)
        if offer:
            return Meaning(actions=offer)
    elif whom is not None:
        found += [("ask_card", {"seat": whom, "card": card}) for card in goods]
        found += [("ask_coins", {"seat": whom, "coins": count}) for count in coins]
    else:
        found += [("want", {"card": card}) for card in goods]
    phrases = [("have" if key == "give" else key, args) for key, args in found]
    said = [Spoken(seat, key, args) for key, args in phrases if _possible(key, args)]
    return Meaning(phrases=tuple(said[:MOST]))


def _bare(text: str) -> str:
    """Return a text as words of letters and digits."""
    text = text.casefold().replace("thé", "tea")  # without its accent it is "the"
    return " ".join(re.sub(r"[\W_]", " ", plain_text(text)).split())


def _pattern(pattern: str, seat: int, names: Sequence[str]) -> str:
    """Return the regular expression of a pattern."""
    others = [_bare(name) for n, name in enumerate(names) if n != seat]
    others = [re.escape(name) for name in others if name] or [NOBODY]
    for slot, meaning in SLOTS.items():
        pattern = pattern.replace(slot, meaning)
    pattern = pattern.replace("SEAT", f"(?P<seat>{'|'.join(others)})")
    return rf"\b(?:{pattern})\b"


def _arguments(match: re.Match[str], names: Sequence[str]) -> dict[str, Any]:
    """Return the words that fill the slots of a phrase."""
    found: dict[str, Any] = {}
    for slot, said in match.groupdict().items():
        if slot == "coins":
            found[slot] = _count(said)
        elif slot == "seat":
            found[slot] = [_bare(name) for name in names].index(said)
        else:
            found[slot] = _card(said)
    return found


def _count(said: str) -> int:
    return int(said) if said.isdecimal() else NUMBERS[said]


def _card(said: str) -> str:
    return next(card for card, name in NAMES.items() if re.fullmatch(name, said))


def _is_denied(before: str) -> bool:
    return bool(re.search(r"\b(?:not|don ?t|no|n|ne|never|jamais) ?\w*$", before))


def _rest(
    plain: str, seat: int, names: Sequence[str]
) -> tuple[list[str], list[int], int | None]:
    """Return the goods, the coins and the player of what is left; nothing if it says more."""
    goods, coins, whom = [], [], None
    patterns = {slot: _pattern(slot, seat, names) for slot in ("COINS", "CARD", "SEAT")}
    patterns["COUNT"] = r"(?<!\w)(?P<coins>\d{1,2})(?!\w)"
    for pattern in patterns.values():
        while match := re.search(pattern, plain):
            plain = f"{plain[: match.start()]} {plain[match.end() :]}"
            args = _arguments(match, names)
            goods += [args["card"]] if "card" in args else []
            coins += [args["coins"]] if "coins" in args else []
            whom = args.get("seat", whom)
    if set(plain.split()) - FILLERS:
        return [], [], None
    return goods, coins, whom


def _offer(
    legal: Sequence[int], goods: Sequence[str], coins: Sequence[int]
) -> tuple[int, ...]:
    """Return the actions that offer a card and coins; none if they are not all allowed."""
    if len(goods) > 1 or len(coins) > 1:
        return ()
    wanted = [OPEN + CARD_NAMES.index(card) for card in goods]
    wanted += [PUT_COINS + count for count in coins if count <= ALL_COINS]
    return tuple(wanted) if all(action in legal for action in wanted) else ()


def _possible(key: str, args: dict[str, Any]) -> bool:
    """Return True if a phrase has these slots, and each of them this word."""
    slots = PHRASES[key]
    return slots.keys() == args.keys() and all(args[s] in slots[s] for s in slots)
