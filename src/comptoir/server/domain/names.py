"""Players' names: they must be visible, and no two may look alike."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import count

from .refusals import RequestRefused

LONGEST = 24  # most characters of a name
PILED = re.compile(  # more than three marks on a letter cover other lines
    r"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3})"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # characters that are invisible
# Letters of other alphabets and digits that look like a Latin letter, in lower case.
LOOK_ALIKES = str.maketrans(
    "аᴀɑαвьсԁеҽөհіıɩιјκкⅼʟмνпησоοорρԛʀѕꜱтτυцѵνѡωхχуγʏ0135|!",
    "aaaabbcdeeohiiiijkkllmnnnooooppqrsstuuuvvwwxxyyyoiesii",
)


def clean(text: str, most: int) -> str:
    """Return a text as one line without invisible characters.

    Raises:
        RequestRefused: Nothing is left, or the text is too long.
    """
    kept = "".join(
        " " if unicodedata.category(c)[0] == "Z" or c in BLANKS else c
        for c in unicodedata.normalize("NFC", text)
        if unicodedata.category(c)[0] in "ZLMNPS" or c == "\u200d"
    )
    kept = PILED.sub(r"\1", " ".join(kept.split()))
    seen = any(unicodedata.category(c)[0] in "LNPS" for c in kept)
    wide = len(unicodedata.normalize("NFKC", kept))  # one character may be a word
    if not seen or len(kept) > most or wide > 2 * most:
        raise RequestRefused("bad_text", most=most)
    return kept


def skeleton(name: str) -> str:
    """Return a key for what a name looks like: names with the same key are easily confused.

    Accents, case, punctuation and foreign letters of the same shape do not distinguish two
    names, nor does `l` for `I` or `rn` for `m`.
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(c for c in plain if c.isalnum() or c in "|!")
    shape = letters.translate(LOOK_ALIKES).replace("l", "i")
    return shape.replace("rn", "m").replace("vv", "w") or name


def distinct(name: str, others: Iterable[str]) -> str:
    """Return a name, with a number added if it looks like one of the others."""
    taken = {skeleton(other) for other in others if other}
    if skeleton(name) not in taken:
        return name
    numbered = (f"{name[: LONGEST - 3]} {number}" for number in count(2))
    return next(one for one in numbered if skeleton(one) not in taken)
