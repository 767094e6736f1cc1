"""Files that cannot be written, as a sentence."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from comptoir.engine.errors import BadSetup


@contextmanager
def writing(path: Path, kept: str = "") -> Iterator[None]:
    """Say why something cannot be written, and what is kept all the same.

    Raises:
        BadSetup: The disk is full, or the place is no place to write to.
    """
    try:
        yield
    except OSError as error:
        why = (os.strerror(error.errno) if error.errno else str(error)).lower()
        raise BadSetup(f"{path} cannot be written: {why}{kept}") from None
