"""What nobody may foresee: the ids and seeds of tables, and the dice of bots."""

import secrets
from hashlib import blake2s

from comptoir.engine.model.seed import new_seed

ID_BYTES = 12
DICE_BYTES = 16


class Entropy:
    """Secret texts; with a seed, for tests alone, they follow from what they are for.

    Args:
        seed: What everything follows from; none: nothing can be foreseen.
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
        """Return what the dice of a bot follow from."""
        if self._seed is None:
            return secrets.token_hex(DICE_BYTES)
        return self._derived("dice", *about)

    def _derived(self, *about: object) -> str:
        """Return a text that follows from the seed and what it is for."""
        text = "\0".join(map(str, (self._seed, *about)))
        return blake2s(text.encode(), digest_size=DICE_BYTES).hexdigest()
