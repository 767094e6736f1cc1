"""Unpredictable randomness: ids and seeds of tables, random numbers for bots."""

import secrets
from hashlib import blake2s

from comptoir.engine.model.seed import new_seed

ID_BYTES = 12
DICE_BYTES = 16


class Entropy:
    """Generates secret texts; with a seed, which only tests use, they are reproducible.

    Args:
        seed: The text that everything is derived from; None uses the system's randomness.
    """

    def __init__(self, seed: str | None = None):
        self._seed = seed

    def table_id(self, *about: object) -> str:
        """Return the id of a new table."""
        if self._seed is None:
            return secrets.token_urlsafe(ID_BYTES)
        return self._derived("table", *about)[:ID_BYTES]

    def table_seed(self, *about: object) -> str:
        """Return the seed of a new table."""
        return new_seed() if self._seed is None else self._derived("seed", *about)

    def dice(self, *about: object) -> str:
        """Return the seed of a bot's random numbers."""
        if self._seed is None:
            return secrets.token_hex(DICE_BYTES)
        return self._derived("dice", *about)

    def _derived(self, *about: object) -> str:
        """Return a text derived from the seed and from its purpose."""
        text = "\0".join(map(str, (self._seed, *about)))
        return blake2s(text.encode(), digest_size=DICE_BYTES).hexdigest()
