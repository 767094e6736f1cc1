"""The two random generators: a keyed cipher for the table, a fast one for bots.

The table draws from ChaCha8 in counter mode: without the key, nobody can predict the next
card from earlier ones. Random bots and rollouts use `dice`, a fast generator
(xoshiro128++) that no rule of a game may use.

Both use 32-bit arithmetic with explicit masks, so that Python's unbounded integers, numba
and a GPU agree on every bit. In the hot path compiled code uses native 32-bit words without
masks, because a GPU splits 64-bit arithmetic into several instructions.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from .rule import compiled_as, noinline, rule

COMPILED = "comptoir.engine.rules.words32"  # the module of the compiled stand-ins
MASK = 0xFFFFFFFF
KEY_WORDS = 8
BLOCK_WORDS = 16
DICE_WORDS = 4
ROUNDS = 8
DICE_COUNTER = 1 << 62  # a counter that no game's own blocks can reach

# "expand 32-byte k", the cipher's four constant words
C0, C1, C2, C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574


@compiled_as(f"{COMPILED}:to_word")
def low32(number: int) -> int:
    """Return the lowest 32 bits; compiled code gets an unsigned 32-bit word."""
    return number & MASK


@compiled_as(f"{COMPILED}:mix_words")
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Return four words of the cipher's state after ChaCha's quarter round."""
    a = (a + b) & MASK
    d ^= a
    d = ((d << 16) & MASK) | (d >> 16)
    c = (c + d) & MASK
    b ^= c
    b = ((b << 12) & MASK) | (b >> 20)
    a = (a + b) & MASK
    d ^= a
    d = ((d << 8) & MASK) | (d >> 24)
    c = (c + d) & MASK
    b ^= c
    b = ((b << 7) & MASK) | (b >> 25)
    return a, b, c, d


@noinline
def chacha_block(
    key: Sequence[int],
    counter: int,
    stream: int,
    rounds: int,
    out: MutableSequence[int],
) -> None:
    """Write one ChaCha block of 16 words; counter and stream have 64 bits each."""
    x0, x1, x2, x3 = low32(C0), low32(C1), low32(C2), low32(C3)
    k0, k1, k2, k3 = low32(key[0]), low32(key[1]), low32(key[2]), low32(key[3])
    k4, k5, k6, k7 = low32(key[4]), low32(key[5]), low32(key[6]), low32(key[7])
    x4, x5, x6, x7 = k0, k1, k2, k3
    x8, x9, x10, x11 = k4, k5, k6, k7
    x12, x13 = low32(counter), low32(counter >> 32)
    x14, x15 = low32(stream), low32(stream >> 32)
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    out[0], out[1] = (x0 + C0) & MASK, (x1 + C1) & MASK
    out[2], out[3] = (x2 + C2) & MASK, (x3 + C3) & MASK
    out[4], out[5] = (x4 + k0) & MASK, (x5 + k1) & MASK
    out[6], out[7] = (x6 + k2) & MASK, (x7 + k3) & MASK
    out[8], out[9] = (x8 + k4) & MASK, (x9 + k5) & MASK
    out[10], out[11] = (x10 + k6) & MASK, (x11 + k7) & MASK
    out[12], out[13] = (x12 + counter) & MASK, (x13 + (counter >> 32)) & MASK
    out[14], out[15] = (x14 + stream) & MASK, (x15 + (stream >> 32)) & MASK


@rule
def start_chance(t: Any, key: Sequence[int], stream: int) -> None:
    """Seed the table's chance; each stream of a key is a separate game."""
    for word in range(KEY_WORDS):
        t.key[word] = key[word]
    for word in range(BLOCK_WORDS):
        t.block[word] = 0
    t.stream = stream
    t.counter = 0
    t.used = BLOCK_WORDS


@rule
def chance_word(t: Any) -> int:
    """Return the next 32 random bits of the table's chance."""
    if t.used == BLOCK_WORDS:
        chacha_block(t.key, t.counter, t.stream, ROUNDS, t.block)
        t.counter += 1
        t.used = 0
    word: int = t.block[t.used] & MASK
    t.used += 1
    return word


@rule
def chance(t: Any, outcomes: int) -> int:
    """Return a uniform random number from 0 to `outcomes` − 1 from the table's chance."""
    while True:  # a single call site, because the code of `chance_word` is long
        product = chance_word(t) * outcomes
        low = product & MASK
        # Redraw words that would bias some outcomes (Lemire's method).
        if low >= outcomes or low >= (MASK + 1) % outcomes:
            return product >> 32


@rule
def start_dice(
    dice: MutableSequence[int], key: Sequence[int], stream: int, block: Any
) -> None:
    """Seed the bots' dice for one game, independently of the table's chance."""
    chacha_block(key, DICE_COUNTER, stream, ROUNDS, block)
    for word in range(DICE_WORDS):
        dice[word] = block[word]


@rule
def dice_word(dice: MutableSequence[int]) -> int:
    """Return the next 32 random bits of the dice (xoshiro128++)."""
    a, b, c, d = dice[0], dice[1], dice[2], dice[3]
    word = (a + d) & MASK
    word = ((((word << 7) & MASK) | (word >> 25)) + a) & MASK
    shifted = (b << 9) & MASK
    c ^= a
    d ^= b
    dice[1] = b ^ c
    dice[0] = a ^ d
    dice[2] = c ^ shifted
    dice[3] = ((d << 11) & MASK) | (d >> 21)
    return word


@rule
def renew_chance(t: Any, dice: MutableSequence[int]) -> None:
    """Reseed the table's chance from the dice, so that it is independent of the real one."""
    for word in range(KEY_WORDS):
        t.key[word] = dice_word(dice)
    start_chance(t, t.key, 0)


@rule
def throw(dice: MutableSequence[int], outcomes: int) -> int:
    """Return a random number from 0 to `outcomes` − 1 from the dice; bias below 2**-24."""
    return (dice_word(dice) * outcomes) >> 32
