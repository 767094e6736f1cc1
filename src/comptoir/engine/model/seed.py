"""Seeds: the secret text that determines all random numbers of a game, and its commitment.

`TEXT/NUMBER` names one game of a simulation: game NUMBER of the seed TEXT.
"""

import re
import secrets
from hashlib import sha256

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.actions import whole_number
from comptoir.engine.rules.rng import KEY_WORDS

SEED_BYTES = 32
_SEED = re.compile(r"[!-~]{1,128}")
_NUMBERED = re.compile(r"(.+)/(\d{1,18})")


def new_seed() -> str:
    """Return a new random seed that nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


def read_seed(seed: str | int | None) -> str:
    """Return a seed as text; a new random one if `seed` is None."""
    if seed is None:
        return new_seed()
    text = str(seed)
    lawful = isinstance(seed, str) or whole_number(seed) is not None
    if not lawful or not _SEED.fullmatch(text):
        raise BadSetup(
            f"seed {seed!r}: expected a whole number, or 1 to 128 letters, digits "
            "and signs without spaces"
        )
    return text


def chance_key(seed: str) -> tuple[list[int], int]:
    """Return the cipher key derived from a seed, and the stream number of the game."""
    numbered = _NUMBERED.fullmatch(seed)
    text, stream = numbered.groups() if numbered else (seed, "0")
    digest = sha256(f"comptoir key\n{text}".encode()).digest()
    size = len(digest) // KEY_WORDS
    parts = (digest[i : i + size] for i in range(0, len(digest), size))
    return [int.from_bytes(part, "little") for part in parts], int(stream)


def commitment(seed: str) -> str:
    """Return the commitment to a seed, published before the deal.

    It matches only this seed, but does not reveal it.
    """
    return sha256(f"comptoir commitment\n{seed}".encode()).hexdigest()
