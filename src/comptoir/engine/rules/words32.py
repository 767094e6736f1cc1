"""32-bit arithmetic for compiled code, in place of the masked integers in `rng`."""

from typing import Any

import numpy as np


def to_word(number: int) -> Any:
    """Return the lowest 32 bits as an unsigned 32-bit word."""
    return np.uint32(number)


def mix_words(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Mix four words like `quarter_round`, in native 32-bit arithmetic."""
    a = np.uint32(a + b)
    d = np.uint32(d ^ a)
    d = np.uint32(d << 16 | d >> 16)
    c = np.uint32(c + d)
    b = np.uint32(b ^ c)
    b = np.uint32(b << 12 | b >> 20)
    a = np.uint32(a + b)
    d = np.uint32(d ^ a)
    d = np.uint32(d << 8 | d >> 24)
    c = np.uint32(c + d)
    b = np.uint32(b ^ c)
    b = np.uint32(b << 7 | b >> 25)
    return a, b, c, d


def to_single(number: int) -> Any:
    """Return a small integer as a number of single precision."""
    return np.float32(number)
