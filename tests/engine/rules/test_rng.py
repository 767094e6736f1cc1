"""Chance: published vectors, the same numbers everywhere, and fair draws."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comptoir.engine.rules.callgraph import CallGraph
from comptoir.engine.rules.rng import (
    BLOCK_WORDS,
    MASK,
    chacha_block,
    chance,
    chance_word,
    dice_word,
    start_chance,
    start_dice,
    throw,
)

words = st.integers(0, MASK)


def table(key=(0,) * 8, stream=0):
    t = SimpleNamespace(key=[0] * 8, block=[0] * 16, stream=0, counter=0, used=0)
    start_chance(t, key, stream)
    return t


def keystream(key, counter, stream, rounds):
    out = [0] * BLOCK_WORDS
    chacha_block(key, counter, stream, rounds, out)
    return b"".join(word.to_bytes(4, "little") for word in out).hex()


def test_chacha8_gives_the_published_keystream():
    """The all-zero vector of draft-strombergson-chacha-test-vectors, 256-bit key."""
    expected = (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )

    assert expected == keystream([0] * 8, 0, 0, 8)


def test_chacha20_gives_the_block_of_rfc_8439():
    """Section 2.3.2; the RFC's 96-bit nonce lies across our counter and stream."""
    key = [int.from_bytes(bytes(range(4 * i, 4 * i + 4)), "little") for i in range(8)]
    expected = (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )

    assert expected == keystream(key, 1 | 0x09000000 << 32, 0x4A000000, 20)


def test_the_dice_give_the_published_sequence():
    """Xoshiro128++ from the state 1, 2, 3, 4: its reference numbers."""
    dice = [1, 2, 3, 4]
    expected = [641, 1573767, 3222811527, 3517856514, 836907274]

    assert expected == [dice_word(dice) for _ in expected]

    for _ in range(102_400 - len(expected)):
        dice_word(dice)
    assert bytes.fromhex("fa3c872c") == dice_word(dice).to_bytes(4, "little")


def test_streams_of_one_key_are_games_of_their_own():
    """Each stream and each key starts another sequence."""
    starts = {chance_word(table(stream=n)) for n in range(1000)}
    keyed = {chance_word(table(key=(n, *[0] * 7))) for n in range(1000)}

    assert len(starts) == len(keyed) == 1000


def test_the_dice_of_a_game_are_apart_from_its_chance():
    """A bot's random numbers reveal nothing about the cards."""
    dice, block = [0] * 4, [0] * 16
    start_dice(dice, [5] * 8, 3, block)
    t = table([5] * 8, 3)

    assert not set(dice) & {chance_word(t) for _ in range(100)}


@settings(max_examples=30, deadline=None)
@given(
    st.lists(words, min_size=8, max_size=8),
    st.integers(0, 2**63 - 1),
    st.integers(1, 110),
)
def test_a_draw_is_one_of_the_outcomes(key, stream, outcomes):
    """Whatever the key, a draw lies from 0 to one less than the outcomes."""
    t = table(key, stream)

    assert all(0 <= chance(t, outcomes) < outcomes for _ in range(50))


@pytest.mark.parametrize("outcomes", [2, 3, 5, 6, 7, 35, 110])
def test_all_outcomes_are_equally_likely(outcomes):
    """Chi-squared over many draws stays within four deviations, for both generators."""
    t, dice = table((7,) * 8), [1, 2, 3, 4]
    for draw in (lambda: chance(t, outcomes), lambda: throw(dice, outcomes)):
        draws = 300 * outcomes
        counts = np.bincount([draw() for _ in range(draws)], minlength=outcomes)
        chi = ((counts - 300) ** 2 / 300).sum()
        assert chi < outcomes - 1 + 4 * (2 * (outcomes - 1)) ** 0.5


def test_words_that_would_favour_an_outcome_are_drawn_again():
    """With three outcomes the word 0 is one too many, and the next one counts."""
    t = table()
    t.block, t.used = [0, 0xFFFFFFFF, *[0] * 14], 0

    assert chance(t, 3) == 2
    assert t.used == 2


def test_both_generators_are_the_same_compiled():
    """Masked 32-bit arithmetic agrees between Python's integers and Numba's."""
    numba = pytest.importorskip("numba")
    graph = CallGraph({}, numba.njit)
    block, dice = graph.specialise(chacha_block), graph.specialise(dice_word)
    rng = np.random.default_rng(1)
    for _ in range(200):
        key = rng.integers(0, MASK + 1, 8)
        counter, stream = (int(n) for n in rng.integers(0, 2**62, 2))
        plain, fast = [0] * 16, np.zeros(16, np.int64)
        chacha_block(key.tolist(), counter, stream, 8, plain)
        block(key, counter, stream, 8, fast)
        assert plain == fast.tolist()

        state = key[:4]
        listed = state.tolist()
        assert [dice_word(listed) for _ in range(20)] == [
            dice(state) for _ in range(20)
        ]
